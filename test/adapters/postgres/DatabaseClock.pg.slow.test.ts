import { Clock, DateTime, type Duration, Effect, Layer, Logger, Metric } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { describe, expect, it } from 'vitest'
import { DatabaseClock } from '#adapters/postgres/installation/DatabaseClock.ts'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import { Sources } from '#ports/Sources.ts'
import { wrongClock } from '#test/support/wrongClock.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { replaceFunction } from '#tools/postgres/replaced.ts'
import { create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'
import { step, steppedDatabase } from '#tools/service/steppedClock.ts'

/** The time, and whether it is trusted, on a machine whose clock is this far ahead. */
const seenBy = async (ahead: Duration.Input, database = testDatabase(migrated)) => {
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

/** A database whose clock stands still, at noon, until it is told another time. It counts how often it is asked. */
const standing = async () => {
  const url = await testDatabase(migrated)
  await query(url, 'CREATE SEQUENCE asked')
  const tell = (time: string) =>
    replaceFunction(
      url,
      'clock_timestamp()',
      `RETURNS timestamptz LANGUAGE sql AS $$ SELECT nextval('public.asked'); SELECT timestamptz '2026-03-10T${time}Z' $$`,
    )
  await tell('12:00:00')
  return { url, tell }
}

type Adjust = (by: Duration.Input) => Effect.Effect<void>

/** Waits until the clock has asked as it does when it begins: twice, the second time while others go on. */
const begun = Effect.fnUntraced(function* (url: string) {
  yield* Effect.promise(() =>
    expect.poll(() => query(url, 'SELECT last_value::int AS times FROM asked')).toEqual([{ times: 2 }]),
  )
  while (/^cotejo_database_statements_under_way\S* [1-9]/m.test(yield* PrometheusMetrics.format())) {
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  }
})

/** What is done on a machine whose clock stands too, so far ahead of it, and what is logged meanwhile. */
const aheadBy = <A>(
  url: string,
  millis: number,
  work: (adjust: Adjust, logged: ReadonlyArray<string>) => Effect.Effect<A, never, DatabaseClock>,
) => {
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => void logged.push(JSON.stringify(message)))
  const clock = Layer.provide(DatabaseClock.layer, patientDatabase(url))
  return Effect.gen(function* () {
    const machine = yield* Clock.Clock
    yield* TestClock.setTime(Date.parse('2026-03-10T12:00:00Z') + millis)
    const adjust: Adjust = (by) => Effect.provideService(TestClock.adjust(by), Clock.Clock, machine)
    const begunWork = Effect.andThen(begun(url), work(adjust, logged))
    return { found: yield* Effect.provide(begunWork, clock), logged }
  }).pipe(
    Effect.provide([TestClock.layer(), Logger.layer([logger])]),
    Effect.provideService(Metric.MetricRegistry, new Map()),
    Effect.runPromise,
  )
}

describe('the clock of a machine', () => {
  const isTrusted = DatabaseClock.use((clock) => clock.isTrusted)

  it.each([
    [30_000, true],
    [-30_000, true],
    [30_001, false],
    [-30_001, false],
  ])('that is %d ms ahead is trusted: %s', async (millis, isTrue) => {
    const { url } = await standing()
    expect((await aheadBy(url, millis, () => isTrusted)).found).toBe(isTrue)
  })

  it.each([
    [1_999, []],
    [2_000, ['["clock offset between this machine and the database",{"seconds":2}]']],
    [-2_500, ['["clock offset between this machine and the database",{"seconds":2.5}]']],
  ])('that is %d ms ahead is told of, or not, at once', async (millis, told) => {
    const { url } = await standing()
    expect((await aheadBy(url, millis, () => Effect.yieldNow)).logged).toEqual(told)
  })

  it('is told of every minute, and measured in seconds', async () => {
    const { url } = await standing()
    const { found } = await aheadBy(url, 90_000, (adjust, logged) =>
      Effect.gen(function* () {
        const series = yield* PrometheusMetrics.format()
        yield* adjust('59999 millis')
        const before = logged.length
        yield* adjust('1 millis')
        return { series, before, after: logged.length }
      }),
    )
    expect(found.series).toMatch(/^cotejo_clock_offset_seconds 90$/m)
    expect([found.before, found.after]).toEqual([1, 2])
  })

  it('is held against the database every three seconds', async () => {
    const { url, tell } = await standing()
    const seen = Effect.fnUntraced(function* (adjust: Adjust) {
      const clock = yield* Clock.Clock
      const now = () => new Date(clock.currentTimeMillisUnsafe()).toISOString()
      yield* Effect.promise(() => tell('12:00:25'))
      yield* adjust('2999 millis')
      const before = now()
      yield* adjust('1 millis')
      yield* Effect.promise(() => expect.poll(now).toMatch(/T12:00:25/))
      return before
    })
    expect((await aheadBy(url, 0, seen)).found).toBe('2026-03-10T12:00:02.999Z')
  })
})

describe('a clock of the database that leaps', () => {
  const isTrusted = DatabaseClock.use((clock) => clock.isTrusted)
  const timeIn = (clock: Clock.Clock) => new Date(clock.currentTimeMillisUnsafe()).toISOString().slice(11, 23)
  /** Waits until the database has been asked again, and this is what comes of it. */
  const becomes = Effect.fnUntraced(function* (adjust: Adjust, trusted: boolean) {
    yield* adjust('3 seconds')
    const clock = yield* DatabaseClock
    yield* Effect.promise(() => expect.poll(() => Effect.runSync(clock.isTrusted)).toBe(trusted))
    return timeIn(yield* Clock.Clock)
  })

  it.each(['14:00:00', '10:00:00'])(
    'to %s is not followed, and no work is taken until it is right again',
    async (leapt) => {
      const { url, tell } = await standing()
      const { found, logged } = await aheadBy(url, 0, (adjust) =>
        Effect.gen(function* () {
          yield* Effect.promise(() => tell(leapt))
          const during = yield* becomes(adjust, false)
          yield* adjust('1 minute')
          const later = timeIn(yield* Clock.Clock)
          yield* Effect.promise(() => tell('12:01:06'))
          return [during, later, yield* becomes(adjust, true)]
        }),
      )
      expect(found).toEqual(['12:00:03.000', '12:01:03.000', '12:01:06.000'])
      expect(logged).toHaveLength(1)
    },
  )

  it.each([
    ['12:00:33', '12:00:33.000'],
    ['11:59:33', '11:59:33.000'],
  ])('by no more than 30 s, to %s, is followed', async (leapt, followed) => {
    const { url, tell } = await standing()
    const { found } = await aheadBy(url, 0, (adjust) =>
      Effect.gen(function* () {
        const clock = yield* Clock.Clock
        yield* Effect.promise(() => tell(leapt))
        yield* adjust('3 seconds')
        yield* Effect.promise(() => expect.poll(() => timeIn(clock)).toBe(followed))
        return yield* isTrusted
      }),
    )
    expect(found).toBe(true)
  })

  it('to the time of the machine is followed: the wrong one was corrected', async () => {
    const { url, tell } = await standing()
    await tell('14:00:00')
    const { found } = await aheadBy(url, 0, (adjust) =>
      Effect.gen(function* () {
        const before = [timeIn(yield* Clock.Clock), yield* isTrusted]
        yield* Effect.promise(() => tell('12:00:03'))
        return [...before, yield* becomes(adjust, true)]
      }),
    )
    expect(found).toEqual(['14:00:00.000', false, '12:00:03.000'])
  })
})

/** Sources that say when they are asked first, and answer when they may. */
const slowSources = (asked: () => void, answer: Promise<void>) =>
  Layer.effect(
    Sources,
    Effect.map(Sources, ({ consult }) => ({
      consult: (consultation) =>
        Effect.andThen(
          Effect.promise(() => {
            asked()
            return answer
          }),
          consult({ ...consultation, now: DateTime.add(consultation.startedAt, { hours: 1 }) }),
        ),
    })),
  ).pipe(Layer.provide(SandboxSources.layer('tests')))

describe('a replica whose clock is an hour off the database’s', () => {
  it('creates nothing and is not ready, 503 base_no_alcanzable; it goes on reading', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol')
    const took = whole()
    const right = await startReplica(url)
    const { body } = await create(right.base, key)
    expect(differs(DateTime.makeUnsafe(String(body['creado_en'])))).toBeLessThanOrEqual(took())
    const wrong = await startReplica(url, {}, undefined, undefined, wrongClock('1 hour'))
    const refused = { status: 503, body: { codigo: 'base_no_alcanzable' } }
    expect(await create(wrong.base, key, { solicitud_id: 'another' })).toMatchObject(refused)
    expect(await get(wrong.base, '/_salud')).toMatchObject(refused)
    const path = `/v1/verificaciones/${body['verificacion_id']}`
    await until(async () => (await get(wrong.base, path, key)).body['estado'] !== 'en_proceso')
    expect((await get(wrong.base, path, key)).body).toMatchObject({ estado: 'emitida', cobro: { estatus: 'cargada' } })
    expect((await create(right.base, key, { solicitud_id: 'another' })).status).toBe(200)
    await Promise.all([wrong.stop(), right.stop()])
  })

  it('ends what it has claimed in its own time, where the database’s leaps meanwhile', async () => {
    const url = await steppedDatabase()
    const key = await openAccount(url, 'sol')
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const replica = await startReplica(url, {}, slowSources(asked.resolve, answered.promise))
    const { body } = await create(replica.base, key)
    const path = `/v1/verificaciones/${body['verificacion_id']}`
    await asked.promise
    await step(url, 7_200)
    await until(async () => (await get(replica.base, '/_salud')).status === 503)
    answered.resolve()
    await until(async () => (await get(replica.base, path, key)).body['estado'] !== 'en_proceso')
    expect((await get(replica.base, path, key)).body).toMatchObject({
      estado: 'emitida',
      cobro: { estatus: 'cargada' },
    })
    const created = await create(replica.base, key, { solicitud_id: 'another' })
    expect(created).toMatchObject({ status: 503, body: { codigo: 'base_no_alcanzable' } })
    await step(url, 0)
    await until(async () => (await create(replica.base, key, { solicitud_id: 'another' })).status === 200)
    await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
    expect(await query(url, 'SELECT DISTINCT state FROM verifications')).toEqual([{ state: 'emitida' }])
    await replica.stop()
  })
})
