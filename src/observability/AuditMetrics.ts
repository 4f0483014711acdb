import { Duration, Effect, Layer, Metric, Option, Schedule } from 'effect'
import { Audit } from '#ports/Audit.ts'
import { ofService } from './ServiceMetrics.ts'

/** How often the last entry is looked at. */
const sampling = Duration.seconds(10)

const entries = ofService('cotejo_audit_entries', 'Number of the last audit entry')

/** Tells how long the audit is, for as long as the scope lasts: an alarm sees when entries are cut off. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { head } = yield* Audit
    const sample = Effect.matchEffect(head, {
      onFailure: () => Metric.update(entries, Number.NaN),
      onSuccess: Option.match({
        onNone: () => Metric.update(entries, 0),
        onSome: ({ sequence }) => Metric.update(entries, sequence),
      }),
    })
    yield* sample.pipe(Effect.repeat(Schedule.spaced(sampling)), Effect.forkScoped)
  }),
)
