import fc from 'fast-check'
import { arbitrarySandboxCurp } from '#test/support/arbitraryCurp.ts'
import { canary } from './Inspection.ts'
import { arbitraryOf, peticionSchema, placesIn, type Substitutes, takes } from './SchemaArbitrary.ts'
import { neutral, opaque } from './Vocabulary.ts'

/**
 * Bodies of POST /v1/verificaciones that every step accepts. Where an identifier that comes only once is
 * due stands `{uuid}`, until `identified` fills it in.
 */

const unique = '{uuid}'

const scenarios = ['LIMP', 'MARC', 'ROJF', 'ROJI', 'LERT', 'FALL', 'NOEX', 'GOMC'] as const

const curp = fc
  .constantFrom(...scenarios)
  .chain((prefix) => arbitrarySandboxCurp(prefix))
  .map(({ text }) => text)

/** An identifier that says nothing of anybody. */
const solicitudId = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(unique, `sol-${unique}`, `req_${unique}`, `inm:${unique}/7`) },
  { weight: 1, arbitrary: fc.constantFrom(...neutral).map((word) => `${word}-${unique}`) },
  { weight: 1, arbitrary: fc.constantFrom('7', '🔑', `${unique}${'7'.repeat(164)}`, `${unique}${'🔑'.repeat(164)}`) },
)

const path: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...opaque.filter((text) => text.startsWith('/'))),
  fc.constantFrom('', '/', '/hooks/avs', '/cb?v=1', `/hooks/${'7'.repeat(1_900)}`),
)

const webhookUrl = fc
  .tuple(fc.constantFrom('zarquixtl.mx', 'api.socio.mx:8443', 'xn--espaa-rta.mx', '8.8.8.8'), path)
  .map(([host, suffix]) => `https://${host}${suffix}`)

const past = fc
  .date({ min: new Date('2001-01-01T00:00:00Z'), max: new Date('2026-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

const zoned = fc
  .tuple(past, fc.constantFrom('Z', '-06:00', '+14:00', '+05:45', '-00:00', '+23:59'))
  .map(([instant, zone]) => instant.replace('Z', zone))

/** Any text that a schema takes, with the canary in it where there is room. */
const withCanary = (texts: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  texts.map((text) => (typeof text === 'string' && [...text].length < 180 ? `${text} ${canary}` : text))

const own: Substitutes = {
  solicitud_id: solicitudId,
  'solicitante.curp': curp,
  'consentimiento.otorgado_en': zoned,
  webhook_url: webhookUrl,
  propiedad_id: fc.oneof(fc.constant(null), fc.constantFrom(...opaque)),
}

/** Texts that nothing but the schema limits. */
const free = placesIn(peticionSchema)
  .map(({ path, schema }) => ({ name: path.join('.'), schema }))
  .filter(({ name, schema }) => own[name] === undefined && schema.enum === undefined && takes(schema, 'string'))
  .map(({ name, schema }) => [name, withCanary(arbitraryOf(schema, name, {}))] as const)

/** A body, as far as it is changed before it is written. */
export interface Peticion {
  readonly solicitud_id: string
  readonly [name: string]: unknown
}

const isPeticion = (value: unknown): value is Peticion =>
  typeof value === 'object' && value !== null && 'solicitud_id' in value && typeof value.solicitud_id === 'string'

export const peticion: fc.Arbitrary<Peticion> = arbitraryOf(peticionSchema, '', {
  ...Object.fromEntries(free),
  ...own,
}).filter(isPeticion)

/** The body with its own identifier. */
export const identified = (body: Peticion, uuid: string): Peticion => ({
  ...body,
  solicitud_id: body.solicitud_id.replace(unique, uuid),
})
