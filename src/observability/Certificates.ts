import { X509Certificate } from 'node:crypto'
import { Duration, Effect, Layer, Metric, Schedule } from 'effect'

const expiry = Metric.gauge('cotejo_certificate_expiry_timestamp_seconds', {
  description:
    'Expiry of a configured certificate or authority (the first of its file), or of the certificate that the peer of an address shows, in Unix time, by setting',
})

const [begin, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----']

/** The certificates of a chain in PEM, each with any text before it, which the parser skips. */
const certificatesOf = (chain: string): ReadonlyArray<X509Certificate> =>
  chain.split(end).flatMap((part) => (part.includes(begin) ? [new X509Certificate(`${part}${end}`)] : []))

/** When the first certificate of a chain expires, in epoch milliseconds. */
export const expiryOf = (chain: string): number =>
  Math.min(...certificatesOf(chain).map(({ validTo }) => Date.parse(validTo)))

interface Configured {
  readonly tls: { readonly cert: string } | null
  readonly providers: { readonly certificates: string | null; readonly own: { readonly cert: string } | null } | null
  readonly databaseCertificates: string | null
  readonly processorCertificates: string | null
  readonly webhookCertificates: string | null
}

/** The certificates and authorities that are read from files, by their setting. */
export const configuredCertificates = (settings: Configured): Readonly<Record<string, string | null>> => ({
  COTEJO_TLS_CERT_FILE: settings.tls?.cert ?? null,
  COTEJO_PROVIDER_CERT_FILE: settings.providers?.own?.cert ?? null,
  COTEJO_PROVIDER_CA_FILE: settings.providers?.certificates ?? null,
  COTEJO_DATABASE_CA_FILE: settings.databaseCertificates,
  COTEJO_PROCESSOR_CA_FILE: settings.processorCertificates,
  COTEJO_WEBHOOK_CA_FILE: settings.webhookCertificates,
})

const report = (setting: string, endsAt: number | null) =>
  endsAt === null ? Effect.void : Metric.update(Metric.withAttributes(expiry, { setting }), endsAt / 1_000)

/** How often the peers are asked for their certificates. */
const looking = Duration.hours(1)
/** Timeout of a look. */
const limit = Duration.seconds(10)

/**
 * Reports when certificates expire, by setting, for as long as the scope lasts: those that this process was started with,
 * and those that peers show.
 *
 * @param peers returns when the certificate of the peer at the address of a setting expires, in epoch milliseconds
 */
export const certificates = (
  chains: Readonly<Record<string, string | null>>,
  peers: Readonly<Record<string, Effect.Effect<number | null, Error>>>,
) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      for (const [setting, chain] of Object.entries(chains)) {
        yield* report(setting, chain === null ? null : expiryOf(chain))
      }
      for (const [setting, shown] of Object.entries(peers)) {
        yield* shown.pipe(
          Effect.timeout(limit),
          Effect.flatMap((endsAt) => report(setting, endsAt)),
          // Other metrics show that a peer is unavailable. The last value stays.
          Effect.catch(() => Effect.void),
          Effect.repeat(Schedule.spaced(looking)),
          Effect.forkScoped,
        )
      }
    }),
  )
