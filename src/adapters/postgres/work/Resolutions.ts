import { DateTime, Duration, Effect, Layer, Option, Schema } from 'effect'
import type { Statement } from 'effect/sql'
import * as Batches from '#adapters/postgres/connection/Batches.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { dueQueue } from '#adapters/postgres/connection/DueQueue.ts'
import { givenBack } from '#adapters/postgres/connection/GivingBack.ts'
import { type HeldWrite, isBlocked, isDone } from '#adapters/postgres/connection/HeldRow.ts'
import { WorkSignal } from '#adapters/postgres/connection/WorkSignal.ts'
import { DataKeys } from '#adapters/postgres/installation/DataKeys.ts'
import { Bytes, OptionalText, rowsOf, traceIn } from '#adapters/postgres/rows/Columns.ts'
import { type Concluding, columns, concludedIn, inputOf } from '#adapters/postgres/rows/EndingRow.ts'
import type { FoundKey } from '#adapters/postgres/rows/FoundKey.ts'
import {
  dayOf,
  decodeSealed,
  sealContext,
  sealedText,
  VerificationRow,
  verificationOf,
} from '#adapters/postgres/rows/Rows.ts'
import { begin, type InProgress } from '#domain/verification/Verification.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'

/**
 * Endings per commit, and parallel commits. A batch is at most half of the work in progress, so that the other half
 * continues meanwhile. The fixed cost of a commit is larger than the cost of an ending.
 */
const batch = {
  most: 128,
  lanes: 1,
  blocked: { is: isBlocked, lanes: 1, waitMillis: 1_000 },
  longestWait: Duration.seconds(10),
}

const Claimed = Schema.Struct({
  ...VerificationRow.fields,
  traceparent: OptionalText,
  epoch: Schema.Int,
  crashes: Schema.Int,
  data_key: Schema.String,
  sealed: Bytes,
})
const claimedIn = rowsOf(Claimed)

const isTransferred = ({ verification: { terms } }: Claim): boolean => terms.mode === 'connect'

const claimOf = (row: typeof Claimed.Type, keyNamed: (name: string) => FoundKey): Claim => {
  const { epoch, crashes, data_key, sealed } = row
  const verification = verificationOf(row)
  const { accountId, id, createdAt } = verification
  const key = keyNamed(data_key)
  const text = typeof key === 'string' ? Option.none() : key.openText(sealed, sealContext(accountId, id))
  const opened = Option.getOrNull(Option.flatMap(text, decodeSealed))
  const { subject, ...progress } = opened ?? { subject: null, ...begin(createdAt) }
  const trace = traceIn(row.traceparent)
  const state = { ...progress, _tag: 'en_proceso' } as const
  return { verification: { ...verification, state }, subject, trace, epoch, crashes }
}

export const layer = Layer.effect(
  Resolutions,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const keys = yield* DataKeys
    const { announce } = yield* WorkSignal
    const {
      queue,
      replicaId,
      write: writeRow,
    } = yield* dueQueue<Claim>({
      ...{ sql, running: working, table: 'verification_work', due: 'due_at', signal: 'resolution' },
      idOf: ({ verification }) => verification.id,
    })

    const conclude = yield* Batches.make<Concluding, HeldWrite>({
      ...batch,
      accountOf: ({ claim }) => claim.verification.accountId,
      run: Effect.fnUntraced(function* (items, waitMillis) {
        const placed = items.map((item, place) => ({ item, place }))
        const byDay = Map.groupBy(placed, ({ item: { claim } }) => dayOf(claim.verification))
        const endings = yield* Effect.forEach(byDay, ([day, some]) =>
          Effect.map(keys.ofDay('record', day), (record) =>
            some.map(({ item, place }) => columns(record, item, place)),
          ),
        )
        const { json, sealed } = inputOf(endings.flat())
        const rows = concludedIn(
          yield* working(sql`SELECT * FROM conclude(${json}::jsonb, ${sealed}, ${waitMillis}::integer)`),
        )
        const verdicts = new Map(rows.map(({ place, verdict }) => [place, verdict]))
        if (rows.some(({ verdict }) => verdict === 'KeyMissing')) yield* keys.forget
        return items.map((_, place) => verdicts.get(place))
      }),
    })

    const write = ({ verification: { accountId, id }, epoch }: Claim, changes: Statement.Fragment, dataKey?: string) =>
      writeRow({ accountId, verificationId: id, epoch }, changes, dataKey)

    const park = Effect.fnUntraced(function* (claim: Claim, state: InProgress, dueAt: DateTime.Utc) {
      const { verification, subject } = claim
      if (subject === null) return false
      const key = yield* keys.ofDay('applicant', dayOf(verification))
      const sealed = key.seal(sealedText(subject, state), sealContext(verification.accountId, verification.id))
      return yield* write(
        claim,
        sql`due_at = ${DateTime.toDate(dueAt)}, ${givenBack(sql)}, data_key = ${key.name}, sealed = ${sealed}`,
        key.name,
      ).pipe(Effect.tapError(() => keys.forget))
    })

    return Resolutions.of({
      ...queue,
      claim: Effect.fnUntraced(function* (now, { most, perAccount }) {
        const rows = claimedIn(
          yield* working(sql`
            SELECT * FROM claim_verifications(${replicaId}, ${DateTime.toDate(now)}, ${most}, ${perAccount})`),
        )
        const keyNamed = yield* keys.named(rows.map(({ data_key }) => data_key))
        return rows.map((row) => claimOf(row, keyNamed))
      }),
      park,
      putBack: (claim, dueAt) => write(claim, sql`due_at = ${DateTime.toDate(dueAt)}, ${givenBack(sql)}`),
      conclude: (claim, ending) =>
        Effect.tap(Effect.flatMap(conclude({ claim, ending }), isDone), (done) =>
          done && ending.state._tag === 'emitida'
            ? Effect.andThen(announce('delivery'), isTransferred(claim) ? announce('transfer') : Effect.void)
            : Effect.void,
        ),
    })
  }),
)
