import { Effect, Layer } from 'effect'
import { Argument, Flag } from 'effect/cli'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as Config from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'

/** The other cell of a command that uses two. Its name is that in the map of the router. */

const isName = (text: string): boolean => /^[\w.-]{1,64}$/.test(text)
const notName = () => 'the name of a cell in the map: letters, digits, ".", "_" and "-", at most 64'

export const named = Argument.String('cell').pipe(
  Argument.withDescription("This cell's name in the router's map"),
  Argument.filter(isName, notName),
)

export const name = (flag: string, description: string) =>
  Flag.String(flag).pipe(Flag.withMetavar('cell'), Flag.withDescription(description), Flag.filter(isName, notName))

/** Where the routers and their map are. */
export const routers = {
  router: Flag.String('router').pipe(
    Flag.withMetavar('socket'),
    Flag.withDescription('Stats socket of HAProxy: a path, or host:port. Repeat it for each router'),
    Flag.between(0, 16),
  ),
  map: Flag.String('map').pipe(
    Flag.withDescription("The map's file, as the configuration of HAProxy names it"),
    Flag.withDefault('/etc/haproxy/cells.map'),
  ),
}

const connections = { apiConnections: 1, workConnections: 2, dispatchConnections: 1, direct: null }

export const database = Layer.unwrap(
  Effect.map(
    load({ address: Config.otherDatabaseUrl, certificates: Config.databaseCertificates }),
    ({ address, certificates }) =>
      Database.layer({ url: address.url, certificates: address.tls ? certificates : null, ...connections }),
  ),
)

/** The keys of the other cell. All cells have the same digest key. */
export const secrets = Layer.unwrap(
  Effect.map(load({ keyring: Config.keyring, others: Config.otherSealingKeys }), ({ keyring, others }) =>
    PlatformSecrets.layer({ ...keyring, sealingKeys: others ?? keyring.sealingKeys }),
  ),
)
