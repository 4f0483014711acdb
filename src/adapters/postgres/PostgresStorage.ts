import { Layer } from 'effect'
import * as AccountAdministration from './AccountAdministration.ts'
import * as Accounts from './Accounts.ts'
import { type Lease, Replica } from './connection/Replica.ts'
import { WorkSignal } from './connection/WorkSignal.ts'
import { DataKeys } from './DataKeys.ts'
import * as Deliveries from './Deliveries.ts'
import * as DeliveryRecords from './DeliveryRecords.ts'
import * as ProcessorAccounts from './ProcessorAccounts.ts'
import * as Resolutions from './Resolutions.ts'
import * as SigningSecretAdministration from './SigningSecretAdministration.ts'
import * as SourceJournal from './SourceJournal.ts'
import * as StorageHealth from './StorageHealth.ts'
import * as TransferRecords from './TransferRecords.ts'
import * as Transfers from './Transfers.ts'
import * as Verifications from './Verifications.ts'

/**
 * Every storage port on Postgres, over a Database.
 *
 * @param replicaId names this process among the replicas, and no other before or beside it
 */
export const layer = (replicaId: string, lease?: Lease) =>
  Layer.mergeAll(
    Accounts.layer,
    AccountAdministration.layer,
    Layer.provide(Verifications.layer, DataKeys.layer('api')),
    Layer.provide(Resolutions.layer, DataKeys.layer('work')),
    Layer.provide(Deliveries.layer, DataKeys.layer('dispatch')),
    DeliveryRecords.layer,
    SigningSecretAdministration.layer,
    ProcessorAccounts.layer,
    Transfers.layer,
    TransferRecords.layer,
    SourceJournal.layer,
    StorageHealth.layer,
  ).pipe(Layer.provide(Replica.layer(replicaId, lease)), Layer.provide(WorkSignal.layer))
