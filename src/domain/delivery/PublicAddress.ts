import { Option } from 'effect'

/**
 * Which address literals a webhook may be sent to. Own table, kept to IANA's special-purpose
 * registries: the libraries that do this call some forbidden addresses public.
 */

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const dottedQuad = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

const toV4 = (text: string): Option.Option<bigint> =>
  dottedQuad.test(text)
    ? Option.some(text.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n))
    : Option.none()

/** Rewrites a dotted-quad tail (`::ffff:1.2.3.4`) as two groups. */
const withoutQuad = (text: string): Option.Option<string> => {
  const start = text.lastIndexOf(':') + 1
  const tail = text.slice(start)
  if (!tail.includes('.')) return Option.some(text)
  return Option.map(
    toV4(tail),
    (bits) => `${text.slice(0, start)}${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`,
  )
}

const v6Groups = 8

/** The eight groups of an IPv6 literal; `::` stands for at least one. */
const expand = (text: string): ReadonlyArray<string> => {
  const [head = [], tail, ...more] = text.split('::').map((half) => (half === '' ? [] : half.split(':')))
  if (tail === undefined) return head
  const missing = v6Groups - head.length - tail.length
  return more.length > 0 || missing < 1 ? [] : [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
}

const toV6 = (text: string): Option.Option<bigint> =>
  withoutQuad(text).pipe(
    Option.map(expand),
    Option.filter((parts) => parts.length === v6Groups && parts.every((part) => /^[\da-f]{1,4}$/i.test(part))),
    Option.map((parts) => parts.reduce((bits, part) => (bits << 16n) | BigInt(`0x${part}`), 0n)),
  )

/** Whether an address lies in the block, for addresses of the block's own family. */
type Block = (address: bigint) => boolean

const block =
  (width: number, toBits: (text: string) => Option.Option<bigint>) =>
  (cidr: string): Block => {
    const [base = '', length = ''] = cidr.split('/')
    const rest = BigInt(width - Number(length))
    const prefix = Option.getOrThrow(toBits(base)) >> rest
    return (address) => address >> rest === prefix
  }

/** IANA IPv4 Special-Purpose Address Registry, multicast, and the platform address of a large cloud. */
const notPublicV4 = [
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
].map(block(32, toV4))

/**
 * What IANA has given out for global unicast. Everything else is refused: loopback, link and site
 * local, multicast, and IPv4 inside IPv6 (`::/96`, `::ffff:0:0/96`, `64:ff9b::/96`).
 */
const unicastV6 = block(128, toV6)('2000::/3')

/** IANA IPv6 Special-Purpose Address Registry, as far as it lies inside 2000::/3. */
const notPublicV6 = [
  '2001::/23', // IETF protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map(block(128, toV6))

const isPublicV4 = (address: bigint): boolean => !notPublicV4.some((contains) => contains(address))

const isPublicV6 = (address: bigint): boolean =>
  unicastV6(address) && !notPublicV6.some((contains) => contains(address))

/**
 * Whether the text is an address literal on the public Internet: an IPv4 dotted quad, or IPv6 in any
 * textual form, without brackets and without zone. False for anything else.
 */
export const isPublicAddress = (text: string): boolean =>
  Option.exists(toV4(text), isPublicV4) || Option.exists(toV6(text), isPublicV6)
