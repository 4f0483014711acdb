import { webcrypto } from 'node:crypto'
import { Option, Redacted } from 'effect'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { signatureHeaders } from '#adapters/webhooks/Signature.ts'
import { parse } from '#wire/SignatureHeader.ts'

const reading = (header: string) => Option.fromNullOr(parse(header))

const { subtle } = webcrypto

/** As secrets are issued: `whsec_` and the base64 of 32 bytes. */
const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)
const bodies = fc.uint8Array({ minLength: 1, maxLength: 300 })
const times = fc.nat({ max: 9_999_999_999 })
const eventIds = fc.uuid().map((id) => `evt_${id}`)

const sign = (secret: string, body: Uint8Array, seconds: number, next: string | null = null, eventId = 'evt_1') =>
  signatureHeaders(
    { eventId, body, secrets: { current: Redacted.make(secret), next: next === null ? null : Redacted.make(next) } },
    seconds,
  )

/** The check of contract 6.4, as a receiver would write it, with Web Crypto. */
const verifies = async (header: string, secret: string, body: Uint8Array): Promise<boolean> => {
  const read = parse(header)
  if (read === null) return false
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['verify'])
  const signed = Buffer.concat([new TextEncoder().encode(`${read.t}.`), body])
  return subtle.verify('HMAC', key, Buffer.from(read.v1, 'hex'), signed)
}

const serviceSignature = (headers: Record<string, string>): string => headers['Service-Signature'] ?? ''

describe('Service-Signature', () => {
  it('is verified by whoever has the secret, over the bytes as they are', () =>
    fc.assert(
      fc.asyncProperty(secrets, bodies, times, async (secret, body, seconds) => {
        const header = serviceSignature(sign(secret, body, seconds))
        expect(header).toMatch(new RegExp(`^t=${seconds},v1=[0-9a-f]{64}$`))
        expect(await verifies(header, secret, body)).toBe(true)
      }),
    ))
})

const hex = (text: string) => text.repeat(64 / text.length)

describe('the form of a Service-Signature', () => {
  it.each([`t=0,v1=${hex('0')}`, `t=1767225600,v1=${hex('0123456789abcdef')}`, `t=00000000001,v1=${hex('f')}`])(
    'is met by %j',
    (header) => {
      const { t, v1 } = Option.getOrThrow(reading(header))
      expect(`t=${t},v1=${v1}`).toBe(header)
    },
  )

  it.each([
    '',
    't=,v1=',
    `t=1,v1=${hex('F')}`,
    `t=1,v1=${hex('g')}`,
    `t=1,v1=${hex('0').slice(1)}`,
    `t=1,v1=${hex('0')}0`,
    `t=1,v1=${hex('0')}\n`,
    `t=1,v1=${hex('0')} `,
    ` t=1,v1=${hex('0')}`,
    `t=1, v1=${hex('0')}`,
    `t=1;v1=${hex('0')}`,
    `t=1,v1=${hex('0')},v1=${hex('1')}`,
    `t=1,v0=${hex('1')},v1=${hex('0')}`,
    `t=1,t=2,v1=${hex('0')}`,
    `v1=${hex('0')},t=1`,
    `v1=${hex('0')}`,
    `T=1,V1=${hex('0')}`,
    `t=-1,v1=${hex('0')}`,
    `t=+1,v1=${hex('0')}`,
    `t=1.5,v1=${hex('0')}`,
    `t=1e9,v1=${hex('0')}`,
    `t=0x1,v1=${hex('0')}`,
    `t=١,v1=${hex('0')}`,
    `t=1,v1=${hex('０')}`,
    `t= 1,v1=${hex('0')}`,
    `t=1,v1=0x${hex('0').slice(2)}`,
  ])('is not met by %j', (header) => {
    expect(parse(header)).toBeNull()
  })

  it('is met by nothing that was changed in one place, unless digits stay digits', () => {
    const valid = fc.tuple(times, fc.uint8Array({ minLength: 32, maxLength: 32 }))
    fc.assert(
      fc.property(valid, fc.nat(), fc.string({ unit: 'binary', maxLength: 2 }), ([seconds, bytes], at, text) => {
        const header = `t=${seconds},v1=${Buffer.from(bytes).toString('hex')}`
        const place = at % (header.length + 1)
        const changed = header.slice(0, place) + text + header.slice(place + 1)
        for (const { t, v1 } of Option.toArray(reading(changed))) {
          expect(`t=${t},v1=${v1}`).toBe(changed)
          expect([...t].every((digit) => '0123456789'.includes(digit))).toBe(true)
          expect(v1).toHaveLength(64)
          expect([...v1].every((digit) => '0123456789abcdef'.includes(digit))).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

const now = () => Math.floor(Date.now() / 1000)
const texts = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => JSON.stringify({ text }))

describe('the headers of Standard Webhooks', () => {
  it('are not sent when no secret is rotated', () => {
    fc.assert(
      fc.property(secrets, bodies, times, (secret, body, seconds) => {
        expect(Object.keys(sign(secret, body, seconds))).toEqual(['Service-Signature'])
      }),
    )
  })

  it('are verified by the library of Standard Webhooks with the current secret and with the next one alone', () => {
    fc.assert(
      fc.property(secrets, secrets, secrets, texts, eventIds, (current, next, other, text, eventId) => {
        fc.pre(new Set([current, next, other]).size === 3)
        const headers = sign(current, Buffer.from(text), now(), next, eventId)
        expect(new Webhook(current).verify(text, headers)).toEqual(JSON.parse(text))
        expect(new Webhook(next).verify(text, headers)).toEqual(JSON.parse(text))
        expect(() => new Webhook(other).verify(text, headers)).toThrow('No matching signature')
        expect(() => new Webhook(current).verify(`${text} `, headers)).toThrow('No matching signature')
        expect(() => new Webhook(next).verify(text, { ...headers, 'webhook-id': 'evt_2' })).toThrow('No matching')
      }),
    )
  })

  it('name the event and the same time, and tell the current secret’s signature first', () => {
    fc.assert(
      fc.property(secrets, secrets, texts, times, eventIds, (current, next, text, seconds, eventId) => {
        const headers = sign(current, Buffer.from(text), seconds, next, eventId)
        const ofTheLibrary = (secret: string) => new Webhook(secret).sign(eventId, new Date(seconds * 1000), text)
        expect(headers).toEqual({
          'Service-Signature': expect.stringContaining(`t=${seconds},`),
          'webhook-id': eventId,
          'webhook-timestamp': String(seconds),
          'webhook-signature': `${ofTheLibrary(current)} ${ofTheLibrary(next)}`,
        })
      }),
    )
  })

  it('hold no signature with a secret that is not `whsec_` and base64, whose key could be guessed', () => {
    const proper = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    for (const other of ['', 'whsec_', 'whsec_*', 'secreto']) {
      const { 'webhook-signature': signatures = '' } = sign(proper, Buffer.from('{}'), 1, other)
      expect(signatures.split(' ')).toHaveLength(1)
    }
  })
})
