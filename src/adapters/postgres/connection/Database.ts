import * as PgClient from '@effect/sql-pg/PgClient'
import { Context, Duration, Effect, Fiber, Layer, Metric, Option, Redacted, Scope, Tracer } from 'effect'
import { Reactivity } from 'effect/reactivity'
import type { SqlError } from 'effect/sql'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import * as Pooled from './Pooled.ts'
import { sessionSettings } from './SessionSettings.ts'
import { toStorageFailure } from './SqlFailures.ts'
import { TimeoutFactor } from './TimeoutFactor.ts'

/** The host, port and database of a connection string, so that spans show them and not the string with its password. */
const placeOf = (address: Redacted.Redacted) => {
  const { hostname, port, pathname } = new URL(Redacted.value(address))
  const database = decodeURIComponent(pathname.slice(1))
  return {
    ...(hostname === '' ? {} : { host: decodeURIComponent(hostname.replace(/^\[(.*)\]$/, '$1')) }),
    ...(port === '' ? {} : { port: Number(port) }),
    ...(database === '' ? {} : { database }),
  }
}

/** How long a caller waits for an answer of the database. Multiplied by `TimeoutFactor`. */
const usualTimeouts = { api: Duration.millis(1_500), work: Duration.seconds(10), dispatch: Duration.seconds(10) }

/** How long an open transaction may be idle before Postgres ends it. Multiplied by `TimeoutFactor`. */
const usualIdleTimeout = Duration.seconds(5)

/** How long a statement of the work waits for a lock. Multiplied by `TimeoutFactor`. */
const usualLockTimeout = Duration.seconds(2)

/** How long closing the connections may take. */
const closingTimeout = Duration.seconds(2)

/** One connection listens, the other asks for the time. */
const directConnections = 2

const statements = Metric.gauge('cotejo_database_statements_under_way', {
  description: 'Statements that are running or waiting for a connection, by pool',
})
const seconds = Metric.histogram('cotejo_database_statement_seconds', {
  description: 'Duration of statements, including the wait for a connection, by pool',
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})
const failed = Metric.counter('cotejo_database_failures_total', {
  description: 'Failed database statements, by pool and reason',
  incremental: true,
})

interface Way {
  readonly url: Redacted.Redacted
  /** PEM certificates of the authorities to trust instead of Node's. If set, the connection is always encrypted. */
  readonly certificates?: string | null
}

export interface DatabaseSettings extends Way {
  /**
   * The direct connection to Postgres if the main one leads to a pooler in transaction mode; null if there is no
   * pooler.
   */
  readonly direct?: Way | null
  /** Connections of each pool, per process. */
  readonly apiConnections: number
  readonly workConnections: number
  readonly dispatchConnections: number
}

type Pool = keyof typeof usualTimeouts
type WithTimeout = <A>(statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, StorageUnavailable>

/**
 * The connections to Postgres: separate pools for the API, for resolving and for delivering, so that none waits for
 * another. Connections are opened on demand, so the process starts without the database. They lead to Postgres itself
 * or through a pooler in transaction mode; in that case each transaction applies its own settings.
 */
export class Database extends Context.Service<
  Database,
  {
    readonly api: PgClient.PgClient
    readonly work: PgClient.PgClient
    readonly dispatch: PgClient.PgClient
    /** A direct connection to Postgres, without the pooler, for LISTEN and for the time. */
    readonly direct: PgClient.PgClient
    readonly answering: WithTimeout
    readonly working: WithTimeout
    readonly dispatching: WithTimeout
  }
>()('cotejo/adapters/postgres/Database') {
  static readonly layer = (settings: DatabaseSettings) =>
    Layer.effect(
      Database,
      Effect.gen(function* () {
        const connections = yield* leavable
        const factor = yield* TimeoutFactor
        const timeoutOf = (pool: Pool) => Duration.times(usualTimeouts[pool], factor)
        const millis = (duration: Duration.Duration) => String(Duration.toMillis(duration))
        const settingsOf = (name: Pool) => ({
          ...sessionSettings,
          statement_timeout: millis(timeoutOf(name)),
          idle_in_transaction_session_timeout: millis(Duration.times(usualIdleTimeout, factor)),
          // Limits how long a row locked by another session can block a connection of the work.
          lock_timeout: name === 'api' ? '0' : millis(Duration.times(usualLockTimeout, factor)),
          // The work is for all accounts. The API sets the account for each reading.
          'cotejo.account': name === 'api' ? '' : '*',
          // Plan each statement of the work for the current tables: a plan made for an empty table would scan a full
          // one. Readings of the API keep their plans, because planning each time would cost more than it saves.
          plan_cache_mode: name === 'api' ? 'auto' : 'force_custom_plan',
        })
        const configOf = (name: Pool, { url, certificates }: Way, maxConnections: number): PgClient.PgPoolConfig => ({
          url,
          ...placeOf(url),
          ...(certificates ? { ssl: { ca: certificates } } : {}),
          maxConnections,
          applicationName: `cotejo-${name}`,
          connectTimeout: timeoutOf(name),
        })
        const past = settings.direct ?? null
        const straight = (name: Pool, way: Way, maxConnections: number) =>
          PgClient.make({ ...configOf(name, way, maxConnections), startupParameters: settingsOf(name) })
        const opened = (
          client: Effect.Effect<PgClient.PgClient, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity>,
        ) => client.pipe(Effect.orDie, Scope.provide(connections))
        const pool = (name: Pool, maxConnections: number) =>
          opened(
            past === null
              ? straight(name, settings, maxConnections)
              : Pooled.make(configOf(name, settings, maxConnections), settingsOf(name)),
          )
        const api = yield* pool('api', settings.apiConnections)
        const work = yield* pool('work', settings.workConnections)
        const dispatch = yield* pool('dispatch', settings.dispatchConnections)
        const direct = past === null ? work : yield* opened(straight('work', past, directConnections))
        return Database.of({
          api,
          work,
          dispatch,
          direct,
          answering: withTimeout('api', timeoutOf('api')),
          working: withTimeout('work', timeoutOf('work')),
          dispatching: withTimeout('dispatch', timeoutOf('dispatch')),
        })
      }),
    ).pipe(Layer.provide(Reactivity.layer))
}

/** The scope of the connections. A frozen connection does not close; it is left open until the process ends. */
const leavable = Effect.acquireRelease(Scope.make(), (scope, exit) =>
  Effect.flatMap(Effect.forkDetach(Scope.close(scope, exit)), (closing) =>
    Effect.timeoutOption(Fiber.await(closing), closingTimeout),
  ),
)

/** Disables tracing for statements without a parent span, such as the repeated polls for due work. */
const ofSomebody = <A, E, R>(statement: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.serviceOption(Tracer.ParentSpan), (parent) =>
    Option.isNone(parent) ? Effect.withTracerEnabled(statement, false) : statement,
  )

/**
 * Waits for a statement up to a limit. The statement runs in its own fiber, because a frozen connection takes long to
 * give up even after an interruption.
 */
const withTimeout = (pool: Pool, limit: Duration.Duration): WithTimeout => {
  const [underWay, took] = [Metric.withAttributes(statements, { pool }), Metric.withAttributes(seconds, { pool })]
  const failures = Metric.withAttributes(failed, { pool })
  const millis = Duration.toMillis(limit)
  return <A>(statement: Effect.Effect<A, SqlError.SqlError>) =>
    Effect.withFiber<A, SqlError.SqlError | StorageUnavailable>(({ context }) =>
      // One callback with one timer. A race of fibers costs a third of the statement itself.
      Effect.callback((resume) => {
        underWay.modifyUnsafe(1, context)
        const start = performance.now()
        const running = Effect.runForkWith(context)(ofSomebody(statement))
        const giveUp = setTimeout(() => {
          resume(new StorageUnavailable({ kind: 'no_answer', reason: 'no answer in time' }))
          running.interruptUnsafe()
        }, millis)
        running.addObserver((exit) => {
          clearTimeout(giveUp)
          underWay.modifyUnsafe(-1, context)
          took.updateUnsafe((performance.now() - start) / 1_000, context)
          resume(exit)
        })
      }),
    ).pipe(
      Effect.catchTag('SqlError', toStorageFailure),
      Effect.tapError(({ kind, code }) => Metric.update(Metric.withAttributes(failures, { reason: code ?? kind }), 1)),
    )
}
