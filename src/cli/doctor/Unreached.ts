type Advice = ReadonlyMap<string, string>

/** Codes of Node for a certificate of an unknown authority. */
const untrusted = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]
/** Codes of Node for a name without an address. */
const nowhere = ['ENOTFOUND', 'EAI_AGAIN']

const each = (codes: ReadonlyArray<string>, advice: string) => codes.map((code) => [code, advice] as const)
const firstOf = (advice: Advice, codes: ReadonlyArray<string>): string | undefined =>
  codes.flatMap((code) => advice.get(code) ?? [])[0]

const advice: Advice = new Map([
  ...each(untrusted, 'Its certificate is not trusted: name its authority in COTEJO_DATABASE_CA_FILE.'),
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Name the host in DATABASE_URL as its certificate does.'],
  ['CERT_HAS_EXPIRED', 'Renew its certificate.'],
  ['28P01', 'Correct the user or the password in DATABASE_URL.'],
  ['28000', 'The user in DATABASE_URL does not exist, or pg_hba.conf of Postgres refuses it from this machine.'],
  [
    '55000',
    'It accepts no connections: its owner must run ALTER DATABASE … ALLOW_CONNECTIONS true in another database.',
  ],
  [
    '53300',
    'Postgres has no free connection for this role: lower the pools of the replicas, or raise max_connections (docs/operate/capacity.md).',
  ],
  ['3D000', 'Correct the database in DATABASE_URL, or ask its administrator to create it.'],
  ...each(nowhere, 'The host in DATABASE_URL has no address: correct it, or check the name servers.'),
])

/** @param codes of the failure and of its causes */
export const unreachedAdvice = (codes: ReadonlyArray<string>): string =>
  firstOf(advice, codes) ??
  'Check DATABASE_URL, and that Postgres runs and accepts this machine. If it closes connections, its log says why: transaction_timeout, for example, must be 0.'

/** The settings with the address of a peer, and with the authorities that may sign its certificate. */
export interface PeerSettings {
  readonly url: string
  readonly authorities: string
}

const peerAdvice = (what: string, { url, authorities }: PeerSettings): Advice =>
  new Map([
    ...each(untrusted, `The certificate of ${what} is not trusted: name its authority in ${authorities}.`),
    ['ERR_TLS_CERT_ALTNAME_INVALID', `Name the host in ${url} as its certificate does.`],
    ['CERT_HAS_EXPIRED', `The certificate of ${what} has expired: ask for a renewed one.`],
    ['ECONNREFUSED', `Nothing listens at ${url}: correct it, or ask for that service to be started.`],
    ...each(nowhere, `The host in ${url} has no address: correct it, or check the name servers.`),
  ])

/** What to do when a provider or the processor is not reached. */
export const unreachedPeerAdvice = (what: string, code: string, settings: PeerSettings): string =>
  firstOf(peerAdvice(what, settings), [code]) ?? `Check ${settings.url}, and that this machine may connect to it.`
