import fc from 'fast-check'
import { make } from '#domain/account/ApiKey.ts'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { type Change, header, inHeader, renamed } from '#test/fuzz/Draft.ts'
import { listed } from '#test/fuzz/listed.ts'
import { anyOf, type Mutations, mutation, oneOf } from './Mutation.ts'

/** What can be wrong with headers: steps 1, 2, 4, 5, and the first half of 6. */

const inKey = (change: (value: string) => string): Change => inHeader('Authorization', change)

const noKey: Mutations = fc.oneof(
  oneOf(1, 'no key', ['', ' \t ', ...listed('Bearer | Basic dTpw | Token x | Bearerx | "Bearer x" | x')], (value) =>
    header('Authorization', value),
  ),
  fc.constantFrom(
    mutation(1, 'no key', header('Authorization')),
    mutation(1, 'key in another header', renamed('Authorization', 'X-Authorization')),
    mutation(
      1,
      'key without scheme',
      inKey((value) => value.replace('Bearer ', '')),
    ),
    mutation(
      1,
      'key in another scheme',
      inKey((value) => value.replace('Bearer', 'Basic')),
    ),
  ),
)

const changedKey: ReadonlyArray<(value: string) => string> = [
  (value) => value.slice(0, -1),
  (value) => `${value}0`,
  (value) => `${value} x`,
  (value) => `${value},`,
  (value) => `${value}, ${value}`,
  (value) => value.replace('avs_test_', 'avs_live_'),
  (value) => value.toLowerCase().replace('bearer', 'Bearer'),
  (value) => value.replace(/.(?=.{9}$)/, (char) => (char === 'a' ? 'b' : 'a')),
]

const unknownKeys = ['x', credentialsOf('nobody of the fuzz').apiKey, make('production', 7n), 'ñ']

/** Bytes that Node's parser lets through, but for blanks: a no-break space is one to some. */
const byte = fc
  .integer({ min: 0x21, max: 0xff })
  .filter((code) => code !== 0x7f && code !== 0xa0)
  .map((code) => String.fromCharCode(code))

const wrongKey: Mutations = fc.oneof(
  oneOf(2, 'changed key', changedKey, inKey),
  oneOf(2, 'unknown key', unknownKeys, (key) => header('Authorization', `Bearer ${key}`)),
  anyOf(2, 'any text for a key', fc.string({ unit: byte, minLength: 1, maxLength: 30 }), (key) =>
    header('Authorization', `Bearer ${key}`),
  ),
  fc.constant(
    mutation(2, 'key twice', (draft) => {
      const keys = draft.headers.filter(([name]) => name === 'Authorization')
      return { ...draft, headers: [...draft.headers, ...keys] }
    }),
  ),
)

export const keyMutations: ReadonlyArray<Mutations> = [noKey, wrongKey]

const someValues = (step: number, label: string, name: string, values: ReadonlyArray<ReadonlyArray<string | null>>) =>
  oneOf(step, label, values, (some) => header(name, ...some))

const otherNames = listed('Idempotency_Key | X-Idempotency-Key | IdempotencyKey | Idempotency-Key-')
const channels = [
  '',
  'api\xa0',
  ...listed('web | API | Mcp | api,mcp | api;q=1 | "api" | toString | __proto__ | Zarquixtl'),
]
const mediaTypes = listed(`
  text/plain | text/json | application/jsonp | application/json-patch+json | application/problem+json
  application/x-json | application/json, text/plain | application/json charset=utf-8 | "application/json"
  multipart/form-data; boundary=x | */* | application/\xa0json | json | Zarquixtl
`)
const nullTwice = [null, null]

export const headerMutations: ReadonlyArray<Mutations> = [
  someValues(4, 'no Idempotency-Key', 'Idempotency-Key', [[], [''], [' \t ']]),
  oneOf(4, 'Idempotency-Key in another header', otherNames, (name) => renamed('Idempotency-Key', name)),
  someValues(4, 'Idempotency-Key twice', 'Idempotency-Key', [nullTwice, [null, ''], ['', ''], ['sol-1', null]]),
  oneOf(5, 'another X-Canal', channels, (value) => header('X-Canal', value)),
  oneOf(5, 'X-Canal twice', channels.concat('api'), (value) => header('X-Canal', 'api', value)),
  oneOf(6, 'another Content-Type', ['', ...mediaTypes], (value) => header('Content-Type', value)),
  oneOf(6, 'Content-Type twice', ['application/json', 'text/plain'], (value) =>
    header('Content-Type', 'application/json', value),
  ),
  fc.constant(mutation(6, 'no Content-Type', header('Content-Type'))),
  oneOf(6, 'Content-Encoding', ['', ...listed('gzip | identity, gzip | br, gzip | Zarquixtl')], (value) =>
    header('Content-Encoding', value),
  ),
]
