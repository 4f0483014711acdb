import { type Cause, Context, Duration, Effect, Layer, Schema } from 'effect'
import { onlyRowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import packageJson from '#package.json' with { type: 'json' }
import { Secrets } from '#ports/Secrets.ts'
import { monotonicMillis } from '#ports/Time.ts'
import { afterSetBack } from './ClockSetBack.ts'
import { Database } from './Database.ts'
import { givingBack } from './GivingBack.ts'
import { leasesSeen, type SeenLease } from './Leases.ts'
import { SharedSettings } from './SharedSettings.ts'

/** The duration of a lease and the interval of its renewal. */
export interface Lease {
  /** A replica that does not renew its lease for this long loses its work. */
  readonly lasts: Duration.Duration
  readonly renewedEvery: Duration.Duration
}

/** How long a shutdown tries to release its work. Work that is not released is reclaimed when the lease expires. */
const leaveTimeout = Duration.seconds(3)

/** How long startup waits for the first heartbeat. */
const firstBeat = Duration.seconds(2)

export const UsualLease = Context.Reference<Lease>('cotejo/adapters/postgres/UsualLease', {
  defaultValue: () => ({ lasts: Duration.seconds(10), renewedEvery: Duration.seconds(3) }),
})

export const ReplicaVersion = Context.Reference<string>('cotejo/adapters/postgres/ReplicaVersion', {
  defaultValue: () => packageJson.version,
})

const renewedIn = onlyRowOf(Schema.Struct({ is_set_back: Schema.Boolean }))
/** The roles of this process, for operators; none in a process that is not a server. */
export const ReplicaRoles = Context.Reference<ReadonlyArray<string>>('cotejo/adapters/postgres/ReplicaRoles', {
  defaultValue: () => [],
})

const leasesIn = rowsOf(
  Schema.Struct({ replica_id: Schema.String, lease: Schema.String, until: Schema.Number, now: Schema.Finite }),
)

/** The sealing keys as a replica publishes them: name and fingerprint, the current key first. */
export const sealingKeysOf = ({ givenKeys }: Secrets['Service']): ReadonlyArray<string> =>
  givenKeys.filter(({ use }) => use === 'sealing').map(({ keyId, fingerprint }) => `${keyId}:${fingerprint}`)

export const keyNameOf = (published: string): string => published.slice(0, published.lastIndexOf(':'))

/**
 * This process among the replicas: one lease row, renewed by a heartbeat, with the names of its keys and digests of the
 * settings that must agree. Each heartbeat also checks the other leases and reclaims the work of expired replicas.
 */
export class Replica extends Context.Service<Replica, { readonly id: string }>()('cotejo/adapters/postgres/Replica') {
  static readonly layer = (id: string, lease?: Lease) =>
    Layer.effect(
      Replica,
      Effect.gen(function* () {
        const { work: sql, working } = yield* Database
        const { lasts, renewedEvery } = lease ?? (yield* UsualLease)
        const sealingKeys = sealingKeysOf(yield* Secrets)
        const settings = JSON.stringify(yield* SharedSettings)
        const version = yield* ReplicaVersion
        const roles = yield* ReplicaRoles

        // A heartbeat in the future was recorded before the database's clock was set back. One that began while this
        // statement waited is newer by less than a second.
        const renew = working(sql`
          WITH renewed AS (
            INSERT INTO replicas (replica_id, lease_until, sealing_keys, settings, version, roles, beat_at)
            VALUES (${id}, now() + make_interval(secs => ${Duration.toSeconds(lasts)}), ${sealingKeys}, ${settings}::jsonb, ${version}, ${roles}, now())
            ON CONFLICT (replica_id) DO UPDATE SET lease_until = excluded.lease_until, beat_at = now()
          )
          SELECT EXISTS (SELECT FROM replicas WHERE beat_at > now() + interval '1 second') AS is_set_back`).pipe(
          Effect.flatMap((rows) => {
            if (!renewedIn(rows).is_set_back) return Effect.void
            const shortening = working(afterSetBack(sql))
            return Effect.andThen(Effect.logWarning('database clock was set back; work that waited is due'), shortening)
          }),
        )
        const runOut = leasesSeen(lasts)
        const look = Effect.gen(function* () {
          const rows = yield* working(sql`
            SELECT replica_id, lease_until::text AS lease, date_part('epoch', lease_until) * 1000 AS until,
                   date_part('epoch', now()) * 1000 AS now
              FROM replicas WHERE replica_id <> ${id} ORDER BY replica_id`)
          return runOut(leasesIn(rows), yield* monotonicMillis)
        })

        // Rows locked by another session are reclaimed later; until then the row of the expired replica stays. A claim
        // may also have been written after its replica's row was deleted: it is reclaimed too. Work of an account that
        // moves to another cell is held by no replica, and stays held while it moves.
        const reclaim = (ended: ReadonlyArray<SeenLease>) =>
          working(sql`
          WITH expired AS (
            SELECT n.replica_id FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) AS e (replica_id text, lease timestamptz)
                   JOIN replicas n ON n.replica_id = e.replica_id AND n.lease_until = e.lease
               FOR UPDATE OF n SKIP LOCKED
          ), holders AS (
            SELECT replica_id FROM verification_work WHERE replica_id IS NOT NULL
             UNION SELECT replica_id FROM deliveries WHERE replica_id IS NOT NULL
             UNION SELECT replica_id FROM transfers WHERE replica_id IS NOT NULL
          ), dead AS (
            SELECT replica_id FROM expired
             UNION ALL SELECT replica_id FROM holders h
              WHERE NOT EXISTS (SELECT 1 FROM replicas n WHERE n.replica_id = h.replica_id)
                AND NOT EXISTS (SELECT 1 FROM accounts a
                                 WHERE h.replica_id = 'traslado/' || a.account_id AND a.moving_to IS NOT NULL)
          ), free_deliveries AS (
            SELECT d.replica_id, d.account_id, d.verification_id FROM deliveries d JOIN dead USING (replica_id)
               FOR NO KEY UPDATE OF d SKIP LOCKED
          ), free_transfers AS (
            SELECT t.replica_id, t.account_id, t.verification_id FROM transfers t JOIN dead USING (replica_id)
               FOR NO KEY UPDATE OF t SKIP LOCKED
          ), free_work AS (
            SELECT w.replica_id, w.account_id, w.verification_id FROM verification_work w JOIN dead USING (replica_id)
               FOR NO KEY UPDATE OF w SKIP LOCKED
          ), undelivered AS (
            UPDATE deliveries d SET replica_id = NULL, epoch = d.epoch + 1
              FROM free_deliveries f WHERE d.account_id = f.account_id AND d.verification_id = f.verification_id
            RETURNING d.verification_id
          ), untransferred AS (
            UPDATE transfers t SET replica_id = NULL, epoch = t.epoch + 1
              FROM free_transfers f WHERE t.account_id = f.account_id AND t.verification_id = f.verification_id
            RETURNING t.verification_id
          ), unresolved AS (
            UPDATE verification_work w SET replica_id = NULL, epoch = w.epoch + 1, crashes = w.crashes + 1
              FROM free_work f WHERE w.account_id = f.account_id AND w.verification_id = f.verification_id
            RETURNING w.verification_id
          ), forgotten AS (
            DELETE FROM replicas n USING dead
             WHERE n.replica_id = dead.replica_id
               AND (SELECT count(*) FROM deliveries d WHERE d.replica_id = n.replica_id)
                   = (SELECT count(*) FROM free_deliveries f WHERE f.replica_id = n.replica_id)
               AND (SELECT count(*) FROM transfers t WHERE t.replica_id = n.replica_id)
                   = (SELECT count(*) FROM free_transfers f WHERE f.replica_id = n.replica_id)
               AND (SELECT count(*) FROM verification_work w WHERE w.replica_id = n.replica_id)
                   = (SELECT count(*) FROM free_work f WHERE f.replica_id = n.replica_id)
          )
          SELECT verification_id FROM undelivered UNION ALL SELECT verification_id FROM untransferred
           UNION ALL SELECT verification_id FROM unresolved`).pipe(
            Effect.tap((rows) =>
              rows.length === 0
                ? Effect.void
                : Effect.logWarning('reclaimed work of expired replica', { count: rows.length }),
            ),
          )

        // Rows locked by another session are reclaimed by another replica's next heartbeat, because this replica's row
        // is deleted.
        const leave = working(sql`
          WITH given AS (${givingBack(sql, 'verification_work', id, [])}),
               not_delivered AS (${givingBack(sql, 'deliveries', id, [])}),
               not_transferred AS (${givingBack(sql, 'transfers', id, [])})
          DELETE FROM replicas WHERE replica_id = ${id}`)

        // Release after the heartbeat has stopped, because a heartbeat would insert the row again.
        yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.ignore(leave), leaveTimeout))
        let isFailureLogged = false
        const failed = (cause: Cause.Cause<unknown>) =>
          Effect.suspend(() => {
            if (isFailureLogged) return Effect.void
            isFailureLogged = true
            return Effect.logWarning('heartbeat failed', cause)
          })
        const succeeded = Effect.suspend(() => {
          if (!isFailureLogged) return Effect.void
          isFailureLogged = false
          return Effect.logInfo('heartbeat works again')
        })
        const beat = Effect.andThen(renew, Effect.flatMap(look, reclaim)).pipe(
          Effect.andThen(succeeded),
          Effect.catchCause(failed),
        )
        // Insert this replica's row before any claim. If the database does not answer, nothing can be claimed anyway.
        yield* Effect.timeoutOption(beat, firstBeat)
        yield* beat.pipe(Effect.delay(renewedEvery), Effect.forever, Effect.forkScoped)
        return Replica.of({ id })
      }),
    )
}
