import { isIP } from 'node:net'
import fc from 'fast-check'
import { Address4, Address6 } from 'ip-address'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '#domain/delivery/PublicAddress.ts'

/** https://www.iana.org/assignments/iana-ipv4-special-registry, multicast, and a cloud's host agent. */
const specialV4 = [
  ...['0.0.0.0/8', '0.0.0.0/32', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32', '192.0.0.10/32', '192.0.0.170/32'],
  ...['192.0.0.171/32', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.88.99.2/32'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4'],
  ...['255.255.255.255/32', '224.0.0.0/4', '168.63.129.16/32'],
]

/** https://www.iana.org/assignments/iana-ipv6-special-registry, and what the addressing architecture sets aside. */
const specialV6 = [
  ...['::/128', '::1/128', '::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64'],
  ...['100:0:0:1::/64', '2001::/23', '2001::/32', '2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:2::/48'],
  ...['2001:3::/32', '2001:4:112::/48', '2001:10::/28', '2001:20::/28', '2001:30::/28', '2001:db8::/32', '2002::/16'],
  ...['2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]

type Family = 4 | 6
const width = { 4: 32n, 6: 128n } as const

const read = (text: string): bigint => (isIP(text) === 4 ? new Address4(text).bigInt() : new Address6(text).bigInt())
const write = (family: Family, address: bigint): string =>
  family === 4 ? Address4.fromBigInt(address).correctForm() : Address6.fromBigInt(address).correctForm()

/** First, last and both neighbours of a block, as far as the family reaches. */
const edgesOf = (family: Family) => (cidr: string) => {
  const [base = '', length = ''] = cidr.split('/')
  const first = read(base)
  const last = first + 2n ** (width[family] - BigInt(length)) - 1n
  const within = [first, last].map((address) => [cidr, write(family, address)] as const)
  const beside = [first - 1n, last + 1n]
    .filter((address) => address >= 0n && address < 2n ** width[family])
    .map((address) => [cidr, write(family, address)] as const)
  return { within, beside }
}
const edges = [...specialV4.map(edgesOf(4)), ...specialV6.map(edgesOf(6))]

/** Public for both libraries. Neither knows the host agent of a cloud that has an address of the public range. */
const bothCallPublic = (text: string): boolean =>
  ipaddr.parse(text).range() === 'unicast' && (isIP(text) === 4 ? new Address4(text) : new Address6(text)).isGlobal()
const expected = (text: string): boolean => bothCallPublic(text) && text !== '168.63.129.16'

describe('isPublicAddress, beside ipaddr.js and ip-address', () => {
  it.each(edges.flatMap(({ within }) => within))('refuses in %s the first and the last: %s', (_, text) => {
    expect(isPublicAddress(text)).toBe(false)
  })

  it.each(edges.flatMap(({ beside }) => beside))('judges beside %s as they do: %s', (_, text) => {
    expect(isPublicAddress(text)).toBe(expected(text))
  })

  it('judges any IPv4 address as both do, but for one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }), (address) => {
        const text = write(4, address)
        expect([text, isPublicAddress(text)]).toEqual([text, expected(text)])
      }),
      { numRuns: 5_000 },
    )
  })

  it('judges any IPv6 address as both do, in the blocks of the registry above all', () => {
    const inBlock = fc
      .tuple(fc.constantFrom('2000::/3', '2001::/16', ...specialV6), fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }))
      .map(([cidr, bits]) => {
        const [base = '', length = ''] = cidr.split('/')
        return read(base) + (bits >> BigInt(length))
      })
    fc.assert(
      fc.property(fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), inBlock), (address) => {
        const text = write(6, address)
        expect([text, isPublicAddress(text)]).toEqual([text, expected(text)])
      }),
      { numRuns: 5_000 },
    )
  })
})

/** 32 bits at this place of an address that begins so. */
const embedded = (base: string, shift: bigint) => (v4: bigint) => write(6, read(base) | (v4 << shift))

const embeddings: ReadonlyArray<readonly [what: string, embed: (v4: bigint) => string]> = [
  ['IPv4-mapped', embedded('::ffff:0:0', 0n)],
  ['IPv4-mapped with its quad', (v4) => `::ffff:${write(4, v4)}`],
  ['IPv4-compatible', embedded('::', 0n)],
  ['IPv4-compatible with its quad', (v4) => `::${write(4, v4)}`],
  ['IPv4-translated', embedded('::ffff:0:0:0', 0n)],
  ['behind NAT64', embedded('64:ff9b::', 0n)],
  ['behind NAT64 with its quad', (v4) => `64:ff9b::${write(4, v4)}`],
  ['behind a local NAT64 of 96 bits', embedded('64:ff9b:1::', 0n)],
  ['behind a local NAT64 of 64 bits', embedded('64:ff9b:1::', 24n)],
  // Its 64 to 71st bits are left out (RFC 6052, 2.2), so that it stands in two pieces.
  [
    'behind a local NAT64 of 48 bits',
    (v4) => write(6, read('64:ff9b:1::') | ((v4 >> 16n) << 64n) | ((v4 & 0xffffn) << 40n)),
  ],
  ['behind 6to4', embedded('2002::', 80n)],
  ['as 6to4 with a host', embedded('2002::1', 80n)],
  ['as a Teredo server', embedded('2001::', 64n)],
  ['as a Teredo client', (v4) => write(6, read('2001:0:808:808::') | (v4 ^ 0xffffffffn))],
]

describe('an IPv4 address within an IPv6 address', () => {
  const ofBlock = fc
    .tuple(fc.constantFrom(...specialV4, '0.0.0.0/0'), fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }))
    .map(([cidr, bits]) => {
      const [base = '', length = ''] = cidr.split('/')
      return read(base) + (bits >> BigInt(length))
    })

  it.each(embeddings)('%s is refused, whatever it is', (_, embed) => {
    fc.assert(
      fc.property(ofBlock, (v4) => {
        const text = embed(v4)
        expect(isIP(text)).toBe(6)
        expect([text, isPublicAddress(text)]).toEqual([text, false])
      }),
      { numRuns: 500 },
    )
  })

  it.each(embeddings)('%s is refused for the first and last address of every block', (_, embed) => {
    for (const [, text] of specialV4.flatMap((cidr) => edgesOf(4)(cidr).within)) {
      expect([text, isPublicAddress(embed(read(text)))]).toEqual([text, false])
    }
  })
})
