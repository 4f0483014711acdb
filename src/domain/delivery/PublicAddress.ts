import { Option } from 'effect'
import { type Address, isAmong, type Network, parseAddress, parseNetwork } from '#domain/network/Network.ts'

/**
 * Decides to which address literals a webhook may be sent. The table follows IANA's special-purpose registries, because
 * libraries for this purpose treat some forbidden addresses as public.
 */

const networks = (...texts: ReadonlyArray<string>): ReadonlyArray<Network> =>
  texts.map((text) => Option.getOrThrow(parseNetwork(text)))

/** IANA IPv4 Special-Purpose Address Registry, multicast, and the platform address of a large cloud. */
const notPublic = networks(
  '0.0.0.0/8', // "this network"
  '10.0.0.0/8', // private use
  '100.64.0.0/10', // shared address space of carriers
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host agent, reachable only from inside
  '169.254.0.0/16', // link local, cloud metadata
  '172.16.0.0/12', // private use
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT relays
  '192.88.99.0/24', // 6to4 relays, deprecated
  '192.168.0.0/16', // private use
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, limited broadcast
  // IANA IPv6 Special-Purpose Address Registry, the part inside 2000::/3
  '2001::/23', // IETF protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
)

/**
 * The ranges that IANA allocates for global unicast. Everything else in IPv6 is refused: loopback, link and site local,
 * multicast, and IPv4 inside IPv6 (`::/96`, `::ffff:0:0/96`, `64:ff9b::/96`).
 */
const unicast = networks('0.0.0.0/0', '2000::/3')

const isPublic =
  (denied: ReadonlyArray<Network>) =>
  (address: Address): boolean =>
    isAmong(unicast, address) && !isAmong(notPublic, address) && !isAmong(denied, address)

/**
 * Whether a text is an address literal on the public Internet: an IPv4 dotted quad, or IPv6 in any textual form,
 * without brackets and without zone. Any other text is not.
 *
 * @param denied networks that count as not public
 */
export const isPublicAddress = (text: string, denied: ReadonlyArray<Network> = []): boolean =>
  Option.exists(parseAddress(text), isPublic(denied))
