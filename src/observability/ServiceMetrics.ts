import { DateTime, Duration, Effect, Layer, Metric, Option, Schedule } from 'effect'
import { Audit } from '#ports/Audit.ts'
import { Backlog } from '#ports/Backlog.ts'
import { DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { Time } from '#ports/Time.ts'

/** How often the database is asked. */
const sampling = Duration.seconds(10)

/** A gauge of the whole service: every replica tells the same, so take the largest and never the sum. */
export const ofService = (name: string, description: string) =>
  Metric.withAttributes(Metric.gauge(name, { description }), { scope: 'service' })

const sampledAt = Metric.gauge('cotejo_service_sampled_timestamp_seconds', {
  description: 'When the gauges of the whole service were last read from the database, in Unix time',
})

const gauges = {
  due: ofService('cotejo_work_due', 'Verifications that are due and wait for a worker'),
  oldestDue: ofService('cotejo_work_oldest_due_seconds', 'Time for which the oldest verification has been due'),
  underWay: ofService('cotejo_verifications_under_way', 'Verifications in progress, due or not'),
  oldestUnderWay: ofService(
    'cotejo_verifications_oldest_under_way_seconds',
    'Age of the oldest verification in progress; 0 if there is none',
  ),
  settled: ofService('cotejo_balance_settled_pesos', 'Settled balance of all prepaid accounts, in pesos'),
  held: ofService(
    'cotejo_balance_held_pesos',
    'Balance held for verifications in progress, all prepaid accounts, in pesos',
  ),
  checkedAgo: ofService(
    'cotejo_ledger_check_age_seconds',
    'Time since the last cotejo ledger check, or since the database was created',
  ),
  discrepancies: ofService(
    'cotejo_ledger_discrepancies',
    'Findings of the last cotejo ledger check; NaN if it never ran',
  ),
  auditEntries: ofService('cotejo_audit_entries', 'Number of the last audit entry'),
  standsStill: ofService('cotejo_standing_still', '1 while work is paused by cotejo recover'),
  differing: ofService('cotejo_settings_differing', 'Number of settings that differ between replicas'),
  webhooks: ofService('cotejo_webhooks_pending', 'Pending webhooks'),
  failingWebhooks: ofService('cotejo_webhooks_failing', 'Pending webhooks that failed at least once'),
  exhaustedWebhooks: ofService('cotejo_webhooks_exhausted', 'Webhooks given up after their last attempt'),
  oldestWebhook: ofService('cotejo_webhooks_oldest_due_seconds', 'Time for which the oldest webhook has been due'),
  transfers: ofService('cotejo_transfers_queued', 'Pending transfers'),
  failingTransfers: ofService('cotejo_transfers_failing', 'Pending transfers that failed at least once'),
  oldestTransfer: ofService('cotejo_transfers_oldest_due_seconds', 'Time for which the oldest transfer has been due'),
  databaseBytes: ofService('cotejo_database_size_bytes', 'Size of the database, in bytes'),
  connections: ofService('cotejo_database_connections', 'Client connections to Postgres, of all programs'),
  mostConnections: ofService('cotejo_database_connections_max', 'max_connections of Postgres'),
  archiveFails: ofService('cotejo_archive_failing', '1 while Postgres fails to archive its write-ahead log'),
  archivedAgo: ofService(
    'cotejo_archive_age_seconds',
    'Time since Postgres last archived a part of its write-ahead log; NaN if archiving is off',
  ),
}

type Readings = Readonly<Record<keyof typeof gauges, number>>

const unknown = Number.NaN

/** How long ago that was, in seconds; 0 when it never was. */
const age = (since: Option.Option<DateTime.Utc>, now: DateTime.Utc): number =>
  Option.match(since, { onNone: () => 0, onSome: (at) => Duration.toSeconds(DateTime.distance(at, now)) })

const report = (readings: Partial<Readings>) =>
  Effect.forEach(Object.keys(gauges) as ReadonlyArray<keyof Readings>, (name) =>
    Metric.update(gauges[name], readings[name] ?? unknown),
  )

/**
 * Reads what waits, for as long as the scope lasts. While the database does not answer the gauges are `NaN`: no alarm
 * is to rely on what was true before.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const backlog = yield* Backlog
    const records = yield* DeliveryRecords
    const { head } = yield* Audit
    const time = yield* Time
    const sample = Effect.gen(function* () {
      const now = yield* time.now
      const measured = yield* backlog.measure(now)
      const { verifications, transfers, standsStill, underWay, balance, database } = measured
      const webhooks = yield* records.count(now)
      const lastEntry = yield* head
      yield* report({
        due: verifications.due,
        oldestDue: age(verifications.oldestDueAt, now),
        auditEntries: Option.match(lastEntry, { onNone: () => 0, onSome: ({ sequence }) => sequence }),
        standsStill: standsStill ? 1 : 0,
        differing: measured.differingSettings,
        underWay,
        oldestUnderWay: age(measured.oldestUnderWayAt, now),
        settled: balance.settled / 100,
        held: balance.held / 100,
        checkedAgo: age(Option.some(measured.uncheckedSince), now),
        discrepancies: Option.getOrElse(measured.discrepancies, () => unknown),
        webhooks: webhooks.pending,
        failingWebhooks: webhooks.failing,
        exhaustedWebhooks: webhooks.exhausted,
        oldestWebhook: age(webhooks.oldestDueAt, now),
        transfers: transfers.queued,
        failingTransfers: transfers.failing,
        oldestTransfer: age(transfers.oldestDueAt, now),
        databaseBytes: database.bytes,
        connections: database.connections,
        mostConnections: database.mostConnections,
        archiveFails: database.archive.isFailing ? 1 : 0,
        archivedAgo: Option.isNone(database.archive.since) ? unknown : age(database.archive.since, now),
      })
      yield* Metric.update(sampledAt, DateTime.toEpochMillis(now) / 1_000)
    })
    yield* Effect.catch(sample, () => report({})).pipe(Effect.repeat(Schedule.spaced(sampling)), Effect.forkScoped)
  }),
)
