import { X509Certificate } from 'node:crypto'
import { Effect, Layer, Metric } from 'effect'

const expiry = Metric.gauge('cotejo_certificate_expiry_timestamp_seconds', {
  description: 'When a certificate of the settings expires, the first of its chain, in Unix time, by setting',
})

const certificates = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs

/** When the first of a chain ends, in epoch milliseconds. */
const endOf = (chain: string): number =>
  Math.min(...Array.from(chain.matchAll(certificates), ([pem]) => Date.parse(new X509Certificate(pem).validTo)))

/** Reports when the certificates that this process was started with expire, by the setting that names them. */
export const layer = (chains: Readonly<Record<string, string | undefined>>) =>
  Layer.effectDiscard(
    Effect.forEach(Object.entries(chains), ([setting, chain]) =>
      chain === undefined
        ? Effect.void
        : Metric.update(Metric.withAttributes(expiry, { setting }), endOf(chain) / 1_000),
    ),
  )
