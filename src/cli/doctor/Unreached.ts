/** What to do, by the code of the failure. */
type Advice = ReadonlyMap<string, string>

/** What Node calls a certificate that comes from no authority that it knows. */
const untrusted = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]
/** What it says of a name that leads nowhere. */
const nowhere = ['ENOTFOUND', 'EAI_AGAIN']

const each = (codes: ReadonlyArray<string>, advice: string) => codes.map((code) => [code, advice] as const)
const firstOf = (advice: Advice, codes: ReadonlyArray<string>): string | undefined =>
  codes.flatMap((code) => advice.get(code) ?? [])[0]

/** What to do when the database is not reached. */
const advice: Advice = new Map([
  ...each(untrusted, 'Its certificate is not trusted: name its authority in COTEJO_DATABASE_CA_FILE.'),
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Name the host in DATABASE_URL as its certificate does.'],
  ['CERT_HAS_EXPIRED', 'Renew its certificate.'],
  ['28P01', 'User or password in DATABASE_URL is wrong: put the right ones in.'],
  ['28000', 'The user in DATABASE_URL is not there, or pg_hba.conf of Postgres does not let it in from this machine.'],
  ['55000', 'It takes no connections: let its owner say ALTER DATABASE … ALLOW_CONNECTIONS true, in another database.'],
  [
    '53300',
    'Postgres has no free connection for this role: lower the pools of the replicas, or raise max_connections (docs/operate/capacity.md).',
  ],
  ['3D000', 'Name the right database in DATABASE_URL, or let its administrator make this one.'],
  ...each(nowhere, 'The host in DATABASE_URL has no address: name the right one, or look at the name servers.'),
])

/** @param codes of the failure and of what it came of */
export const unreachedAdvice = (codes: ReadonlyArray<string>): string =>
  firstOf(advice, codes) ?? 'Check DATABASE_URL, and that Postgres runs and lets this machine in.'

/** The settings that say where somebody is, and which authorities his certificate may come from. */
export interface PeerSettings {
  readonly url: string
  readonly authorities: string
}

const peerAdvice = (what: string, { url, authorities }: PeerSettings): Advice =>
  new Map([
    ...each(untrusted, `The certificate of ${what} is not trusted: name its authority in ${authorities}.`),
    ['ERR_TLS_CERT_ALTNAME_INVALID', `Name the host in ${url} as its certificate does.`],
    ['CERT_HAS_EXPIRED', `The certificate of ${what} has ended: have it renewed.`],
    ['ECONNREFUSED', `Nothing listens where ${url} leads: correct it, or have what is there started.`],
    ...each(nowhere, `The host in ${url} has no address: name the right one, or look at the name servers.`),
  ])

/** The same of a provider or the processor, which are told together, and so by name. */
export const unreachedPeerAdvice = (what: string, code: string, settings: PeerSettings): string =>
  firstOf(peerAdvice(what, settings), [code]) ??
  `Look whether ${settings.url} is right, and whether this machine is let through to it.`
