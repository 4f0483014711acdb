import { Context, type DateTime, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Schedules the download of lists, so that one process at a time does it. */
export class ListTurns extends Context.Service<
  ListTurns,
  {
    /** Takes the turn if it is due. No other process can take it before `until`, even if this process dies. */
    readonly take: (now: DateTime.Utc, until: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
    /** Sets when the next turn is due. Call it at the end of a turn. */
    readonly nextAt: (dueAt: DateTime.Utc) => Effect.Effect<void, StorageUnavailable>
  }
>()('cotejo/ports/ListTurns') {}
