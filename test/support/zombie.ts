/**
 * A node of its own process that does what it is told, one line at a time: `claim`, `conclude emitida`,
 * `conclude no_concluyente`, and `lock`, which takes the work within a transaction and leaves it open
 * until the next line. Says on its standard output what came of each.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { Duration, Effect, Layer, Redacted } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { postgresStorage } from './storage.ts'
import { emitted, inconclusive, noon } from './storedVerifications.ts'

const [url = '', replicaId = ''] = process.argv.slice(2)
/** It runs out when the test says so. */
const lease = { lasts: Duration.minutes(10), renewedEvery: Duration.millis(250) }

const lines = createInterface({ input: process.stdin })
const nextLine = Effect.promise(async (): Promise<string> => {
  const [line] = await once(lines, 'line')
  return String(line)
})
const say = (text: string) => Effect.sync(() => void process.stdout.write(`${text}\n`))

const obey = Effect.gen(function* () {
  const { claim, conclude } = yield* Resolutions
  const { work: sql } = yield* Database
  let held: Claim | undefined

  const transaction = sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`DELETE FROM verification_work WHERE replica_id = ${replicaId}`
      yield* say('locked')
      yield* nextLine
      yield* sql`UPDATE verifications SET document = NULL`
    }),
  )
  const carryOut = Effect.fnUntraced(function* (order: string) {
    if (order === 'claim') {
      const [claimed] = yield* claim(noon, { most: 1, perAccount: 1 })
      held = claimed ?? held
      return claimed === undefined ? 'nothing' : `held ${claimed.crashes}`
    }
    if (order === 'lock') {
      // Rolling back on a connection that is gone is a defect of its own.
      return (yield* Effect.exit(transaction))._tag === 'Success' ? 'committed' : 'refused'
    }
    if (held === undefined) return 'nothing'
    return String(yield* conclude(held, order === 'conclude emitida' ? emitted : inconclusive))
  })

  yield* say('ready')
  while (true) {
    const order = yield* nextLine
    yield* Effect.flatMap(
      Effect.orElseSucceed(carryOut(order), () => 'unavailable'),
      say,
    )
  }
})

/** With the usual limits: the server ends a transaction that is left open no sooner than they say. */
const database = Database.layer({
  url: Redacted.make(url),
  apiConnections: 1,
  workConnections: 3,
  dispatchConnections: 1,
})

NodeRuntime.runMain(Effect.provide(obey, Layer.merge(postgresStorage(url, replicaId, lease), database)))
