import { afterAll, beforeAll, expect, it } from 'vitest'
import { make } from '#domain/account/ApiKey.ts'
import { type OwnPostgres, ownPostgres } from '#test/support/postgres.ts'
import { get, migrated, startReplica, until } from '#test/support/server.ts'

let postgres: OwnPostgres
let replica: Awaited<ReturnType<typeof startReplica>>
beforeAll(async () => {
  postgres = await ownPostgres({ durable: false })
  await migrated(postgres.url)
  replica = await startReplica(postgres.url)
})
afterAll(async () => {
  await replica.stop()
  await postgres.stop()
})

const consumo = async (key: string) => (await get(replica.base, '/v1/cuenta/consumo', key)).body['codigo']

it('a key that is nobody’s is asked for once: 401 llave_invalida even while the database does not answer', async () => {
  const [first, second] = [make('sandbox', 7_001n), make('sandbox', 7_002n)]
  // It is remembered for seconds, and a busy machine may take longer between the two.
  await until(async () => {
    expect(await consumo(first)).toBe('llave_invalida')
    postgres.pause()
    const again = await consumo(first)
    const other = await consumo(second)
    postgres.resume()
    expect(other).toBe('base_no_alcanzable')
    return again === 'llave_invalida'
  })
})
