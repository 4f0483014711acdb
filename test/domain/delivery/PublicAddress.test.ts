import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '#domain/delivery/PublicAddress.ts'

const writeV4 = (address: bigint) => [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join('.')
const groupsOf = (address: bigint) =>
  Array.from({ length: 8 }, (_, index) => Number((address >> BigInt(112 - 16 * index)) & 0xffffn))

describe('isPublicAddress reads a literal strictly', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '223.255.255.255',
    '99.199.249.255',
    '2606:4700:4700::1111',
    '2606:4700:4700:0:0:0:0:1111',
    '2606:4700:4700:0000:0000:0000:0000:1111',
    '2A00:1450:4001:080B::200E',
    '2606:4700::',
    '2606::4700:1:2:3:4:5',
    '2606:1:2:3:4:5:6::',
    '2606:4700::1.2.3.4',
    '2606:1:2:3:4:5:127.0.0.1',
  ])('takes %s as public', (text) => {
    expect(isPublicAddress(text)).toBe(true)
  })

  it.each([
    ...['', ' ', '.', ':', '::', ':::', '::1', '8.8.8', '8.8.8.8.8', '8.8.8.8.', '.8.8.8.8', '8..8.8', '8.8.8.256'],
    ...['8.8.8.08', '08.8.8.8', '008.8.8.8', '0x8.8.8.8', '8.8.8.8 ', ' 8.8.8.8', '8.8.8.8\n', '8.8.8.-8', '8.8.8.+8'],
    ...['8.8.8.8:80', '8.8.8.8/32', '8.8.8.1e1', '134744072', '0x08080808', '８.8.8.8', '8。8。8。8', 'example.com'],
    ...['2606:4700', '2606:4700::1::2', '2606:4700:::1', '2606:4700::1:', ':2606:4700::1', '2606:1:2:3:4:5:6'],
    ...[
      '2606:1:2:3:4:5:6:7:8',
      '0:2606:1:2:3:4:5:6:7',
      '2606::1:2:3:4:5:6:7',
      '2606:1:2:3:4:5:6:7::',
      '::2606:1:2:3:4:5:6:7',
      '2606:12345::1',
    ],
    ...['2606:4700::g', '2606:4700::0x1', '2606:4700::-1', '2606:4700::+1', '2606:4700:: 1', '2606:4700::1\n'],
    ...[
      '2606:4700::1%eth0',
      '2606:4700::1%251',
      'fe80::1%1',
      '[2606:4700::1]',
      '[2606:4700::1]:443',
      '2606:4700::1/64',
    ],
    ...['2606:4700::1.2.3', '2606:4700::1.2.3.256', '2606:4700::01.2.3.4', '2606:4700::1.2.3.4:5', '1.2.3.4::2606'],
    ...['2606:1:2:3:4:5:6:1.2.3.4', '2606:1:2:3:4:1.2.3.4', '2606:4700::.2.3.4', '2606:4700::8.8.8.8.'],
    ...['::127.0.0.1', '::8.8.8.8', '::ffff:8.8.8.8', '::ffff:808:808', '::FFFF:127.0.0.1', '::ffff:0:8.8.8.8'],
    ...['64:ff9b::8.8.8.8', '64:ff9b::808:808', '2002:808:808::', '2002:7f00:1::', '2001:0:808:808::1'],
    ...['\u0000', '😀', '\ud800', '8.8.8.8\u0000', '2606:4700::1\u0000'],
  ])('refuses %j', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })
})

/** Half of them in 2000::/3, where what is public lies. */
const anyV6 = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), fc.boolean())
  .map(([bits, isGlobal]) => (isGlobal ? (1n << 125n) | (bits >> 3n) : bits))

/** Every textual form of one address: zeros ahead, upper case, a quad at the end, each possible `::`. */
const formsOf = (address: bigint): ReadonlyArray<string> => {
  const groups = groupsOf(address).map((group) => group.toString(16))
  const quad = [...groups.slice(0, 6), writeV4(address & 0xffffffffn)]
  const shortened = (parts: ReadonlyArray<string>) =>
    parts.flatMap((_, start) =>
      parts.flatMap((_, index) => {
        const end = index + 1
        const zeros = end > start && parts.slice(start, end).every((part) => part === '0')
        return zeros ? [`${parts.slice(0, start).join(':')}::${parts.slice(end).join(':')}`] : []
      }),
    )
  const forms = [groups.join(':'), quad.join(':'), ...shortened(groups), ...shortened(quad)]
  return [...forms, ...forms.map((form) => form.toUpperCase()), groups.map((group) => group.padStart(4, '0')).join(':')]
}

describe('isPublicAddress', () => {
  it('judges every textual form of an IPv6 address alike', () => {
    const withZeros = fc
      .tuple(anyV6, fc.array(fc.integer({ min: 1, max: 7 })))
      .map(([address, zeroed]) =>
        zeroed.reduce((bits, index) => bits & ~(0xffffn << BigInt(112 - 16 * index)), address),
      )
    fc.assert(
      fc.property(withZeros, (address) => {
        const [first = '', ...others] = formsOf(address)
        for (const form of others) {
          expect(isIP(form)).toBe(6)
          expect([form, isPublicAddress(form)]).toStrictEqual([form, isPublicAddress(first)])
        }
      }),
      { numRuns: 500 },
    )
  })

  it('calls nothing public that the platform does not read as an address, and never throws', () => {
    const nearly = fc.stringMatching(/^2606:[0-9a-fA-F:.]{0,36}$/)
    const quads = fc.stringMatching(/^[0-9.]{7,15}$/)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearly, quads), (text) => {
        const family = isIP(text)
        const isPublic = isPublicAddress(text)
        expect(isPublic && family === 0).toBe(false)
        if (family === 6 && text.startsWith('2606:')) expect(isPublic).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})
