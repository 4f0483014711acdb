import { Duration } from 'effect'

/**
 * Limits of the service, each with its unit; limits of a single adapter are in its own file. Lengths are Unicode code
 * points (contract 2.1). The numbers are those of contract 8.1, unless the comment cites another rule.
 */

/** Largest request body, in bytes on the wire. */
export const bodyBytes = 65_536
/** Deepest nesting of a request body (step 6). */
export const bodyDepth = 8
/** Messages of one MCP batch. */
export const batchMessages = 10
/**
 * Longest MCP message without the arguments of its tool, in UTF-16 units of its JSON: as long as the head of a request.
 */
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
/** Sources close this long before the budget ends (contract 3.4). */
export const sourcesCloseBefore = Duration.seconds(30)
/** `otorgado_en` may be at most this far in the future (contract 2.5). */
export const consentAhead = Duration.minutes(5)
/** `vigencia_hasta` is this long after `resuelto_en` (contract 2.12). */
export const validity = Duration.days(30)
/**
 * The protective ceiling on creations, per key and replica, in requests per minute: `factor` times the plan's rate, and
 * at least `least` (step 2b).
 */
export const ceiling = { factor: 10, least: 600 } as const
/** After this many workers died while they held a verification, it ends `no_concluyente`. */
export const workerCrashes = 5
/** Total time of a webhook attempt: names, connection, TLS, headers and body (contract 6.11). */
export const webhookTime = Duration.seconds(10)
/** How long one connection serves webhooks after its address was checked (contract 6.10). */
export const webhookConnectionTime = Duration.minutes(1)
/** Bytes that are read of the body of a receiver's answer. */
export const webhookAnswerBytes = 65_536
/** Concurrent webhooks of one process: in total, for one account, and to one host. */
export const webhooksAtOnce = { perProcess: 256, perAccount: 64, perHost: 32 } as const
/** Addresses of one host name that are considered. */
export const webhookAddresses = 16
/** Source calls that wait to be recorded, in verifications and their sources. Further calls are not recorded. */
export const journalNotes = 20_000
/** List entries whose judgement is stored with a recommendation. */
export const listBasisEntries = 20
/** A list file's size in bytes and its rows: several times those of the largest list. */
export const listFileBytes = 134_217_728
export const listRows = 1_000_000
/** Time to download one file of a list from its publisher, redirects included. */
export const listDownloadTime = Duration.minutes(5)
/** Words that are compared of a name with unknown word order. Further words of a name are ignored. */
export const listNameWords = 10

/** Client connections: the duration of each phase in real time, their number, and what they may hold. */
export const connections = {
  handshakeTime: Duration.seconds(10),
  headersTime: Duration.seconds(10),
  requestTime: Duration.seconds(30),
  answerTime: Duration.seconds(30),
  idleTime: Duration.seconds(65),
  connections: 4_096,
  connectionsPerAddress: 1_024,
  requestsPerConnection: 32,
  chunksOfBody: 512,
  untakenBytes: 67_108_864,
} as const

/**
 * Request bodies that have not arrived completely, on one replica: their number per account, and their bytes of memory
 * in total. Each body counts its own bytes, plus this many for itself and for each of its chunks.
 */
export const bodies = {
  perAccount: 256,
  bytes: 33_554_432,
  bytesOfEach: 16_384,
  bytesOfChunk: 512,
} as const

/** How long a request may wait for its turn. */
export const longestWait = Duration.seconds(1)
/** In this time, `turns.freeAtOnce` answers that need no work may start: 200 in a second. */
export const freeEvery = Duration.millis(10)

/**
 * Turns of requests on one replica. Reading or creating one verification costs 1, a list 1 for every `listedPerUnit`
 * items, and an MCP message 1, or as much as the longest list.
 */
export const turns = {
  /** Cost of requests in progress, of one party and in total. */
  perParty: 64,
  perReplica: 192,
  listedPerUnit: 10,
  /** Requests that wait, and bytes of the bodies of one party that wait. */
  waiting: 8_192,
  bytesPerParty: 8_388_608,
  /** Requests that start in one round of the event loop. */
  startedAtOnce: 8,
  /** How long nothing starts while connections arrive. */
  heldMillis: 10,
  freeAtOnce: 2,
  /** How often to check whether those that wait may start, or are late. */
  lookEveryMillis: 5,
  /** Late requests that are refused in one round. */
  lateAtOnce: 16,
  retryAfterSeconds: 1,
} as const

/** Minimum interval between log lines about requests that waited too long. */
export const overloadLoggedEveryMillis = 10_000

/** Recording of partners' requests. */
export const accesses = {
  /** How often the last uses of keys are written, and counts are added to the audit. */
  usesEvery: Duration.minutes(1),
  sumsEvery: Duration.minutes(15),
  keysPerEntry: 500,
  /** Time that a stopping process has to write them. */
  lastWriting: Duration.seconds(3),
  /** Digits of the audit's digest in the log. */
  headDigits: 12,
} as const
