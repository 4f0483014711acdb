import fc from 'fast-check'
import { encode } from '#test/fuzz/Request.ts'
import type { Case } from './Case.ts'
import { anyRequest } from './Drawing.ts'
import { talking } from './Talking.ts'

/** Bytes overwritten, put in, left out and repeated, anywhere in what goes over the wire. */

/** Signs that mean something to a parser are drawn more often than others. */
const byte = fc.oneof(
  fc.nat(255),
  fc.constantFrom(...'\r\n :;,{}[]"\\\0\t%/?0').map((sign) => sign.charCodeAt(0)),
)

/** What is taken from the bytes at a place, and what stands there instead. */
const blow = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  removed: fc.oneof(fc.constant(1), fc.integer({ min: -200, max: 12 })),
  put: fc.array(byte, { maxLength: 4 }),
})

/** Less than nothing removed is so much repeated. */
const struck = (
  bytes: Buffer,
  { place, removed, put }: { place: number; removed: number; put: Array<number> },
): Buffer => {
  const at = Math.floor(place * bytes.length)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(Math.max(0, at + removed))])
}

/** How long it is waited for the server where it may itself be waiting, in milliseconds. */
const pause = 100

/** What a request may be told but that it is accepted. */
const mayBe = [400, 401, 402, 404, 405, 408, 413, 422, 431, 501, 505]

const damaged = fc.tuple(anyRequest, fc.array(blow, { minLength: 1, maxLength: 4 })).map(([drawn, blows]) =>
  talking('damaged on its way', async (conversation, lane) => {
    // The account cannot create, so that nothing is created unseen.
    conversation.say(blows.reduce(struck, encode(drawn(lane, 'broke'))))
    await conversation.listen(pause)
    await conversation.endWithAny(mayBe)
  }),
)

const noise = fc.uint8Array({ maxLength: 600 }).map((bytes) =>
  talking('random bytes', async (conversation) => {
    conversation.say(bytes)
    await conversation.endWithAny([400, 408, 431])
  }),
)

export const damage: fc.Arbitrary<Case> = fc.oneof({ weight: 4, arbitrary: damaged }, { weight: 1, arbitrary: noise })
