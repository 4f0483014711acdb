import { DateTime, type Duration, Effect, Layer } from 'effect'
import { describe, expect, it } from 'vitest'
import { DatabaseClock } from '#adapters/postgres/DatabaseClock.ts'
import { patientDatabase } from '#test/support/database.ts'
import { query, testDatabase } from '#test/support/postgres.ts'
import { create, get, migrated, openAccount, startReplica, until } from '#test/support/server.ts'
import { wrongClock } from '#test/support/wrongClock.ts'

/** The time, and whether it is trusted, on a machine whose clock is this far ahead. */
const seenBy = async (ahead: Duration.Input, database = testDatabase()) => {
  const clock = Layer.provide(DatabaseClock.layer, patientDatabase(await database))
  const seen = Effect.gen(function* () {
    return { now: yield* DateTime.now, isTrusted: yield* (yield* DatabaseClock).isTrusted }
  })
  return Effect.runPromise(seen.pipe(Effect.provide(clock), Effect.provide(wrongClock(ahead))))
}
const differs = (now: DateTime.Utc) => Math.abs(DateTime.toEpochMillis(now) - Date.now())
/** A clock that is set by an answer is wrong by no more than the whole took, however busy the machine is. */
const whole = () => {
  const start = performance.now()
  return () => performance.now() - start + 1
}

describe('the clock of a replica', () => {
  it.each([['1 hour'], ['-1 hours'], ['365 days']] as const)(
    "is the database's where the machine's is %s ahead, and takes no work",
    async (ahead) => {
      const took = whole()
      const { now, isTrusted } = await seenBy(ahead)
      expect(differs(now)).toBeLessThanOrEqual(took())
      expect(isTrusted).toBe(false)
    },
  )

  it('takes no work before the database has told the time, however right the machine is', async () => {
    const nobody = Promise.resolve('postgres://nobody@127.0.0.1:1/nothing')
    expect((await seenBy('0 seconds', nobody)).isTrusted).toBe(false)
  })

  it('takes work where the machine is some seconds wrong', async () => {
    expect((await seenBy('5 seconds')).isTrusted).toBe(true)
  })
})

describe('a verification', () => {
  it('is begun in the time of the database by a replica an hour ahead, and ended by another', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol')
    const took = whole()
    const wrong = await startReplica(url, {}, undefined, undefined, wrongClock('1 hour'))
    const { body } = await create(wrong.base, key)
    expect(differs(DateTime.makeUnsafe(String(body['creado_en'])))).toBeLessThanOrEqual(took())
    const right = await startReplica(url)
    const path = `/v1/verificaciones/${body['verificacion_id']}`
    await until(async () => (await get(wrong.base, path, key)).body['estado'] !== 'en_proceso')
    expect((await get(right.base, path, key)).body).toMatchObject({ estado: 'emitida', cobro: { estatus: 'cargada' } })
    expect(await query(url, 'SELECT max(epoch)::int AS claims FROM verification_work')).toEqual([{ claims: null }])
    await Promise.all([wrong.stop(), right.stop()])
  })
})
