import { Option } from 'effect'
import { hostLabelLength, hostNameLength } from '#domain/Limits.ts'
import type { Network } from '#domain/network/Network.ts'
import { isPublicAddress } from './PublicAddress.ts'
import { wellKnownPorts } from './WellKnownPorts.ts'

/** Public destinations that webhooks must not reach: operators list those of their own network (contract 4.20). */
export interface DeniedReceivers {
  /** Ports above 1023. */
  readonly ports: ReadonlySet<number>
  readonly networks: ReadonlyArray<Network>
  /** Names in ASCII and lower case, without a trailing dot. Every name under them is denied too. */
  readonly names: ReadonlyArray<string>
}

export const usuallyDenied: DeniedReceivers = { ports: wellKnownPorts, networks: [], names: [] }

/** Whether a host is one of these names or under one of them. */
const isDeniedName = (names: ReadonlyArray<string>, host: string): boolean =>
  names.some((name) => host === name || host.endsWith(`.${name}`))

/** A `webhook_url` whose form is https and public (step 13, contract 4.20). */
export interface WebhookUrl {
  /** The URL to request: normalized, without fragment. */
  readonly href: string
  /** DNS name in ASCII, lower case, without trailing dot; or an address literal without brackets. */
  readonly host: string
  readonly port: number
  /**
   * The host as the partner wrote it, without the port. Its words are judged, and so are the words of the path, the
   * parameters and the fragment.
   */
  readonly writtenHost: string
  /** Path and parameters as the partner wrote them; empty without them. */
  readonly pathAndQuery: string
  /** The fragment as the partner wrote it, without the hash. It is not requested. */
  readonly fragment: string
}

/**
 * Characters that are neither visible ASCII without backslash nor visible letters, marks or numbers. The URL parser
 * silently drops or rewrites them, so the requested URL would differ from the judged one.
 */
const visible = /^[\x21-\x5b\x5d-\x7e]*$/
const strange = /[^\x21-\x5b\x5d-\x7e\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}/u

/** An authority without userinfo, and the text after it before the URL parser normalizes it. */
const parts = /^https:\/\/([^/?#@]+)((?:[/?][^#]*)?)(?:#(.*))?$/i

/** Names that never lead to a public host (RFC 2606, 6761, 6762 with its appendix G, 7686, 8375, 9476, and customary ones). */
const reserved =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|alt|test|example|invalid|onion)$/

const endsInNumber = /(?:^|\.)\d+$/

const label = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/

/**
 * Whether a name in the parser's ASCII form is a DNS name of two labels or more. A name that ends in a number is an
 * address.
 */
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
/** The customary alternative to the https port. */
const otherHttpsPort = 8443
const lastSystemPort = 1023

const isAllowed = (port: number, denied: ReadonlySet<number>): boolean =>
  port === httpsPort || ((port === otherHttpsPort || port > lastSystemPort) && !denied.has(port))

/** The URL that is requested; null if the text is not a URL. The trailing dot of a full name is dropped. */
const requested = (text: string): URL | null => {
  const url = URL.parse(text)
  if (url === null) return null
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  url.hash = ''
  return url
}

/** The URL to request, as it is stored: normalized, so that a receiver has one host, and without fragment. */
export const normalized = (text: string): string => requested(text)?.href ?? text

/**
 * Parses a `webhook_url`; none if its form is not https and public.
 *
 * @param denied public destinations that are not allowed
 */
export const parse = (text: string, denied: DeniedReceivers = usuallyDenied): Option.Option<WebhookUrl> => {
  const raw = visible.test(text) || !strange.test(text) ? parts.exec(text) : null
  const url = raw === null ? null : requested(text)
  if (raw === null || url === null) return Option.none()
  const port = url.port === '' ? httpsPort : Number(url.port)
  const [, authority = '', pathAndQuery = '', fragment = ''] = raw
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isPublic = isPublicName(host) ? !isDeniedName(denied.names, host) : isPublicAddress(host, denied.networks)
  if (!isAllowed(port, denied.ports) || !isPublic) return Option.none()
  const writtenHost = authority.replace(/:\d*$/, '')
  return Option.some({ href: url.href, host, port, writtenHost, pathAndQuery, fragment })
}
