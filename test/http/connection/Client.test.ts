import { Option } from 'effect'
import { describe, expect, it } from 'vitest'
import { parseNetwork } from '#domain/network/Network.ts'
import { clientOf, isProxy } from '#http/connection/Client.ts'

const proxies = ['10.0.0.0/8', '2001:db8:1::/48'].map((text) => Option.getOrThrow(parseNetwork(text)))

/** Whether two callers are counted together. */
const same = (one: string, other: string) => clientOf([], one) === clientOf([], other)

describe('a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['192.0.2.1', '::ffff:c000:201', true],
    ['2001:db8:5:6::1', '2001:db8:5:6:ffff:ffff:ffff:ffff', true],
    ['2001:db8:5:6::1', '2001:db8:5:7::1', false],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['fe80::1%eth0', 'fe80::1', true],
    ['fe80::1%eth0', 'nonsense', false],
    ['::1', '0.0.0.1', false],
    ['', 'nonsense', true],
  ])('at %s is the same as one at %s: %s', (one, other, expected) => {
    expect(same(one, other)).toBe(expected)
  })

  it.each([
    ['the peer, which is no proxy and may write what it likes', '192.0.2.1', ['198.51.100.1'], '192.0.2.1'],
    ['the peer, where nothing is said', '10.0.0.1', [], '10.0.0.1'],
    ['whom the proxy was called by', '10.0.0.1', ['198.51.100.1'], '198.51.100.1'],
    [
      'the last that is no proxy, not what stands before',
      '10.0.0.1',
      ['203.0.113.9, 198.51.100.1, 10.0.0.2'],
      '198.51.100.1',
    ],
    ['read over several headers', '10.0.0.1', ['203.0.113.9', '198.51.100.1', '10.0.0.2'], '198.51.100.1'],
    ['the first, where all are proxies', '10.0.0.1', ['10.0.0.3, 10.0.0.2'], '10.0.0.3'],
    ['the last proxy that can be read', '10.0.0.1', ['198.51.100.1, unknown, 10.0.0.2'], '10.0.0.2'],
    ['the proxy itself behind an empty header', '10.0.0.1', [''], '10.0.0.1'],
    ['with a port', '10.0.0.1', ['198.51.100.1:50123'], '198.51.100.1'],
    ['of IPv6', '2001:db8:1::1', ['2001:db8:5::1'], '2001:db8:5::1'],
    ['of IPv6 with a port', '10.0.0.1', ['[2001:db8:5::1]:50123'], '2001:db8:5::1'],
    ['of IPv6 in brackets', '10.0.0.1', ['[2001:db8:5::1]'], '2001:db8:5::1'],
    ['a proxy over a socket of both families', '::ffff:10.0.0.1', ['198.51.100.1'], '198.51.100.1'],
    ['a proxy that names an octet too large', '10.0.0.1', ['198.51.100.256'], '10.0.0.1'],
  ])('is %s', (_, peer, forwarded, expected) => {
    expect(clientOf(proxies, peer, forwarded)).toBe(clientOf([], expected))
  })

  it('is no proxy unless its address is told to be one', () => {
    expect(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', undefined].map((peer) => isProxy(proxies, peer))).toEqual([
      ...[true, true, false, false],
    ])
  })
})
