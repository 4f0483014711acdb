import { Context, type DateTime, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Whose turn it is to fetch the lists: of all processes one at a time. */
export class ListTurns extends Context.Service<
  ListTurns,
  {
    /** Takes the turn if one is due; nobody else has one before `until`, whatever becomes of this process. */
    readonly take: (now: DateTime.Utc, until: DateTime.Utc) => Effect.Effect<boolean, StorageUnavailable>
    /** When the next one falls due; to be told at the end of one. */
    readonly nextAt: (dueAt: DateTime.Utc) => Effect.Effect<void, StorageUnavailable>
  }
>()('cotejo/ports/ListTurns') {}
