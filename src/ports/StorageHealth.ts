import { Context, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Whether the database answers and takes writes, and how its schema stands to the code. */
export class StorageHealth extends Context.Service<
  StorageHealth,
  {
    readonly check: Effect.Effect<{ readonly schemaIsNewer: boolean }, StorageUnavailable>
  }
>()('cotejo/ports/StorageHealth') {}
