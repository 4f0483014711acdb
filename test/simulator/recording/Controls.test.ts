import { expect, it, onTestFinished } from 'vitest'
import { replay } from '#simulator/package/Replay.ts'
import { SimulatorClient } from '#simulator/package/SimulatorClient.ts'
import { startSandbox } from '#tools/service/sandbox.ts'

it('replays the controls of accounts and verifications, with the keys of the new world', async () => {
  const sandbox = await startSandbox()
  onTestFinished(sandbox.stop)
  const simulator = new SimulatorClient(sandbox.base)
  await using world = await simulator.world({ congelado: true, semilla: 'una' })
  const { tenant, llave } = world.account()
  const { body } = await sandbox.create(llave)
  await world.suspendAccount(tenant)
  await world.activateAccount(tenant)
  await world.credit(tenant, 12.5, 'spei-1')
  await world.changeAccount(tenant, { monto_por_verificacion: 40 })
  const second = await world.issueKey(tenant, { nombre: 'otra-llave' })
  await world.revokeKey(tenant, 'principal')
  await world.advance(600)
  await sandbox.create(second.llave)
  const opened = await world.openAccount({ modo: 'consumo', saldo: 500 })
  await world.rotateSecret(opened.tenant, 'preparar')
  await sandbox.create(opened.llave)
  await world.erase(String(body['verificacion_id']))
  await world.advance(600)
  const recording = await world.recording()
  expect(recording.pasos.map(({ metodo, ruta, estatus }) => `${metodo} ${ruta} ${estatus}`)).toEqual([
    'POST /v1/verificaciones 200',
    'PATCH /cuentas/consumo 200',
    'PATCH /cuentas/consumo 200',
    'POST /cuentas/consumo/abonos 200',
    'PATCH /cuentas/consumo 200',
    'POST /cuentas/consumo/llaves 201',
    'DELETE /cuentas/consumo/llaves/principal 204',
    'POST /v1/verificaciones 200',
    'POST /cuentas 201',
    `POST /cuentas/${opened.tenant}/secreto 200`,
    'POST /v1/verificaciones 200',
    `POST /verificaciones/${body['verificacion_id']}/borrar 200`,
  ])
  expect(JSON.stringify(recording)).not.toMatch(/avs_test_|whsec_/)

  const { world: again, differences } = await replay(simulator, recording)
  expect(differences).toEqual([])
  const shown = async (one: typeof world) =>
    (await one.listAccounts()).map(({ tenant: name, saldo, estado, llaves }) => ({
      name,
      saldo,
      estado,
      llaves: llaves.map(({ nombre, emitida_en, revocada_en }) => ({ nombre, emitida_en, revocada_en })),
    }))
  expect(await shown(again)).toEqual(await shown(world))
  expect((await again.deliveries()).map(({ cuerpo }) => cuerpo)).toEqual(
    (await world.deliveries()).map(({ cuerpo }) => cuerpo),
  )
})
