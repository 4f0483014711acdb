/** A replica of the service in this process, all of whose ways lead through a gate. */
import { ConfigProvider, Effect, Fiber, Layer, Logger } from 'effect'
import * as Sender from '#adapters/webhooks/Sender.ts'
import { loopback } from '#simulator/webhooks/Loopback.ts'
import { serverSettings } from '#src/Config.ts'
import { duties } from '#src/Replica.ts'
import { environmentOf } from '#tools/service/server.ts'
import { type Gate, makeGate, type Turn } from './Gate.ts'
import { httpGate } from './HttpGate.ts'
import { references, sourcesThrough, standby } from './Inside.ts'
import { postgresGate } from './PostgresGate.ts'

/** What a replica reaches. */
export interface Surroundings {
  readonly databaseUrl: string
  readonly processorPort: number
  readonly receiverPort: number
  /** The consultations that were put off once; the next time they are answered. */
  readonly putOff: Set<string>
  readonly kindOf: (sql: string) => string
  /** When each step has its turn; at once if left out. */
  readonly turn?: Turn
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

/** One of this process, whose machine can be given another clock. */
export interface ReplicaWithin extends Replica {
  /** How far the clock of its machine is behind from now on. */
  readonly setBehind: (millis: number) => void
}

export type Start = (around: Surroundings, isStandby: boolean) => Promise<Replica>

/** The ways of a replica, all through one gate; the settings that lead it there. */
export const makeWays = async (around: Surroundings) => {
  const gate = makeGate(around.turn)
  const [databaseUrl, processorPort, receiverPort] = await Promise.all([
    postgresGate(around.databaseUrl, gate, around.kindOf),
    httpGate(around.processorPort, gate, 'processor'),
    httpGate(around.receiverPort, gate, 'receiver'),
  ])
  const environment = environmentOf(databaseUrl, {
    COTEJO_LAST_CALL: '0 millis',
    // Many replicas share one small server.
    COTEJO_API_CONNECTIONS: '2',
    COTEJO_WORK_CONNECTIONS: '3',
    COTEJO_DISPATCH_CONNECTIONS: '2',
    COTEJO_PROCESSOR_URL: `http://127.0.0.1:${processorPort}`,
  })
  return { gate, environment, receiverPort }
}

/** Starts a replica; on standby it is there, answers, and takes no work yet. */
export const startReplica = async (around: Surroundings, isStandby: boolean): Promise<ReplicaWithin> => {
  const { gate, environment, receiverPort } = await makeWays(around)
  let behind = isStandby ? standby : 0
  const listening = Promise.withResolvers<string>()
  const hearing = Logger.make(({ message }) => {
    const [what, facts] = Array.isArray(message) ? message : []
    if (what === 'api listening') listening.resolve(facts.address)
  })
  const sender = Sender.layer({ connector: loopback(receiverPort) })
  const serving = serverSettings.pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environment)),
    Effect.flatMap((settings) => Layer.launch(duties(settings, sourcesThrough(gate, around.putOff), sender))),
    Effect.provide(Logger.layer([hearing])),
    Effect.provide(references(() => behind)),
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
    setBehind: (millis) => {
      behind = millis
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
