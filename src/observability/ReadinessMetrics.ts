import { Duration, Effect, Layer, Metric, Schedule } from 'effect'

/** How often it is looked at. */
const sampling = Duration.seconds(10)

const ready = Metric.gauge('cotejo_ready', { description: '1 if this process returns 200 at /_salud, otherwise 0' })

/**
 * Tells whether this replica can answer, for as long as the scope lasts: no other hides it.
 *
 * @param check fails while it cannot
 */
export const layer = <R>(check: Effect.Effect<unknown, unknown, R>) => {
  const sample = Effect.matchCauseEffect(check, {
    onSuccess: () => Metric.update(ready, 1),
    onFailure: () => Metric.update(ready, 0),
  })
  return Layer.effectDiscard(
    sample.pipe(Effect.withTracerEnabled(false), Effect.repeat(Schedule.spaced(sampling)), Effect.forkScoped),
  )
}
