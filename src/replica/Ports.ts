import { randomUUID } from 'node:crypto'
import { Layer } from 'effect'
import { internet } from '#adapters/egress/Internet.ts'
import * as Reader from '#adapters/lists/Reader.ts'
import * as Screening from '#adapters/lists/Screening.ts'
import * as Payments from '#adapters/payments/Stripe.ts'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import * as Time from '#adapters/platform/Time.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as Backlog from '#adapters/postgres/installation/Backlog.ts'
import { DatabaseClock, whileTrusted } from '#adapters/postgres/installation/DatabaseClock.ts'
import * as Partners from '#adapters/postgres/installation/Partners.ts'
import * as Audit from '#adapters/postgres/operators/Audit.ts'
import * as ListAdministration from '#adapters/postgres/operators/ListAdministration.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import * as Clearances from '#adapters/postgres/work/Clearances.ts'
import * as Lists from '#adapters/postgres/work/Lists.ts'
import * as ListTurns from '#adapters/postgres/work/ListTurns.ts'
import * as Retention from '#adapters/postgres/work/Retention.ts'
import * as Publisher from '#adapters/publishers/Publisher.ts'
import * as AccessRecording from '#application/AccessRecording.ts'
import { ServiceContext } from '#application/ServiceContext.ts'
import packageJson from '#package.json' with { type: 'json' }
import type { Clearances as ClearancesPort } from '#ports/Clearances.ts'
import type { Screening as ScreeningPort } from '#ports/Screening.ts'
import type * as Secrets from '#ports/Secrets.ts'
import type { Sources } from '#ports/Sources.ts'
import type { Time as TimePort } from '#ports/Time.ts'
import type { WebhookSender } from '#ports/WebhookSender.ts'
import type { ServerSettings } from '#src/Config.ts'
import * as Metrics from '#src/observability/Metrics.ts'

/** A layer that provides the sources, from the services that it may use. */
export type SourcesLayer = Layer.Layer<Sources, never, Secrets.Secrets | TimePort | ScreeningPort | ClearancesPort>

export const ports = (
  settings: ServerSettings,
  sources: SourcesLayer,
  sender: Layer.Layer<WebhookSender>,
  name: string,
) => {
  const { environment, timeBudget, validity, deniedReceivers, listsRequired: required, listsMaxAge: maxAge } = settings
  const service = Layer.succeed(ServiceContext, {
    environment,
    timeBudget,
    validity,
    deniedReceivers,
    version: packageJson.version,
  })
  const storage = whileTrusted.pipe(Layer.provideMerge(PostgresStorage.layer(name)))
  return Layer.mergeAll(
    AccessRecording.layer(`replica-${randomUUID()}`).pipe(
      Layer.provideMerge(Metrics.measuredPorts.pipe(Layer.provideMerge(storage))),
      Layer.provideMerge(Audit.layer),
    ),
    Backlog.layer,
    Partners.layer,
    Retention.layer,
    Layer.provide(sources, Screening.layer({ required, maxAge })).pipe(
      Layer.provideMerge(Layer.merge(Lists.layer, Clearances.layer)),
    ),
  ).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        service,
        sender,
        Payments.layer({ environment, host: settings.processorUrl, certificates: settings.processorCertificates }),
        Identifiers.layer(),
        Time.layer,
      ),
    ),
  )
}

/** The database, its clock and the keys: needed before everything else. */
export const foundation = ({ keyring, database, ...settings }: ServerSettings) => {
  const { apiConnections, workConnections, dispatchConnections } = settings
  return Layer.merge(PlatformSecrets.layer(keyring), DatabaseClock.layer).pipe(
    Layer.provideMerge(Database.layer({ ...database, apiConnections, workConnections, dispatchConnections })),
  )
}

/** What fetching lists needs: the publishers, over the same egress as webhooks, and the database. */
export const publishing = ({ dnsServers, deniedReceivers: denied }: ServerSettings) =>
  Layer.mergeAll(
    Publisher.layer(internet({ dnsServers: dnsServers ?? [], deniedNetworks: denied.networks }), denied),
    Reader.layer,
    ListAdministration.layer,
    ListTurns.layer,
  )
