import { Option } from 'effect'
import { describe, expect, it } from 'vitest'
import { isAmong, parseAddress, parseNetwork, unmapped } from '#domain/network/Network.ts'

const network = (text: string) => Option.getOrThrow(parseNetwork(text))
const address = (text: string) => Option.getOrThrow(parseAddress(text))

describe('a network', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['192.0.2.128/25', '192.0.2.128', '192.0.2.255', '192.0.2.127'],
    ['192.0.2.7', '192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['0.0.0.0/0', '0.0.0.0', '255.255.255.255', '::'],
    ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
    ['::/0', '::', 'ffff::1', '192.0.2.1'],
    ['64:ff9b:1::/48', '64:ff9b:1::192.0.2.1', '64:ff9b:1:ffff::', '64:ff9b:2::'],
  ])('%s reaches from %s to %s, and not to %s', (text, first, last, other) => {
    expect([first, last, other].map((one) => isAmong([network(text)], address(one)))).toEqual([true, true, false])
  })

  it.each([
    '10.0.0.0/33',
    '10.0.0.1/8',
    '2001:db8::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/x8',
    '10.0.0.0/8x',
    '10.0.0.0/0x8',
    '10.0.0.0/ 8',
    'x',
    '',
    '10.0.0/8',
  ])('is not read from %j', (text) => {
    expect(Option.isNone(parseNetwork(text))).toBe(true)
  })

  it('holds what a socket of both families calls an IPv4 address', () => {
    expect(isAmong([network('192.0.2.0/24')], address('::ffff:192.0.2.1'))).toBe(false)
    expect(isAmong([network('192.0.2.0/24')], unmapped(address('::ffff:192.0.2.1')))).toBe(true)
    expect(unmapped(address('::fffe:192.0.2.1'))).toEqual(address('::fffe:192.0.2.1'))
  })
})
