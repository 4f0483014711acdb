import fc from 'fast-check'
import { listed } from '#test/fuzz/listed.ts'
import { chunked, encode, headOf, type Request } from '#test/fuzz/Request.ts'
import type { Case } from './Case.ts'
import { rightRequest } from './Drawing.ts'
import { talking } from './Talking.ts'

/** Bodies that are framed wrongly, twice, or as nobody does. */

const bodyOf = ({ body }: Request): Uint8Array => body ?? new Uint8Array()

/** The head with this framing, and then whatever. */
const framed = (request: Request, framing: ReadonlyArray<string>, body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(headOf(request, ...framing), 'latin1'), body])

const surplus = fc.tuple(rightRequest, fc.integer({ min: 1, max: 40 })).map(([drawn, left]) =>
  talking('more body than its length', async (conversation, lane) => {
    const request = drawn(lane)
    const body = bodyOf(request)
    const length = body.length - left
    conversation.say(framed(request, [`Content-Length: ${length}`], body))
    await conversation.hear({ request: { ...request, body: body.subarray(0, length) } })
    await conversation.end()
  }),
)

const garbage = listed('Zarquixtl | \x00\xff | GET /_sa lud HTTP/1.1 | POST /v1/verificaciones HTTP/3.7')

/** What cannot be read does not take its answer from the request before it. */
const followed = fc.tuple(rightRequest, fc.constantFrom(...garbage)).map(([drawn, text]) =>
  talking('garbage behind it', async (conversation, lane) => {
    const request = drawn(lane)
    conversation.say(Buffer.concat([encode(request), Buffer.from(`${text}\r\n\r\n`, 'latin1')]))
    await conversation.hear({ request }, { statuses: [400] })
    await conversation.end()
  }),
)

interface Framed {
  readonly label: string
  readonly lines: (length: number) => ReadonlyArray<string>
}

const lengths = (...texts: ReadonlyArray<string>): ReadonlyArray<Framed> =>
  texts.map((text) => ({ label: 'no length', lines: () => [`Content-Length: ${text}`] }))
const encodings = (...texts: ReadonlyArray<string>): ReadonlyArray<Framed> =>
  texts.map((text) => ({ label: 'another Transfer-Encoding', lines: () => [`Transfer-Encoding: ${text}`] }))

const wrong: ReadonlyArray<Framed> = [
  { label: 'length and chunks', lines: (length) => [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'] },
  { label: 'chunks and length', lines: (length) => ['Transfer-Encoding: chunked', `Content-Length: ${length}`] },
  { label: 'two lengths', lines: (length) => [`Content-Length: ${length}`, `Content-Length: ${length + 1}`] },
  ...lengths('', '9'.repeat(30), ...listed('-1 | +5 | 0x10 | 5 5 | 1e3 | \xb2 | Zarquixtl | 5.0')),
  ...encodings(...listed('identity | xchunked | chunked, identity | gzip | Zarquixtl')),
  ...encodings(...listed('chunked, chunked | gzip, chunked | chunked;q=1 | , chunked | "chunked"')),
]

/** Of which it is not written how they are read; the body is framed as they say at best. */
const doubtfulLengths: ReadonlyArray<Framed> = [
  { label: 'a length twice', lines: (length) => [`Content-Length: ${length}`, `Content-Length: ${length}`] },
  { label: 'lengths in a list', lines: (length) => [`Content-Length: ${length}, ${length}`] },
  { label: 'a length with zeros', lines: (length) => [`Content-Length: 000${length}`] },
]

/** The account cannot create, so that nothing is created unseen. */
const misframed = (framings: ReadonlyArray<Framed>, chunks: fc.Arbitrary<boolean>, isTakenToo: boolean) =>
  fc.tuple(rightRequest, fc.constantFrom(...framings), chunks).map(([drawn, { label, lines }, hasChunks]) =>
    talking(label, async (conversation, lane) => {
      const request = drawn(lane, 'broke')
      const body = bodyOf(request)
      conversation.say(framed(request, lines(body.length), hasChunks ? chunked(body, 100) : body))
      await conversation.hear({ ...(isTakenToo ? { request } : {}), statuses: [400, 501] })
      await conversation.end()
    }),
  )

const chunkedAs = fc
  .tuple(rightRequest, fc.constantFrom(...listed('chunked | CHUNKED | Chunked')))
  .map(([drawn, name]) =>
    talking('chunked, however it is written', async (conversation, lane) => {
      const request = drawn(lane)
      conversation.say(framed(request, [`Transfer-Encoding: ${name}`], chunked(bodyOf(request), 100)))
      await conversation.hear({ request })
    }),
  )

const chunkedBefore = rightRequest.map((drawn) =>
  talking('chunks with HTTP/1.0', async (conversation, lane) => {
    const request = drawn(lane, 'broke')
    const bytes = framed(request, ['Transfer-Encoding: chunked'], chunked(bodyOf(request), 100)).toString('latin1')
    conversation.say(bytes.replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n'))
    await conversation.hear({ statuses: [400] })
    await conversation.end()
  }),
)

const badSizes = ['', 'F'.repeat(20), ...listed('zz | -5 | g | 0x5 | 5 5 | \xb2 | {')]

const badChunk = fc
  .tuple(rightRequest, fc.constantFrom(...badSizes), fc.constantFrom('', '5\r\n{"a":\r\n'))
  .map(([drawn, size, before]) =>
    talking('bad chunk size', async (conversation, lane) => {
      const body = Buffer.from(`${before}${size}\r\nx\r\n0\r\n\r\n`, 'latin1')
      conversation.say(framed(drawn(lane), ['Transfer-Encoding: chunked'], body))
      await conversation.hear({ statuses: [400] })
      await conversation.end()
    }),
  )

const strangeChunks = fc.record({
  drawn: rightRequest,
  size: fc.integer({ min: 1, max: 900 }),
  extension: fc.constantFrom('', ...listed(';a=b | ;a="b;c" | ;Zarquixtl | ;a=b;c=d')),
  trailer: fc.constantFrom('', ...listed('X-Zarquixtl: 1 | Idempotency-Key: otra | Authorization: Bearer x')),
})

const extended = strangeChunks.map(({ drawn, size, extension, trailer }) =>
  talking('chunk extensions and trailers', async (conversation, lane) => {
    const request = drawn(lane)
    const chunks = chunked(bodyOf(request), size, extension).subarray(0, -2)
    const end = Buffer.from(trailer === '' ? '\r\n' : `${trailer}\r\n\r\n`)
    conversation.say(framed(request, ['Transfer-Encoding: chunked'], Buffer.concat([chunks, end])))
    await conversation.hear({ request })
  }),
)

export const framing: fc.Arbitrary<Case> = fc.oneof(
  surplus,
  followed,
  chunkedAs,
  chunkedBefore,
  misframed(wrong, fc.boolean(), false),
  misframed(doubtfulLengths, fc.constant(false), true),
  badChunk,
  extended,
)
