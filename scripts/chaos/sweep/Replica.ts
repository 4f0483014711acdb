/** A replica of the service in this process, all of whose ways lead through a gate. */
import { Clock, ConfigProvider, Context, DateTime, Duration, Effect, Fiber, Layer, Logger } from 'effect'
import { UsualLease } from '#adapters/postgres/connection/Node.ts'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import * as Sender from '#adapters/webhooks/Sender.ts'
import { Sources } from '#ports/Sources.ts'
import { loopback } from '#simulator/webhooks/Loopback.ts'
import { serverSettings } from '#src/Config.ts'
import { duties } from '#src/Replica.ts'
import { environmentOf } from '#test/support/server.ts'
import { type Gate, makeGate } from './Gate.ts'
import { httpGate } from './HttpGate.ts'
import { postgresGate } from './PostgresGate.ts'

/** Work of a replica that is gone is taken over soon; what else waits for a lease waits less. */
const lease = { lasts: Duration.millis(1_500), renewedEvery: Duration.millis(300) }
/** A source that asks for patience is asked again after so long. */
const patience = Duration.millis(50)

/** What a replica reaches. */
export interface Surroundings {
  readonly databaseUrl: string
  readonly processorPort: number
  readonly receiverPort: number
  /** The consultations that were put off once; the next time they are answered. */
  readonly putOff: Set<string>
  readonly kindOf: (sql: string) => string
}

export interface Replica {
  readonly base: string
  readonly gate: Gate
  /** Has it take up work, if it was on standby. */
  readonly takeUpWork: () => void
  /** Its process ends at this instant: nothing of it reaches the world any more. */
  readonly kill: () => void
  /** Its process stands still until `resume`. */
  readonly stall: () => void
  readonly resume: () => void
  /** Ends it in good order. */
  readonly stop: () => Promise<void>
}

/** The sandbox's findings; each consultation is put off once, so that it is parked, and then answered. */
const sourcesThrough = (gate: Gate, putOff: Set<string>) =>
  Layer.effect(
    Sources,
    Effect.map(Sources, ({ consult }) => ({
      consult: Effect.fnUntraced(function* (consultation) {
        const kind = `source: ${consultation.source}`
        const number = gate.begin(kind)
        yield* Effect.promise(() => gate.pass({ kind, number, side: 'before' }))
        const isFirst = !putOff.has(consultation.id)
        putOff.add(consultation.id)
        const reply = isFirst
          ? { _tag: 'NotYet' as const, readyAt: DateTime.addDuration(consultation.now, patience) }
          : yield* consult({ ...consultation, now: DateTime.add(consultation.startedAt, { hours: 1 }) })
        yield* Effect.promise(() => gate.pass({ kind, number, side: 'after' }))
        return reply
      }),
    })),
  ).pipe(Layer.provide(SandboxSources.layer('sweep')))

/** The machine's clock, behind by what can be changed: with a wrong one a replica takes no work. */
const changeableClock = (behindMillis: () => number): Clock.Clock => {
  const right = Effect.runSync(Clock.Clock)
  const millis = () => right.currentTimeMillisUnsafe() - behindMillis()
  const nanos = () => right.currentTimeNanosUnsafe() - BigInt(behindMillis()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeNanosUnsafe: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => right.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: right.monotonicTimeNanos,
    sleep: (duration) => right.sleep(duration),
  }
}

/** Starts a replica; on standby it is there, answers, and takes no work yet. */
export const startReplica = async (around: Surroundings, isStandby: boolean): Promise<Replica> => {
  const gate = makeGate()
  const [databaseUrl, processorPort, receiverPort] = await Promise.all([
    postgresGate(around.databaseUrl, gate, around.kindOf),
    httpGate(around.processorPort, gate, 'processor'),
    httpGate(around.receiverPort, gate, 'receiver'),
  ])
  let behind = isStandby ? 3_600_000 : 0
  const listening = Promise.withResolvers<string>()
  const hearing = Logger.make(({ message }) => {
    const [what, facts] = Array.isArray(message) ? message : []
    if (what === 'api listening') listening.resolve(facts.direccion)
  })
  const environment = environmentOf(databaseUrl, {
    COTEJO_LAST_CALL: '0 millis',
    COTEJO_PROCESSOR_URL: `http://127.0.0.1:${processorPort}`,
  })
  const sender = Sender.layer({ connector: loopback(receiverPort) })
  const serving = serverSettings.pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environment)),
    Effect.flatMap((settings) => Layer.launch(duties(settings, sourcesThrough(gate, around.putOff), sender))),
    Effect.provide(Logger.layer([hearing])),
    Effect.provide(
      Context.make(
        Clock.Clock,
        changeableClock(() => behind),
      ).pipe(Context.add(UsualLease, lease)),
    ),
    Effect.runFork,
  )
  serving.addObserver((exit) => listening.reject(new Error(`the replica has ended: ${exit}`)))
  const stop = () => Effect.runPromise(Effect.asVoid(Fiber.interrupt(serving)))
  return {
    base: await listening.promise,
    gate,
    takeUpWork: () => {
      behind = 0
    },
    kill: () => {
      gate.kill()
      void stop()
    },
    stall: gate.stall,
    resume: gate.resume,
    stop: async () => {
      await stop()
      gate.kill()
    },
  }
}
