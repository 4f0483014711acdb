import { Duration } from 'effect'

/**
 * Every limit of the service, once, with its unit. Lengths are Unicode code points (contract
 * 2.1); the numbers are those of contract 8.1, unless said otherwise.
 */

/** Largest request body, in bytes on the wire. */
export const bodyBytes = 65_536
/** Deepest nesting of a request body (step 6). */
export const bodyDepth = 8
/** Messages of one MCP batch. */
export const batchMessages = 10
/** What an MCP message says besides the arguments of a tool, in UTF-16 units of its JSON: as much as the head of a request. */
export const envelopeLength = 16_384
/** `solicitud_id`, `propiedad_id`, consent texts, names, `payment_intent_id`, `documento.tipo`; also ids and filters on GET. */
export const shortTextLength = 200
export const webhookUrlLength = 2_000
/** A DNS name and each of its labels, in characters of its ASCII form (RFC 1035, 2.3.4). */
export const hostNameLength = 253
export const hostLabelLength = 63
/** `documento.anverso` and `documento.reverso` (reserved). */
export const documentImageLength = 8_000
/** `mensaje`, `texto`, `que_se_reviso`, `que_significa`, `explicacion` of an answer. */
export const longTextLength = 2_000
export const listLimit = { min: 1, max: 100, default: 20 } as const
export const nextSteps = 5
export const factors = 50
export const determinants = 50
export const sources = 50

/** How long a verification may stay `en_proceso` (contract 3.3). */
export const timeBudget = Duration.minutes(10)
/** A source has until this long before the budget ends (contract 3.4). */
export const sourcesCloseBefore = Duration.seconds(30)
/** `otorgado_en` may be this far ahead of now (contract 2.5). */
export const consentAhead = Duration.minutes(5)
/** `vigencia_hasta` is this long after `resuelto_en` (contract 2.12). */
export const validity = Duration.days(30)
/**
 * The protective ceiling on requests that create, per key and replica: so many times the plan's requests
 * per minute, and so many a minute at least (step 2b).
 */
export const ceiling = { factor: 10, least: 600 } as const
/** A verification that was held by this many workers when they died ends `no_concluyente`. */
export const workerCrashes = 5
/** A webhook attempt in all: names, connection, TLS, headers and body (contract 6.11). */
export const webhookTime = Duration.seconds(10)
/** What is read of the body of a receiver's answer, in bytes. */
export const webhookAnswerBytes = 65_536
/** Webhooks that one process sends at the same time: in all, of one account, and to one host. */
export const webhooksAtOnce = { perProcess: 256, perAccount: 64, perHost: 32 } as const
/** Addresses of one host name that are looked at. */
export const webhookAddresses = 16
/** What sources did and is not written yet, in verifications and their sources; beyond that it is not noted. */
export const journalNotes = 20_000
/** Entries whose judgement is kept with a recommendation. */
export const listBasisEntries = 20
/** A file of a list, in bytes, and its rows: several times what the largest of them has. */
export const listFileBytes = 134_217_728
export const listRows = 1_000_000
/** Having one file of a list from its publisher, redirects included. */
export const listDownloadTime = Duration.minutes(5)
/** Words of a name whose order is not known; of a longer one only the first are looked at. */
export const listNameWords = 10

/** Connections of clients: how long each phase may take, in real time, how many there may be, and what they may hold. */
export const connections = {
  handshakeTime: Duration.seconds(10),
  headersTime: Duration.seconds(10),
  requestTime: Duration.seconds(30),
  answerTime: Duration.seconds(30),
  idleTime: Duration.seconds(65),
  connections: 4_096,
  connectionsPerAddress: 1_024,
  requestsPerConnection: 32,
  piecesOfBody: 4_096,
  untakenBytes: 67_108_864,
} as const

/**
 * Bodies of requests that have not come whole, on one replica: how many of one account, and bytes of memory of all.
 * Each counts with this many bytes for itself and for each of its pieces, besides its own.
 */
export const bodies = {
  perAccount: 256,
  bytes: 33_554_432,
  bytesOfEach: 16_384,
  bytesOfPiece: 512,
} as const

/**
 * Requests under way at once, by what they cost (reading one or creating one: 1; ten of a list: 1; a message of
 * MCP: 1, or that of the longest list), of one key and of all on one replica; how many may wait for their turn.
 */
export const turns = {
  perKey: 64,
  perReplica: 192,
  listedPerUnit: 10,
  waiting: 1_024,
  retryAfterSeconds: 1,
} as const

/** How long a request may wait in all, to begin and for its turn. */
export const longestWait = Duration.seconds(1)

/** Keys of partners that one replica remembers. */
export const knownKeys = 10_000

/**
 * Requests that wait to begin: how many of partners and of strangers and of one stranger, how many bytes the bodies of
 * one partner or of all strangers may take meanwhile, how many begin at once, how many rounds in a row
 * begin none while connections come, and how many requests are refused at once because they waited too long.
 */
export const entrance = {
  waiting: 8_192,
  waitingPerStranger: 1_024,
  bytesOfParty: 8_388_608,
  begunAtOnce: 8,
  roundsLeftOut: 64,
  lateAtOnce: 16,
  retryAfterSeconds: 1,
} as const

/** That requests wait too long is told in the log at most this often. */
export const overloadToldEveryMillis = 10_000

/**
 * Keys that are nobody's: so many a minute from one address are looked up as they come, then those that wait
 * together every so often; how many may wait, and how many addresses are remembered.
 */
export const doubtfulKeys = {
  perMinute: 60,
  everyMillis: 250,
  waitingPerAddress: 256,
  waiting: 1_024,
  addresses: 10_000,
  retryAfterSeconds: 1,
} as const

/**
 * What partners asked, in sum: how often the uses of keys are written and the sums entered into the audit, how many keys
 * stand in one entry, how long a process that ends may take for it, and how much of a digest the log tells.
 */
export const accesses = {
  usesEvery: Duration.minutes(1),
  sumsEvery: Duration.minutes(15),
  keysPerEntry: 500,
  lastWriting: Duration.seconds(3),
  headDigits: 12,
} as const
