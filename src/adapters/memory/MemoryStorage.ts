import { Effect, Layer } from 'effect'
import { StorageHealth } from '#ports/StorageHealth.ts'
import * as AccountAdministration from './AccountAdministration.ts'
import * as Accounts from './Accounts.ts'
import * as BalanceCorrections from './BalanceCorrections.ts'
import * as Deliveries from './Deliveries.ts'
import * as DeliveryRecords from './DeliveryRecords.ts'
import * as Erasure from './Erasure.ts'
import { MemoryDatabase } from './MemoryDatabase.ts'
import * as ProcessorAccounts from './ProcessorAccounts.ts'
import * as Resolutions from './Resolutions.ts'
import * as Retention from './Retention.ts'
import * as SigningSecretAdministration from './SigningSecretAdministration.ts'
import * as TransferRecords from './TransferRecords.ts'
import * as Transfers from './Transfers.ts'
import * as VerificationRecords from './VerificationRecords.ts'
import * as Verifications from './Verifications.ts'

/** Memory is always available and always matches the code's schema revision. */
const health = Layer.succeed(StorageHealth, { check: Effect.succeed({ schemaIsNewer: false }) })

export const layer = Layer.mergeAll(
  Accounts.layer,
  AccountAdministration.layer,
  Verifications.layer,
  Resolutions.layer,
  Deliveries.layer,
  DeliveryRecords.layer,
  SigningSecretAdministration.layer,
  ProcessorAccounts.layer,
  Transfers.layer,
  TransferRecords.layer,
  health,
  BalanceCorrections.layer,
  Erasure.layer,
  Retention.layer,
  VerificationRecords.layer,
).pipe(Layer.provideMerge(MemoryDatabase.layer))
