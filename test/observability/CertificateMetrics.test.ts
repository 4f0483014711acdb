import { Effect, Layer } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { certificates, configuredCertificates } from '#src/observability/Certificates.ts'
import { expiredCertificate } from '#test/support/receiverCertificates.ts'
import { seriesAfter } from '#test/support/series.ts'
import { certificate } from '#tools/machine/certificate.ts'

const expiry = (setting: string) => `cotejo_certificate_expiry_timestamp_seconds{setting="${setting}"}`
const late = Date.parse('2126-10-28T07:47:34Z') / 1_000
const early = Date.parse('2020-01-02T00:00:00Z') / 1_000

it('the metrics tell when a certificate expires, by its setting, and of a chain the first of them', async () => {
  const chains = { ONE: certificate, OTHER: `${certificate}${expiredCertificate}`, ANOTHER: null }
  expect(await seriesAfter(Effect.scoped(Layer.build(certificates(chains, {}))))).toEqual({
    [expiry('ONE')]: late,
    [expiry('OTHER')]: early,
  })
})

it('every file with certificates or authorities is told', () => {
  const files = configuredCertificates({
    tls: { cert: '1' },
    providers: { certificates: '2', own: { cert: '3' } },
    databaseCertificates: '4',
    processorCertificates: '5',
    webhookCertificates: '6',
  })
  expect(files).toEqual({
    COTEJO_TLS_CERT_FILE: '1',
    COTEJO_PROVIDER_CA_FILE: '2',
    COTEJO_PROVIDER_CERT_FILE: '3',
    COTEJO_DATABASE_CA_FILE: '4',
    COTEJO_PROCESSOR_CA_FILE: '5',
    COTEJO_WEBHOOK_CA_FILE: '6',
  })
})

it.each([
  ['is looked at every hour', Effect.succeed(2_000), 2],
  ['has its last expiry while the peer is unavailable', Effect.fail(new Error('ECONNREFUSED')), 1],
])('the certificate that a peer shows %s', async (_, next, seconds) => {
  const looks = [Effect.succeed(1_000), next]
  const shown = Effect.suspend((): Effect.Effect<number, Error> => looks.shift() ?? Effect.never)
  const work = Layer.build(certificates({}, { PEER: shown, PLAIN: Effect.succeed(null) })).pipe(
    Effect.andThen(TestClock.adjust('1 hour')),
    Effect.scoped,
  )
  expect(await seriesAfter(work)).toEqual({ [expiry('PEER')]: seconds })
  expect(looks).toEqual([])
})
