import { Effect, Layer } from 'effect'
import { TestClock } from 'effect/testing'
import { describe, expect, it } from 'vitest'
import * as Records from '#adapters/postgres/operators/VerificationRecords.ts'
import * as PostgresJournal from '#adapters/postgres/work/SourceJournal.ts'
import { SourceJournal } from '#ports/SourceJournal.ts'
import { VerificationRecords } from '#ports/VerificationRecords.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { rowsRead } from '#test/support/rowsRead.ts'
import { later } from '#test/support/storedVerifications.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { asRole, query } from '#tools/postgres/postgres.ts'
import { openAccount } from '#tools/service/server.ts'

/** Verifications that were asked for: of these accounts, under these ids. */
const requested = (rows: string) => `
  INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at,
    consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline)
  SELECT account, id, 'request-' || id, 'f', 'record/2020-01-01/k1/1', 'c', now(), '', 'consumo', 0, 'api', 'https://x', now(),
    now() FROM (${rows}) r`

const begun = async () => {
  const url = await governedDatabase()
  await openAccount(url, 'sol')
  await query(url, requested("SELECT 'sol' AS account, 'ver_1' AS id"))
  return url
}

/** What `identidad` is told to have done, when each time is written by itself; each is a second after the one before, and takes 100. */
const noted = async (times: ReadonlyArray<ReadonlyArray<string>>) => {
  const url = await begun()
  let second = 0
  const noting = (result: string) => {
    second += 1
    const at = later(second)
    return SourceJournal.use(({ note }) =>
      note({
        accountId: 'sol',
        verificationId: 'ver_1',
        source: 'identidad',
        at,
        endedAt: later(second + 100),
        result,
      }),
    )
  }
  for (const results of times) {
    const journal = PostgresJournal.layer.pipe(Layer.provide(patientDatabase(asRole(url, 'cotejo_app'))))
    await Effect.runPromise(Effect.provide(Effect.forEach(results, noting), journal))
  }
  const reading = VerificationRecords.use(({ sourcesOf }) => sourcesOf('sol', 'ver_1'))
  return Effect.runPromise(
    Effect.provide(reading, Records.layer.pipe(Layer.provide(patientDatabase(asRole(url, 'cotejo_operator'))))),
  )
}

describe('what sources did', () => {
  it('counts calls, and not that none was made while the circuit was open or for want of a place or of time', async () => {
    const shut = ['circuito_abierto', 'sin_lugar', 'sin_tiempo']
    const calls = ['sin_respuesta ECONNREFUSED', 'pendiente', 'consultada']
    const [first = '', second = '', third = ''] = calls
    const whole = {
      source: 'identidad',
      tries: 3,
      failures: 1,
      firstAt: later(4),
      lastAt: later(114),
      result: 'consultada',
      lastFailure: 'sin_respuesta ECONNREFUSED',
      lastFailureAt: later(104),
    }
    const inOrder = [...shut, first, ...shut, second, ...shut, ...shut.slice(1), third]
    expect(await noted([inOrder])).toEqual([whole])
    expect(await noted(inOrder.map((result) => [result]))).toEqual([whole])
  })

  it('says how the latest of several failed calls failed, and when', async () => {
    const whole = {
      source: 'identidad',
      tries: 4,
      failures: 3,
      firstAt: later(1),
      lastAt: later(104),
      result: 'consultada',
      lastFailure: 'respuesta_invalida',
      lastFailureAt: later(103),
    }
    const calls = ['sin_respuesta ECONNREFUSED', 'tiempo_agotado', 'respuesta_invalida', 'consultada']
    expect(await noted([calls])).toEqual([whole])
    expect(await noted(calls.map((result) => [result]))).toEqual([whole])
  })

  it('says why a source waits that was not called yet, and since when, as no try and no failure', async () => {
    const waiting = {
      source: 'identidad',
      tries: 0,
      failures: 0,
      firstAt: later(1),
      lastAt: later(103),
      result: 'circuito_abierto',
      lastFailure: null,
      lastFailureAt: null,
    }
    const parks = ['circuito_abierto', 'circuito_abierto', 'circuito_abierto']
    expect(await noted([parks])).toEqual([waiting])
    expect(await noted(parks.map((result) => [result]))).toEqual([waiting])
  })
})

/** Three verifications of two accounts, of which the second of `sol` was removed. */
const several = async () => {
  const url = await begun()
  await openAccount(url, 'luna')
  await query(url, requested("SELECT 'luna' AS account, 'ver_1' AS id"))
  await query(
    url,
    `INSERT INTO verifications (account_id, verification_id, request_id, mode, price_centavos, channel, created_at,
       deadline, state, resolved_at, retired_at)
     VALUES ('sol', 'ver_2', 'sol-2', 'consumo', 0, 'api', now(), now(), 'emitida', now(), now())`,
  )
  return url
}
const journalOf = (url: string) => PostgresJournal.layer.pipe(Layer.provide(patientDatabase(asRole(url, 'cotejo_app'))))
/** The same, whose seconds pass when the test says so. */
const onTestTime = (url: string) => Layer.provideMerge(journalOf(url), TestClock.layer())
const kept = (url: string) =>
  query(
    url,
    `SELECT account_id || ' ' || verification_id || ' ' || source AS what, tries FROM source_notes
      ORDER BY account_id COLLATE "C", verification_id, source`,
  )
const consulted = (accountId: string, verificationId: string, source: 'identidad' | 'listas' = 'identidad') =>
  SourceJournal.use(({ note }) =>
    note({ accountId, verificationId, source, at: later(1), endedAt: later(1), result: 'consultada' }),
  )

describe('notes of what sources did', () => {
  it('are kept by account, verification and source, and none of what was removed', async () => {
    const url = await several()
    const noting = Effect.all([
      consulted('sol', 'ver_1'),
      consulted('luna', 'ver_1'),
      consulted('sol', 'ver_2'),
      consulted('sol', 'ver_1', 'listas'),
      consulted('sol', 'ver_1'),
      consulted('sol', 'ver_9'),
    ])
    await Effect.runPromise(Effect.provide(noting, journalOf(url)))
    expect(await kept(url)).toEqual([
      { what: 'luna ver_1 identidad', tries: 1 },
      { what: 'sol ver_1 identidad', tries: 2 },
      { what: 'sol ver_1 listas', tries: 1 },
    ])
  })

  it('are written without a look at all that their account has', async () => {
    const url = await several()
    await query(url, 'ALTER TABLE verifications SET (autovacuum_enabled = off)')
    await query(url, requested("SELECT 'sol' AS account, 'ver_of_many_' || i AS id FROM generate_series(1, 3000) i"))
    const before = await rowsRead(url, 'verifications')
    await Effect.runPromise(Effect.provide(consulted('sol', 'ver_1'), onTestTime(url)))
    expect(await kept(url)).toEqual([{ what: 'sol ver_1 identidad', tries: 1 }])
    expect((await rowsRead(url, 'verifications')) - before).toBeLessThan(10)
  })

  it('are written every second, once each', async () => {
    const url = await several()
    const noting = Effect.gen(function* () {
      // The first look for notes to write is over.
      yield* TestClock.adjust('1 millis')
      yield* consulted('sol', 'ver_1')
      yield* TestClock.adjust('998 millis')
      expect(yield* Effect.promise(() => kept(url))).toEqual([])
      yield* TestClock.adjust('1 millis')
      const once = [{ what: 'sol ver_1 identidad', tries: 1 }]
      yield* Effect.promise(() => expect.poll(() => kept(url)).toEqual(once))
    })
    await Effect.runPromise(Effect.provide(noting, onTestTime(url)))
    expect(await kept(url)).toEqual([{ what: 'sol ver_1 identidad', tries: 1 }])
  })

  it.each([
    [19_998, [{ what: 'luna ver_1 identidad', tries: 1 }]],
    [19_999, []],
  ])(
    'are no more than twenty thousand at once: after %d others and one there is room, or none',
    async (others, more) => {
      const url = await several()
      const noting = Effect.gen(function* () {
        // The first look for notes to write is over.
        yield* TestClock.adjust('1 millis')
        yield* consulted('sol', 'ver_1')
        yield* Effect.forEach(
          Array.from({ length: others }),
          (_, index) => consulted('sol', `ver_of_nobody_${index}`),
          {
            discard: true,
          },
        )
        yield* consulted('luna', 'ver_1')
        // What is noted already goes on, however full it is.
        yield* consulted('sol', 'ver_1')
      })
      await Effect.runPromise(Effect.provide(noting, onTestTime(url)))
      expect(await kept(url)).toEqual([...more, { what: 'sol ver_1 identidad', tries: 2 }])
    },
  )
})
