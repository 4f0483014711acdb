import type { Network } from '#domain/network/Network.ts'
import { wellKnownPorts } from './WellKnownPorts.ts'

/** Where no webhook goes although it is public: what an operator says of the own network (contract 4.20). */
export interface DeniedReceivers {
  /** Above 1023. */
  readonly ports: ReadonlySet<number>
  readonly networks: ReadonlyArray<Network>
  /** In ASCII and lower case, without a dot at the end; with every name under them. */
  readonly names: ReadonlyArray<string>
}

export const usuallyDenied: DeniedReceivers = { ports: wellKnownPorts, networks: [], names: [] }

/** Whether a host is one of these names or under one of them. */
export const isDeniedName = (names: ReadonlyArray<string>, host: string): boolean =>
  names.some((name) => host === name || host.endsWith(`.${name}`))
