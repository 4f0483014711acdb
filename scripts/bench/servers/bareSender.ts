/**
 * The minimum cost of a webhook: signs and sends webhooks to a receiver on this machine, with the service's concurrency
 * per host, and records nothing.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { webhooksAtOnce } from '#domain/Limits.ts'
import { webhookBody } from '#scripts/bench/webhookBody.ts'
import { inParallel } from '#tools/reports/measure.ts'

const [port = '', count = ''] = process.argv.slice(2)
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: webhooksAtOnce.perHost })
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

await inParallel(Number(count), webhooksAtOnce.perHost, async () => {
  const id = `ver_${randomUUID()}`
  const body = webhookBody(id)
  const seconds = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
  const { body: answer } = await pool.request({
    method: 'POST',
    path: '/avs',
    headers: {
      host: 'answers.example.com',
      'content-type': 'application/json',
      'service-event-id': `evt_${id}`,
      'service-signature': `t=${seconds},v1=${signature}`,
    },
    body,
  })
  await answer.dump()
})
await pool.close()
