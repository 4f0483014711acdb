import { Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import { CheckHealth, ReadinessGate } from '#application/CheckHealth.ts'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { serviceContext } from '#test/support/resolving.ts'

const health = (check: StorageHealth['Service']['check'], isDraining: boolean) =>
  CheckHealth.use((one) => one.check).pipe(
    Effect.provide(CheckHealth.layer),
    Effect.provide([
      Layer.succeed(StorageHealth, { check }),
      Layer.succeed(ReadinessGate, { isDraining }),
      serviceContext,
    ]),
  )

it.each([
  [false, null],
  [true, 'mas_nuevo_que_el_codigo'],
])('a service that reaches its database is up, whose schema is newer: %s', async (schemaIsNewer, esquema) => {
  const up = { estado: 'arriba', base: 'alcanzable', version: '0.0.0', esquema }
  expect(await Effect.runPromise(health(Effect.succeed({ schemaIsNewer }), false))).toEqual(up)
})

it('a service that is about to end is not up, and does not ask its database', async () => {
  const refused = await Effect.runPromise(Effect.flip(health(Effect.die('asked'), true)))
  expect(refused).toMatchObject({ codigo: 'base_no_alcanzable', rule: 'por_detenerse' })
})

it('a service whose database does not answer is not up', async () => {
  const away = new StorageUnavailable({ reason: 'away' })
  expect(await Effect.runPromise(Effect.flip(health(Effect.fail(away), false)))).toBe(away)
})
