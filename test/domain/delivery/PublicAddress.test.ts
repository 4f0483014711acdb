import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '#domain/delivery/PublicAddress.ts'

/** A block of addresses as its first address and prefix length, and whether what lies in it is public. */
type Row = readonly [first: bigint, length: number]

const v4 = (text: string) => text.split('.').reduce((bits, part) => bits * 256n + BigInt(part), 0n)
const v6 = (...groups: ReadonlyArray<number>) =>
  Array.from({ length: 8 }, (_, index) => BigInt(groups[index] ?? 0)).reduce(
    (bits, group) => bits * 65_536n + group,
    0n,
  )

/** https://www.iana.org/assignments/iana-ipv4-special-registry, 224.0.0.0/4 and 168.63.129.16. */
const specialV4: ReadonlyArray<Row> = [
  [v4('0.0.0.0'), 8],
  [v4('10.0.0.0'), 8],
  [v4('100.64.0.0'), 10],
  [v4('127.0.0.0'), 8],
  [v4('168.63.129.16'), 32],
  [v4('169.254.0.0'), 16],
  [v4('172.16.0.0'), 12],
  [v4('192.0.0.0'), 24],
  [v4('192.0.2.0'), 24],
  [v4('192.31.196.0'), 24],
  [v4('192.52.193.0'), 24],
  [v4('192.88.99.0'), 24],
  [v4('192.168.0.0'), 16],
  [v4('192.175.48.0'), 24],
  [v4('198.18.0.0'), 15],
  [v4('198.51.100.0'), 24],
  [v4('203.0.113.0'), 24],
  [v4('224.0.0.0'), 4],
  [v4('240.0.0.0'), 4],
]

const globalV6: Row = [v6(0x2000), 3]

/** https://www.iana.org/assignments/iana-ipv6-special-registry, inside 2000::/3. */
const specialV6: ReadonlyArray<Row> = [
  [v6(0x2001), 23],
  [v6(0x2001, 0xdb8), 32],
  [v6(0x2002), 16],
  [v6(0x2620, 0x4f, 0x8000), 48],
  [v6(0x3fff), 20],
]

/** Blocks outside 2000::/3 that lead, or led, to somewhere. */
const otherV6: ReadonlyArray<Row> = [
  [v6(), 128], // unspecified
  [v6(0, 0, 0, 0, 0, 0, 0, 1), 128], // loopback
  [v6(), 96], // IPv4-compatible
  [v6(0, 0, 0, 0, 0, 0xffff), 96], // IPv4-mapped
  [v6(0, 0, 0, 0, 0xffff), 96], // IPv4-translated
  [v6(0x64, 0xff9b), 96], // NAT64
  [v6(0x64, 0xff9b, 1), 48], // local NAT64
  [v6(0x100), 64], // discard
  [v6(0x5f00), 16], // segment routing
  [v6(0xfc00), 7], // unique local
  [v6(0xfe80), 10], // link local
  [v6(0xfec0), 10], // site local
  [v6(0xff00), 8], // multicast
]

const lastOf = ([first, length]: Row, width: number) => first + 2n ** BigInt(width - length) - 1n
const within = (width: number) => (row: Row, address: bigint) => address >= row[0] && address <= lastOf(row, width)

const expectedV4 = (address: bigint) => !specialV4.some((row) => within(32)(row, address))
const expectedV6 = (address: bigint) =>
  within(128)(globalV6, address) && !specialV6.some((row) => within(128)(row, address))

const writeV4 = (address: bigint) => [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join('.')
const groupsOf = (address: bigint) =>
  Array.from({ length: 8 }, (_, index) => Number((address >> BigInt(112 - 16 * index)) & 0xffffn))
const writeV6 = (address: bigint) =>
  groupsOf(address)
    .map((group) => group.toString(16))
    .join(':')

/** First, last and both neighbours of a block, as far as the family reaches. */
const edges = (row: Row, width: number) =>
  [row[0] - 1n, row[0], lastOf(row, width), lastOf(row, width) + 1n].filter(
    (address) => address >= 0n && address < 2n ** BigInt(width),
  )

describe('isPublicAddress at the edges of every block', () => {
  it.each(
    specialV4.flatMap((row) => edges(row, 32).map((address) => [writeV4(address), expectedV4(address)] as const)),
  )('%s is public: %s', (text, expected) => {
    expect(isPublicAddress(text)).toBe(expected)
  })

  it.each(
    [globalV6, ...specialV6, ...otherV6].flatMap((row) =>
      edges(row, 128).map((address) => [writeV6(address), expectedV6(address)] as const),
    ),
  )('%s is public: %s', (text, expected) => {
    expect(isPublicAddress(text)).toBe(expected)
  })
})

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

const anyV4 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n })
const nearSpecial = fc
  .tuple(fc.constantFrom(globalV6, ...specialV6), fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }))
  .map(([[first, length], bits]) => first + (bits >> BigInt(length)))
const anyV6 = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), nearSpecial)

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
  it('agrees with the registries on any IPv4 address', () => {
    fc.assert(
      fc.property(anyV4, (address) => {
        expect(isPublicAddress(writeV4(address))).toBe(expectedV4(address))
      }),
      { numRuns: 2_000 },
    )
  })

  it('agrees with the registries on any IPv6 address in any textual form', () => {
    const withZeros = fc
      .tuple(anyV6, fc.array(fc.integer({ min: 1, max: 7 })))
      .map(([address, zeroed]) =>
        zeroed.reduce((bits, index) => bits & ~(0xffffn << BigInt(112 - 16 * index)), address),
      )
    fc.assert(
      fc.property(withZeros, (address) => {
        for (const form of formsOf(address)) {
          expect(isIP(form)).toBe(6)
          expect([form, isPublicAddress(form)]).toStrictEqual([form, expectedV6(address)])
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
