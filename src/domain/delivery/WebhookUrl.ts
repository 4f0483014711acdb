import { Option } from 'effect'
import { hostLabelLength, hostNameLength } from '#domain/Limits.ts'
import { type DeniedReceivers, isDeniedName, usuallyDenied } from './DeniedReceivers.ts'
import { isPublicAddress } from './PublicAddress.ts'

/** A `webhook_url` that is https and public by its form (step 13, contract 4.20). */
export interface WebhookUrl {
  /** What is requested: normalised, without fragment. */
  readonly href: string
  /** DNS name in ASCII, lower case, without trailing dot; or an address literal without brackets. */
  readonly host: string
  readonly port: number
  /** As the partner wrote it, without the port. It and what follows are judged for what they say. */
  readonly writtenHost: string
  /** Path and parameters as the partner wrote them; empty when there are none. */
  readonly pathAndQuery: string
  /** As the partner wrote it, without the hash. It is not requested. */
  readonly fragment: string
}

/**
 * Neither visible ASCII without backslash nor a letter, mark or number that leaves ink. The URL parser
 * would drop or rewrite these in silence, so that what was judged is not what is requested.
 */
const visible = /^[\x21-\x5b\x5d-\x7e]*$/
const strange = /[^\x21-\x5b\x5d-\x7e\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}/u

/** An authority without userinfo, then what follows it as it is before the URL parser normalises it. */
const parts = /^https:\/\/([^/?#@]+)((?:[/?][^#]*)?)(?:#(.*))?$/i

/** Names that never lead to a public host (RFC 2606, 6761, 6762 with its appendix G, 7686, 8375, 9476, and customary ones). */
const reserved =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|alt|test|example|invalid|onion)$/

const endsInNumber = /(?:^|\.)\d+$/

const label = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/

/** A DNS name of two labels or more, as the URL parser gives it, in ASCII; one that ends in a number is an address. */
const isPublicName = (name: string): boolean => {
  const labels = name.split('.')
  return (
    labels.length >= 2 &&
    name.length <= hostNameLength &&
    labels.every((part) => part.length <= hostLabelLength && label.test(part)) &&
    !endsInNumber.test(name) &&
    !reserved.test(name)
  )
}

const httpsPort = 443
/** Beside the port of https, the other one that is customary for it. */
const otherHttpsPort = 8443
const lastSystemPort = 1023

const isAllowed = (port: number, denied: ReadonlySet<number>): boolean =>
  port === httpsPort || ((port === otherHttpsPort || port > lastSystemPort) && !denied.has(port))

/**
 * Reads a `webhook_url`; none when its form is not https and public.
 *
 * @param denied where no webhook goes although it is public
 */
export const parse = (text: string, denied: DeniedReceivers = usuallyDenied): Option.Option<WebhookUrl> => {
  const raw = visible.test(text) || !strange.test(text) ? parts.exec(text) : null
  const url = raw === null ? null : URL.parse(text)
  if (raw === null || url === null) return Option.none()
  const port = url.port === '' ? httpsPort : Number(url.port)
  const [, authority = '', pathAndQuery = '', fragment = ''] = raw
  // The dot that ends a full name says nothing more; without it one host has one name.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (fragment !== '' || text.endsWith('#')) url.hash = ''
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isPublic = isPublicName(host) ? !isDeniedName(denied.names, host) : isPublicAddress(host, denied.networks)
  if (!isAllowed(port, denied.ports) || !isPublic) return Option.none()
  const writtenHost = authority.replace(/:\d*$/, '')
  return Option.some({ href: url.href, host, port, writtenHost, pathAndQuery, fragment })
}
