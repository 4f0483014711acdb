import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Duration, Effect, Layer, Metric, Schedule } from 'effect'
import { version } from '#src/Version.ts'

/** How often the process is looked at. */
const sampling = Duration.seconds(10)

const gauge = (name: string, description: string) => Metric.gauge(name, { description })

const build = Metric.withAttributes(gauge('cotejo_build_info', 'Always 1; the version is in the labels'), {
  version,
  node: process.version,
})
const memory = gauge('process_resident_memory_bytes', 'Memory of the process')
const started = gauge('process_start_time_seconds', 'When the process started, in Unix time')
const descriptors = gauge('process_open_fds', 'Open file descriptors, if the system reports them')
const lag = gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of timers in the last ten seconds, 99th percentile')
const cpu = Metric.counter('process_cpu_seconds_total', { description: 'CPU time, user and system', incremental: true })

/** CPU seconds of this process that the counter already contains. */
let counted = 0

const openDescriptors = (): number => {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return Number.NaN
  }
}

/** Looks at the process itself, for as long as the scope lasts. Names are those that Prometheus' clients use. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const delay = monitorEventLoopDelay({ resolution: 20 })
    yield* Effect.acquireRelease(
      Effect.sync(() => delay.enable()),
      () => Effect.sync(() => delay.disable()),
    )
    const sample = Effect.gen(function* () {
      const { user, system } = process.cpuUsage()
      const seconds = (user + system) / 1e6
      yield* Metric.update(cpu, seconds - counted)
      counted = seconds
      yield* Metric.update(memory, process.memoryUsage.rss())
      yield* Metric.update(descriptors, openDescriptors())
      yield* Metric.update(lag, delay.count === 0 ? 0 : delay.percentile(99) / 1e9)
      delay.reset()
    })
    yield* Metric.update(build, 1)
    yield* Metric.update(started, performance.timeOrigin / 1_000)
    yield* sample.pipe(Effect.repeat(Schedule.spaced(sampling)), Effect.forkScoped)
  }),
)

const ready = Metric.gauge('cotejo_ready', { description: '1 if this process returns 200 at /_salud, otherwise 0' })

/**
 * Tells whether this replica can answer, for as long as the scope lasts: no other hides it.
 *
 * @param check fails while it cannot
 */
export const readiness = <R>(check: Effect.Effect<unknown, unknown, R>) => {
  const sample = Effect.matchCauseEffect(check, {
    onSuccess: () => Metric.update(ready, 1),
    onFailure: () => Metric.update(ready, 0),
  })
  return Layer.effectDiscard(
    sample.pipe(Effect.withTracerEnabled(false), Effect.repeat(Schedule.spaced(sampling)), Effect.forkScoped),
  )
}
