import { X509Certificate } from 'node:crypto'
import { Clock, Effect } from 'effect'

/** Nobody who verifies it connects; the replica goes on working, and is told of rather than ended. */
export const tellEnded = (certificate: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Date.parse(new X509Certificate(certificate).validTo) < now
      ? Effect.logError('TLS certificate expired: COTEJO_TLS_CERT_FILE')
      : Effect.void,
  )
