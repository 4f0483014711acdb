import { Context, type Effect } from 'effect'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Checks that the database responds and accepts writes, and compares its schema with the code. */
export class StorageHealth extends Context.Service<
  StorageHealth,
  {
    readonly check: Effect.Effect<{ readonly schemaIsNewer: boolean }, StorageUnavailable>
  }
>()('cotejo/ports/StorageHealth') {}
