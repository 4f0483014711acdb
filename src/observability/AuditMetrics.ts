import { Duration, Effect, Layer, Metric, Option, Schedule } from 'effect'
import { Audit } from '#ports/Audit.ts'
import { ofService } from './ServiceMetrics.ts'

/** How often the last entry is looked at. */
const sampling = Duration.seconds(10)
/** Hexadecimal digits of the digest that a number of Prometheus holds exactly. */
const exactDigits = 12

const entries = ofService('cotejo_audit_entries', 'Number of the last audit entry')
const digest = ofService('cotejo_audit_head', 'First 48 bits of the digest of the last audit entry, as a number')

/** Tells the last entry of the audit, for as long as the scope lasts: who notes it sees when entries are cut off. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { head } = yield* Audit
    const tell = (sequence: number, bits: number) =>
      Effect.andThen(Metric.update(entries, sequence), Metric.update(digest, bits))
    const sample = Effect.matchEffect(head, {
      onFailure: () => tell(Number.NaN, Number.NaN),
      onSuccess: Option.match({
        onNone: () => tell(0, 0),
        onSome: (last) => tell(last.sequence, Number.parseInt(last.digest.slice(0, exactDigits), 16)),
      }),
    })
    yield* sample.pipe(Effect.repeat(Schedule.spaced(sampling)), Effect.forkScoped)
  }),
)
