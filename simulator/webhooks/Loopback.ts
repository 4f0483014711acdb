import { connect } from 'node:net'
import { type Connector, opened } from '#adapters/egress/Connector.ts'

/** Leads to a port of this machine, whatever the target, in plain HTTP. */
export const loopback =
  (port: number): Connector =>
  () =>
    opened(
      () => connect({ host: '127.0.0.1', port, noDelay: true }),
      'connect',
      () => 'conexion_fallida' as const,
    )
