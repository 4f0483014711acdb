import { Layer } from 'effect'
import * as AccountAdministration from './AccountAdministration.ts'
import * as Accounts from './Accounts.ts'
import { MemoryDatabase } from './MemoryDatabase.ts'
import * as Resolutions from './Resolutions.ts'
import * as StorageHealth from './StorageHealth.ts'
import * as Verifications from './Verifications.ts'

/** Every storage port in memory, and the tables behind them. */
export const layer = Layer.mergeAll(
  Accounts.layer,
  AccountAdministration.layer,
  Verifications.layer,
  Resolutions.layer,
  StorageHealth.layer,
).pipe(Layer.provideMerge(MemoryDatabase.layer))
