import type { Network } from '#domain/network/Network.ts'
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
export const isDeniedName = (names: ReadonlyArray<string>, host: string): boolean =>
  names.some((name) => host === name || host.endsWith(`.${name}`))
