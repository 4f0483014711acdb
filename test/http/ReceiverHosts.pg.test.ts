import { expect, it } from 'vitest'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { create, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

/** One receiver in several spellings, and one on another port. */
const spellings = [
  'https://avisos.peña.mx/avs',
  'HTTPS://AVISOS.PEÑA.MX/avs',
  'https://avisos.peña.mx:443/avs',
  'https://avisos.peña.mx./avs',
  'https://avisos.xn--pea-8ma.mx/avs#parte',
  'https://%61visos.pe%C3%B1a.mx/avs',
  'https://avisos.peña.mx:8443/avs',
]

it('a receiver has one host, however its webhook_url is written', async () => {
  const url = await testDatabase(migrated)
  const key = await openAccount(url, 'cuenta-socio')
  const replica = await startReplica(url)
  for (const webhook_url of spellings) {
    const solicitud_id = `sol-${spellings.indexOf(webhook_url)}`
    expect(await create(replica.base, key, { solicitud_id, webhook_url })).toMatchObject({ status: 200 })
  }
  const hosts = () =>
    query(url, 'SELECT host, count(*)::integer AS webhooks FROM deliveries GROUP BY host ORDER BY host')
  await until(async () => (await query(url, 'SELECT FROM deliveries')).length === spellings.length)
  expect(await hosts()).toEqual([
    { host: 'avisos.xn--pea-8ma.mx', webhooks: 6 },
    { host: 'avisos.xn--pea-8ma.mx:8443', webhooks: 1 },
  ])
  await replica.stop()
})
