import { Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import { differingSettings, SharedSettings } from '#adapters/postgres/connection/SharedSettings.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const differing = (url: string, own: Readonly<Record<string, string>>) =>
  Effect.flatten(differingSettings).pipe(
    Effect.provide(Layer.merge(patientDatabase(url), Layer.succeed(SharedSettings, own))),
    Effect.runPromise,
  )
const publish = (url: string, node: string, settings: Readonly<Record<string, string>>, lease = '50 seconds') =>
  query(
    url,
    `INSERT INTO replicas (replica_id, lease_until, settings)
     VALUES ('${node}', now() + interval '${lease}', '${JSON.stringify(settings)}')`,
  )

it('settings differ where two replicas that live say otherwise, this one included', async () => {
  const url = await testDatabase(migrated)
  expect(await differing(url, { DAYS: '1' })).toEqual([])
  await publish(url, 'one', { DAYS: '1', AGE: '1', LIST: '1' })
  expect(await differing(url, { DAYS: '1', AGE: '1' })).toEqual([])
  // One that has not published its own yet.
  expect(await differing(url, { DAYS: '2', AGE: '1' })).toEqual(['DAYS'])
  await publish(url, 'two', { DAYS: '1', AGE: '2', LIST: '2' })
  expect(await differing(url, { DAYS: '1' })).toEqual(['AGE', 'LIST'])
})

it('neither a replica that is dead nor one of a release that publishes none makes a difference', async () => {
  const url = await testDatabase(migrated)
  await publish(url, 'one', { DAYS: '1' })
  await publish(url, 'dead', { DAYS: '2' }, '-1 second')
  await publish(url, 'old', {})
  expect(await differing(url, {})).toEqual([])
})
