import { DateTime, Duration, Predicate, Result, Schema } from 'effect'
import { describe, expect, it } from 'vitest'
import { readingsOf } from '#adapters/lists/NameTokens.ts'
import { basisOf } from '#adapters/lists/Screening.ts'
import { isActor } from '#domain/audit/Act.ts'
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

/** What is larger than a unit test, or has many rows, is tried where it is judged. */
const elsewhere: Readonly<Record<string, number>> = {
  bodyBytes: 65_536,
  batchMessages: 10,
  envelopeLength: 16_384,
  timeBudget: 600_000,
  validity: 2_592_000_000,
  'ceiling.factor': 10,
  'ceiling.least': 600,
  workerCrashes: 5,
  webhookTime: 10_000,
  webhookConnectionTime: 60_000,
  webhookAnswerBytes: 65_536,
  'webhooksAtOnce.perProcess': 256,
  'webhooksAtOnce.perAccount': 64,
  'webhooksAtOnce.perHost': 32,
  webhookAddresses: 16,
  listFileBytes: 134_217_728,
  listRows: 1_000_000,
  listDownloadTime: 300_000,
  'connections.handshakeTime': 10_000,
  'connections.headersTime': 10_000,
  'connections.requestTime': 30_000,
  'connections.answerTime': 30_000,
  'connections.idleTime': 65_000,
  'connections.connections': 4_096,
  'connections.connectionsPerAddress': 1_024,
  'connections.requestsPerConnection': 32,
  'connections.chunksOfBody': 512,
  'connections.untakenBytes': 67_108_864,
  'bodies.perAccount': 256,
  'bodies.bytes': 33_554_432,
  'bodies.bytesOfEach': 16_384,
  'bodies.bytesOfChunk': 512,
  'turns.perParty': 64,
  'turns.perReplica': 192,
  'turns.listedPerUnit': 10,
  longestWait: 1_000,
  freeEvery: 10,
  'turns.freeAtOnce': 2,
  'turns.waiting': 8_192,
  'turns.bytesPerParty': 8_388_608,
  'turns.startedAtOnce': 8,
  'turns.heldMillis': 10,
  'turns.lateAtOnce': 16,
  'turns.lookEveryMillis': 5,
  overloadLoggedEveryMillis: 10_000,
  'accesses.usesEvery': 60_000,
  'accesses.sumsEvery': 900_000,
  'accesses.keysPerEntry': 500,
  journalNotes: 20_000,
  'turns.retryAfterSeconds': 1,
  'accesses.lastWriting': 3_000,
  'accesses.headDigits': 12,
}

describe('a limit', () => {
  it('has a row, and the value that is written there', () => {
    const rows = Object.entries(tried).map(([name, [value]]) => [name, value])
    expect(Object.fromEntries(stated(Limits))).toEqual({ ...Object.fromEntries(rows), ...elsewhere })
  })

  it.each(Object.entries(tried))('%s is reached and not passed', (_, [taken, refused, takes]) => {
    expect([takes(taken), takes(refused)]).toEqual([true, false])
  })
})
