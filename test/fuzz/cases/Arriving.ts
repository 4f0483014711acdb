import fc from 'fast-check'
import { encode, headOf, type Request } from '#test/fuzz/Request.ts'
import type { Case } from './Case.ts'
import { anyRequest, type Drawn, rightRequest } from './Drawing.ts'
import { talking } from './Talking.ts'

/** Right framing, but not one request after the other: together, in pieces, only in part, and after `100 Continue`. */

const salud: Request = { method: 'GET', target: '/_salud', headers: [['Host', 'sandbox']], body: null, chunks: null }

const others: fc.Arbitrary<Drawn> = fc
  .constantFrom(salud, { ...salud, target: '/nada' }, { ...salud, method: 'HEAD' }, { ...salud, method: 'DELETE' })
  .map((request) => () => request)

const pipelined = fc.array(fc.oneof(rightRequest, others), { minLength: 2, maxLength: 6 }).map((some) =>
  talking('pipelined', async (conversation, lane) => {
    const requests = some.map((one) => one(lane))
    conversation.say(Buffer.concat(requests.map(encode)))
    await conversation.hear(...requests.map((request) => ({ request })))
    await conversation.end()
  }),
)

const part = fc.double({ min: 0, max: 1, noNaN: true })

const cut = (bytes: Buffer, parts: ReadonlyArray<number>): ReadonlyArray<Buffer> => {
  const places = parts.map((one) => Math.floor(one * bytes.length)).toSorted((one, other) => one - other)
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
}

const inPieces = fc.tuple(anyRequest, fc.array(part, { maxLength: 8 })).map(([drawn, parts]) =>
  talking('in pieces', async (conversation, lane) => {
    const request = drawn(lane)
    await conversation.sayInPieces(cut(encode(request), parts))
    await conversation.hear({ request })
  }),
)

/** Less comes than was promised, and then the client goes: nothing is created. */
const truncated = fc.tuple(anyRequest, part, fc.constantFrom(null, 40)).map(([drawn, kept, chunks]) =>
  talking('truncated', async (conversation, lane) => {
    const request = { ...drawn(lane), chunks }
    const bytes = encode(request)
    conversation.say(bytes.subarray(0, Math.floor(kept * (bytes.length - 1))))
    // Who has no key, or a body too large, may be told so before the body has come.
    const isTooLarge = (request.body?.length ?? 0) > 65_536
    await conversation.end({ request: isTooLarge ? request : { ...request, body: null } })
  }),
)

const expectations = fc.constantFrom('100-continue', '100-Continue', 'miracles', '')

const continued = fc.tuple(anyRequest, expectations).map(([drawn, expectation]) =>
  talking('Expect', async (conversation, lane) => {
    const request = drawn(lane)
    const body = request.body ?? new Uint8Array()
    conversation.say(headOf(request, `Expect: ${expectation}`, `Content-Length: ${body.length}`))
    if (expectation.toLowerCase() !== '100-continue') conversation.say(body)
    const answer = await conversation.answer()
    if (answer?.status !== 100) return conversation.check(answer, { request })
    conversation.say(body)
    await conversation.hear({ request })
  }),
)

const beginnings = ['', 'G', 'GET ', 'GET /_salud HTTP/1.1\r\nHost: sandbox\r\n', '\r\n', '\r\n\r\n\r\n']

const unfinished = fc.constantFrom(...beginnings).map((text) =>
  talking('nothing whole', async (conversation) => {
    conversation.say(text)
    await conversation.end()
  }),
)

export const arriving: fc.Arbitrary<Case> = fc.oneof(pipelined, inPieces, truncated, continued, unfinished)
