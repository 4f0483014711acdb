import { expect, it } from 'vitest'
import { describe as described, discreet } from '#src/observability/Discretion.ts'

const requestId = 'req_0e7d2f4591ba44748bcd850101aa7f0e'

it.each([
  ['the RFC of a company', 'de ABC010203AB1.', 'de [omitted].'],
  ['the RFC of a person', 'de ABCD010203AB1.', 'de [omitted].'],
  ['one with Ñ and &', 'de Ñ&C010203AB1.', 'de [omitted].'],
  ['one in lower case', 'de ñ&c010203ab1.', 'de [omitted].'],
  ['a CURP', 'de LIMP900101HDFRRS03.', 'de [omitted].'],
  ['two of them', 'ABC010203AB1 LIMP900101HDFRRS03', '[omitted] [omitted]'],
  [
    'one behind what a request is called',
    `${requestId} LIMP900101HDFRRS03`,
    'req_0e7d2f4591ba44748[omitted] [omitted]',
  ],
])('omits %s', (_, text, told) => {
  expect(discreet(text)).toBe(told)
})

it.each([requestId, 'ver_000001', 'AB010203AB1', 'ABC01020AB1', 'ABC010203AB'])('leaves %s as it is', (text) => {
  expect(discreet(text)).toBe(text)
})

const chain = (...words: ReadonlyArray<string>): Error | undefined =>
  words.reduceRight<Error | undefined>((cause, word) => new Error(word, { cause }), undefined)

it('tells what an error came of, four deep', () => {
  const { detail } = described(chain('one', 'two', 'three', 'four', 'five', 'six'))
  expect(detail).toBe('one; Error two; Error three; Error four; Error five')
})

it('tells once what an error came of by two ways, without the advice of Node that does not hold here', () => {
  const refused = Object.assign(
    new Error(
      'unable to verify the first certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
    ),
    { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
  )
  const error = { _tag: 'SqlError', cause: refused, reason: { _tag: 'ConnectionError', cause: refused } }
  expect(described(error).detail).toBe(
    'Error unable to verify the first certificate UNABLE_TO_VERIFY_LEAF_SIGNATURE; ConnectionError',
  )
})

it('tells what an error came of where it says so by its reason', () => {
  const error = { _tag: 'SqlError', reason: { _tag: 'ConnectionError', code: 'ECONNREFUSED' } }
  expect(described(error)).toEqual({ error: 'SqlError', detail: 'ConnectionError ECONNREFUSED', at: [] })
})

it.each([
  ['reason', 'no answer'],
  ['codigo', 'sin_base'],
  ['code', 'ECONNRESET'],
  ['kind', 'timeout'],
])('tells the %s of an error', (fact, text) => {
  expect(described({ name: 'Otro', [fact]: text })).toEqual({ error: 'Otro', detail: text, at: [] })
})

it.each(['Error', 'TypeError', 'RangeError', 'Stalled', 'ProcessRefused'])(
  'tells the message of %s, which is of this program',
  (name) => {
    expect(described({ name, message: 'no room' })).toEqual({ error: name, detail: 'no room', at: [] })
  },
)

it.each(['SyntaxError', 'SchemaError', 'Otro'])('does not tell the message of %s, which may quote a value', (name) => {
  expect(described({ name, message: 'no Ñandú' })).toEqual({ error: name, detail: '', at: [] })
})

it('tells where a defect came up, in six frames, and not where a foreseen failure did', () => {
  const stack = ['Error: Ñandú', ...Array.from({ length: 9 }, (_, index) => `    at line${index}`)].join('\n')
  const at = ['at line0', 'at line1', 'at line2', 'at line3', 'at line4', 'at line5']
  expect(described({ name: 'Otro', stack })).toEqual({ error: 'Otro', detail: '', at })
  expect(described({ _tag: 'Prevista', stack })).toEqual({ error: 'Prevista', detail: '', at: [] })
})
