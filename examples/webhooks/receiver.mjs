// A webhook receiver with Node, without dependencies: WEBHOOK_SECRETS=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

// region verify
/** Whether the service signed these bytes recently. Pass two secrets during a rotation. */
export const isGenuine = (rawBody, header, secrets, now = Date.now() / 1000) => {
  const [, t, v1] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (t === undefined) return false
  const isSigned = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest()
    return timingSafeEqual(expected, Buffer.from(v1, 'hex'))
  })
  return isSigned && Math.abs(now - Number(t)) <= 300
}
// endregion

const secrets = process.env.WEBHOOK_SECRETS.split(',')
const seen = new Set() // in production, a table with the body under a unique key

const server = createServer(async (request, response) => {
  const rawBody = Buffer.concat(await request.toArray())
  if (!isGenuine(rawBody, request.headers['service-signature'], secrets)) return response.writeHead(401).end()
  const eventId = request.headers['service-event-id']
  if (!seen.has(eventId)) console.log('new', eventId, JSON.parse(rawBody).estado)
  seen.add(eventId)
  response.writeHead(204).end()
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => console.log('listening'))
