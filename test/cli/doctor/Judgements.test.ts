import { describe, expect, it } from '@effect/vitest'
import { DateTime, Duration, Effect, Fiber } from 'effect'
import { TestClock } from 'effect/testing'
import { addressOf } from '#adapters/egress/PeerCertificate.ts'
import { conditionOf } from '#adapters/postgres/schema/KeptSchema.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import { allLooked, type Check, expiry, ok, reportedOnce, worst } from '#src/cli/doctor/Check.ts'
import { baseBackupFinding, diskFinding } from '#src/cli/doctor/Disk.ts'
import { listsFinding } from '#src/cli/doctor/ScreeningLists.ts'
import { clockFinding, connectionsFinding } from '#src/cli/doctor/Tables.ts'
import { retentionFinding, workFinding } from '#src/cli/doctor/Work.ts'
import { SettingsRefused } from '#src/config/Variable.ts'

const at = Date.parse('2026-03-10T12:00:00Z')

describe('the clock of a machine', () => {
  it.each([
    [0, 'ok', '0.0 s off the database'],
    [1_999, 'ok', '2.0 s off the database'],
    [2_000, 'warning', '2.0 s ahead of the database'],
    [-2_000, 'warning', '2.0 s behind the database'],
    [30_000, 'warning', '30.0 s ahead of the database'],
    [30_001, 'fault', '30.0 s ahead of the database'],
    [-30_001, 'fault', '30.0 s behind the database'],
    [90_000, 'fault', '90.0 s ahead of the database'],
  ])('that is %d ms ahead of the database is %s', (ahead, result, finding) => {
    expect(clockFinding({ before: at + ahead, now: at, after: at + ahead })).toMatchObject({ result, finding })
  })

  it('is as far off as it is at least, however long the database took to answer', () => {
    expect(clockFinding({ before: at, now: at, after: at + 9_000 })).toEqual({
      result: 'ok',
      finding: '0.0 s off the database',
      action: null,
    })
    expect(clockFinding({ before: at + 2_500, now: at, after: at + 8_500 })).toEqual({
      result: 'warning',
      finding: '2.5 s ahead of the database',
      action: 'Set the clock of this machine.',
    })
    expect(clockFinding({ before: at - 43_000, now: at, after: at - 31_000 })).toEqual({
      result: 'fault',
      finding: '31.0 s behind the database',
      action: 'Set the clock of this machine: a replica here creates and claims nothing.',
    })
  })
})

describe('connections', () => {
  it.each([
    [80, 'ok', null],
    [81, 'warning', 'Raise max_connections, or lower the pools of the replicas.'],
  ])('of which %d of 100 are used are %s', (used, result, action) => {
    expect(connectionsFinding({ used, most: 100 })).toEqual({ result, finding: `${used} of 100`, action })
  })
})

describe('the schema', () => {
  const found = { revision: 7, missing: [], later: null, strange: [], strangeGrants: [], isOtherBuild: false }
  const later = { version: '0.3.0', digest: 'd', migrated_at: DateTime.makeUnsafe(0) }
  it.each([
    [{}, 'ok', 'revision 7, functions and rights are those of this program', null],
    [{ revision: 6 }, 'fault', 'revision 6, this program needs 7', 'Run: cotejo migrate'],
    [{ revision: 8 }, 'warning', 'revision 8, this program knows 7', 'Use the release that migrated it.'],
    ...[7, 8].map((revision): [object, string, string, string] => [
      { revision, later },
      'warning',
      `revision ${revision}, this program knows 7, migrated by a later program, version 0.3.0`,
      'Use the release that migrated it.',
    ]),
    [
      { strange: ['admit'], strangeGrants: ['accounts'] },
      'fault',
      'not as this program has them: admit(), rights on accounts',
      'Run: cotejo migrate',
    ],
    [
      { strangeGrants: ['replicas'] },
      'fault',
      'not as this program has them: rights on replicas',
      'Run: cotejo migrate',
    ],
    [
      { strange: ['admit'], isOtherBuild: true },
      'warning',
      'not as this program has them: admit(); another build of this version migrated last',
      'Use one build everywhere. The newer one also runs cotejo migrate; the older one must not.',
    ],
    [
      { missing: ['replicas', 'transfers'], strange: ['admit'] },
      'fault',
      'tables are missing: replicas, transfers',
      'Restore the last good state from the backups: migrate does not create them again.',
    ],
  ])('of revision 7 with %o is %s', (changes, result, finding, action) => {
    expect(conditionOf({ ...found, ...changes }, 7)).toEqual({ result, finding, action })
  })
})

describe('disk and log', () => {
  const found = {
    bytes: 3 * 1_048_576,
    archiving: true,
    leading: true,
    failing: false,
    slots: 0,
    retained: 0,
    log: 64 * 1_048_576,
  }
  const gibibyte = 1_024 * 1_024 * 1_024
  const whole = 'database 3 MiB, log 64 MiB, the log is archived'

  it.each([
    [{}, 'ok', whole],
    [{ log: null }, 'ok', 'database 3 MiB, the log is archived'],
    [{ retained: 10 * gibibyte }, 'ok', whole],
    [{ retained: 10 * gibibyte + 1 }, 'fault', `${whole}; a slot keeps 10240 MiB of the log`],
    [{ retained: 11 * gibibyte, slots: 1 }, 'fault', `${whole}; a slot keeps 11264 MiB of the log`],
    [{ slots: 1 }, 'warning', `${whole}; 1 unused replication slots`],
    [{ slots: 2 }, 'warning', `${whole}; 2 unused replication slots`],
    [{ leading: false, failing: true }, 'fault', 'database 3 MiB, log 64 MiB, the log is archived to nowhere'],
    [{ failing: true, retained: 11 * gibibyte }, 'fault', 'database 3 MiB, log 64 MiB, archiving the log fails'],
    [{ archiving: false, leading: false }, 'warning', 'database 3 MiB, log 64 MiB, no archive of the log'],
    [
      { archiving: false, slots: 1 },
      'warning',
      'database 3 MiB, log 64 MiB, no archive of the log; 1 unused replication slots',
    ],
  ])('in production with %o are %s', (changes, result, finding) => {
    expect(diskFinding({ ...found, ...changes }, false)).toMatchObject({ result, finding })
  })

  it('need no archive in the sandbox', () => {
    expect(diskFinding({ ...found, archiving: false }, true)).toMatchObject({ result: 'ok', action: null })
  })
})

describe('a base backup', () => {
  it.each([
    [{ seconds: 36 * 3_600 }, 'ok', 'taken 36 hours ago'],
    [{ seconds: 37 * 3_600 }, 'warning', 'taken 37 hours ago'],
    [{ seconds: null }, 'warning', 'none is known'],
    [{ seconds: null, may: false }, 'ok', 'not known: this role may not list the log'],
    [{ seconds: null, archiving: false }, 'ok', 'not known: Postgres notes it only with an archive of the log'],
  ])('in production with %o is %s', (changes, result, finding) => {
    expect(baseBackupFinding({ may: true, archiving: true, ...changes }, false)).toMatchObject({ result, finding })
  })

  it('need not be in the sandbox', () => {
    expect(baseBackupFinding({ may: true, archiving: true, seconds: null }, true)).toMatchObject({ result: 'ok' })
  })
})

describe('the retention', () => {
  it.each([
    [-2 * 3_600 - 1, 'warning', 'it has not run for 3 hours'],
    [-2 * 3_600, 'ok', 'it runs every hour'],
    [3_600, 'ok', 'it runs every hour'],
    [3_600 + 300, 'ok', 'it runs every hour'],
    [3_600 + 301, 'warning', 'it is paused for the next 2 hours'],
    [12 * 3_600, 'warning', 'it is paused for the next 12 hours'],
    [14 * 3_600, 'ok', 'it runs every hour'],
  ])('that is due in %d s is %s', (due, result, finding) => {
    expect(retentionFinding(due)).toMatchObject({ result, finding })
  })
})

describe('work', () => {
  const found = {
    ...{ replicas: 1, standing: false, dispatching: true, late: 0, webhooks: 0, transfers: 0 },
    oldest: ', the oldest',
  }
  const dispatch = 'Start replicas with the role dispatcher, or more of them.'
  it.each([
    [{}, 'ok', null],
    [{ late: 1 }, 'fault', 'Start replicas with the role worker, or more of them.'],
    [{ webhooks: 1 }, 'fault', dispatch],
    [{ transfers: 1 }, 'fault', dispatch],
    [{ dispatching: false }, 'fault', expect.stringContaining('nobody sends webhooks')],
    [{ replicas: 0, late: 1, standing: true }, 'fault', 'Run: cotejo recover'],
    [{ replicas: 0, late: 1 }, 'fault', expect.stringMatching(/^Start replicas; if some were started/)],
  ])('in production with %o is %s', (changes, result, action) => {
    const { replicas, late, webhooks, transfers } = { ...found, ...changes }
    const waiting = `${late} verifications, ${webhooks} webhooks and ${transfers} transfers`
    const finding = `${replicas} replicas, ${waiting} due for more than a minute, the oldest`
    expect(workFinding({ ...found, ...changes }, true)).toMatchObject({
      result,
      finding: expect.stringContaining(finding),
      action,
    })
  })

  it.each([
    [{}, 'ok', null],
    [{ replicas: 0 }, 'warning', 'Start replicas.'],
    [{ replicas: 0, late: 1 }, 'fault', 'Start replicas with the role worker, or more of them.'],
  ])('elsewhere with %o is %s', (changes, result, action) => {
    expect(workFinding({ ...found, ...changes }, false)).toMatchObject({ result, action })
  })
})

describe('lists', () => {
  const now = DateTime.makeUnsafe('2026-03-10T12:00:00Z')
  const version = (list: ListVersion['list'], cutOff: string): ListVersion => ({
    list,
    cutOff,
    importedAt: now,
    confirmedAt: null,
    origin: null,
    entries: 1,
    names: 1,
    added: 1,
    removed: 0,
    keyRevision: 3,
  })
  // Those of the 7th are three days and a half old.
  const finding = (oldest: Duration.Input, versions: ReadonlyArray<ListVersion>) =>
    listsFinding(versions, { required: ['onu'], keyRevision: 3, maxAge: () => Duration.fromInputUnsafe(oldest) }, now)
  const both = [version('onu', '2026-03-07'), version('sat_69b', '2026-03-09')]

  it.each([
    ['108 hours', 'ok', 'onu of 2026-03-07, sat_69b of 2026-03-09'],
    ['107 hours', 'warning', 'onu expire within a day'],
    ['59 hours', 'fault', 'onu vencida'],
    ['84 hours', 'warning', 'onu expire within a day'],
    ['83 hours', 'fault', 'onu vencida'],
  ] as const)('that are used for %s are %s', (oldest, result, found) => {
    expect(finding(oldest, both)).toMatchObject({ result, finding: found })
  })

  it('that are not there, or are keyed otherwise, are a fault', () => {
    expect(finding('30 days', [])).toMatchObject({ result: 'fault', finding: 'onu falta' })
    const otherwise = { ...version('sat_69b', '2026-03-09'), keyRevision: 2 }
    expect(finding('30 days', [version('onu', '2026-03-07'), otherwise])).toMatchObject({
      result: 'fault',
      finding: 'sat_69b otras_claves',
    })
  })

  it('of which none is required nor there are no fault', () => {
    const none = { required: [], keyRevision: 3, maxAge: () => Duration.days(1) }
    expect(listsFinding([], none, now)).toEqual({ result: 'ok', finding: 'none is required', action: null })
  })
})

describe('a certificate', () => {
  const hour = 3_600_000
  it.each([
    [-49 * hour, 'fault', 'X expired 2 days ago'],
    [-25 * hour, 'fault', 'X expired 1 day ago'],
    [-24 * hour + 1, 'fault', 'X expired less than a day ago'],
    [-1, 'fault', 'X expired less than a day ago'],
    [0, 'warning', 'X is valid for less than a day'],
    [24 * hour - 1, 'warning', 'X is valid for less than a day'],
    [24 * hour, 'warning', 'X is valid for 1 day'],
    [21 * 24 * hour - 1, 'warning', 'X is valid for 20 days'],
    [21 * 24 * hour, 'ok', 'X is valid for 21 days'],
  ])('that ends in %d ms is %s', (left, result, finding) => {
    expect(expiry('X', at + left, at)).toEqual({ result, finding, action: result === 'ok' ? null : 'Renew it.' })
  })
})

describe('what is reached', () => {
  it.each([
    ['https://p.example.com/v1', true, 'p.example.com', 443],
    ['http://p.example.com/v1', false, 'p.example.com', 80],
    ['https://p.example.com:8443', true, 'p.example.com', 8_443],
    ['http://[2001:db8::1]:81/v1', false, '2001:db8::1', 81],
    ['https://[2001:db8::1]', true, '2001:db8::1', 443],
    ['postgres://ana:secreto@db.example.com/cotejo?sslmode=verify-full', true, 'db.example.com', 5_432],
    ['postgresql://db.example.com:6432/cotejo?sslmode=disable', false, 'db.example.com', 6_432],
    ['postgres://localhost/cotejo', false, 'localhost', 5_432],
  ])('by %s is reached over TLS: %s, at %s, port %d', (url, isEncrypted, host, port) => {
    expect(addressOf(url)).toMatchObject({ isEncrypted, host, port })
  })
})

describe('several things', () => {
  const [good, soon] = [ok('good'), { result: 'warning', finding: 'soon', action: 'Renew it.' } as const]
  const bad = { result: 'fault', finding: 'bad', action: 'Renew it.' } as const
  const away = { result: 'fault', finding: 'away', action: 'Look at it.' } as const

  it('are as the worst of them, of which all that are so bad are told', () => {
    expect(worst([])).toEqual({ result: 'ok', finding: 'none', action: null })
    expect(worst([good, ok('fine')])).toEqual({ result: 'ok', finding: 'good; fine', action: null })
    expect(worst([good, soon])).toEqual(soon)
    expect(worst([bad, soon, good])).toEqual(bad)
    expect(worst([soon, bad, away, bad])).toEqual({
      result: 'fault',
      finding: 'bad; away; bad',
      action: 'Renew it. Look at it.',
    })
  })
})

describe('a look', () => {
  const looked = <R>(check: Check<R>) => Effect.map(allLooked([check]), (found) => reportedOnce(found, () => true)[0])
  const lookedFor = Effect.fnUntraced(function* (seconds: number) {
    const look = Effect.as(Effect.sleep(Duration.seconds(seconds)), ok('good'))
    const looking = yield* Effect.forkChild(looked({ check: 'x', look }))
    yield* TestClock.adjust(Duration.seconds(seconds))
    return yield* Fiber.join(looking)
  })

  it.effect('that takes ten seconds is a fault, and one that takes less tells what it found', () =>
    Effect.gen(function* () {
      expect(yield* lookedFor(9.999)).toEqual({ check: 'x', result: 'ok', finding: 'good', action: null })
      expect(yield* lookedFor(10.001)).toEqual({
        check: 'x',
        result: 'fault',
        finding: 'no answer in time',
        action: 'Check the network and the firewall.',
      })
    }),
  )

  it.effect('takes its time together with the others', () =>
    Effect.gen(function* () {
      const silent = ['database', 'schema', 'work'].map((check) => ({ check, look: Effect.never }))
      const looking = yield* Effect.forkChild(allLooked(silent))
      yield* TestClock.adjust(Duration.seconds(10))
      expect(looking.pollUnsafe()).toBeDefined()
      const found = yield* Fiber.join(looking)
      expect(found.map(({ check, finding }) => `${check}: ${finding}`)).toEqual([
        'database: no answer in time',
        'schema: no answer in time',
        'work: no answer in time',
      ])
    }),
  )

  it.effect('that fails is a fault, and says what kind of failure it was', () =>
    Effect.gen(function* () {
      const failing = (check: string, name: string) => {
        const error = new Error('away')
        error.name = name
        return looked({ check, look: Effect.fail(error) })
      }
      expect(yield* failing('database', 'ConnectionError')).toMatchObject({
        result: 'fault',
        finding: expect.stringContaining('the check failed: ConnectionError'),
        action:
          'Check DATABASE_URL, and that Postgres runs and accepts this machine. If it closes connections, its log says why: transaction_timeout, for example, must be 0.',
      })
      expect(yield* failing('work', 'ConnectionError')).toMatchObject({
        action: 'Fix the other checks first.',
      })
      expect(yield* failing('database', 'OtherError')).toMatchObject({
        action:
          'Check DATABASE_URL, and that Postgres runs and accepts this machine. If it closes connections, its log says why: transaction_timeout, for example, must be 0.',
      })
    }),
  )

  it.effect('without the settings for it says what is wrong with them, each problem by its number', () =>
    Effect.gen(function* () {
      const refused = (...problems: ReadonlyArray<string>) =>
        looked({ check: 'settings', look: Effect.fail(new SettingsRefused({ problems })) })
      expect(yield* refused('One is missing.')).toEqual({
        check: 'settings',
        result: 'fault',
        finding: 'settings are missing or wrong',
        action: 'One is missing.',
      })
      expect(yield* refused('One is missing.', 'Two is wrong.')).toMatchObject({
        action: '(1) One is missing. (2) Two is wrong.',
      })
    }),
  )
})
