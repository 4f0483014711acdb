import { X509Certificate } from 'node:crypto'
import { Effect, Layer, Metric } from 'effect'

const expiry = Metric.gauge('cotejo_certificate_expiry_timestamp_seconds', {
  description: 'Expiry of a configured certificate (the first of its chain), in Unix time, by setting',
})

const [begin, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']

/** The certificates of a chain in PEM, each with any text before it, which the parser skips. */
const certificatesOf = (chain: string): ReadonlyArray<X509Certificate> =>
  chain.split(end).flatMap((part) => (part.includes(begin) ? [new X509Certificate(`${part}${end}`)] : []))

/** When the first certificate of a chain expires, in epoch milliseconds. */
const expiryOf = (chain: string): number => Math.min(...certificatesOf(chain).map(({ validTo }) => Date.parse(validTo)))

/** Reports when the certificates that this process was started with expire, by the setting that names them. */
export const layer = (chains: Readonly<Record<string, string | undefined>>) =>
  Layer.effectDiscard(
    Effect.forEach(Object.entries(chains), ([setting, chain]) =>
      chain === undefined
        ? Effect.void
        : Metric.update(Metric.withAttributes(expiry, { setting }), expiryOf(chain) / 1_000),
    ),
  )
