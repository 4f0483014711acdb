import fc from 'fast-check'
import { type Change, header, idempotencyKeyOf, putting } from '#test/fuzz/Draft.ts'
import { json, lexeme, type Path, textAt } from '#test/fuzz/Json.ts'
import { listed } from '#test/fuzz/listed.ts'
import { headerBytes } from '#test/fuzz/Request.ts'
import { anyText, peticionSchema, placesIn, resolved, takes } from '#test/fuzz/SchemaArbitrary.ts'
import { anyOf, type Mutations, mutation, oneOf } from './Mutation.ts'

/** What can be wrong with values of the right type: steps 10 to 12. */

const curp: Path = ['solicitante', 'curp']
const when: Path = ['consentimiento', 'otorgado_en']

/** Texts whose characters step 10 judges; the CURP's are step 11's. */
const texts = placesIn(peticionSchema)
  .filter(({ schema }) => takes(schema, 'string') && resolved(schema).enum === undefined)
  .map(({ path, schema: { minLength = 0, maxLength } }) => ({ path, name: path.join('.'), minLength, maxLength }))
  .filter(({ path }) => path.join() !== curp.join())

/** A BMP and an astral letter, a mark, a noncharacter, a joiner. */
const signs = ['7', '🔑', '\u0301', '\u{10ffff}', '漢', '\u200d']

const limited = texts.flatMap(({ maxLength, ...text }) => (maxLength === undefined ? [] : [{ ...text, maxLength }]))

const tooLong = fc
  .tuple(fc.constantFrom(...limited), fc.constantFrom(...signs), fc.constantFrom(1, 2, 300))
  .map(([{ path, name, maxLength }, sign, over]) =>
    mutation(10, `${name} too long`, putting(path, json(sign.repeat(maxLength + over)))),
  )

const tooShort = fc
  .constantFrom(...texts.filter(({ minLength }) => minLength > 0))
  .map(({ path, name }) => mutation(10, `${name} empty`, putting(path, json(''))))

/** Controls and halves of surrogate pairs, in escapes and, where JSON allows it, as they are. */
const controls = [
  ...['"\u007f"', '"\u0085"', '"a\u009fb"'],
  ...listed(`
    "\\u0000" | "a\\u0000" | "\\t" | "a\\nb" | "\\u001f" | "\\u007f" | "\\u0085" | "\\u009f"
    "\\ud800" | "\\udc00" | "\\udc00\\ud800" | "🔑\\ud83d" | "\\ud83dx\\udd11"
  `),
]

const unfit = fc
  .tuple(fc.constantFrom(...texts), fc.constantFrom(...controls))
  .map(([{ path, name }, text]) => mutation(10, `controls in ${name}`, putting(path, lexeme(text))))

const noInstants = [
  ...['', ' 2026-01-15T10:30:00Z', '2026-01-15T10:30:00Z ', '2026-01-15T10:30:00Z\u200b'],
  ...listed(`
    2026-01-15T10:30:00 | 2026-01-15 | 10:30:00Z | 2026-01-15 10:30:00Z | 2026-01-15T10:30:00 CST | ayer | 1768473000
    2026-02-30T10:30:00Z | 2025-02-29T00:00:00Z | 1900-02-29T00:00:00Z | 2026-04-31T00:00:00Z | 2026-13-01T00:00:00Z
    2026-00-10T00:00:00Z | 2026-01-00T00:00:00Z | 2026-01-15T24:00:00Z | 2026-01-15T10:60:00Z | 2016-12-31T23:59:60Z
    2026-01-15T10:30:00+24:00 | 2026-01-15T10:30:00+05:60 | 2026-01-15T10:30:00−06:00 | 0000-06-15T10:30:00Z
    2026-01-15T10:30:00-06:00[America/Mexico_City] | +002026-01-15T10:30:00Z | 20260115T103000Z | 2026-W03-4T10:30:00Z
    2026-015T10:30:00Z | Thu, 15 Jan 2026 10:30:00 GMT | ２０２６-01-15T10:30:00Z | 2026-01-15T10:30:00.Z
    9999-12-31T23:59:59Z | 2026-1-15T10:30:00Z | Zarquixtl
  `),
]

/** Written as ISO 8601 allows and the Internet does not; either answer will do. */
const otherInstants = listed(`
  2026-01-15t10:30:00z | 2026-01-15T10:30Z | 2026-01-15T10:30:00,5Z | 2026-01-15T10:30:00-06 | 2026-01-15T10:30:00-0600
  0001-01-01T00:00:00Z | 2026-01-15T10:30:00.1234567890Z
`)

const given = (step: number, name: string, seconds: fc.Arbitrary<number>): Mutations =>
  anyOf(step, name, seconds, (ahead) => (draft) => {
    const instant = new Date(Date.now() + ahead * 1_000)
    return putting(when, json(instant.toISOString()))(draft)
  })

const spoiledCurp: ReadonlyArray<(curp: string) => string> = [
  () => '',
  () => 'X'.repeat(33),
  () => '\u0000',
  () => '\ud800',
  (text) => text.toLowerCase(),
  (text) => text.slice(0, -1),
  (text) => `${text}0`,
  (text) => ` ${text}`,
  (text) => `${text}\n`,
  (text) => `${text}\u200b`,
  (text) => `\u202e${text}`,
  (text) => text.replace(/^../, (start) => `${start.charAt(0)}T`),
  (text) => text.replace(/^./, 'Ñ'),
  (text) => text.replace(/^./, 'İ'),
  (text) => text.replace(/\d{6}/, '000230'),
  (text) => text.replace(/\d{6}/, '001301'),
  (text) => text.replace(/\d{6}/, '000001'),
  // 1900 was no leap year; 2000, which a letter would tell, was one.
  (text) => text.replace(/\d{6}/, '000229').replace(/.(?=.$)/, '9'),
  // A letter in place 17 tells this century, most of which is still to come.
  (text) => text.replace(/\d{6}/, '990101').replace(/.(?=.$)/, 'A'),
  (text) => text.replace(/[HMX](?=.{7}$)/, 'F'),
  (text) => text.replace(/..(?=.{5}$)/, 'XX'),
  (text) => text.replace(/.(?=.{2}$)/, 'A'),
  (text) => text.replace(/.$/, 'A'),
  (text) => text.replace(/.(?=.$)/, '-'),
  (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text) => text.replace(/.(?=.{2}$)/, (letter) => `${letter}\u0301`),
]

/** What differs from the `solicitud_id`, if only by what nobody sees. */
const anotherKey: ReadonlyArray<(key: string) => string> = [
  (key) => `${key}0`,
  (key) => `x${key}`,
  (key) => encodeURIComponent(`${key}ñ`),
  (key) => `"${key}"`,
  (key) => `${key}, ${key}`,
  (key) => `${key}\xa0`,
  (key) => headerBytes('\ufeff') + key,
  (key) => key + headerBytes('\u200b'),
  (key) => key + headerBytes('\u0301'),
  () => 'Zarquixtl',
]

const rekeyed =
  (change: (key: string) => string): Change =>
  (draft) =>
    header('Idempotency-Key', change(idempotencyKeyOf(draft.body)))(draft)

export const valueMutations: ReadonlyArray<Mutations> = [
  tooLong,
  tooShort,
  unfit,
  unfit,
  oneOf(10, 'no instant', noInstants, (text) => putting(when, json(text))),
  oneOf(null, 'instant otherwise written', otherInstants, (text) => putting(when, json(text))),
  given(
    10,
    'consent of the future',
    fc.oneof(fc.integer({ min: 400, max: 450 }), fc.integer({ min: 400, max: 400_000_000 })),
  ),
  given(0, 'consent a moment ahead', fc.integer({ min: 0, max: 200 })),
  oneOf(10, 'another cobro.modo', ['', 'consumo ', 'consumo\0', ...listed('Connect | efectivo | ｃonsumo')], (text) =>
    putting(['cobro', 'modo'], json(text)),
  ),
  oneOf(11, 'no CURP', spoiledCurp, (change) => (draft) => {
    const text = change(textAt(draft.body, curp) ?? '')
    return putting(curp, json(text))(draft)
  }),
  anyOf(11, 'any text for a CURP', anyText(0, 40), (text) => putting(curp, json(text))),
  oneOf(12, 'another Idempotency-Key', anotherKey, rekeyed),
]
