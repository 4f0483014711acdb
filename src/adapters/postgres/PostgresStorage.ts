import { Layer } from 'effect'
import { type Lease, Replica } from './connection/Replica.ts'
import { WorkSignal } from './connection/WorkSignal.ts'
import { DataKeys } from './installation/DataKeys.ts'
import * as StorageHealth from './installation/StorageHealth.ts'
import * as AccountAdministration from './operators/AccountAdministration.ts'
import * as DeliveryRecords from './operators/DeliveryRecords.ts'
import * as ProcessorAccounts from './operators/ProcessorAccounts.ts'
import * as SigningSecretAdministration from './operators/SigningSecretAdministration.ts'
import * as TransferRecords from './operators/TransferRecords.ts'
import * as Accounts from './requests/Accounts.ts'
import * as Verifications from './requests/Verifications.ts'
import * as Deliveries from './work/Deliveries.ts'
import * as Resolutions from './work/Resolutions.ts'
import * as SourceJournal from './work/SourceJournal.ts'
import * as Transfers from './work/Transfers.ts'

/**
 * All storage ports on Postgres, over a `Database`.
 *
 * @param replicaId the name of this process among the replicas; no other process may ever use it
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
