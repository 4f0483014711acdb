/**
 * The endpoints as a typical implementation with Fastify and `pg` over our tables. To create, `statements` sends
 * several statements in a transaction and `function` calls our own SQL function. To read, it sends stored bytes
 * unchanged. It validates fields, and looks keys up by a keyed digest and caches them as long as our server does. It
 * does not check words or CURPs in identifiers, and has no output control.
 */
import { createHmac, randomBytes } from 'node:crypto'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import { type Body, bodySchema, document } from './contract.ts'

const [variant = 'statements', url = '', digestKey = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 16 })
const key = Buffer.from(digestKey, 'base64')
const apiKeyKey = createHmac('sha256', key).update('api-key\0').digest()

interface Account {
  readonly account_id: string
  readonly key_id: string
  readonly price: string
  readonly requests_per_minute: number
}
const known = new Map<string, { readonly account: Account; readonly until: number }>()

const authenticate = async (header: string | undefined): Promise<Account | undefined> => {
  const digest = createHmac('sha256', apiKeyKey)
    .update(header?.replace(/^Bearer /, '') ?? '')
    .digest('base64url')
  const hit = known.get(digest)
  if (hit !== undefined && hit.until > Date.now()) return hit.account
  const { rows } = await pool.query<Account>({
    name: 'key',
    text: `SELECT account_id, key_id, price_centavos AS price, requests_per_minute
             FROM api_keys JOIN accounts USING (account_id)
            WHERE digest = $1 AND revoked_at IS NULL AND status = 'activa'`,
    values: [digest],
  })
  const [account] = rows
  if (account !== undefined) known.set(digest, { account, until: Date.now() + 4_000 })
  return account
}

const identifier = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`
const proofOf = ({ consentimiento: { version_aviso, evidencia_id } }: Body) =>
  Buffer.from(JSON.stringify({ version_aviso, evidencia_id }))
const fingerprintOf = (body: Body) => createHmac('sha256', key).update(JSON.stringify(body)).digest('base64url')

type Request = FastifyRequest<{ Body: Body }>

const byStatements = async (account: Account, body: Body, reply: FastifyReply) => {
  const client = await pool.connect()
  const run = (name: string, text: string, values: ReadonlyArray<unknown>) =>
    client.query({ name, text, values: [...values] })
  try {
    await client.query('BEGIN')
    const locked = await run(
      'lock',
      'SELECT settled_centavos, held_centavos FROM accounts WHERE account_id = $1 FOR UPDATE',
      [account.account_id],
    )
    const earlier = await run(
      'find',
      'SELECT fingerprint FROM verifications WHERE account_id = $1 AND request_id = $2',
      [account.account_id, body.solicitud_id],
    )
    if (earlier.rowCount !== 0) {
      await client.query('ROLLBACK')
      return reply.code(409).send({ codigo: 'conflicto_idempotencia', mensaje: '' })
    }
    const now = Date.now()
    const rate = await run(
      'rate',
      // The last 60 seconds with requests of the key, and the number of requests up to each second.
      `UPDATE api_keys
          SET rate_at = (rate_at[:cardinality(rate_at) - same] || $3::timestamptz)[greatest(1, cardinality(rate_at) - same - 60):],
              rate_counted = (rate_counted[:cardinality(rate_at) - same] || total + 1)[greatest(1, cardinality(rate_at) - same - 60):]
         FROM (SELECT coalesce(rate_counted[cardinality(rate_at)], 0) AS total,
                      (date_trunc('second', rate_at[cardinality(rate_at)]) IS NOT DISTINCT FROM date_trunc('second', $3::timestamptz))::integer AS same
                 FROM api_keys WHERE account_id = $1 AND key_id = $2) AS asked
        WHERE account_id = $1 AND key_id = $2
          AND total - coalesce(rate_counted[width_bucket($3::timestamptz - interval '60 seconds', rate_at)], 0) < $4`,
      [account.account_id, account.key_id, new Date(now), account.requests_per_minute],
    )
    const { settled_centavos, held_centavos } = locked.rows[0]
    const covered = Number(settled_centavos) - Number(held_centavos) >= Number(account.price)
    if (rate.rowCount === 0 || !covered) {
      await client.query('ROLLBACK')
      return reply.code(rate.rowCount === 0 ? 429 : 402).send({ codigo: '', mensaje: '' })
    }
    const [id, consentId, createdAt] = [identifier('ver'), identifier('con'), new Date(now).toISOString()]
    await run(
      'hold',
      'UPDATE accounts SET held_centavos = held_centavos + $2, quota_used = quota_used + 1 WHERE account_id = $1',
      [account.account_id, account.price],
    )
    await run(
      'insert',
      `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at,
         consent_proof, mode, price_centavos, channel, webhook_url, property_id, created_at, deadline)
       VALUES ($1, $2, $3, $4, 'none', $5, $6, $7, 'consumo', $8, 'api', $9, $10, $11, $12)`,
      [
        account.account_id,
        id,
        body.solicitud_id,
        fingerprintOf(body),
        consentId,
        body.consentimiento.otorgado_en,
        proofOf(body),
        account.price,
        body.webhook_url,
        body.propiedad_id ?? null,
        createdAt,
        new Date(now + 600_000).toISOString(),
      ],
    )
    await run('work', "INSERT INTO verification_work VALUES ($1, $2, $3, NULL, 0, 0, 'x', $4)", [
      account.account_id,
      id,
      createdAt,
      Buffer.from(JSON.stringify(body.solicitante)),
    ])
    await client.query('COMMIT')
    return document(id, consentId, body, createdAt)
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

const byFunction = async (account: Account, body: Body, reply: FastifyReply) => {
  const [id, consentId, createdAt] = [identifier('ver'), identifier('con'), new Date().toISOString()]
  const application = {
    place: 0,
    account_id: account.account_id,
    key_id: account.key_id,
    verification_id: id,
    request_id: body.solicitud_id,
    fingerprint: fingerprintOf(body),
    data_key: 'none',
    consent_id: consentId,
    consent_granted_at: body.consentimiento.otorgado_en,
    consent_proof: proofOf(body).toString('base64'),
    mode: 'consumo',
    price_centavos: Number(account.price),
    channel: 'api',
    webhook_url: body.webhook_url,
    property_id: body.propiedad_id ?? null,
    created_at: createdAt,
    deadline: new Date(Date.now() + 600_000).toISOString(),
    work_key: 'x',
    sealed: Buffer.from(JSON.stringify(body.solicitante)).toString('base64'),
    requests_per_minute: account.requests_per_minute,
    quota_month: '2026-11',
    quota_ends_at: '2026-12-01T06:00:00.000Z',
    stage: 'whole',
  }
  const { rows } = await pool.query({
    name: 'admit',
    text: 'SELECT * FROM admit($1::jsonb, 10000)',
    values: [JSON.stringify([application])],
  })
  if (rows[0].verdict !== 'Created') return reply.code(409).send({ codigo: rows[0].verdict, mensaje: '' })
  return document(id, consentId, body, createdAt)
}

const admit = variant === 'statements' ? byStatements : byFunction
const app = Fastify({ bodyLimit: 65_536 })
app.post('/v1/verificaciones', { schema: { body: bodySchema } }, async (request: Request, reply) => {
  const account = await authenticate(request.headers.authorization)
  if (account === undefined) return reply.code(401).send({ codigo: 'llave_invalida', mensaje: '' })
  if (request.headers['idempotency-key'] !== request.body.solicitud_id) {
    return reply.code(400).send({ codigo: 'peticion_invalida', mensaje: '' })
  }
  return admit(account, request.body, reply)
})
interface Stored {
  readonly verification_id: string
  readonly request_id: string
  readonly consent_id: string
  readonly created_at: Date
  readonly document: Buffer | null
}

const bytesOf = ({ verification_id, request_id, consent_id, created_at, document: stored }: Stored): Buffer =>
  stored ??
  Buffer.from(
    JSON.stringify(document(verification_id, consent_id, { solicitud_id: request_id }, created_at.toISOString())),
  )

const select = `
  SELECT verification_id, request_id, consent_id, created_at, document FROM verifications
   WHERE account_id = $1 AND retired_at IS NULL`

app.get('/v1/verificaciones/:id', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
  const account = await authenticate(request.headers.authorization)
  if (account === undefined) return reply.code(401).send({ codigo: 'llave_invalida', mensaje: '' })
  const { rows } = await pool.query<Stored>({
    name: 'one',
    text: `${select} AND verification_id = $2`,
    values: [account.account_id, request.params.id],
  })
  const [row] = rows
  if (row === undefined) return reply.code(404).send({ codigo: 'verificacion_no_encontrada', mensaje: '' })
  return reply.type('application/json').send(bytesOf(row))
})

interface Query {
  readonly estado?: string
  readonly solicitud_id?: string
  readonly limite?: string
}

app.get('/v1/verificaciones', async (request: FastifyRequest<{ Querystring: Query }>, reply) => {
  const account = await authenticate(request.headers.authorization)
  if (account === undefined) return reply.code(401).send({ codigo: 'llave_invalida', mensaje: '' })
  const { estado, solicitud_id, limite = '20' } = request.query
  const [column, value] = solicitud_id === undefined ? ['state', estado] : ['request_id', solicitud_id]
  const filter = value === undefined ? '' : `AND ${column} = $3`
  const { rows } = await pool.query<Stored>({
    name: `list ${filter}`,
    text: `${select} ${filter} ORDER BY created_at DESC, sequence DESC LIMIT $2`,
    values: [account.account_id, limite, ...(value === undefined ? [] : [value])],
  })
  const pieces = rows.flatMap((row, index) => [Buffer.from(index === 0 ? '' : ','), bytesOf(row)])
  const list = Buffer.concat([Buffer.from('{"verificaciones":['), ...pieces, Buffer.from(']}')])
  return reply.type('application/json').send(list)
})

const base = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`listening on ${base}`)
process.on('SIGTERM', () => app.close().then(() => process.exit(0)))
