import { Predicate } from 'effect'

/** The keywords that Gemini's function declarations know, and `additionalProperties`, which its clients leave out. */
const keywords: ReadonlySet<string> = new Set([
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'default',
  'anyOf',
  'additionalProperties',
])

const types: ReadonlyArray<unknown> = ['string', 'integer', 'number', 'boolean', 'array', 'object']

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** What a model API refuses in this node alone. */
const misfitsOf = (node: Readonly<Record<string, unknown>>, isRoot: boolean): ReadonlyArray<string> => {
  const { type, format, enum: values, properties = {}, required = [], items, anyOf } = node
  if (anyOf !== undefined) return Object.keys(node).length === 1 ? [] : ['keywords next to anyOf']
  const names = Object.keys(Object(properties))
  const unknown = Object.keys(node).filter((keyword) => !keywords.has(keyword))
  return [
    ...unknown.map((keyword) => `the keyword ${keyword}`),
    ...(types.includes(type) ? [] : [`the type ${JSON.stringify(type)}`]),
    ...(format === undefined || (format === 'date-time' && type === 'string') ? [] : [`the format ${format}`]),
    ...(values === undefined || (type === 'string' && Array.from(Object(values)).every(isText))
      ? []
      : [`the enum ${JSON.stringify(values)}`]),
    ...(type === 'array' && items === undefined ? ['no items'] : []),
    ...(type === 'object' && !isRoot && names.length === 0 ? ['no properties'] : []),
    ...Array.from<string>(Object(required)).flatMap((name) => (names.includes(name) ? [] : [`no ${name}`])),
  ]
}

/** Everything in an input schema that a model API would refuse, with its place. */
export const refusedByModels = (schema: unknown, place = ''): ReadonlyArray<string> => {
  if (!Predicate.isReadonlyObject(schema)) return [`${place}: no schema`]
  const { properties = {}, items, anyOf = [] } = schema
  return [
    ...misfitsOf(schema, place === '').map((misfit) => `${place}: ${misfit}`),
    ...Object.entries(Object(properties)).flatMap(([name, member]) => refusedByModels(member, `${place}/${name}`)),
    ...(items === undefined ? [] : refusedByModels(items, `${place}/[]`)),
    ...Array.from(Object(anyOf)).flatMap((choice, at) => refusedByModels(choice, `${place}/${at}`)),
  ]
}
