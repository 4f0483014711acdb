import { expect, it } from 'vitest'
import { startProcessor } from '#tools/peers/processor.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import {
  cotejo,
  create,
  firstKeys,
  laterKeyring,
  migrated,
  openAccount,
  rotatedKeys,
  startReplica,
} from '#tools/service/server.ts'

it('a processor that is set again after the sealing key changed is sealed by the new key alone', async () => {
  const processor = await startProcessor()
  const { restrictedKey, destination } = processor.platform
  const url = await testDatabase(migrated)
  const key = await openAccount(url, 'plataforma', { mode: 'connect', signingSecret: 'whsec_uno' })
  const set = (keys: string, where: string) =>
    cotejo(url, ['accounts', 'processor', 'plataforma', '--destination', where], {
      COTEJO_SEALING_KEYS: keys,
      COTEJO_PROCESSOR_KEY: restrictedKey,
    })
  const sealedBy = () => query(url, 'SELECT key_id, destination FROM processor_accounts')
  expect(await set(firstKeys, 'acct_otra')).toMatchObject({ code: 0 })
  expect(await sealedBy()).toEqual([{ key_id: 'k1', destination: 'acct_otra' }])
  expect(await set(rotatedKeys, destination)).toMatchObject({ code: 0 })
  expect(await sealedBy()).toEqual([{ key_id: 'k2', destination }])
  expect(await cotejo(url, ['keys', 'rotate'], { COTEJO_SEALING_KEYS: rotatedKeys })).toMatchObject({ code: 0 })

  const { base, stop } = await startReplica(url, { keyring: laterKeyring, processorUrl: processor.address })
  const payment_intent_id = await processor.pay({ amountCentavos: 100_00 })
  const paid = await create(base, key, { cobro: { modo: 'connect', payment_intent_id } })
  expect(paid).toMatchObject({ status: 200, body: { estado: 'en_proceso' } })
  await stop()
  await processor.stop()
})
