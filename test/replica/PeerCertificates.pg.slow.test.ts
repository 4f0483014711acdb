import { Duration, Redacted } from 'effect'
import { expect, it } from 'vitest'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { provider } from '#tools/peers/providers.ts'
import { databaseWithTls } from '#tools/postgres/secureDatabase.ts'
import { migrated, startReplica, until } from '#tools/service/server.ts'

it('a replica reports when the certificates of its database, its providers and its processor expire', async () => {
  const database = await databaseWithTls()
  const peer = await provider(async () => ({ body: {} }), { cert: certificate, key: certificateKey })
  await migrated(database.administrator.replace('verify-full', 'disable'))
  const key = Redacted.make('una-llave-de-prueba')
  const url = Redacted.make(database.administrator)
  const { said, stop } = await startReplica(database.administrator, {
    database: { url, certificates: certificate, direct: null },
    databaseCertificates: certificate,
    processorUrl: peer.url,
    processorCertificates: certificate,
    providers: {
      identidad: { url: peer.url, key },
      judicial: { url: peer.url, key },
      certificates: certificate,
      own: null,
      timeout: Duration.seconds(1),
      concurrency: 1,
    },
  })
  const [, metrics = ''] = /"metrics listening",\{"address":"([^"]+)"/.exec(said.join('')) ?? []
  const lines = async () => {
    const text = await (await fetch(`${metrics}/metrics`)).text()
    return text.match(/^cotejo_certificate_expiry_timestamp_seconds.*/gm) ?? []
  }
  const files = ['COTEJO_DATABASE_CA_FILE', 'COTEJO_PROCESSOR_CA_FILE', 'COTEJO_PROVIDER_CA_FILE']
  const addresses = ['COTEJO_IDENTITY_URL', 'COTEJO_JUDICIAL_URL', 'COTEJO_PROCESSOR_URL', 'DATABASE_URL']
  const settings = [...files, ...addresses].toSorted()
  await until(async () => (await lines()).length === settings.length)
  const expiry = Date.parse('2126-10-28T07:47:34Z') / 1_000
  expect((await lines()).toSorted()).toEqual(
    settings.map((setting) => `cotejo_certificate_expiry_timestamp_seconds{setting="${setting}"} ${expiry}`),
  )
  await stop()
  await peer.stop()
  await database.stop()
})
