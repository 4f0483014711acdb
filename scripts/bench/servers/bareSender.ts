/**
 * The minimum cost of a recorded webhook: signs and sends webhooks to receivers on this machine, with the service's
 * concurrency, over connections that are at most a minute old, and inserts a row for each attempt.
 */
import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { Pool } from 'undici'
import { webhooksAtOnce } from '#domain/Limits.ts'
import { webhookBody } from '#scripts/bench/webhookBody.ts'
import { inParallel } from '#tools/reports/measure.ts'

const [port = '', count = '', hosts = '', url = ''] = process.argv.slice(2)
const { perHost, perProcess } = webhooksAtOnce
const receivers = Array.from({ length: Number(hosts) }, (_, index) => ({
  host: `answers-${index}.example.com`,
  pool: new Pool(`http://127.0.0.1:${port}`, { connections: perHost, clientTtl: 60_000 }),
}))
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const database = new pg.Pool({ connectionString: url, max: 8 })
await database.query(`CREATE TABLE attempts (
  account text, verification text PRIMARY KEY, started_at timestamptz, took_ms integer, status integer)`)

await inParallel(Number(count), Math.min(perProcess, receivers.length * perHost), async (index) => {
  const receiver = receivers[index % receivers.length]
  if (receiver === undefined) return
  const id = `ver_${randomUUID()}`
  const body = webhookBody(id)
  const started = Date.now()
  const seconds = Math.floor(started / 1_000)
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
  const { statusCode, body: answer } = await receiver.pool.request({
    method: 'POST',
    path: '/avs',
    headers: {
      host: receiver.host,
      'content-type': 'application/json',
      'service-event-id': `evt_${id}`,
      'service-signature': `t=${seconds},v1=${signature}`,
    },
    body,
  })
  await answer.dump()
  await database.query({
    name: 'attempt',
    text: 'INSERT INTO attempts VALUES ($1, $2, $3, $4, $5)',
    values: [receiver.host, id, new Date(started), Date.now() - started, statusCode],
  })
})
await Promise.all(receivers.map(({ pool }) => pool.close()))
await database.end()
