import { Option } from 'effect'
import { type DeniedReceivers, parse } from '#domain/delivery/WebhookUrl.ts'
import type { Target } from './Connector.ts'

export interface PublicPlace extends Target {
  /** The whole URL, without the parts that are never sent. */
  readonly href: string
  readonly origin: string
  readonly path: string
}

/** Search for the path after the slashes of the scheme. */
const authorityStart = 'https://'.length

/** Checks a URL. `None` if requests to it are not allowed. */
export const publicPlace = (url: string, denied: DeniedReceivers): Option.Option<PublicPlace> =>
  Option.map(parse(url, denied), ({ href, host, port }) => {
    const pathAt = href.indexOf('/', authorityStart)
    return { href, host, port, origin: href.slice(0, pathAt), path: href.slice(pathAt) }
  })
