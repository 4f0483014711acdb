import { Effect, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { isAlive } from '#adapters/postgres/connection/Leases.ts'
import { differingSettings } from '#adapters/postgres/connection/SharedSettings.ts'
import { onlyRowOf, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { environment } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import { type Check, type Finding, fault, ok, warning } from './Check.ts'

const workIn = onlyRowOf(
  Schema.Struct({
    replicas: Schema.Int,
    standing: Schema.Boolean,
    dispatching: Schema.Boolean,
    late: Schema.Int,
    webhooks: Schema.Int,
    transfers: Schema.Int,
  }),
)
const oldestIn = rowOf(
  Schema.Struct({ account_id: Schema.String, verification_id: Schema.String, seconds: Schema.Int }),
)

/** The oldest verification in progress, as a text with the arguments of `verifications show`; empty if there is none. */
const oldest = Effect.gen(function* () {
  const { work: sql } = yield* Database
  // Through the accounts, because the index by state begins with the account.
  const rows = yield* sql`
    SELECT v.account_id, v.verification_id, extract(epoch FROM now() - v.created_at)::integer AS seconds
      FROM accounts a
      CROSS JOIN LATERAL (
        SELECT account_id, verification_id, created_at FROM verifications
         WHERE account_id = a.account_id AND state = 'en_proceso' AND retired_at IS NULL
         ORDER BY created_at, sequence LIMIT 1) AS v
     ORDER BY v.created_at LIMIT 1`
  return Option.match(oldestIn(rows), {
    onNone: () => '',
    onSome: (row) => `, the oldest under way for ${row.seconds} s: ${row.account_id} ${row.verification_id}`,
  })
})

const startThem =
  'Start replicas; if some were started, the last line of their logs says why they ended. Before the first start only this may be a fault.'

const startDispatchers = 'Start replicas with the role dispatcher: nobody sends webhooks or makes transfers.'

interface Found extends ReturnType<typeof workIn> {
  /** As `oldest` words it. */
  readonly oldest: string
}

export const workFinding = (found: Found, isProduction: boolean): Finding => {
  const { replicas, standing, dispatching, late, webhooks, transfers, oldest } = found
  const waiting = `${late} verifications, ${webhooks} webhooks and ${transfers} transfers due for more than a minute`
  const finding = `${replicas} replicas, ${waiting}${oldest}`
  if (standing) return fault(`${finding}; work is paused`, 'Run: cotejo recover')
  if (replicas === 0 && isProduction) return fault(finding, startThem)
  if (late > 0) return fault(finding, 'Start replicas with the role worker, or more of them.')
  if (webhooks + transfers > 0) return fault(finding, 'Start replicas with the role dispatcher, or more of them.')
  if (replicas > 0 && !dispatching) return fault(`${finding}; no replica has the role dispatcher`, startDispatchers)
  return replicas === 0 ? warning(finding, 'Start replicas.') : ok(finding)
}

/** What replicas must have alike. */
export const agreement: Check<Database> = {
  check: 'settings of replicas',
  look: Effect.gen(function* () {
    const differing = yield* yield* differingSettings
    return differing.length === 0
      ? ok('they agree')
      : fault(
          `replicas have different values of ${differing.join(', ')}; retention is paused`,
          'Give all replicas the same value, and restart those that you changed.',
        )
  }),
}

const dueIn = onlyRowOf(Schema.Struct({ due: Schema.Finite }))

const hour = 3_600
/** A run takes its turn for five minutes before it schedules the next one. */
const mostAhead = hour + 300
/** Further ahead was written before the clock was set back, and counts as due. */
const furthest = 13 * hour
const hours = (seconds: number): number => Math.ceil(seconds / hour)

/** @param due seconds until the next run */
export const retentionFinding = (due: number): Finding => {
  if (due < -2 * hour) {
    return warning(`it has not run for ${hours(-due)} hours`, 'Start replicas with the role worker.')
  }
  return due > mostAhead && due <= furthest
    ? warning(
        `it is paused for the next ${hours(due)} hours`,
        'Its last run was long ago, or the clock jumped. If the clock is right, wait.',
      )
    : ok('it runs every hour')
}

/** The automatic removal of old verifications. */
export const retention: Check<Database> = {
  check: 'retention',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const { due } = dueIn(
      yield* sql`SELECT extract(epoch FROM due_at - now())::float8 AS due FROM upkeep WHERE task = 'retention'`,
    )
    return retentionFinding(due)
  }),
}

const movesIn = rowsOf(Schema.Struct({ account_id: Schema.String, moving_to: Schema.String }))

/** A move that was interrupted: the account creates nothing until it is repeated or cancelled. */
export const moves: Check<Database> = {
  check: 'moves',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const [first] = movesIn(
      yield* sql`SELECT account_id, moving_to FROM accounts WHERE moving_to IS NOT NULL AND status <> 'trasladada' LIMIT 1`,
    )
    return first === undefined
      ? ok('no account is moving')
      : fault(
          `account "${first.account_id}" is moving to cell "${first.moving_to}": POST returns 503`,
          'If no cotejo accounts move is running, repeat it in the old cell, or cancel it.',
        )
  }),
}

export const work: Check<Database> = {
  check: 'work',
  look: Effect.gen(function* () {
    const settings = yield* load({ environment })
    const { work: sql } = yield* Database
    const found = workIn(
      yield* sql`
        SELECT (SELECT count(*)::integer FROM replicas WHERE ${isAlive(sql)}) AS replicas,
               EXISTS (SELECT FROM recoveries WHERE ended_at IS NULL) AS standing,
               -- A replica of an earlier release does not say its roles.
               EXISTS (SELECT FROM replicas WHERE ${isAlive(sql)} AND (roles = '{}' OR 'dispatcher' = ANY (roles))) AS dispatching,
               (SELECT count(*)::integer FROM verification_work
                 WHERE replica_id IS NULL AND due_at < now() - interval '1 minute') AS late,
               -- A webhook of an account without a signing secret waits for the secret.
               (SELECT count(*)::integer FROM deliveries d
                 WHERE replica_id IS NULL AND next_at < now() - interval '1 minute'
                   AND EXISTS (SELECT FROM signing_secrets s WHERE s.account_id = d.account_id AND s.role = 'actual')) AS webhooks,
               (SELECT count(*)::integer FROM transfers
                 WHERE replica_id IS NULL AND due_at < now() - interval '1 minute') AS transfers`,
    )
    return workFinding({ ...found, oldest: yield* oldest }, settings.environment === 'production')
  }),
}

const pausedIn = rowsOf(Schema.Struct({ source: Schema.String, verifications: Schema.Int }))

/** Sources whose circuit is open in some replica: they are not asked, although their address may be reachable. */
export const sources: Check<Database> = {
  check: 'sources',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const paused = pausedIn(
      yield* sql`
        SELECT n.source, count(*)::integer AS verifications
          FROM verification_work w JOIN source_notes n USING (account_id, verification_id)
         WHERE n.result = 'circuito_abierto' GROUP BY n.source ORDER BY n.source`,
    )
    const named = paused.map(({ source, verifications }) => `${source} (${verifications} verifications wait)`)
    return paused.length === 0
      ? ok('no verification in progress waits for a source that keeps failing')
      : fault(
          `calls are paused because the source keeps failing: ${named.join(', ')}`,
          'The log lines "source asked" name the failure. Contact the provider.',
        )
  }),
}
