import { Option } from 'effect'

/** IP addresses as numbers, and the networks that contain them. */

export interface Address {
  readonly family: 4 | 6
  readonly bits: bigint
}

/** The addresses that begin with the same bits. */
export interface Network {
  readonly family: 4 | 6
  readonly prefix: bigint
  /** Number of host bits. */
  readonly rest: bigint
}

const width = { 4: 32, 6: 128 } as const

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const dottedQuad = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

const v4Bits = (text: string): Option.Option<bigint> =>
  dottedQuad.test(text)
    ? Option.some(text.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n))
    : Option.none()

/** Rewrites a dotted-quad tail (`::ffff:1.2.3.4`) as two groups. */
const withoutQuad = (text: string): Option.Option<string> => {
  const start = text.lastIndexOf(':') + 1
  const tail = text.slice(start)
  if (!tail.includes('.')) return Option.some(text)
  return Option.map(
    v4Bits(tail),
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

const v6Bits = (text: string): Option.Option<bigint> =>
  withoutQuad(text).pipe(
    Option.map(expand),
    Option.filter((parts) => parts.length === v6Groups && parts.every((part) => /^[\da-f]{1,4}$/i.test(part))),
    Option.map((parts) => parts.reduce((bits, part) => (bits << 16n) | BigInt(`0x${part}`), 0n)),
  )

/** An IPv4 dotted quad, or IPv6 in any textual form, without brackets and without zone. */
export const parseAddress = (text: string): Option.Option<Address> =>
  Option.orElse(
    Option.map(v4Bits(text), (bits): Address => ({ family: 4, bits })),
    () => Option.map(v6Bits(text), (bits): Address => ({ family: 6, bits })),
  )

/** A network (`10.0.0.0/8`) or a single address. None if a host bit is set. */
export const parseNetwork = (text: string): Option.Option<Network> => {
  const [base = '', length, ...more] = text.split('/')
  return Option.flatMap(parseAddress(base), ({ family, bits }) => {
    const most = width[family]
    const fixed = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : Number.POSITIVE_INFINITY
    if (more.length > 0 || fixed > most) return Option.none()
    const rest = BigInt(most - fixed)
    const prefix = bits >> rest
    return prefix << rest === bits ? Option.some({ family, prefix, rest }) : Option.none()
  })
}

const contains = ({ family, prefix, rest }: Network, address: Address): boolean =>
  address.family === family && address.bits >> rest === prefix

export const isAmong = (networks: ReadonlyArray<Network>, address: Address): boolean =>
  networks.some((network) => contains(network, address))

const mapped: Network = { family: 6, prefix: 0xffffn, rest: 32n }

/** An IPv4-mapped address (`::ffff:192.0.2.1`), as a dual-stack socket reports it, becomes IPv4. */
export const unmapped = (address: Address): Address =>
  contains(mapped, address) ? { family: 4, bits: address.bits & 0xffffffffn } : address
