import { DateTime, Effect, Layer, Schema } from 'effect'
import { SqlError } from 'effect/sql'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { toStorageFailure } from '#adapters/postgres/connection/SqlFailures.ts'
import { Instant, named, OptionalText, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { auditContent } from '#adapters/postgres/schema/functions/append_audit_entry.ts'
import { type Act, onlyReads } from '#domain/audit/Act.ts'
import { Audit, type AuditEntry, type Author, type Facts } from '#ports/Audit.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'

const Head = Schema.Struct({ sequence: Schema.Int, digest: Schema.String })
const Link = Schema.Struct({ ...Head.fields, content: Schema.String, previous: Schema.String })

const rowsIn = named(
  rowsOf<AuditEntry>(
    Schema.Struct({
      sequence: Schema.Int,
      at: Instant,
      act: Schema.String,
      accountId: OptionalText,
      actor: Schema.String,
      databaseRole: Schema.String,
      reason: OptionalText,
      details: Schema.Unknown,
    }),
  ),
)
const linksIn = rowsOf(Link)
const headIn = rowOf(Head)

export const layer = Layer.effect(
  Audit,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database

    const append = (act: Act, { actor, reason }: Author, { account, details }: Facts) =>
      working(sql`
      SELECT append_audit_entry(${act}, ${account ?? null}, ${actor}, ${reason}, ${JSON.stringify(details ?? {})}::jsonb)`)

    /** A change would be lost: the account's other cell has a copy, or gets one. */
    const stays = Effect.fnUntraced(function* (account: string) {
      const moving = yield* working(
        sql`SELECT 1 FROM accounts WHERE account_id = ${account} AND moving_to IS NOT NULL FOR SHARE`,
      )
      if (moving.length > 0)
        return yield* new StorageUnavailable({
          kind: 'unfit',
          reason: `account "${account}" is moving to another cell: end that move first, or cancel it`,
        })
    })

    // Test the connection first: if the database is frozen, BEGIN cannot be interrupted.
    const answers = working(sql`SELECT 1`)

    const number = sql.literal('sequence::float8 AS sequence')

    /** The part of an entry about one account, if the entry is about several. */
    const ofAccount = (account: string) => sql`
      CASE WHEN jsonb_exists(details->'accounts', ${account})
           THEN jsonb_set(details, '{accounts}', jsonb_build_object(${account}::text, details->'accounts'->${account}))
           ELSE details END`

    return Audit.of({
      recording: (doing, act, author, factsOf) =>
        answers.pipe(
          Effect.andThen(
            sql.withTransaction(
              Effect.tap(doing, (done) => {
                const facts = factsOf(done)
                if (facts === null) return Effect.void
                const isChange = facts.account !== undefined && act !== 'accounts move' && !onlyReads(act)
                return Effect.andThen(isChange ? stays(facts.account) : Effect.void, append(act, author, facts))
              }),
            ),
          ),
          // A rollback on a lost connection is reported as a defect; turn it back into a failure.
          Effect.catchDefect((defect) => (SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect))),
          Effect.catchIf(SqlError.isSqlError, toStorageFailure),
        ),
      head: Effect.map(
        working(sql`
          SELECT ${number}, encode(digest, 'hex') AS digest FROM audit_entries ORDER BY audit_entries.sequence DESC LIMIT 1`),
        headIn,
      ),
      linksAfter: (sequence, limit) =>
        Effect.map(
          working(sql`
            SELECT ${number}, ${sql.literal(auditContent('e'))} AS content, encode(previous, 'hex') AS previous,
                   encode(digest, 'hex') AS digest
              FROM audit_entries e WHERE e.sequence > ${sequence} ORDER BY e.sequence LIMIT ${limit}`),
          linksIn,
        ),
      list: ({ since, until, account, act, actor, without }, limit) =>
        Effect.map(
          working(sql`
            SELECT ${number}, recorded_at AS at, act, account_id, actor, database_role, reason,
                   ${account === null ? sql`details` : ofAccount(account)} AS details FROM audit_entries e
             WHERE ${sql.and([
               sql`true`,
               ...(since === null ? [] : [sql`recorded_at >= ${DateTime.toDate(since)}`]),
               ...(until === null ? [] : [sql`recorded_at < ${DateTime.toDate(until)}`]),
               ...(account === null
                 ? []
                 : [sql`(account_id = ${account} OR jsonb_exists(details->'accounts', ${account}))`]),
               ...(act === null ? [] : [sql`act = ${act}`]),
               ...(actor === null ? [] : [sql`actor = ${actor}`]),
               ...(without.length === 0 ? [] : [sql`act NOT IN ${sql.in(without)}`]),
             ])}
             ORDER BY e.sequence DESC LIMIT ${limit}`),
          rowsIn,
        ),
    })
  }),
)
