import { expect, it, onTestFinished } from 'vitest'
import { World } from '#simulator/package/SimulatorClient.ts'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'

it('does with accounts and verifications over Postgres what it does in memory, from the next request on', async () => {
  const storage = await testDatabase()
  const sandbox = await startSandbox({ storage })
  onTestFinished(sandbox.stop)
  const world = new World(sandbox.base, 'principal', [])
  await world.setClock({ congelado: true })
  const tenant = 'demo-consumo'
  const [{ llave } = { llave: '' }] = await world.listAccounts()
  const sent = validBody()
  const { body } = await sandbox.create(llave, sent)
  await world.suspendAccount(tenant)
  expectError(await sandbox.create(llave, sent), 401, 'llave_invalida')
  await world.activateAccount(tenant)
  expect((await sandbox.create(llave, sent)).status).toBe(200)
  await world.advance(600)

  expect(await world.changeAccount(tenant, { monto_por_verificacion: 40, modo: 'connect' })).toMatchObject({
    monto_por_verificacion: 40,
    modo: 'connect',
  })
  await world.changeAccount(tenant, { modo: 'consumo' })
  expect(await world.credit(tenant, 50, 'spei-1')).toMatchObject({ saldo: 9_950 })
  expect(await world.credit(tenant, -50, 'ajuste-1')).toMatchObject({ saldo: 9_900 })
  await expect(world.credit(tenant, -9_901, 'ajuste-2')).rejects.toMatchObject({ status: 409 })

  const { llave: second } = await world.issueKey(tenant, { vence_en_segundos: 60 })
  expect(summaryOf(await sandbox.create(second))).toBe('200 en_proceso')
  await world.advance(60)
  expectError(await sandbox.create(second), 401, 'llave_invalida')
  await world.revokeKey(tenant, 'principal')
  expectError(await sandbox.create(llave), 401, 'llave_invalida')
  const { llave: third } = await world.issueKey(tenant)
  expect((await world.listAccounts())[0]).toMatchObject({ llave: third, llaves: { length: 3 } })

  await world.rotateSecret(tenant, 'preparar')
  await world.rotateSecret(tenant, 'activar')
  const id = String(body['verificacion_id'])
  expect(JSON.parse((await world.erase(id)).declaracion)).toMatchObject({
    verification: id,
    erasedAt: (await world.clock()).ahora,
  })
  expectError(await sandbox.read(third, id), 404, 'verificacion_no_encontrada')
  expectError(await sandbox.create(third, sent), 409, 'conflicto_idempotencia')
  await world.advance(366 * 86_400)
  expect(await world.applyRetention()).toBe(1)
})
