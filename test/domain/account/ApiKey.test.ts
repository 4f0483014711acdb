import { crc32 } from 'node:zlib'
import { DateTime } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isExpired, isWellFormed, make } from '#domain/account/ApiKey.ts'
import { toBase62 } from '#domain/helpers/Base62.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const largest = 2n ** 256n - 1n
const environment = fc.constantFrom('sandbox', 'production')
const random = fc.bigInt({ min: 0n, max: largest })

describe('a partner key', () => {
  it('is the prefix, 43 characters of 256 random bits and 6 of CRC-32', () => {
    // The check value of CRC-32/ISO-HDLC, which shows that the oracle is the right CRC.
    expect(crc32('123456789')).toBe(0xcbf43926)
    fc.assert(
      fc.property(environment, random, (where, bits) => {
        const key = make(where, bits)
        expect(key).toMatch(where === 'sandbox' ? /^avs_test_[0-9A-Za-z]{49}$/ : /^avs_live_[0-9A-Za-z]{49}$/)
        expect(key.slice(9, 52)).toBe(toBase62(bits, 43))
        expect(key.slice(52)).toBe(toBase62(BigInt(crc32(key.slice(0, 52))), 6))
        expect(isWellFormed(key, where)).toBe(true)
      }),
    )
  })

  it('holds all its random bits: no two are alike', () => {
    const valueOf = (digits: string) =>
      [...digits].reduce((sum, digit) => sum * 62n + BigInt(alphabet.indexOf(digit)), 0n)
    fc.assert(
      fc.property(random, (bits) => {
        expect(valueOf(make('sandbox', bits).slice(9, 52))).toBe(bits)
      }),
    )
    expect(valueOf(make('sandbox', largest).slice(9, 52))).toBe(largest)
  })

  it('is refused with any one character changed [llave_invalida]', () => {
    const change = fc.tuple(fc.nat({ max: 57 }), fc.constantFrom(...alphabet, '_', '-', ' ', 'ñ', '\n'))
    fc.assert(
      fc.property(environment, random, change, (where, bits, [at, character]) => {
        const key = make(where, bits)
        fc.pre(key[at] !== character)
        expect(isWellFormed(key.slice(0, at) + character + key.slice(at + 1), where)).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })

  it('is refused with two neighbours exchanged, or cut or lengthened [llave_invalida]', () => {
    fc.assert(
      fc.property(random, fc.nat({ max: 56 }), fc.constantFrom(...alphabet, '\n', ' '), (bits, at, character) => {
        const key = make('sandbox', bits)
        const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2)
        expect(isWellFormed(swapped, 'sandbox')).toBe(swapped === key)
        expect(isWellFormed(key.slice(0, at) + key.slice(at + 1), 'sandbox')).toBe(false)
        expect(isWellFormed(key + character, 'sandbox')).toBe(false)
        expect(isWellFormed(character + key, 'sandbox')).toBe(false)
      }),
    )
  })

  it('is refused in the other environment [llave_invalida]', () => {
    fc.assert(
      fc.property(random, (bits) => {
        expect(isWellFormed(make('sandbox', bits), 'production')).toBe(false)
        expect(isWellFormed(make('production', bits), 'sandbox')).toBe(false)
      }),
    )
  })

  it.each(['avs_test_', `avs_test_${'0'.repeat(42)}`, `avs_test_${'0'.repeat(44)}`, `avs_test_${'-'.repeat(43)}`])(
    'is refused as %s with its checksum, for its length or its letters [llave_invalida]',
    (unchecked) => {
      expect(isWellFormed(unchecked + toBase62(BigInt(crc32(unchecked)), 6), 'sandbox')).toBe(false)
    },
  )

  it.each(['', 'avs_test_', 'Bearer', 'avs_test_0000'])('is not %j [llave_invalida]', (text) => {
    expect(isWellFormed(text, 'sandbox')).toBe(false)
  })
})

describe('the end of a partner key', () => {
  const end = DateTime.makeUnsafe('2026-11-01T06:00:00.000Z')

  it.each([
    ['2026-11-01T05:59:59.999Z', false],
    ['2026-11-01T06:00:00.000Z', true],
    ['2026-11-01T06:00:00.001Z', true],
  ])('at 2026-11-01T06:00:00Z has come at %s: %s', (now, isOver) => {
    expect(isExpired(end, DateTime.makeUnsafe(now))).toBe(isOver)
  })

  it('never comes where none was set', () => {
    expect(isExpired(null, end)).toBe(false)
  })
})
