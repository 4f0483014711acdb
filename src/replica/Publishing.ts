import { Layer } from 'effect'
import { internet } from '#adapters/egress/Internet.ts'
import * as Reader from '#adapters/lists/Reader.ts'
import * as ListAdministration from '#adapters/postgres/operators/ListAdministration.ts'
import * as ListTurns from '#adapters/postgres/work/ListTurns.ts'
import * as Publisher from '#adapters/publishers/Publisher.ts'
import type { ServerSettings } from '#src/Config.ts'

/** What fetching lists needs: the publishers, over the same egress as webhooks, and the database. */
export const publishing = ({ dnsServers, deniedReceivers: denied }: ServerSettings) =>
  Layer.mergeAll(
    Publisher.layer(internet({ dnsServers: dnsServers ?? [], deniedNetworks: denied.networks }), denied),
    Reader.layer,
    ListAdministration.layer,
    ListTurns.layer,
  )
