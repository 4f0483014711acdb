import { X509Certificate } from 'node:crypto'
import { Clock, Effect } from 'effect'

/** Logs an expired certificate. The replica keeps running, but clients that verify the certificate cannot connect. */
export const tellEnded = (certificate: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Date.parse(new X509Certificate(certificate).validTo) < now
      ? Effect.logError('TLS certificate expired: COTEJO_TLS_CERT_FILE')
      : Effect.void,
  )
