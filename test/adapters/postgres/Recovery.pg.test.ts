import { Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import * as PostgresRecovery from '#adapters/postgres/operators/Recovery.ts'
import { Recovery } from '#ports/Recovery.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

it('a recovery notes each transfer that the books do not know once, as it was found first', async () => {
  const url = await testDatabase(migrated)
  const over = PostgresRecovery.layer.pipe(Layer.provide(patientDatabase(url)))
  const run = <A, E>(use: (port: Recovery['Service']) => Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.provide(Recovery.use(use), over))
  const found = (transferId: string, amountCentavos: number) => ({
    ...{ accountId: 'sol', transferId, verificationId: `ver_${transferId}`, paymentIntentId: `pi_${transferId}` },
    ...{ amountCentavos, isReversed: false },
  })
  await run(({ note }) => note([found('tr_1', 100), found('tr_2', 7)]))
  await run(({ note }) => note([found('tr_2', 9), found('tr_3', 5)]))
  await run(({ note }) => note([]))
  const columns = 'account_id, transfer_id, verification_id, payment_intent_id, amount_centavos::int AS centavos'
  expect(await query(url, `SELECT ${columns} FROM lost_transfers ORDER BY transfer_id`)).toEqual(
    [
      ['tr_1', 100],
      ['tr_2', 7],
      ['tr_3', 5],
    ].map(([id, centavos]) => ({
      account_id: 'sol',
      transfer_id: id,
      verification_id: `ver_${id}`,
      payment_intent_id: `pi_${id}`,
      centavos,
    })),
  )
  expect(await run(({ noted }) => noted(['tr_9', 'tr_3', 'tr_1']))).toEqual(new Set(['tr_1', 'tr_3']))
  expect(await run(({ noted }) => noted([]))).toEqual(new Set())
})
