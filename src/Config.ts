import { Config, Duration, Effect, Record, Redacted } from 'effect'
import { behaviour, pools } from './config/Behaviour.ts'
import { connectionLimits, variablesOfConnections } from './config/Connections.ts'
import { type DatabaseAddress, databaseUrl as databaseAddress } from './config/DatabaseUrl.ts'
import { certificateAndKey, certificateFile } from './config/Pem.ts'
import { providersIn } from './config/Providers.ts'
import * as Read from './config/Readers.ts'
import { fileContent, load, optional, optionalSecret, refuse, secret, variable } from './config/Variable.ts'
import type { Environment } from './domain/account/ApiKey.ts'
import type { DeniedReceivers } from './domain/delivery/WebhookUrl.ts'
import { wellKnownPorts } from './domain/delivery/WellKnownPorts.ts'
import { listNames } from './domain/screening/ListEntry.ts'

/**
 * Every setting of the service, once: its variable, default and meaning. Nothing else reads the
 * environment. A secret is given as `NAME`, or as the file that `NAME_FILE` names.
 */

const environments: ReadonlyArray<Environment> = ['sandbox', 'production']
const port = Read.integer(0, 65_535)

export const environment = variable('COTEJO_ENVIRONMENT', {
  meaning: 'sandbox (simulated sources, avs_test_ keys) or production (real sources, avs_live_ keys).',
  read: Read.oneOf(environments),
})

export const databaseUrl = secret('DATABASE_URL', {
  meaning:
    'Address of Postgres: postgres://user:password@host:5432/database. For another host, add ?sslmode=verify-full, or in the sandbox ?sslmode=disable.',
  read: databaseAddress,
})

const directDatabaseUrl = optionalSecret('COTEJO_DIRECT_DATABASE_URL', {
  meaning:
    'Address of Postgres itself, if DATABASE_URL leads to a pooler such as pgbouncer. Each process opens two connections there. Each transaction then sets its own timeouts.',
  read: databaseAddress,
})

export const databaseCertificates = optional('COTEJO_DATABASE_CA_FILE', {
  meaning: "Certificate authorities (PEM) for the database's certificate. They replace Node's.",
  read: certificateFile,
})

export const digestKey = secret('COTEJO_DIGEST_KEY', {
  meaning:
    'Key for digests of API keys and requests: 32 random bytes in base64 (openssl rand -base64 32). Never change it: another key recognises no API key and no repeated request.',
  read: Read.key,
})

export const sealingKeys = secret('COTEJO_SEALING_KEYS', {
  meaning:
    "Keys that encrypt signing secrets, processor keys and the keys of each day, which encrypt applicants' data. Each is name:key, with 32 random bytes in base64 (openssl rand -base64 32); separate them by commas or lines. The first key encrypts; all keys decrypt.",
  read: Read.namedKeys,
})

export const otherDatabaseUrl = secret('COTEJO_OTHER_DATABASE_URL', {
  meaning: 'Address of the database of another cell, for `cotejo accounts move` and `cotejo doctor --with`.',
  required: 'by these commands',
  read: databaseAddress,
})

export const otherSealingKeys = optionalSecret('COTEJO_OTHER_SEALING_KEYS', {
  meaning: 'COTEJO_SEALING_KEYS of the other cell, for `cotejo accounts move`. Default: the same keys.',
  read: Read.namedKeys,
})

export const processorKey = secret('COTEJO_PROCESSOR_KEY', {
  meaning:
    "A restricted key (rk_…) of the partner's payment platform, for `cotejo accounts processor`. It must be allowed to read payment intents, charges and the balance, and to write transfers.",
  required: 'by that command',
  read: Read.processorKey,
})

export const operator = optional('COTEJO_OPERATOR', {
  meaning: 'Name of the operator for the audit. Default: the user of the machine.',
  read: Read.operatorName,
})

export const retentionDays = variable('COTEJO_RETENTION_DAYS', {
  meaning: 'Number of days for which an ended verification is kept. Workers remove older ones within an hour.',
  fallback: '365',
  read: Read.integer(1, 36_500),
})

export const listsMaxAge = variable('COTEJO_LISTS_MAX_AGE', {
  meaning:
    'How long a list can be used after it was last known to be the latest; then the source listas is no_disponible. One duration for all lists, and durations for single lists such as sat_69b=45 days, separated by commas.',
  fallback: '3 days,sat_69b=45 days,sat_69b_bis=45 days,personas_expuestas=45 days,vigilancia=45 days',
  read: Read.durationByName(listNames, Duration.days(1), Duration.days(3_650)),
})

export const listsAddresses = optional('COTEJO_LISTS_ADDRESSES', {
  meaning:
    'Addresses from which the role lists downloads lists every 6 hours: onu=https://…, separated by commas or lines. An OFAC list has three files, of names, aliases and addresses: ofac_sdn=https://… https://… https://….',
  read: Read.addressesByName(listNames),
})

export const listsRequired = variable('COTEJO_LISTS_REQUIRED', {
  meaning: 'Required lists, separated by commas, or all. Without them the source listas is no_disponible.',
  fallback: 'ofac_sdn,onu,sat_69b',
  read: Read.someOf(listNames),
})

const listening = {
  host: variable('COTEJO_HOST', {
    meaning: 'Address on which the API listens; 0.0.0.0 for all addresses.',
    fallback: '127.0.0.1',
    read: Read.text,
  }),
  port: variable('COTEJO_PORT', { meaning: 'Port of the API; 0 for any free port.', fallback: '8080', read: port }),
  metricsHost: variable('COTEJO_METRICS_HOST', {
    meaning:
      'Address on which the metrics port listens. The port has no TLS and needs no key: open it only to the network of Prometheus and the probes.',
    fallback: '127.0.0.1',
    read: Read.text,
  }),
  metricsPort: variable('COTEJO_METRICS_PORT', {
    meaning: 'Port of /metrics, /livez and a second /_salud; 0 for any free port.',
    fallback: '9464',
    read: port,
  }),
  lastCall: variable('COTEJO_LAST_CALL', {
    meaning:
      "How long to keep serving after SIGTERM while reporting not ready. Set it longer than the load balancer's check interval.",
    fallback: '5 seconds',
    read: Read.duration(Duration.zero, Duration.minutes(5)),
  }),
}

const tlsCertificate = optional('COTEJO_TLS_CERT_FILE', {
  meaning: 'Certificate chain (PEM) for TLS. Without it the API listens on plain HTTP, for use behind a proxy.',
  read: fileContent,
})
const tlsKey = optional('COTEJO_TLS_KEY_FILE', {
  meaning: 'Private key of the certificate (PEM).',
  read: fileContent,
})

const processorUrl = optional('COTEJO_PROCESSOR_URL', {
  meaning: "Address of the payment processor, instead of Stripe's. In production it must use https.",
  read: Read.httpUrl,
})

export const processorCertificates = optional('COTEJO_PROCESSOR_CA_FILE', {
  meaning: "Certificate authorities (PEM) for the payment processor, in addition to Node's.",
  read: certificateFile,
})

const deniedReceivers = {
  ports: variable('COTEJO_WEBHOOK_DENIED_PORTS', {
    meaning:
      'Ports above 1023 to which no webhook is sent, separated by commas; by default those of well-known services. Of the ports up to 1023, only 443 is allowed.',
    fallback: [...wellKnownPorts].join(','),
    read: Read.ports,
  }),
  networks: optional('COTEJO_WEBHOOK_DENIED_NETWORKS', {
    meaning:
      'Public networks and addresses to which no webhook is sent, separated by commas, for example 198.18.0.0/15: your own public addresses, your IPv6 network, your NAT64 prefix.',
    read: Read.networks,
  }),
  names: optional('COTEJO_WEBHOOK_DENIED_NAMES', {
    meaning:
      'Domain names to which no webhook is sent, subdomains included, separated by commas, for example corp.example.com.',
    read: Read.hostNames,
  }),
}

/** Where nothing is sent, and nothing fetched from, although it is public. */
export const denied = Config.map(
  Config.all(deniedReceivers),
  ({ ports, networks, names }): DeniedReceivers => ({ ports, networks: networks ?? [], names: names ?? [] }),
)

const egress = {
  processorUrl,
  processorCertificates,
  webhookCertificates: optional('COTEJO_WEBHOOK_CA_FILE', {
    meaning: "Certificate authorities (PEM) for webhook receivers, in addition to Node's.",
    read: certificateFile,
  }),
  dnsServers: optional('COTEJO_DNS_SERVERS', {
    meaning:
      "Name servers for the hosts of receivers and list publishers, instead of the system's: address or address:port, separated by commas.",
    read: Read.nameServers,
  }),
}

export const { dnsServers, webhookCertificates } = egress
export const { timeoutFactor } = behaviour

/** Certificate and key, or null to listen without TLS. */
export const tls = certificateAndKey(tlsCertificate, tlsKey)

const bytesOf = (key: Redacted.Redacted<Uint8Array>): string => Buffer.from(Redacted.value(key)).toString('base64')

export const keyring = Config.all({ digestKey, sealingKeys }).pipe(
  Config.mapEffect((keys) =>
    keys.sealingKeys.some(({ key }) => bytesOf(key) === bytesOf(keys.digestKey))
      ? refuse('COTEJO_DIGEST_KEY is also one of COTEJO_SEALING_KEYS: each use needs a key of its own.')
      : Effect.succeed(keys),
  ),
)

/** The database, the way to it past a pooler where there is one, and who vouches for it. */
export const database = Config.all({
  address: databaseUrl,
  directly: directDatabaseUrl,
  certificates: databaseCertificates,
}).pipe(
  Config.mapEffect(({ address, directly, certificates }) => {
    // Who vouches is asked on a way that is encrypted; the way to a pooler on this machine need not be.
    const placeOf = ({ url, tls }: DatabaseAddress) => ({ url, certificates: tls ? certificates : null })
    return certificates === null || address.tls || directly?.tls === true
      ? Effect.succeed({ ...placeOf(address), direct: directly === null ? null : placeOf(directly) })
      : refuse('COTEJO_DATABASE_CA_FILE is set and DATABASE_URL does not encrypt: add ?sslmode=verify-full.')
  }),
)

/** In production nothing of the database crosses a network in plain text. */
const encryptedInProduction = Config.all({
  environment,
  DATABASE_URL: databaseUrl,
  COTEJO_DIRECT_DATABASE_URL: directDatabaseUrl,
}).pipe(
  Config.mapEffect(({ environment: where, ...ways }) => {
    const plain = Record.keys(ways).find((name) => ways[name] !== null && !ways[name].tls && !ways[name].isLocal)
    return where === 'sandbox' || plain === undefined
      ? Effect.void
      : refuse(`${plain} does not encrypt: in production, outside this machine, it says ?sslmode=verify-full.`)
  }),
)

/** In production the processor's keys cross no network in plain text. */
export const processorAddress = Config.all({ environment, url: processorUrl }).pipe(
  Config.mapEffect(({ environment: where, url }) =>
    where === 'sandbox' || url === null || URL.parse(url)?.protocol === 'https:'
      ? Effect.succeed(url)
      : refuse(`COTEJO_PROCESSOR_URL is "${url}": in production it begins with https://.`),
  ),
)

const ofProviders = providersIn(environment)
export const { providers } = ofProviders

const variablesOfServer = {
  environment,
  databaseUrl,
  directDatabaseUrl,
  databaseCertificates,
  digestKey,
  sealingKeys,
  ...pools,
  ...listening,
  ...variablesOfConnections,
  ...egress,
  deniedPorts: deniedReceivers.ports,
  deniedNetworks: deniedReceivers.networks,
  deniedNames: deniedReceivers.names,
  ...behaviour,
  retentionDays,
  listsMaxAge,
  listsRequired,
  listsAddresses,
  ...ofProviders.variables,
}

export const variables = Object.values({
  ...variablesOfServer,
  otherDatabaseUrl,
  otherSealingKeys,
  processorKey,
  operator,
  tlsCertificate,
  tlsKey,
}).map(({ variable: described }) => described)

/** What they are called, each way in which a secret is given by itself. */
export const names: ReadonlySet<string> = new Set(variables.flatMap(({ name }) => name.split(' or ')))

/** Reads what a server process is started with, or tells every reason why it cannot start. */
export const serverSettings = load({
  ...variablesOfServer,
  database,
  encryptedInProduction,
  keyring,
  tls,
  connectionLimits,
  deniedReceivers: denied,
  processorUrl: processorAddress,
  providers,
})

export type ServerSettings = Effect.Success<typeof serverSettings>
