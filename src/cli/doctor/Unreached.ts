/** What Node calls a certificate that comes from no authority that it knows. */
const untrusted = /\b(?:UNABLE_TO_\w*(?:ISSUER|LEAF)\w*|\w*SELF_SIGNED\w*)\b/

/** What to look at when the database is not reached, by what is known of it. */
const advice: ReadonlyArray<readonly [RegExp, string]> = [
  [untrusted, 'Its certificate is not trusted: name its authority in COTEJO_DATABASE_CA_FILE.'],
  [/\bERR_TLS_CERT_ALTNAME_INVALID\b/, 'Name the host in DATABASE_URL as its certificate does.'],
  [/\bCERT_HAS_EXPIRED\b/, 'Renew its certificate.'],
  [/\b28P01\b/, 'User or password in DATABASE_URL is wrong: put the right ones in.'],
  [
    /\b28000\b/,
    'The user in DATABASE_URL is not there, or pg_hba.conf of Postgres does not let it in from this machine.',
  ],
  [
    /\b55000\b/,
    'It takes no connections: let its owner say ALTER DATABASE … ALLOW_CONNECTIONS true, in another database.',
  ],
  [
    /\b53300\b/,
    'Postgres has no free connection for this role: lower the pools of the replicas, or raise max_connections (docs/operate/capacity.md).',
  ],
  [/\b3D000\b/, 'Name the right database in DATABASE_URL, or let its administrator make this one.'],
  [
    /\b(?:ENOTFOUND|EAI_AGAIN)\b/,
    'The host in DATABASE_URL has no address: name the right one, or look at the name servers.',
  ],
]

export const unreachedAdvice = (details: string): string =>
  advice.find(([words]) => words.test(details))?.[1] ??
  'Check DATABASE_URL, and that Postgres runs and lets this machine in.'

/** The settings that say where somebody is, and which authorities his certificate may come from. */
export interface PeerSettings {
  readonly url: string
  readonly authorities: string
}

const peerAdvice = (what: string, { url, authorities }: PeerSettings): typeof advice => [
  [untrusted, `The certificate of ${what} is not trusted: name its authority in ${authorities}.`],
  [/\bERR_TLS_CERT_ALTNAME_INVALID\b/, `Name the host in ${url} as its certificate does.`],
  [/\bCERT_HAS_EXPIRED\b/, `The certificate of ${what} has ended: have it renewed.`],
  [/\bECONNREFUSED\b/, `Nothing listens where ${url} leads: correct it, or have what is there started.`],
  [
    /\b(?:ENOTFOUND|EAI_AGAIN)\b/,
    `The host in ${url} has no address: name the right one, or look at the name servers.`,
  ],
]

/** The same of a provider or the processor, which are told together, and so by name. */
export const unreachedPeerAdvice = (what: string, code: string, settings: PeerSettings): string =>
  peerAdvice(what, settings).find(([words]) => words.test(code))?.[1] ??
  `Look whether ${settings.url} is right, and whether this machine is let through to it.`
