import fc from 'fast-check'
import { dropping, inObject, objects, putting } from '#test/fuzz/Draft.ts'
import { json, lexeme, nested } from '#test/fuzz/Json.ts'
import { listed } from '#test/fuzz/listed.ts'
import { peticionSchema, placesIn, takes } from '#test/fuzz/SchemaArbitrary.ts'
import { type Mutations, mutation, oneOf } from './Mutation.ts'

/** What can be done to any member of the schema: taken out, made null, of another type, beside one too many. */

const places = placesIn(peticionSchema).map(({ path, ...place }) => ({ ...place, path, name: path.join('.') }))

/** The step that minds what a member is, or that it is missing. */
const stepOf = (name: string): number => {
  if (name === 'documento') return 8
  return name === 'consentimiento' || name === 'consentimiento.otorgado' ? 9 : 10
}

const dropped = fc
  .constantFrom(...places)
  .map(({ path, name, isRequired }) => mutation(isRequired ? stepOf(name) : 0, `drop ${name}`, dropping(path)))

const nulled = fc
  .constantFrom(...places)
  .map(({ path, name, schema }) =>
    mutation(takes(schema, 'null') ? 0 : stepOf(name), `null ${name}`, putting(path, lexeme('null'))),
  )

/** Values of every type, as they can be written. */
const lexemes: Readonly<Record<string, ReadonlyArray<string>>> = {
  boolean: ['true', 'false'],
  number: ['0', '-0', '1e400', '-1E+2', '0.1', '12345678901234567890', '1e-400'],
  string: ['""', '"x"', '"\\u0000"', '"\\ud800"'],
  array: ['[]', '[null]', '["x"]', '[[[[[[]]]]]]'],
  object: ['{}'],
}

const retyped = fc.constantFrom(...places).chain(({ path, name, schema }) => {
  const others = Object.keys(lexemes).filter((type) => !takes(schema, type))
  return oneOf(
    stepOf(name),
    `retype ${name}`,
    others.flatMap((type) => lexemes[type] ?? []),
    (text) => putting(path, lexeme(text)),
  )
})

/** Names that no schema of ours declares, some of which mean something to JavaScript or look like ours. */
const strangers = [
  ...['', 'curp ', ' curp', '\u0000', '\ud800', '\ufeff', '💥', 'сurp', 'cur\u0301p', 'x'.repeat(10_000)],
  ...listed('extra | __proto__ | constructor | prototype | toString | hasOwnProperty | length | 0 | $ref | Zarquixtl'),
  ...listed('CURP | Solicitud_id | solicitudId | otorgadoEn'),
]

const strangeValues = [
  ...['null', 'true', '1e400', '"\\ud800"', '[]'].map(lexeme),
  ...[json('Zarquixtl'), json({ curp: 'Zarquixtl' }), nested(6)],
]

const added = fc
  .record({
    path: fc.constantFrom(...objects),
    name: fc.oneof(fc.constant('__proto__'), fc.constantFrom(...strangers)),
    value: fc.constantFrom(...strangeValues),
    isFirst: fc.boolean(),
  })
  .map(({ path, name, value, isFirst }) => {
    const member = { name: JSON.stringify(name), value }
    return mutation(
      7,
      `unknown field in ${path.join('.') || 'the body'}`,
      inObject(path, (members) => (isFirst ? [member, ...members] : [...members, member])),
    )
  })

const documents = [
  ...['{}', '""', 'false', '0', '[]', '1e400', '"\\ud800"'].map(lexeme),
  ...[json('Zarquixtl'), json({ tipo: 'ine' }), json({ tipo: null, anverso: 5 }), nested(7)],
  json({ tipo: 'ine', anverso: 'Zarquixtl', reverso: null }),
]

const noConsents = listed('null | [] | "x" | true | {} | 1 | {"otorgado":false} | [{"otorgado":true}]')
const notTrue = listed('false | "true" | 1 | null | [true] | {} | "sí" | "True"')

export const memberMutations: ReadonlyArray<Mutations> = [
  dropped,
  nulled,
  retyped,
  retyped,
  added,
  added,
  oneOf(8, 'documento', documents, (value) => putting(['documento'], value)),
  oneOf(9, 'no consentimiento', noConsents, (text) => putting(['consentimiento'], lexeme(text))),
  oneOf(9, 'otorgado is not true', notTrue, (text) => putting(['consentimiento', 'otorgado'], lexeme(text))),
]
