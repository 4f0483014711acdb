import { Context, type DateTime, type Effect } from 'effect'
import type { Clearable } from '#domain/screening/Clearance.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Findings recorded as being about another person than the one with a CURP. Only keyed digests are stored. */
export class Clearances extends Context.Service<
  Clearances,
  {
    /** Whether each of the findings is recorded for this CURP. */
    readonly areRecorded: (
      curp: string,
      findings: ReadonlyArray<Clearable>,
    ) => Effect.Effect<ReadonlyArray<boolean>, StorageUnavailable>
    /** Returns false if it was recorded before: then the earlier time stays. */
    readonly record: (curp: string, of: Clearable, at: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
    /** Returns false if it was not recorded. */
    readonly withdraw: (curp: string, of: Clearable) => Effect.Effect<boolean, StorageUnavailable>
  }
>()('cotejo/ports/Clearances') {}
