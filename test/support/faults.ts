import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import type { Codigo } from '#wire/Errores.ts'
import { afterAnother, bytes, type Change, type Draft, header, plan, put, text } from './draft.ts'

/** One thing that can be wrong with a request. */
export interface Fault {
  /** Step of the order of judgement that finds it. */
  readonly step: number
  readonly codigo: Codigo
  readonly name: string
  /** What it needs of the request: of faults that need the same, one would undo the other. */
  readonly uses: ReadonlyArray<string>
  readonly change: Change
}

/** A change, and what it needs of the request: no other fault may touch the same. */
interface Part {
  readonly uses: ReadonlyArray<string>
  readonly change: Change
}

const value = (path: string, wrong: unknown): Part => ({ uses: [path], change: put(path, wrong) })
const account = (uses: ReadonlyArray<string>, ...changes: ReadonlyArray<Change>): Part => ({
  uses,
  change: (draft) => changes.reduce<Draft>((changed, change) => change(changed), draft),
})

/** Puts one text in the place of another, which has to be there: without it there would be no fault. */
const instead = (text: string, before: string, after: string): string => {
  if (!text.includes(before)) throw new Error(`there is no ${before} for this fault: ${text.slice(0, 200)}`)
  return text.replace(before, after)
}
const json = (uses: ReadonlyArray<string>, change: Draft['text']): Part => ({ uses, change: text(change) })
const latin1 = (change: (encoded: string) => string): Part => ({
  uses: ['bytes'],
  change: bytes((utf8) => Buffer.from(change(utf8.toString('latin1')), 'latin1')),
})

const fault = (step: number, codigo: Codigo, name: string, ...parts: ReadonlyArray<Part>): Fault => ({
  step,
  codigo,
  name,
  uses: parts.flatMap(({ uses }) => uses),
  change: (draft) => parts.reduce<Draft>((changed, { change }) => change(changed), draft),
})

/** A member of the body that is wrong in itself. */
const member = (step: number, codigo: Codigo, path: string, wrong: unknown): Fault =>
  fault(step, codigo, `${path} = ${JSON.stringify(wrong)?.slice(0, 60)}`, value(path, wrong))

const authorization = (step: number, codigo: Codigo, ...values: ReadonlyArray<string>): Fault =>
  fault(step, codigo, `Authorization: ${values}`, {
    uses: ['authorization'],
    change: (draft) => ({ ...draft, authorization: values }),
  })

const named = (step: number, codigo: Codigo, name: string, ...values: ReadonlyArray<string>): Fault =>
  fault(step, codigo, `${name}: ${values}`, { uses: [name], change: header(name, ...values) })

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const { apiKey: someKey } = credentialsOf('nobody')
const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString()

/** Steps 1 to 6: key, size, headers, and the body as text. */
const envelope: ReadonlyArray<Fault> = [
  authorization(1, 'llave_ausente'),
  authorization(1, 'llave_ausente', ''),
  authorization(1, 'llave_ausente', 'Bearer'),
  authorization(1, 'llave_ausente', `Basic ${someKey}`),
  authorization(2, 'llave_invalida', 'Bearer x'),
  authorization(2, 'llave_invalida', `Bearer ${someKey}`),
  authorization(2, 'llave_invalida', `Bearer ${someKey}`, `Bearer ${someKey}`),
  authorization(2, 'llave_invalida', 'Basic x', `Bearer ${someKey}`),
  authorization(2, 'llave_invalida', '', ''),
  fault(
    2.5,
    'limite_excedido',
    'over the ceiling',
    account(['rate'], plan({ limite_por_minuto: 1 }), (draft) => ({ ...draft, overCeiling: true })),
  ),
  fault(
    3,
    'cuerpo_demasiado_grande',
    'body over 64 KB',
    json(['size'], (body) => body + ' '.repeat(65_536)),
  ),
  named(4, 'idempotency_key_ausente', 'idempotency-key'),
  named(4, 'idempotency_key_ausente', 'idempotency-key', ''),
  named(4, 'peticion_invalida', 'idempotency-key', 'sol-1', 'sol-1'),
  named(5, 'peticion_invalida', 'x-canal', 'web'),
  named(5, 'peticion_invalida', 'x-canal', 'API'),
  named(5, 'peticion_invalida', 'x-canal', ''),
  named(5, 'peticion_invalida', 'x-canal', 'api', 'api'),
  named(6, 'peticion_invalida', 'content-type'),
  named(6, 'peticion_invalida', 'content-type', 'text/plain'),
  named(6, 'peticion_invalida', 'content-type', 'application/json-patch+json'),
  named(6, 'peticion_invalida', 'content-type', 'application/json', 'application/json'),
  named(6, 'peticion_invalida', 'content-encoding', 'gzip'),
  fault(
    6,
    'peticion_invalida',
    'byte order mark',
    latin1((encoded) => `\xef\xbb\xbf${encoded}`),
  ),
  fault(
    6,
    'peticion_invalida',
    'invalid UTF-8 in a string',
    value('solicitante.nombre', 'Ana \u{e000}'),
    latin1((encoded) => instead(encoded, '\xee\x80\x80', '\xff')),
  ),
  fault(
    6,
    'peticion_invalida',
    'no JSON',
    json(['text'], (body) => body.slice(1)),
  ),
  fault(
    6,
    'peticion_invalida',
    'an array',
    json(['text'], (body) => `[${body}]`),
  ),
  fault(
    6,
    'peticion_invalida',
    'a member twice',
    json(['twice'], (body) => instead(body, '{', '{"propiedad_id":null,"propiedad_id":null,')),
  ),
  fault(
    6,
    'peticion_invalida',
    'a member twice, once escaped',
    json(['twice', 'solicitante.curp'], (body) => instead(body, '"curp"', '"cur\\u0070":"","curp"')),
  ),
  member(6, 'peticion_invalida', 'hondo', nested(8)),
]

/** Steps 7 to 9: what is told from the shape of the body. */
const shape: ReadonlyArray<Fault> = [
  member(7, 'campo_desconocido', 'extra', null),
  member(7, 'campo_desconocido', '__proto__', {}),
  member(7, 'campo_desconocido', 'constructor', 'x'),
  member(7, 'campo_desconocido', 'hondura', nested(7)),
  member(7, 'campo_desconocido', 'solicitante.rfc', 'x'),
  member(7, 'campo_desconocido', 'solicitante.__proto__', { curp: 'x' }),
  member(7, 'campo_desconocido', 'consentimiento.extra', 1),
  member(7, 'campo_desconocido', 'cobro', { modo: 'consumo', monto: 1 }),
  member(7, 'campo_desconocido', 'documento', { tipo: 'ine', extra: 1 }),
  member(8, 'ruta_no_disponible', 'documento', { tipo: 'ine' }),
  member(8, 'ruta_no_disponible', 'documento', {}),
  member(8, 'ruta_no_disponible', 'documento', 'ine'),
  member(8, 'ruta_no_disponible', 'documento', false),
  member(9, 'consentimiento_faltante', 'consentimiento', undefined),
  member(9, 'consentimiento_faltante', 'consentimiento', null),
  member(9, 'consentimiento_faltante', 'consentimiento', []),
  member(9, 'consentimiento_faltante', 'consentimiento.otorgado', false),
  member(9, 'consentimiento_faltante', 'consentimiento.otorgado', 'true'),
  member(9, 'consentimiento_faltante', 'consentimiento.otorgado', undefined),
]

/** Steps 10 to 15: what is told from values. */
const values: ReadonlyArray<Fault> = [
  member(10, 'peticion_invalida', 'solicitud_id', 'x'.repeat(201)),
  member(10, 'peticion_invalida', 'solicitante', null),
  member(10, 'peticion_invalida', 'solicitante.curp', undefined),
  member(10, 'peticion_invalida', 'solicitante.curp', 5),
  member(10, 'peticion_invalida', 'solicitante.nombre', ''),
  member(10, 'peticion_invalida', 'solicitante.apellido_paterno', 'x'.repeat(201)),
  member(10, 'peticion_invalida', 'solicitante.apellido_materno', 'Luna\u0000'),
  member(10, 'peticion_invalida', 'consentimiento.otorgado_en', '2026-01-15T10:30:00'),
  member(10, 'peticion_invalida', 'consentimiento.otorgado_en', '2026-02-30T10:30:00Z'),
  member(10, 'peticion_invalida', 'consentimiento.otorgado_en', '1969-12-31T23:59:59Z'),
  member(10, 'peticion_invalida', 'consentimiento.otorgado_en', inAWeek),
  member(10, 'peticion_invalida', 'consentimiento.version_aviso', '\ud800'),
  member(10, 'peticion_invalida', 'consentimiento.evidencia_id', undefined),
  member(10, 'peticion_invalida', 'webhook_url', undefined),
  member(10, 'peticion_invalida', 'cobro', { modo: 'efectivo' }),
  member(10, 'peticion_invalida', 'propiedad_id', 'p\u0085'),
  member(11, 'curp_invalida', 'solicitante.curp', ''),
  member(11, 'curp_invalida', 'solicitante.curp', sampleCurp('LIMP').toLowerCase()),
  member(11, 'curp_invalida', 'solicitante.curp', 'X'.repeat(33)),
  member(11, 'curp_invalida', 'solicitante.curp', 'LIMP900101\u0000'),
  member(11, 'curp_invalida', 'solicitante.curp', 'LIMP990101HDFRRSA3'),
  named(12, 'peticion_invalida', 'idempotency-key', 'sol-otra'),
  member(13, 'peticion_invalida', 'webhook_url', 'http://partner.example.com/avs'),
  member(13, 'peticion_invalida', 'webhook_url', 'https://10.0.0.1/avs'),
  member(13, 'peticion_invalida', 'webhook_url', 'https://localhost:8443/avs'),
  member(13, 'peticion_invalida', 'webhook_url', 'https://partner.example.com/avs?api_key=hunter2'),
  member(13, 'peticion_invalida', 'webhook_url', `https://partner.example.com/${someKey}`),
  member(14, 'peticion_invalida', 'propiedad_id', 'depto-embarazada'),
  member(14, 'peticion_invalida', 'propiedad_id', sampleCurp('LIMP')),
  member(14, 'peticion_invalida', 'solicitud_id', 'solicitante-diabetico'),
  member(14, 'peticion_invalida', 'webhook_url', 'https://partner.example.com/avs?estado_civil=divorciada'),
  fault(
    14,
    'peticion_invalida',
    'two names of the request in propiedad_id',
    value('solicitante.nombre', 'María Guadalupe'),
    value('solicitante.apellido_paterno', 'Hernández'),
    value('propiedad_id', 'depto-guadalupe-hernandez'),
  ),
  member(15, 'vocabulario_no_permitido', 'propiedad_id', 'moroso-12'),
  member(15, 'vocabulario_no_permitido', 'solicitud_id', 'moroso-0001'),
  member(15, 'vocabulario_no_permitido', 'webhook_url', 'https://morosos.example.com/avs'),
]

/** Steps 16 to 18: what is told from what came before. */
const history: ReadonlyArray<Fault> = [
  fault(
    16,
    'conflicto_idempotencia',
    'key used before',
    account(['solicitud_id', 'earlier'], (draft) => ({ ...draft, earlier: 'same' })),
  ),
  fault(17, 'limite_excedido', 'rate exceeded', account(['rate'], plan({ limite_por_minuto: 1 }), afterAnother)),
  fault(17.5, 'limite_excedido', 'quota exceeded', account(['quota'], plan({ cuota_mensual: 1 }), afterAnother)),
  fault(18, 'consumo_agotado', 'balance exhausted', account(['money'], plan({ saldo: 100 }), afterAnother)),
  fault(18, 'cobro_no_verificado', 'no payment', account(['money', 'quota', 'earlier'], plan({ modo: 'connect' }))),
]

export const faults: ReadonlyArray<Fault> = [...envelope, ...shape, ...values, ...history]

const clash = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)

/** Whether two faults can be of one request: neither undoes the other. */
export const canCombine = (one: Fault, other: Fault): boolean =>
  !one.uses.some((mine) => other.uses.some((its) => clash(mine, its)))
