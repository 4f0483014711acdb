import { readFileSync } from 'node:fs'
import { DateTime, Duration, Predicate, Result, Schema } from 'effect'
import { describe, expect, it } from 'vitest'
import { basisOf } from '#adapters/lists/Findings.ts'
import { readingsOf } from '#adapters/lists/NameTokens.ts'
import { isActor } from '#domain/audit/Author.ts'
import { parse } from '#domain/delivery/WebhookUrl.ts'
import * as Limits from '#domain/Limits.ts'
import { isPlausible } from '#domain/verification/Consent.ts'
import { timeout } from '#domain/verification/Verification.ts'
import { entryOf } from '#tools/lists/labelled/Pair.ts'
import { listFilter } from '#wire/ListRules.ts'
import { DocumentoEntrada, Peticion } from '#wire/Peticion.ts'
import { parseBody } from '#wire/PeticionRules.ts'
import { CoberturaFuentes, Recomendacion } from '#wire/Respuesta.ts'

/** Every limit and every member of one; lengths of time in milliseconds. */
const stated = (limits: object, prefix = ''): ReadonlyArray<readonly [name: string, value: number]> =>
  Object.entries(limits).flatMap(([name, limit]): ReadonlyArray<readonly [string, number]> => {
    if (Duration.isDuration(limit)) return [[prefix + name, Duration.toMillis(limit)]]
    return Predicate.isNumber(limit) ? [[prefix + name, limit]] : stated(limit, `${prefix}${name}.`)
  })

const noon = DateTime.makeUnsafe('2026-03-10T18:00:00.000Z')
const many = <A>(count: number, one: A): ReadonlyArray<A> => Array.from({ length: count }, () => one)
const letters = (count: number): string => 'a'.repeat(count)

const paso = { codigo: 'COTEJAR_DOCUMENTOS_ORIGINALES', texto: 'x' }
const factor = {
  codigo: 'IDENTIDAD_CONFIRMADA',
  efecto: 'fortalece',
  texto: 'x',
  fuente: null,
  que_se_reviso: null,
  que_significa: null,
}
const sustento = (factores: number, determinantes: number) => ({
  nivel: 'alto',
  factores: many(factores, factor),
  microexplicacion: 'x',
  por_que_este_nivel: { explicacion: 'x', determinantes: many(determinantes, factor.codigo) },
})
const holdsSupport = Schema.is(Recomendacion.fields.sustento_documental)

/** Entries that are judged alike but for the slips in their names. */
const hits = (count: number) =>
  Array.from({ length: count }, (_, slips) => ({
    candidate: { list: 'onu', entry: entryOf('Prueba, Ana') } as const,
    birth: 'exact' as const,
    judged: { rule: 'day', verdict: 'match' } as const,
    agreement: { surnames: 'both', givenNames: 'all', slips } as const,
  }))

const words = 'Ana Beatriz Carolina Daniela Elena Fernanda Gabriela Hortensia Irene Juana Karina'.split(' ')

/** What is taken up to a limit, and refused next to it. */
const tried: Readonly<Record<string, readonly [taken: number, refused: number, takes: (size: number) => boolean]>> = {
  bodyDepth: [8, 9, (depth) => Result.isSuccess(parseBody(Buffer.from('{"a":'.repeat(depth) + 1 + '}'.repeat(depth))))],
  shortTextLength: [200, 201, (length) => isActor(letters(length))],
  webhookUrlLength: [2_000, 2_001, (length) => Schema.is(Peticion.fields.webhook_url)(letters(length))],
  hostNameLength: [
    253,
    254,
    (length) =>
      parse(`https://${letters(length - 192)}.${letters(63)}.${letters(63)}.${letters(60)}.mx/`)._tag === 'Some',
  ],
  hostLabelLength: [63, 64, (length) => parse(`https://${letters(length)}.mx/`)._tag === 'Some'],
  documentImageLength: [
    8_000,
    8_001,
    (length) => Schema.is(DocumentoEntrada)({ tipo: 'ine', anverso: letters(length), reverso: letters(length) }),
  ],
  longTextLength: [2_000, 2_001, (length) => Schema.is(Recomendacion.fields.mensaje)(letters(length))],
  'listLimit.min': [1, 0, (limit) => Result.isSuccess(listFilter('', '', limit))],
  'listLimit.max': [100, 101, (limit) => Result.isSuccess(listFilter('', '', limit))],
  'listLimit.default': [20, 21, (limit) => Result.getOrThrow(listFilter('', ''))?.limit === limit],
  nextSteps: [5, 6, (count) => Schema.is(Recomendacion.fields.siguientes_pasos)(many(count, paso))],
  factors: [50, 51, (count) => holdsSupport(sustento(count, 1))],
  determinants: [50, 51, (count) => holdsSupport(sustento(1, count))],
  sources: [50, 51, (count) => Schema.is(CoberturaFuentes.fields.consultadas)(count)],
  sourcesCloseBefore: [
    30_000,
    30_001,
    (left) => timeout({ deadline: noon }, DateTime.subtract(noon, { milliseconds: left }))?._tag === 'SourcesClosed',
  ],
  consentAhead: [300_000, 300_001, (ahead) => isPlausible(DateTime.add(noon, { milliseconds: ahead }), noon)],
  listBasisEntries: [20, 21, (count) => basisOf([], hits(count)).judged.length === count],
  listNameWords: [
    10,
    11,
    (count) =>
      ['', ', Luz'].every((behind) => {
        const [first] = readingsOf(words.slice(0, count).join(' ') + behind)
        return (first?.surnames.length ?? 0) + (first?.givenNames.length ?? 0) === count + (behind === '' ? 0 : 1)
      }),
  ],
}

const connecting = 'test/http/connection'
const supervising = 'test/http/supervision'
/** Where what is larger than a unit test, or has many rows, is tried on both sides. */
const elsewhere: Readonly<Record<string, readonly [value: number, file: string, says: string]>> = {
  bodyBytes: [65_536, 'test/http/Robustness.test.ts', '413 cuerpo_demasiado_grande at 65,537'],
  batchMessages: [10, 'test/mcp/Messages.test.ts', 'holds 10 messages at most'],
  envelopeLength: [16_384, 'test/mcp/Messages.test.ts', 'is refused with -32602 when it is too long'],
  timeBudget: [600_000, 'test/config/Config.test.ts', 'timeBudget: Duration.minutes(10)'],
  validity: [2_592_000_000, 'test/config/Config.test.ts', 'validity: Duration.days(30)'],
  'ceiling.factor': [10, 'test/http/concurrency.suite.ts', '[70, 700]'],
  'ceiling.least': [600, 'test/http/concurrency.suite.ts', '[1, 600]'],
  workerCrashes: [5, 'test/application/ResolveVerification.test.ts', 'five workers died of it, and not after four'],
  webhookTime: [10_000, 'test/adapters/webhooks/Hanging.test.ts', '$what ends in tiempo_agotado, after 10 s'],
  webhookConnectionTime: [
    60_000,
    'test/adapters/webhooks/Attack.test.ts',
    'a host is resolved again a minute after its connection was made',
  ],
  webhookAnswerBytes: [
    65_536,
    'test/adapters/webhooks/Hanging.test.ts',
    'that answers all that is read and does not end',
  ],
  'webhooksAtOnce.perProcess': [256, 'test/ports/deliveries.suite.ts', 'within the room of each account and host'],
  'webhooksAtOnce.perAccount': [64, 'test/ports/deliveries.suite.ts', 'within the room of each account and host'],
  'webhooksAtOnce.perHost': [32, 'test/ports/deliveries.suite.ts', 'share the room of one host'],
  webhookAddresses: [16, 'test/adapters/egress/Resolver.test.ts', 'of more than 16 addresses the rest is left out'],
  listFileBytes: [134_217_728, 'test/adapters/lists/Formats.test.ts', 'larger than any list'],
  listRows: [1_000_000, 'test/adapters/lists/Formats.test.ts', 'more rows than any list'],
  listDownloadTime: [300_000, 'test/application/FetchLists.slow.test.ts', 'that does not come to an end is given up'],
  'connections.handshakeTime': [10_000, `${supervising}/Connections.slow.test.ts`, 'when it sends no byte of TLS'],
  'connections.headersTime': [10_000, `${supervising}/Connections.slow.test.ts`, 'when it sends half a header'],
  'connections.requestTime': [30_000, `${supervising}/Connections.slow.test.ts`, 'when it sends a body drop by drop'],
  'connections.answerTime': [30_000, `${supervising}/Connections.slow.test.ts`, 'when it does not take its answer'],
  'connections.idleTime': [65_000, `${supervising}/Connections.slow.test.ts`, 'when it has been answered'],
  'connections.connections': [4_096, `${supervising}/Connections.slow.test.ts`, 'make room for a new one'],
  'connections.connectionsPerAddress': [
    1_024,
    `${supervising}/Connections.slow.test.ts`,
    'are so many, and another is taken',
  ],
  'connections.requestsPerConnection': [
    32,
    `${supervising}/Connections.slow.test.ts`,
    'is answered as often as it may',
  ],
  'connections.chunksOfBody': [512, `${supervising}/Connections.slow.test.ts`, 'may come in so many'],
  'connections.untakenBytes': [
    67_108_864,
    `${supervising}/Connections.slow.test.ts`,
    'hold so many bytes that nobody takes',
  ],
  'bodies.perAccount': [256, `${connecting}/Bodies.test.ts`, 'are 256 of one account at most'],
  'bodies.bytes': [33_554_432, `${connecting}/Bodies.test.ts`, 'is 32 MB, 16 KB for each'],
  'bodies.bytesOfEach': [16_384, `${connecting}/Bodies.test.ts`, 'is 32 MB, 16 KB for each'],
  'bodies.bytesOfChunk': [512, `${connecting}/Bodies.test.ts`, 'half a kilobyte besides its bytes'],
  'startQueue.perKey': [64, `${connecting}/Room.test.ts`, 'is had by one key as far as its share goes'],
  'startQueue.perReplica': [192, `${connecting}/Room.test.ts`, 'is 192 in all, of whatever keys'],
  'startQueue.listedPerUnit': [
    10,
    'test/http/MessageCost.test.ts',
    "['a list', bytes(message('listar_verificaciones')), 10]",
  ],
  longestWait: [1_000, `${connecting}/Room.test.ts`, 'is waited for one second'],
  'startQueue.waiting': [8_192, `${connecting}/StartQueue.test.ts`, 'of more than 8,192 the rest is refused'],
  'startQueue.waitingPerAddress': [
    1_024,
    'test/http/middleware/StartInTurn.test.ts',
    'is refused as a stranger where 1,024 of %s wait',
  ],
  'startQueue.bytesPerAddress': [1_048_576, `${connecting}/StartQueue.test.ts`, 'of one address 1 MB'],
  'startQueue.bytesPerKey': [
    8_388_608,
    `${connecting}/StartQueue.test.ts`,
    'where the bodies of their party take no more than 8 MB',
  ],
  'startQueue.startedAtOnce': [8, `${connecting}/StartQueue.test.ts`, 'eight, however many wait'],
  'startQueue.roundsLeftOut': [64, `${connecting}/StartQueue.test.ts`, 'after 64 rounds that are left out'],
  'startQueue.lateAtOnce': [16, `${connecting}/StartQueue.test.ts`, 'the sixteen oldest, whosever turn it is'],
  'startQueue.lateEveryMillis': [25, `${connecting}/Room.test.ts`, 'vi.advanceTimersByTime(26)'],
  knownKeys: [10_000, 'test/application/KnownKeys.test.ts', 'keys of 10,000 partners are known'],
  overloadToldEveryMillis: [10_000, 'test/http/Answers.test.ts', 'every ten seconds at most'],
  'accesses.usesEvery': [60_000, 'test/application/AccessRecording.test.ts', 'is written every minute'],
  'accesses.sumsEvery': [900_000, 'test/application/AccessRecording.test.ts', "adjust('599 seconds')"],
  'accesses.keysPerEntry': [
    500,
    'test/application/AccessRecording.test.ts',
    'is spread over entries of a bounded size',
  ],
}

/** What is held to its value alone: both sides of it would take longer than they are worth, or say nothing. */
const alone: Readonly<Record<string, number>> = {
  journalNotes: 20_000,
  'startQueue.retryAfterSeconds': 1,
  'accesses.lastWriting': 3_000,
  'accesses.headDigits': 12,
}

describe('a limit', () => {
  it('has a row, and the value that is written there', () => {
    const rows = [...Object.entries(tried), ...Object.entries(elsewhere)].map(([name, [value]]) => [name, value])
    expect(Object.fromEntries(stated(Limits))).toEqual({ ...Object.fromEntries(rows), ...alone })
  })

  it.each(Object.entries(tried))('%s is reached and not passed', (_, [taken, refused, takes]) => {
    expect([takes(taken), takes(refused)]).toEqual([true, false])
  })

  it.each(Object.entries(elsewhere))('%s is tried where the table says', (_, [, file, says]) => {
    expect(readFileSync(file, 'utf8')).toContain(says)
  })
})
