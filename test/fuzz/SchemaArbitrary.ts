import fc from 'fast-check'
import { committed } from '#test/support/openApi.ts'
import { listed } from './listed.ts'

/**
 * Values that a schema of the OpenAPI document accepts. It knows the keywords that our requests use and
 * fails on any other, so that none is ever overlooked.
 */

/** A schema, as far as it is read here. */
export interface Schema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Schema>
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
}

const read = listed(`
  $ref | anyOf | type | enum | properties | required | additionalProperties | minLength | maxLength | pattern | format
  minimum | maximum
`)
/** They say nothing of which values are accepted. */
const told = listed('description | examples | default | title')
const known = new Set([...read, ...told])

/** Arbitraries for what no schema can tell, by where they stand: `solicitante.curp`. */
export type Substitutes = Readonly<Record<string, fc.Arbitrary<unknown>>>

const noControls = '^[^\\u0000-\\u001F\\u007F-\\u009F]*$'

const schemas: Readonly<Record<string, Schema>> = JSON.parse(committed).components.schemas

/** The schema that a reference of the document leads to. */
export const resolved = (schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema
  const found = schemas[schema.$ref.replace('#/components/schemas/', '')]
  if (found === undefined) throw new Error(`${schema.$ref} leads nowhere`)
  return found
}

const surrogates = { start: 0xd800, count: 0x800 }

/** One code point of the whole of Unicode. */
const codePoint = fc
  .oneof(fc.integer({ min: 0x20, max: 0xff }), fc.integer({ min: 0, max: 0x10ffff - surrogates.count }))
  .map((code) => String.fromCodePoint(code < surrogates.start ? code : code + surrogates.count))

const plain = codePoint.map((char) => (/\p{Cc}/u.test(char) ? '·' : char))

/** So many code points, controls among them or not. */
export const anyText = (minLength: number, maxLength: number, unit = codePoint): fc.Arbitrary<string> =>
  fc.string({ unit, minLength, maxLength })

/** Text of any code points but controls, often as short or as long as it may be. */
const text = ({ minLength = 0, maxLength = 200, pattern = noControls, format }: Schema): fc.Arbitrary<string> => {
  if (pattern !== noControls || format !== undefined) throw new Error(`no text is known for ${pattern} and ${format}`)
  return fc.oneof(
    { weight: 20, arbitrary: anyText(minLength, Math.min(maxLength, 12), plain) },
    { weight: 1, arbitrary: anyText(minLength, minLength, plain) },
    { weight: 1, arbitrary: anyText(maxLength, maxLength, plain) },
  )
}

const ofType: Record<string, (schema: Schema, path: string, substitutes: Substitutes) => fc.Arbitrary<unknown>> = {
  string: text,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  integer: ({ minimum, maximum }) => {
    if (minimum === undefined || maximum === undefined) throw new Error('an integer without limits')
    return fc.integer({ min: minimum, max: maximum })
  },
  object: ({ properties = {}, required = [], additionalProperties }, path, substitutes) => {
    if (additionalProperties !== false) throw new Error(`${path} is not closed`)
    const members = Object.entries(properties).map(
      ([name, schema]) => [name, arbitraryOf(schema, path === '' ? name : `${path}.${name}`, substitutes)] as const,
    )
    return fc.record(Object.fromEntries(members), { requiredKeys: [...required] })
  },
}

/** Any value of a schema, with substitutes where one stands. */
export const arbitraryOf = (schema: Schema, path: string, substitutes: Substitutes): fc.Arbitrary<unknown> => {
  const strange = Object.keys(schema).filter((keyword) => !known.has(keyword))
  if (strange.length > 0) throw new Error(`${path} has keywords that the fuzz does not know: ${strange.join(', ')}`)
  const substitute = substitutes[path]
  if (substitute !== undefined) return substitute
  if (schema.$ref !== undefined) return arbitraryOf(resolved(schema), path, substitutes)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, path, substitutes)))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const types = [schema.type ?? []].flat()
  const arbitraries = types.map((type) => ofType[type]?.(schema, path, substitutes))
  const first = arbitraries[0]
  if (first === undefined || arbitraries.includes(undefined)) throw new Error(`${path} has the type ${schema.type}`)
  return fc.oneof(...arbitraries.filter((one) => one !== undefined))
}

/** A value somewhere in the body of a request, and what its schema says of it. */
export interface Place {
  readonly path: ReadonlyArray<string>
  readonly schema: Schema
  readonly isRequired: boolean
}

const types = ({ type = [] }: Schema): ReadonlyArray<string> => [type].flat()

/** Whether the schema takes values of a JSON type, itself or as one of several. */
export const takes = (schema: Schema, type: string): boolean =>
  types(resolved(schema)).includes(type) || (schema.anyOf ?? []).some((one) => takes(one, type))

/** Every member of the objects of a schema, outermost first. */
export const placesIn = (schema: Schema, path: ReadonlyArray<string> = []): ReadonlyArray<Place> => {
  const { properties = {}, required = [], anyOf = [] } = resolved(schema)
  const own = Object.entries(properties).flatMap(
    ([name, inner]): ReadonlyArray<Place> => [
      { path: [...path, name], schema: inner, isRequired: required.includes(name) },
      ...placesIn(inner, [...path, name]),
    ],
  )
  return [...own, ...anyOf.flatMap((one) => placesIn(one, path))]
}

const declared = resolved({ $ref: '#/components/schemas/PeticionDeVerificacion' })

/** The body as it must be: the document lets `consentimiento` lack and `documento` be there, which steps 8 and 9 do not. */
export const peticionSchema: Schema = {
  ...declared,
  properties: {
    ...declared.properties,
    consentimiento: { $ref: '#/components/schemas/Consentimiento' },
    documento: { type: 'null' },
  },
  required: [...(declared.required ?? []), 'consentimiento'],
}
