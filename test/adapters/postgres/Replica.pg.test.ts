import { Clock, Duration, Effect, Layer, Logger } from 'effect'
import { TestClock } from 'effect/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import { Replica } from '#adapters/postgres/connection/Replica.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { openConnection, query, testDatabase } from '#tools/postgres/postgres.ts'
import { replaceFunction } from '#tools/postgres/replaced.ts'
import { keyring, migrated } from '#tools/service/server.ts'

const tables = ['verification_work', 'deliveries', 'transfers'] as const

let url: string
/** What the database holds to be the time, which stands still. */
const setTime = (time: string) =>
  replaceFunction(url, 'now()', `RETURNS timestamptz LANGUAGE sql AS $$ SELECT timestamptz '2026-03-10T${time}Z' $$`)
beforeEach(async () => {
  url = await testDatabase(migrated)
  await setTime('12:00:00')
})

/** How many heartbeats wait for their next turn. Time that passes sooner would pass without them. */
let waiting = 0
const isTurn = (duration: Duration.Duration) => Duration.toSeconds(duration) === 3
const watchedClock = Layer.effect(
  Clock.Clock,
  Effect.map(Clock.Clock, (clock) =>
    Object.assign(Object.create(clock), {
      sleep: (duration: Duration.Duration) => {
        if (!isTurn(duration)) return clock.sleep(duration)
        return Effect.acquireUseRelease(
          Effect.sync(() => void waiting++),
          () => clock.sleep(duration),
          () => Effect.sync(() => void waiting--),
        )
      },
    }),
  ),
).pipe(Layer.provideMerge(TestClock.layer()))
const threeSeconds = Effect.gen(function* () {
  yield* Effect.promise(() => expect.poll(() => waiting, { message: 'the heartbeat waits' }).toBe(1))
  yield* TestClock.adjust('3 seconds')
})

/** What is done while a node of the name `mine` lives, whose own time passes when the test says so. */
const living = <A>(work: Effect.Effect<A, never, Replica>, log: Array<unknown> = []): Promise<A> =>
  work.pipe(
    Effect.provide(Replica.layer('mine').pipe(Layer.provide([patientDatabase(url), PlatformSecrets.layer(keyring)]))),
    Effect.provide([
      watchedClock,
      Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, [message].flat()[0]]))]),
    ]),
    Effect.runPromise,
  )
const asked = (statement: string) => Effect.promise(() => query(url, statement))

/** A row of each table in the hands of a node. */
const give = async (account: string, id: string, node: string, among: ReadonlyArray<string> = tables) => {
  const columns = {
    verification_work: ['due_at, data_key, sealed, crashes', "now(), 'k', '', 4"],
    deliveries: ['event_id, url, host, due_at', "'e', 'x', 'x', now()"],
    transfers: ['payment_intent_id, amount_centavos, due_at', "'pi', 1, now()"],
  } as const
  for (const table of tables.filter((one) => among.includes(one))) {
    const [names, values] = columns[table]
    await query(
      url,
      `INSERT INTO ${table} (account_id, verification_id, replica_id, epoch, ${names})
       VALUES ('${account}', '${id}', '${node}', 7, ${values})`,
    )
  }
}
/** Who holds each row of a table, and how often it was given. */
const held = async (table: string) => {
  const rows = await query(
    url,
    `SELECT concat_ws(' ', account_id, verification_id, coalesce(replica_id, 'nobody'), epoch) AS row FROM ${table}
      ORDER BY account_id, verification_id`,
  )
  return rows.map((row) => Reflect.get(row, 'row'))
}

/** Lets three seconds pass for `mine`, to a time of the database, and waits until it has renewed its lease then. */
const beat = (time: string, renewedUntil: string) =>
  Effect.gen(function* () {
    yield* Effect.promise(() => setTime(time))
    yield* threeSeconds
    const its =
      "SELECT to_char(lease_until AT TIME ZONE 'UTC', 'HH24:MI:SS') AS until FROM replicas WHERE replica_id = 'mine'"
    yield* Effect.promise(() => expect.poll(() => query(url, its)).toEqual([{ until: renewedUntil }]))
  })
const isHeldBy = (node: string) =>
  Effect.promise(() => expect.poll(() => held('deliveries')).toEqual([`sol ver_1 ${node}`]))

describe('the lease of a node', () => {
  it('lasts ten seconds by the database, and is renewed every three', async () => {
    const until = Effect.map(
      asked("SELECT to_char(lease_until AT TIME ZONE 'UTC', 'HH24:MI:SS.MS') AS until FROM replicas"),
      ([row]) => Reflect.get(row ?? {}, 'until'),
    )
    const adjust = (by: Duration.Input) => TestClock.adjust(by)
    await living(
      Effect.gen(function* () {
        expect(yield* until).toBe('12:00:10.000')
        yield* Effect.promise(() => setTime('12:00:05'))
        yield* adjust('2999 millis')
        expect(yield* until).toBe('12:00:10.000')
        yield* adjust('1 millis')
        yield* Effect.promise(() => expect.poll(() => Effect.runPromise(until)).toBe('12:00:15.000'))
      }),
    )
    expect(await query(url, 'SELECT 1 FROM replicas')).toEqual([])
  })

  it('that ended before now when it is first seen has run out unless it is renewed within five seconds', async () => {
    // The clock may just have leapt two hours forward, which the living one does not know yet.
    await query(
      url,
      `INSERT INTO replicas (replica_id, lease_until)
       VALUES ('dead', '2026-03-10T11:59:59.999Z'), ('alive', '2026-03-10T10:00:05Z')`,
    )
    await give('sol', 'ver_1', 'dead')
    await give('luna', 'ver_1', 'alive')
    await living(
      Effect.gen(function* () {
        yield* asked("UPDATE replicas SET lease_until = '2026-03-10T12:00:12Z' WHERE replica_id = 'alive'")
        yield* beat('12:00:03', '12:00:13')
        expect(yield* asked("SELECT FROM replicas WHERE replica_id = 'dead'")).toHaveLength(1)
        yield* beat('12:00:06', '12:00:16')
        const gone = () => query(url, "SELECT FROM replicas WHERE replica_id = 'dead'")
        yield* Effect.promise(() => expect.poll(gone).toEqual([]))
      }),
    )
    for (const table of tables) expect(await held(table)).toEqual(['luna ver_1 alive 7', 'sol ver_1 nobody 8'])
    expect(await query(url, 'SELECT account_id, crashes FROM verification_work ORDER BY account_id')).toEqual([
      { account_id: 'luna', crashes: 4 },
      { account_id: 'sol', crashes: 5 },
    ])
    expect(await query(url, 'SELECT replica_id FROM replicas')).toEqual([{ replica_id: 'alive' }])
  })

  it('of one that died before the clock was set back runs out when it would have', async () => {
    await setTime('14:00:00')
    await query(url, "INSERT INTO replicas (replica_id, lease_until) VALUES ('dead', '2026-03-10T14:00:09Z')")
    await give('sol', 'ver_1', 'dead')
    await living(
      Effect.gen(function* () {
        yield* beat('12:00:03', '12:00:13')
        yield* beat('12:00:06', '12:00:16')
        yield* beat('12:00:09', '12:00:19')
        yield* isHeldBy('dead 7')
        yield* beat('12:00:12', '12:00:22')
        yield* isHeldBy('nobody 8')
      }),
    )
  })

  it('of one that died while the clock was ahead lasts ten seconds for who starts after it was set back', async () => {
    await query(url, "INSERT INTO replicas (replica_id, lease_until) VALUES ('dead', '2026-03-10T14:00:09Z')")
    await give('sol', 'ver_1', 'dead')
    await living(
      Effect.gen(function* () {
        yield* beat('12:00:03', '12:00:13')
        yield* beat('12:00:06', '12:00:16')
        yield* beat('12:00:09', '12:00:19')
        yield* isHeldBy('dead 7')
        yield* beat('12:00:12', '12:00:22')
        yield* isHeldBy('nobody 8')
      }),
    )
  })

  it('that was renewed since it was last looked at has not run out because the clock was set forward', async () => {
    await query(url, "INSERT INTO replicas (replica_id, lease_until) VALUES ('alive', '2026-03-10T12:00:08Z')")
    await give('sol', 'ver_1', 'alive')
    await living(
      Effect.gen(function* () {
        yield* asked("UPDATE replicas SET lease_until = '2026-03-10T12:00:11Z' WHERE replica_id = 'alive'")
        yield* beat('14:00:00', '14:00:10')
        yield* beat('14:00:03', '14:00:13')
        yield* beat('14:00:06', '14:00:16')
        yield* isHeldBy('alive 7')
        yield* beat('14:00:09', '14:00:19')
        yield* isHeldBy('nobody 8')
      }),
    )
  })

  it.each(tables)('that is not there any more leaves nothing held: %s', async (table) => {
    await give('sol', 'ver_1', 'gone', [table])
    await living(Effect.void)
    expect(await held(table)).toEqual(['sol ver_1 nobody 8'])
  })

  it.each(tables)('stays as long as somebody has a row locked of what its node held: %s', async (table) => {
    await query(url, "INSERT INTO replicas (replica_id, lease_until) VALUES ('dead', '2026-03-10T12:00:01Z')")
    await give('sol', 'ver_1', 'dead')
    const { ask, close } = await openConnection(url)
    await ask('BEGIN')
    await ask(`SELECT 1 FROM ${table} FOR UPDATE`)
    await living(
      Effect.gen(function* () {
        for (const time of ['12:00:03', '12:00:06', '12:00:09']) yield* beat(time, `12:00:1${time.at(-1)}`)
        expect(yield* asked("SELECT replica_id FROM replicas WHERE replica_id = 'dead'")).toHaveLength(1)
        yield* Effect.promise(() => ask('COMMIT'))
        yield* threeSeconds
        yield* Effect.promise(() =>
          expect.poll(() => query(url, "SELECT replica_id FROM replicas WHERE replica_id = 'dead'")).toEqual([]),
        )
      }),
    )
    await close()
    expect(await held(table)).toEqual(['sol ver_1 nobody 8'])
  })
})

it('a heartbeat that goes on failing says so once, and when it works again', async () => {
  const log: Array<unknown> = []
  const failed = ['Warn', 'heartbeat failed']
  const beats = Effect.map(asked('SELECT last_value::integer AS beats FROM beats'), ([row]) =>
    Number(Reflect.get(row ?? {}, 'beats')),
  )
  const passing = (until: Effect.Effect<boolean>) =>
    Effect.repeat(Effect.andThen(TestClock.adjust('3 seconds'), until), { until: (is) => is })
  await living(
    Effect.gen(function* () {
      yield* asked('CREATE SEQUENCE beats')
      yield* asked(`
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM nextval('beats'); RAISE EXCEPTION 'no'; END $$`)
      yield* asked('CREATE TRIGGER fail BEFORE INSERT ON replicas FOR EACH ROW EXECUTE FUNCTION fail()')
      yield* passing(Effect.map(beats, (many) => many >= 3))
      expect(log).toEqual([failed])
      yield* asked('DROP TRIGGER fail ON replicas')
      yield* passing(Effect.map(asked('SELECT 1'), () => log.length > 1))
    }),
    log,
  )
  expect(log).toEqual([failed, ['Info', 'heartbeat works again']])
})

it('a node that leaves gives back what it holds, and nothing of others', async () => {
  await query(url, "INSERT INTO replicas (replica_id, lease_until) VALUES ('alive', '2026-03-10T12:00:09Z')")
  await living(
    Effect.promise(async () => {
      await give('sol', 'ver_1', 'mine')
      await give('luna', 'ver_1', 'alive')
    }),
  )
  for (const table of tables) expect(await held(table)).toEqual(['luna ver_1 alive 7', 'sol ver_1 nobody 8'])
  expect(await query(url, 'SELECT DISTINCT crashes FROM verification_work')).toEqual([{ crashes: 4 }])
  expect(await query(url, 'SELECT replica_id FROM replicas')).toEqual([{ replica_id: 'alive' }])
})

it.each(tables)('a node that leaves waits for nobody who has a row of its own locked: %s', async (table) => {
  await give('luna', 'ver_1', 'mine')
  await give('sol', 'ver_1', 'mine')
  const { ask, close } = await openConnection(url)
  await ask('BEGIN')
  await ask(`SELECT 1 FROM ${table} WHERE account_id = 'luna' FOR UPDATE`)
  const left = living(Effect.void)
  const heldByNobody = async () =>
    (await Promise.all(tables.map(held))).flat().filter((row) => String(row).includes('nobody'))
  const [others, its] = [Array(2).fill('luna ver_1 nobody 8'), Array(3).fill('sol ver_1 nobody 8')]
  try {
    await expect.poll(async () => (await heldByNobody()).sort()).toEqual([...others, ...its])
  } finally {
    await ask('COMMIT')
    await close()
    await left
  }
  expect(await query(url, 'SELECT replica_id FROM replicas')).toEqual([])
  // It is of a node that is not there any more.
  await living(Effect.void)
  expect(await held(table)).toEqual(['luna ver_1 nobody 8', 'sol ver_1 nobody 8'])
})

describe('when the clock of the database is set back', () => {
  /** A row of each table that nobody holds, due at a time of the day, after attempts that failed. */
  const wait = async (due: string, attempts: number) => {
    await query(
      url,
      `INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
       VALUES ('sol', 'ver_${attempts}', '2026-03-10T${due}Z', 'k', '')`,
    )
    await query(
      url,
      `INSERT INTO deliveries (account_id, verification_id, event_id, url, host, attempts, sent, due_at)
       VALUES ('sol', 'ver_${attempts}', 'e${attempts}', 'x', 'x', ${attempts}, ${attempts}, '2026-03-10T${due}Z')`,
    )
    await query(
      url,
      `INSERT INTO transfers (account_id, verification_id, payment_intent_id, amount_centavos, attempts, due_at)
       VALUES ('sol', 'ver_${attempts}', 'pi_${attempts}', 1, ${attempts}, '2026-03-10T${due}Z')`,
    )
  }
  const dues = async (): Promise<ReadonlyArray<unknown>> => {
    const columns = tables.map(
      (table) => `(SELECT string_agg(to_char(due_at AT TIME ZONE 'UTC', 'HH24:MI:SS'), ' ' ORDER BY verification_id)
                     FROM ${table}) AS ${table}`,
    )
    return query(url, `SELECT ${columns.join(', ')}`)
  }

  it('verifications are due at once, and webhooks and transfers wait no longer than from then on', async () => {
    await living(
      Effect.gen(function* () {
        yield* Effect.promise(async () => {
          await wait('11:50:00', 0)
          await wait('12:00:20', 1)
          await wait('12:01:00', 2)
          await wait('12:50:00', 5)
        })
        yield* beat('11:57:33', '11:57:43')
      }),
    )
    expect(await dues()).toEqual([
      {
        verification_work: '11:50:00 11:57:33 11:57:33 11:57:33',
        deliveries: '11:50:00 11:58:03 11:59:33 12:50:00',
        transfers: '11:50:00 11:58:03 11:58:33 12:05:33',
      },
    ])
  })

  it('and is right, nothing that waits is due sooner, whichever heartbeat was recorded first', async () => {
    await living(
      Effect.gen(function* () {
        yield* Effect.promise(() => wait('12:00:20', 1))
        yield* asked(
          "INSERT INTO replicas (replica_id, lease_until, beat_at) VALUES ('other', '2026-03-10T12:00:13Z', '2026-03-10T12:00:03.9Z')",
        )
        yield* beat('12:00:03', '12:00:13')
      }),
    )
    const own = '12:00:20'
    expect(await dues()).toEqual([{ verification_work: own, deliveries: own, transfers: own }])
  })
})
