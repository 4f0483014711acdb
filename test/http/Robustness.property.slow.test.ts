import { Option, Schema } from 'effect'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { bytes, type Change, type Draft, header, perform, put, text, validDraft } from '#test/support/draft.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { open } from '#test/support/socket.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'
import { catalog, RespuestaDeError } from '#wire/Errores.ts'
import { Respuesta } from '#wire/Respuesta.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account({ limite_por_minuto: 100_000, saldo: 1_000_000 })

afterEach(async () => {
  expect(summaryOf(await sandbox.create(llave))).toBe('200 en_proceso')
})

const closed = { onExcessProperty: 'error' } as const
const asError = Schema.decodeUnknownOption(RespuestaDeError, closed)
const asVerification = Schema.decodeUnknownOption(Respuesta, closed)

/** The answer is of the contract, and no fault of ours. 404, 405 and 431 come with `peticion_invalida`. */
const expectDecided = ({ status, body }: { readonly status: number; readonly body: unknown }): void => {
  if (status === 200) {
    expect(Option.isSome(asVerification(body))).toBe(true)
    return
  }
  const error = Option.getOrThrow(asError(body))
  const { status: own, mensaje } = catalog[error.codigo]
  expect(error.mensaje).toBe(mensaje)
  expect(error.codigo === 'peticion_invalida' ? [400, 404, 405, 431] : [own]).toContain(status)
  expect(own === 501 ? 400 : own).toBeLessThan(500)
}

const arbitraryText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 250 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    'https://',
    'https://[::1]/',
    'https://a.mx/%',
    '__proto__',
    '2026-01-15T10:30:00Z',
  ),
)
const arbitraryValue = fc.oneof(arbitraryText, fc.jsonValue(), fc.constantFrom(undefined, null, true, -0, 1e308))

const paths = ['solicitud_id', 'solicitante', 'consentimiento', 'webhook_url', 'propiedad_id', 'cobro', 'documento']
const members = [
  'solicitante.curp',
  'solicitante.nombre',
  'consentimiento.otorgado',
  'consentimiento.otorgado_en',
  'consentimiento.version_aviso',
  'consentimiento.ip',
  'cobro.modo',
  'cobro.payment_intent_id',
  'documento.tipo',
  'otro',
  '__proto__',
]
/** Members replaced, and what happens to the text on its way; readable when a property fails. */
interface Mishap {
  readonly puts: ReadonlyArray<readonly [path: string, value: unknown]>
  readonly splices: ReadonlyArray<readonly [at: number, removed: number, inserted: string]>
  readonly bytes: ReadonlyArray<readonly [at: number, byte: number]>
}

const arbitraryPut = fc.tuple(fc.constantFrom(...paths, ...members), arbitraryValue)
const replacement: fc.Arbitrary<Mishap> = fc.record({
  puts: fc.array(arbitraryPut, { minLength: 1, maxLength: 3 }),
  splices: fc.constant([]),
  bytes: fc.constant([]),
})
const damage: fc.Arbitrary<Mishap> = fc.record({
  puts: fc.array(arbitraryPut, { maxLength: 1 }),
  splices: fc.array(fc.tuple(fc.nat(400), fc.nat(2), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 2 }),
  bytes: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 2 }),
})

const changesOf = ({ puts, splices, bytes: overwritten }: Mishap): ReadonlyArray<Change> => [
  ...puts.map(([path, value]) => put(path, value)),
  ...splices.map(([at, removed, inserted]) => text((json) => json.slice(0, at) + inserted + json.slice(at + removed))),
  ...overwritten.map(([at, byte]) =>
    bytes((utf8) => Buffer.from(utf8.map((before, index) => (index === at ? byte : before)))),
  ),
]

/** The Idempotency-Key follows the `solicitud_id` as far as a header can. */
const keyed: Change = (draft) => {
  const id = draft.body['solicitud_id']
  return header('idempotency-key', typeof id === 'string' && !/\p{Cc}|\p{Cs}/u.test(id) ? id : 'sol-1')(draft)
}
const applied = (changes: ReadonlyArray<Change>): Draft =>
  [...changes, keyed].reduce<Draft>((draft, change) => change(draft), validDraft())

const runs = { numRuns: 400 }

describe('whatever is sent, the answer is of the contract and never a fault of ours', () => {
  it.each([
    ['with some members replaced', replacement],
    ['damaged on its way', damage],
  ])('answers a valid body %s', async (_, mishaps) => {
    await fc.assert(
      fc.asyncProperty(mishaps, async (some) => expectDecided(await perform(sandbox, applied(changesOf(some)), llave))),
      runs,
    )
  })

  it('answers random bytes and random JSON', async () => {
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 3_000 }).map((random) => Buffer.from(random)),
      fc.json({ maxDepth: 9 }).map((json) => Buffer.from(json)),
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (body) =>
        expectDecided(await perform(sandbox, applied([bytes(() => body)]), llave)),
      ),
      runs,
    )
  })

  const names = ['Authorization', 'Idempotency-Key', 'X-Canal', 'Content-Type', 'Content-Encoding', 'Host', 'Accept']
  const traces = [
    'traceparent',
    'b3',
    'x-b3-traceid',
    'Cookie',
    'X-Forwarded-For',
    'Forwarded',
    'X-HTTP-Method-Override',
  ]
  const latin1 = fc.uint8Array({ maxLength: 60 }).map((random) => Buffer.from(random).toString('latin1'))

  /** Sends a head of any bytes and the body after it. */
  const exchanged = async (lines: ReadonlyArray<string>, body: string) => {
    using connection = await open(sandbox.base)
    await connection.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'))
    return await connection.answer()
  }

  it('answers random header values', async () => {
    const headers = fc.dictionary(fc.constantFrom(...names, ...traces), latin1, { minKeys: 1, maxKeys: 3 })
    await fc.assert(
      fc.asyncProperty(headers, async (random) => {
        const body = JSON.stringify(validBody())
        const ordinary = {
          Host: 'sandbox',
          Authorization: `Bearer ${llave}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': JSON.parse(body).solicitud_id,
          'Content-Length': body.length,
        }
        const lines = Object.entries({ ...ordinary, ...random }).map(([name, value]) => `${name}: ${value}`)
        expectDecided(await exchanged(['POST /v1/verificaciones HTTP/1.1', ...lines], body))
      }),
      runs,
    )
  })

  it('answers random targets', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '..',
        '%',
        '%2e',
        '%ff',
        ';',
        '?',
        '#',
        ':',
        '*',
        'v1',
        'verificaciones',
        'cuenta',
        'consumo',
      ),
      fc.uint8Array({ maxLength: 6 }).map((random) => Buffer.from(random).toString('latin1')),
    )
    const targets = fc.array(piece, { maxLength: 8 }).map((pieces) => `/nada${pieces.join('')}`)
    await fc.assert(
      fc.asyncProperty(targets, fc.constantFrom('GET', 'POST', 'HEAD!', 'PUT'), async (target, method) => {
        const lines = [`${method} ${target} HTTP/1.1`, 'Host: sandbox', `Authorization: Bearer ${llave}`]
        expectDecided(await exchanged(lines, ''))
      }),
      runs,
    )
  })
})
