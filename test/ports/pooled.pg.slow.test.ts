import { afterAll } from 'vitest'
import { pooler } from '#test/support/pooler.ts'
import { patientStorage } from '#test/support/storage.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'
import { deliveriesSuite } from './deliveries.suite.ts'
import { storageSuite } from './storage.suite.ts'
import { transfersSuite } from './transfers.suite.ts'

/** By way of a pooler that gives every transaction another connection, and drops what connections ask for. */
const stops: Array<() => Promise<void>> = []
afterAll(async () => {
  for (const stop of stops.splice(0)) await stop()
})
const pooled = async () => {
  const directUrl = await testDatabase(migrated)
  const { url, stop } = await pooler(directUrl, { ignores: true, mode: 'transaction' })
  stops.push(stop)
  return patientStorage({ url, directUrl }, 'one')
}

storageSuite('postgres, through a pooler', pooled)
deliveriesSuite('postgres, through a pooler', pooled)
transfersSuite('postgres, through a pooler', pooled)
