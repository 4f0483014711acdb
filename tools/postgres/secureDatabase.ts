import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { ownPostgres, query } from './postgres.ts'

/** A Postgres over TLS, with an empty database. */
export const databaseWithTls = async () => {
  const server = await ownPostgres({ durable: false })
  const [row = {}] = await query(server.url, 'SHOW data_directory')
  const directory = String(Object.values(row)[0])
  for (const [name, pem] of Object.entries({ 'server.crt': certificate, 'server.key': certificateKey })) {
    const lines = pem.trim().split('\n')
    await query(server.url, `COPY (SELECT unnest(ARRAY['${lines.join("','")}'])) TO '${join(directory, name)}'`)
    chmodSync(join(directory, name), 0o600)
  }
  await query(server.url, 'ALTER SYSTEM SET ssl = on')
  await query(server.url, 'SELECT pg_reload_conf()')
  await query(server.url, 'CREATE DATABASE cotejo')
  const address = new URL(server.url)
  const place = `${address.host}/cotejo?sslmode=verify-full`
  return { place, administrator: `postgres://${address.username}:${address.password}@${place}`, stop: server.stop }
}
