import { Context, DateTime, Deferred, Duration, Effect, Layer, Option, Queue, Schedule, Stream } from 'effect'
import { monotonicMillis, Time } from '#ports/Time.ts'
import type { Frame, Pulso, Verificacion } from '#simulator/console/Frames.ts'
import { InjectedErrors } from '#simulator/http/InjectedErrors.ts'
import { RequestLog } from '#simulator/http/RequestLog.ts'
import { Processor } from '#simulator/processor/Processor.ts'
import { SourceFaults } from '#simulator/sources/SourceFaults.ts'
import { SimulatedTime } from '#simulator/time/SimulatedTime.ts'
import { TimeTravel } from '#simulator/time/TimeTravel.ts'
import { auditor } from './Audit.ts'
import { Chronicle } from './Chronicle.ts'

/** How the clock, the books and the levers stand. */
const pulse = Effect.gen(function* () {
  const time = yield* Time
  const { speed, frozen } = yield* SimulatedTime
  const { nextDueAt } = yield* TimeTravel
  const faults = yield* SourceFaults
  const errors = yield* InjectedErrors
  const processor = yield* Processor
  const audit = yield* auditor

  return Effect.gen(function* () {
    const findings = yield* audit
    const next = yield* nextDueAt
    const sources = yield* faults.all
    const reading: Pulso = {
      ...findings,
      siguiente_en: Option.getOrNull(Option.map(next, DateTime.formatIso)),
      fuentes: sources.map(({ source, fault }) => ({ fuente: source, falla: fault, posibles: faults.offered(source) })),
      fallos: errors.pending(),
      procesador: processor.faults
        .pending()
        .map(({ call, fault, left }) => ({ llamada: call, falla: fault, veces: left })),
      velocidad: yield* speed,
      congelado: yield* frozen,
      ahora: DateTime.formatIso(yield* time.now),
    }
    return reading
  })
})

/**
 * A viewer gets a frame at most every `least`, and later after a frame of many rows, so that an open page leaves the
 * machine to a load test. It gets one at least every `most`, as a heartbeat.
 */
const pace = { least: Duration.millis(100), perRow: Duration.millis(4), most: Duration.seconds(1) }
/** Rows and requests in one frame; the other rows come with the next. */
const frameRows = 200
const frameRequests = 50
/** Beyond this many changed ids, the ids that the chronicle no longer remembers are dropped. */
const mostChanged = 2_000
/** A viewer that does not read is dropped after this long. */
const readTimeout = Duration.seconds(5)

/** How far one viewer has come. */
interface State {
  /** Whether everything is sent to it again. */
  everything: boolean
  requestsSeen: number
  /** When it got the frame that it still reads, in real time; null while it waits for one. */
  handedAt: number | null
  /** How many rows the last frame had. */
  rows: number
}

/**
 * The consoles that are open. Each asks for its next frame when it has read the last: what changed meanwhile is
 * a set of ids, so that a slow one hears less often and nothing piles up.
 */
export class Viewers extends Context.Service<
  Viewers,
  {
    /**
     * The stream of one viewer.
     *
     * @param drop ends its connection
     */
    readonly stream: (drop: Effect.Effect<void>) => Stream.Stream<Uint8Array>
    /** Ends every stream, and refuses new ones. */
    readonly end: Effect.Effect<void>
  }
>()('cotejo/simulator/live/Viewers') {
  static readonly layer = Layer.effect(
    Viewers,
    Effect.gen(function* () {
      const chronicle = yield* Chronicle
      const log = yield* RequestLog
      // A storage that does not answer is waited for: the console says that it hears nothing.
      const reading = (yield* pulse).pipe(Effect.retry(Schedule.spaced(pace.most)), Effect.orDie)
      const ending = yield* Deferred.make<void>()

      const viewer = Effect.fnUntraced(function* (drop: Effect.Effect<void>) {
        const changed = new Set<string>()
        const woken = yield* Queue.sliding<void>(1)
        const state: State = { everything: true, requestsSeen: 0, handedAt: null, rows: 0 }
        yield* Effect.acquireRelease(
          Effect.sync(() =>
            chronicle.listen((id) => {
              if (id === null) state.everything = true
              else changed.add(id)
              if (changed.size > mostChanged) {
                for (const one of changed) if (chronicle.view(one) === undefined) changed.delete(one)
              }
              Queue.offerUnsafe(woken, undefined)
            }),
          ),
          (forget) => Effect.sync(forget),
        )

        const rows = (): ReadonlyArray<Verificacion> => {
          if (state.everything) {
            changed.clear()
            return Array.from(chronicle.entries(), ({ view }) => view)
          }
          const ids = [...changed].slice(0, frameRows)
          for (const id of ids) changed.delete(id)
          return ids.flatMap((id) => chronicle.view(id) ?? [])
        }

        const frame = Effect.gen(function* () {
          const todo = state.everything
          const verificaciones = rows()
          const { entries, seen } = log.since(todo ? 0 : state.requestsSeen)
          Object.assign(state, { everything: false, requestsSeen: seen, rows: verificaciones.length })
          const solicitudes = todo ? entries : entries.slice(-frameRequests)
          return { todo, verificaciones, solicitudes, pulso: yield* reading } satisfies Frame
        })

        const next = Effect.gen(function* () {
          state.handedAt = null
          if (!state.everything) {
            yield* Effect.sleep(Duration.sum(pace.least, Duration.times(pace.perRow, Math.min(state.rows, frameRows))))
          }
          if (!state.everything && changed.size === 0) {
            yield* Effect.timeoutOption(Queue.take(woken), Duration.subtract(pace.most, pace.least))
          }
          const text = `data: ${JSON.stringify(yield* frame)}\n\n`
          state.handedAt = yield* monotonicMillis
          return text
        })

        const dropIfNotRead = Effect.gen(function* () {
          yield* Effect.sleep(pace.most)
          const since = state.handedAt ?? Number.POSITIVE_INFINITY
          if ((yield* monotonicMillis) - since > Duration.toMillis(readTimeout)) yield* drop
        })
        yield* Effect.forkScoped(Effect.forever(dropIfNotRead))
        return Stream.fromEffectRepeat(next)
      })

      return Viewers.of({
        stream: (drop) => Stream.unwrap(viewer(drop)).pipe(Stream.haltWhen(Deferred.await(ending)), Stream.encodeText),
        end: Deferred.succeed(ending, undefined),
      })
    }),
  )
}
