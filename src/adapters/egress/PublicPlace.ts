import { Option } from 'effect'
import type { DeniedReceivers } from '#domain/delivery/DeniedReceivers.ts'
import { parse } from '#domain/delivery/WebhookUrl.ts'
import type { Target } from './Connector.ts'

/** Where a URL leads to on the public Internet. */
interface PublicPlace extends Target {
  /** The whole URL, without what is never sent. */
  readonly href: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Path and query. */
  readonly path: string
}

/** Where the path begins to be looked for: behind the slashes of the scheme. */
const authorityStart = 'https://'.length

/** Judges a URL. None if nothing may be sent there. */
export const publicPlace = (url: string, denied: DeniedReceivers): Option.Option<PublicPlace> =>
  Option.map(parse(url, denied), ({ href, host, port }) => {
    const pathAt = href.indexOf('/', authorityStart)
    return { href, host, port, origin: href.slice(0, pathAt), path: href.slice(pathAt) }
  })
