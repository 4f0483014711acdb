import { DateTime, Duration, Effect, Layer, Option } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { Audit } from '#ports/Audit.ts'
import { Backlog } from '#ports/Backlog.ts'
import { DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import * as ServiceMetrics from '#src/observability/ServiceMetrics.ts'

const now = DateTime.makeUnsafe('2026-03-02T16:00:00.000Z')
const ago = (seconds: number) => Option.some(DateTime.subtract(now, { seconds }))
const linesOf = Effect.map(PrometheusMetrics.format(), (text) => text.split('\n'))

it('what waits in the whole service is told with its scope, and as unknown while the database does not answer', async () => {
  let [isAway, checked, archives, entries] = [false, true, true, 42]
  const read = <A>(value: A) =>
    Effect.suspend(() => (isAway ? Effect.fail(new StorageUnavailable({ reason: 'away' })) : Effect.succeed(value)))
  const backlog = Layer.succeed(Backlog, {
    measure: () =>
      read({
        verifications: { due: 3, oldestDueAt: ago(7) },
        standsStill: true,
        differingSettings: 2,
        underWay: 8,
        oldestUnderWayAt: ago(470),
        balance: { settled: 150_050, held: 20_000 },
        uncheckedSince: DateTime.subtract(now, { seconds: 30 }),
        discrepancies: checked ? Option.some(1) : Option.none(),
        transfers: { queued: 5, failing: 2, oldestDueAt: ago(90) },
        database: {
          ...{ bytes: 12_345, connections: 41, mostConnections: 100 },
          archive: { isFailing: true, since: archives ? ago(600) : Option.none() },
        },
      }),
  })
  const records = Layer.mock(DeliveryRecords, {
    count: () => read({ pending: 11, failing: 4, exhausted: 6, oldestDueAt: Option.none() }),
  })
  const audit = Layer.mock(Audit, {
    head: Effect.suspend(() => read(entries === 0 ? Option.none() : Option.some({ sequence: entries, digest: 'a' }))),
  })
  const time = Layer.succeed(Time, { now: Effect.succeed(now), realTimeUntil: () => Effect.succeed(Duration.zero) })
  const expected = (values: ReadonlyArray<string>) =>
    [
      'cotejo_work_due',
      'cotejo_work_oldest_due_seconds',
      'cotejo_standing_still',
      'cotejo_settings_differing',
      'cotejo_webhooks_pending',
      'cotejo_webhooks_failing',
      'cotejo_webhooks_exhausted',
      'cotejo_webhooks_oldest_due_seconds',
      'cotejo_transfers_queued',
      'cotejo_transfers_failing',
      'cotejo_transfers_oldest_due_seconds',
      'cotejo_verifications_under_way',
      'cotejo_verifications_oldest_under_way_seconds',
      'cotejo_balance_settled_pesos',
      'cotejo_balance_held_pesos',
      'cotejo_ledger_check_age_seconds',
      'cotejo_database_size_bytes',
      'cotejo_database_connections',
      'cotejo_database_connections_max',
      'cotejo_archive_failing',
      'cotejo_archive_age_seconds',
      'cotejo_audit_entries',
      'cotejo_ledger_discrepancies',
    ].map((name, index) => `${name}{scope="service"} ${values[index]}`)
  const sampled = `cotejo_service_sampled_timestamp_seconds ${Date.parse('2026-03-02T16:00:00.000Z') / 1_000}`

  const looked = Effect.gen(function* () {
    yield* Layer.build(ServiceMetrics.layer)
    yield* TestClock.adjust('1 second')
    const [there, seen] = [
      yield* linesOf,
      expected([
        '3',
        '7',
        '1',
        '2',
        '11',
        '4',
        '6',
        '0',
        '5',
        '2',
        '90',
        '8',
        '470',
        '1500.5',
        '200',
        '30',
        '12345',
        '41',
        '100',
        '1',
        '600',
        '42',
        '1',
      ]),
    ]
    expect(there).toEqual(expect.arrayContaining([...seen, sampled]))
    isAway = true
    yield* TestClock.adjust('10 seconds')
    expect(yield* linesOf).toEqual(expect.arrayContaining([...expected(seen.map(() => 'NaN')), sampled]))
    isAway = false
    yield* TestClock.adjust('10 seconds')
    expect(yield* linesOf).toEqual(expect.arrayContaining(seen))
    checked = false
    yield* TestClock.adjust('10 seconds')
    const unchecked = seen.slice(0, -1).concat('cotejo_ledger_discrepancies{scope="service"} NaN')
    expect(yield* linesOf).toEqual(expect.arrayContaining(unchecked))
    archives = false
    entries = 0
    yield* TestClock.adjust('10 seconds')
    expect(yield* linesOf).toEqual(
      expect.arrayContaining([
        'cotejo_archive_age_seconds{scope="service"} NaN',
        'cotejo_audit_entries{scope="service"} 0',
      ]),
    )
  })
  await Effect.runPromise(Effect.provide(Effect.scoped(looked), [backlog, records, audit, time, TestClock.layer()]))
})
