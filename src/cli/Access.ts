import { Effect, Layer } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import * as Time from '#adapters/platform/Time.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { TimeoutFactor } from '#adapters/postgres/connection/TimeoutFactor.ts'
import { DatabaseClock } from '#adapters/postgres/installation/DatabaseClock.ts'
import { checkSettings } from '#adapters/postgres/installation/StartChecks.ts'
import * as AccountAdministration from '#adapters/postgres/operators/AccountAdministration.ts'
import * as Audit from '#adapters/postgres/operators/Audit.ts'
import * as BalanceCorrections from '#adapters/postgres/operators/BalanceCorrections.ts'
import * as DeliveryRecords from '#adapters/postgres/operators/DeliveryRecords.ts'
import * as Erasure from '#adapters/postgres/operators/Erasure.ts'
import * as Ledger from '#adapters/postgres/operators/Ledger.ts'
import * as LedgerEntries from '#adapters/postgres/operators/LedgerEntries.ts'
import * as ListAdministration from '#adapters/postgres/operators/ListAdministration.ts'
import * as Maintenance from '#adapters/postgres/operators/Maintenance.ts'
import * as ProcessorAccounts from '#adapters/postgres/operators/ProcessorAccounts.ts'
import * as Recovery from '#adapters/postgres/operators/Recovery.ts'
import * as SigningSecretAdministration from '#adapters/postgres/operators/SigningSecretAdministration.ts'
import * as TransferAdministration from '#adapters/postgres/operators/TransferAdministration.ts'
import * as TransferRecords from '#adapters/postgres/operators/TransferRecords.ts'
import * as VerificationRecords from '#adapters/postgres/operators/VerificationRecords.ts'
import * as Clearances from '#adapters/postgres/work/Clearances.ts'
import * as Lists from '#adapters/postgres/work/Lists.ts'
import * as Retention from '#adapters/postgres/work/Retention.ts'
import { Secrets as SecretsPort } from '#ports/Secrets.ts'
import * as Config from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'

/** What the commands reach, each with no more settings than it needs. */

const unused = (): never => {
  throw new Error('a command that was to need no keys uses one')
}

/** Replaces the keys in commands that do not use them, so that they need no key settings. */
const keyless = Layer.succeed(SecretsPort, {
  digestApiKey: unused,
  routerKey: '',
  fingerprint: unused,
  digestClearance: unused,
  digestListKey: unused,
  seal: unused,
  open: unused,
  newDataKey: unused,
  dataKey: unused,
  signReceipt: unused,
  receiptKey: '',
  sealingKeyId: '',
  givenKeys: [],
})

const connections = { apiConnections: 1, workConnections: 3, dispatchConnections: 1 }

const pools = Layer.unwrap(
  Effect.map(load({ database: Config.database, timeoutFactor: Config.timeoutFactor }), (settings) =>
    Layer.provide(
      Database.layer({ ...settings.database, ...connections }),
      Layer.succeed(TimeoutFactor, settings.timeoutFactor),
    ),
  ),
)

/** All by one pool: so what a command does and its entry in the audit are one transaction. */
export const database = Layer.effect(
  Database,
  Effect.map(Database, (found) => ({ ...found, api: found.work, dispatch: found.work })),
).pipe(Layer.provide(pools))

export const audit = Audit.layer.pipe(Layer.provide(database))

const { digestKey, sealingKeys, keyring, environment } = Config
/** The keys that were given, when they and the environment are those that the database knows. */
export const secrets = Layer.unwrap(
  Effect.map(load({ digestKey, sealingKeys, keyring }), (settings) => Secrets.layer(settings.keyring)),
).pipe(
  Layer.tap((given) =>
    Effect.flatMap(load({ environment }), (settings) => Effect.provide(checkSettings(settings.environment), given)),
  ),
  Layer.provide(database),
)

export const accounts = AccountAdministration.layer.pipe(Layer.provide(database))
export const records = VerificationRecords.layer.pipe(Layer.provide(database))
export const deliveries = DeliveryRecords.layer.pipe(Layer.provide(database))
export const transfers = Layer.merge(TransferRecords.layer, TransferAdministration.layer).pipe(Layer.provide(database))
export const processors = ProcessorAccounts.layer.pipe(Layer.provide([database, secrets]))
export const ledger = Ledger.layer.pipe(Layer.provide(database))
export const entries = LedgerEntries.layer.pipe(Layer.provide(database))
export const corrections = BalanceCorrections.layer.pipe(Layer.provide(database))
export const maintenance = Maintenance.layer.pipe(Layer.provide([database, secrets]))
export const erasure = Erasure.layer.pipe(Layer.provide([database, secrets]))
export const retention = Retention.layer.pipe(Layer.provide(database))
export const signingSecrets = SigningSecretAdministration.layer.pipe(Layer.provide([database, secrets]))
export const keylessSigningSecrets = SigningSecretAdministration.layer.pipe(Layer.provide([database, keyless]))
export const recovery = Recovery.layer.pipe(Layer.provide(database))
/** The processor, whose client takes long to load, and which few commands ask. */
const payments = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* load({
      environment,
      host: Config.processorAddress,
      certificates: Config.processorCertificates,
    })
    const { layer } = yield* Effect.promise(() => import('#adapters/payments/Stripe.ts'))
    return layer(settings)
  }),
)
export const comparison = Layer.mergeAll(transfers, processors, recovery, payments)
export const lists = Layer.merge(Lists.layer, ListAdministration.layer).pipe(Layer.provide([database, secrets]))
export const clearances = Clearances.layer.pipe(Layer.provide([database, secrets]))
export const keylessLists = ListAdministration.layer.pipe(Layer.provide([database, keyless]))
/** By the database's clock, whatever this machine's says. */
export const time = Layer.merge(Time.layer, DatabaseClock.layer).pipe(Layer.provide(database))
