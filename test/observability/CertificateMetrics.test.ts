import { Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import * as ProcessMetrics from '#src/observability/ProcessMetrics.ts'
import { expiredCertificate } from '#test/support/receiverCertificates.ts'
import { seriesAfter } from '#test/support/series.ts'
import { certificate } from '#tools/machine/certificate.ts'

const expiry = (setting: string) => `cotejo_certificate_expiry_timestamp_seconds{setting="${setting}"}`
const told = (chains: Parameters<typeof ProcessMetrics.certificates>[0]) =>
  seriesAfter(Effect.scoped(Layer.build(ProcessMetrics.certificates(chains))))

it('the metrics tell when a certificate expires, by its setting, and of a chain the first of them', async () => {
  const late = Date.parse('2126-10-28T07:47:34Z') / 1_000
  const early = Date.parse('2020-01-02T00:00:00Z') / 1_000
  expect(await told({ ONE: certificate, OTHER: `${certificate}${expiredCertificate}`, ANOTHER: undefined })).toEqual({
    [expiry('ONE')]: late,
    [expiry('OTHER')]: early,
  })
})
