import { readFile } from 'node:fs/promises'
import { Redacted } from 'effect'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { signatureHeaders } from '#adapters/webhooks/Signature.ts'
import { type ReceivedWebhook, verifyWebhook } from '#client/verifyWebhook.ts'
import { parse } from '#wire/SignatureHeader.ts'

const at = 1_767_225_600
const secret = 'whsec_c2VjcmV0byBkZSBsb3MgZWplbXBsb3MgZGUgYXF1aQ=='
const body = Buffer.from('{"estado":"emitida","mensaje":"Puede continuar: está completo."}')

/** The header that the service sends for these bytes. */
const sign = (bytes: Uint8Array, key = secret, seconds = at): string =>
  signatureHeaders({ eventId: 'evt_1', body: bytes, secrets: { current: Redacted.make(key), next: null } }, seconds)[
    'Service-Signature'
  ] ?? ''

/** A webhook as it was sent, on time, changed as told. */
const verify = (changes: Partial<ReceivedWebhook> = {}) =>
  verifyWebhook({ rawBody: body, header: sign(body), secrets: secret, now: new Date(at * 1000), ...changes })
const after = (seconds: number) => new Date((at + seconds) * 1000)

const valid = { valid: true, timestamp: new Date(at * 1000), event: null }
const invalid = (reason: string) => ({ valid: false, reason })

const bodies = fc.uint8Array({ minLength: 1, maxLength: 300 })
const times = fc.nat({ max: 9_999_999_999 })
/** Any text: what is issued is `whsec_` and base64, the rule holds for every one. */
const secrets = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`),
  fc.string({ unit: 'grapheme', minLength: 1 }),
)
const flip = (bytes: Uint8Array, index: number, bit: number) =>
  bytes.map((byte, place) => (place === index % bytes.length ? byte ^ (1 << bit) : byte))

describe('a webhook that the service signed', () => {
  it('is valid, with the instant of its signature', () =>
    fc.assert(
      fc.asyncProperty(secrets, bodies, times, fc.integer({ min: -300, max: 300 }), async (key, bytes, t, late) => {
        const now = new Date((t + late) * 1000)
        expect(await verifyWebhook({ rawBody: bytes, header: sign(bytes, key, t), secrets: key, now })).toEqual({
          valid: true,
          timestamp: new Date(t * 1000),
          event: null,
        })
      }),
    ))

  it('is valid as text, which stands for its UTF-8 bytes', async () => {
    expect(await verify({ rawBody: body.toString() })).toEqual(valid)
    expect(await verify({ rawBody: body.toString('latin1') })).toEqual(invalid('signature'))
  })

  it('is valid as part of a larger buffer, of which only that part counts', async () => {
    const around = Buffer.concat([Buffer.from('x'), body, Buffer.from('x')])
    expect(await verify({ rawBody: around.subarray(1, -1) })).toEqual(valid)
    expect(await verify({ rawBody: around })).toEqual(invalid('signature'))
  })

  it('is valid with a secret whose UTF-8 bytes are not its characters', async () => {
    const key = 'señal 🔑'
    expect(await verify({ header: sign(body, key), secrets: key })).toEqual(valid)
    expect(await verify({ header: sign(body, key), secrets: 'senal 🔑' })).toEqual(invalid('signature'))
    // The same character, composed otherwise, is other bytes.
    expect(await verify({ header: sign(body, key), secrets: key.normalize('NFD') })).toEqual(invalid('signature'))
  })

  it('is invalid for signature once any bit of the body is another, or a byte more or less', () =>
    fc.assert(
      fc.asyncProperty(bodies, fc.nat(), fc.nat({ max: 7 }), async (bytes, place, bit) => {
        const header = sign(bytes)
        for (const rawBody of [flip(bytes, place, bit), bytes.subarray(1), Buffer.concat([bytes, Buffer.from('\n')])]) {
          expect(await verify({ header, rawBody })).toEqual(invalid('signature'))
        }
      }),
    ))

  it('is invalid for signature with any other t, also one that means the same', () =>
    fc.assert(
      fc.asyncProperty(times, async (t) => {
        fc.pre(t !== at)
        const v1 = sign(body).slice(-64)
        for (const other of [`${t}`, `0${at}`, `${at}0`]) {
          expect(await verify({ header: `t=${other},v1=${v1}` })).toEqual(invalid('signature'))
        }
      }),
    ))

  it('is invalid for signature with any other secret', () =>
    fc.assert(
      fc.asyncProperty(secrets, secrets, async (key, other) => {
        fc.pre(key !== other)
        const header = sign(body, key)
        expect(await verify({ header, secrets: other })).toEqual(invalid('signature'))
      }),
    ))

  it('is invalid for signature once any digit of v1 is another', () =>
    fc.assert(
      fc.asyncProperty(fc.nat({ max: 63 }), fc.constantFrom(...'0123456789abcdef'), async (place, digit) => {
        const header = sign(body)
        const index = header.length - 64 + place
        fc.pre(header[index] !== digit)
        const forged = header.slice(0, index) + digit + header.slice(index + 1)
        expect(await verify({ header: forged })).toEqual(invalid('signature'))
      }),
    ))
})

describe('several secrets', () => {
  const old = 'whsec_b2xk'
  const next = 'whsec_bmV4dA=='

  it('verify what any one of them signed, in whatever order', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(secrets, { minLength: 1, maxLength: 4 }), fc.nat(), async (known, place) => {
        const header = sign(body, known[place % known.length])
        expect(await verify({ header, secrets: known })).toEqual(valid)
      }),
    ))

  it('verify nothing that was signed with another one', async () => {
    expect(await verify({ secrets: [old, next] })).toEqual(invalid('signature'))
  })

  it.each([[[]], [''], [['']], [[secret, '']]])('that lack one (%j) are an error of the receiver', async (none) => {
    await expect(verify({ secrets: none })).rejects.toThrow('secret is missing')
    await expect(verify({ secrets: none, header: null })).rejects.toThrow(TypeError)
  })

  it('that are a setting which is not there are an error of the receiver', async () => {
    await expect(verify({ secrets: JSON.parse('null') })).rejects.toThrow('secret is missing')
  })
})

describe('a body that was parsed already', () => {
  it.each(['{"estado":"emitida"}', '[]', 'null', '7'])('is an error of the receiver: %s', async (text) => {
    await expect(verify({ rawBody: JSON.parse(text) })).rejects.toThrow('before any parsing')
  })
})

describe('the clock', () => {
  it.each([
    [300, valid],
    [-300, valid],
    [300.999, valid],
    [301, invalid('clock')],
    [-300.001, invalid('clock')],
    [-301, invalid('clock')],
    [86_400, invalid('clock')],
  ])('at %d s from t: %j', async (seconds, verdict) => {
    expect(await verify({ now: after(seconds) })).toEqual(verdict)
  })

  it.each([
    [0, 0, valid],
    [0, 1, invalid('clock')],
    [10, -10, valid],
    [10, -11, invalid('clock')],
    [Number.NaN, 0, invalid('clock')],
  ])('with a tolerance of %d s, at %d s: %j', async (toleranceSeconds, seconds, verdict) => {
    expect(await verify({ toleranceSeconds, now: after(seconds) })).toEqual(verdict)
  })

  it('is the real one when none is given', async () => {
    vi.useFakeTimers({ now: after(300), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const received = { rawBody: body, header: sign(body), secrets: secret }
    expect(await verifyWebhook(received)).toEqual(valid)
    vi.setSystemTime(after(301))
    expect(await verifyWebhook(received)).toEqual(invalid('clock'))
  })

  it('that is no instant lets nothing pass', async () => {
    expect(await verify({ now: new Date(Number.NaN) })).toEqual(invalid('clock'))
  })

  it('is not spoken of where the signature is forged, whatever its t: signature', async () => {
    const forged = '0'.repeat(64)
    for (const t of [at, at - 301, at + 301, 0]) {
      expect(await verify({ header: `t=${t},v1=${forged}` })).toEqual(invalid('signature'))
    }
  })
})

const hex = (text: string) => text.repeat(64 / text.length)

describe('the form of the header', () => {
  it.each([
    null,
    '',
    't=,v1=',
    `v1=${hex('0')}`,
    `t=${at}`,
    sign(body).toUpperCase(),
    sign(body).replace(/v1=.*/, (v1) => `v1=${v1.slice(3).toUpperCase()}`),
    ` ${sign(body)}`,
    `${sign(body)} `,
    `${sign(body)}\n`,
    sign(body).replace(',', ', '),
    sign(body).replace('=', ' = '),
    `${sign(body)},v1=${hex('1')}`,
    `t=1,${sign(body)}`,
    `${sign(body)}, ${sign(body)}`,
    `${sign(body)},v0=${hex('1')}`,
    sign(body).split(',').toReversed().join(','),
    sign(body).slice(0, -1),
    `${sign(body)}0`,
    sign(body).replace(`${at}`, `+${at}`),
    sign(body).replace(`${at}`, `-${at}`),
    sign(body).replace(`${at}`, `${at}.0`),
    sign(body).replace(`${at}`, '١٧٦٧٢٢٥٦٠٠'),
    `"${sign(body)}"`,
  ])('%j is invalid for form', async (header) => {
    expect(await verify({ header })).toEqual(invalid('form'))
  })

  it('takes digits without end for what they are: signature when forged, clock when signed', async () => {
    for (const t of ['9'.repeat(400), '9007199254740993', `${'0'.repeat(5_000)}1`]) {
      expect(await verify({ header: `t=${t},v1=${hex('0')}` })).toEqual(invalid('signature'))
    }
    expect(await verify({ header: sign(body, secret, Number.MAX_SAFE_INTEGER) })).toEqual(invalid('clock'))
  })

  it('is the one that the wire has', () => {
    const piece = fc.oneof(
      fc.constantFrom('t=', ',', 'v1=', ' ', '=', hex('a'), hex('A'), sign(body), '\n'),
      fc.string({ maxLength: 3 }),
      times.map(String),
    )
    const headers = fc.oneof(
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
      fc.tuple(fc.nat(), fc.string({ maxLength: 2 })).map(([place, text]) => {
        const index = place % sign(body).length
        return sign(body).slice(0, index) + text + sign(body).slice(index + 1)
      }),
    )
    return fc.assert(
      fc.asyncProperty(headers, async (header) => {
        const verdict = await verify({ header })
        expect(!verdict.valid && verdict.reason === 'form').toBe(parse(header) === null)
      }),
      { numRuns: 500 },
    )
  })
})

describe('@cotejo/client/webhook', () => {
  it('needs nothing that another runtime may lack', async () => {
    const needed = /^import .*|\bimport\(|\brequire\(|\bprocess\.|\bBuffer\b/gm
    expect((await readFile('src/client/verifyWebhook.ts', 'utf8')).match(needed)).toEqual([
      "import { parse } from '#wire/SignatureHeader.ts'",
      "import { isEmitted } from './Shapes.ts'",
      "import type { VerificacionEmitida } from './Verification.ts'",
    ])
    expect((await readFile('src/wire/SignatureHeader.ts', 'utf8')).match(needed)).toBeNull()
  })
})
