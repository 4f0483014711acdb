import type { Json } from 'effect/Schema'
import type { Body, Operation, Schema } from './OpenApiDocument.ts'

export interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The base URL of the service in a page, until the reader's own replaces it. */
export const writtenBase = '{servidor}'

/**
 * A value of a schema: its first example or choice, or one of its type. An object has its required members, or else its
 * first. A text without an example is its name in capitals.
 */
const sampleOf = (name: string, schema: Schema): Json => {
  const { examples, enum: choices, type, minimum = 1, properties = {}, required = [] } = schema
  const [first] = examples ?? choices ?? []
  if (first !== undefined) return first
  const [kind] = [type].flat()
  if (kind === 'array') return []
  if (kind === 'boolean') return true
  if (kind === 'number' || kind === 'integer') return Math.max(1, minimum)
  if (kind !== 'object') return name.toUpperCase()
  const members = Object.entries(properties)
  const needed = required.length > 0 ? members.filter(([member]) => required.includes(member)) : members.slice(0, 1)
  return Object.fromEntries(needed.map(([member, one]) => [member, sampleOf(member, one)]))
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A body of a request or a response: the first example, or one made from the schema. */
export const bodyOf = ({ content }: Body): string | null => {
  if (content === undefined) return null
  const { schema, examples = {} } = content['application/json']
  const [example] = Object.values(examples)
  return JSON.stringify(example === undefined ? sampleOf('', schema) : example.value, null, 2)
}

/** A `curl` command for an operation. Members of the path without an example are in capitals. */
export const curlOf = ({ method, path, operation }: Placed, server: string, key: string | null): string => {
  const { parameters, requestBody, security } = operation
  const example = (name: string) => String(parameters.find((one) => one.name === name)?.example ?? name.toUpperCase())
  const address = `${writtenBase}${server}${path.replace(/\{(\w+)\}/g, (_, name) => example(name))}`
  const body = requestBody && bodyOf(requestBody)
  const headers = parameters.filter(({ in: place, required }) => place === 'header' && required)
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined)
  return [
    `curl -s${isPlain ? '' : ` -X ${method}`} ${address}`,
    ...(security.length > 0 ? [`-H "Authorization: Bearer ${key ?? '$COTEJO_KEY'}"`] : []),
    ...headers.map(({ name }) => `-H ${quoted(`${name}: ${example(name)}`)}`),
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`] : []),
  ].join(' \\\n  ')
}
