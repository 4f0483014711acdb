import { Duration, Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { onlyRowOf } from '#adapters/postgres/rows/Columns.ts'
import { appliedRevision, revision } from '#adapters/postgres/schema/Migrations.ts'
import { Secrets } from '#ports/Secrets.ts'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { remembering } from '#ports/Time.ts'

/** The result of a check is reused for this long. */
const rememberedFor = Duration.seconds(1)

const unavailable = (reason: string) => Effect.fail(new StorageUnavailable({ kind: 'unfit', reason }))

const conditionIn = onlyRowOf(
  Schema.Struct({ read_only: Schema.Boolean, may_work: Schema.Boolean, has_its_keys: Schema.Boolean }),
)

/**
 * Fails while the database does not accept writes: it is a standby, its disk is full, or its synchronous standby is
 * unavailable. It also fails where the database answers but the replica could not work: the process uses the operators'
 * role, or has none of the keys that seal the stored data.
 */
const takesWrites = Effect.gen(function* () {
  const { api: sql, answering } = yield* Database
  const { givenKeys } = yield* Secrets
  const sealing = sql.in(givenKeys.flatMap(({ use, keyId }) => (use === 'sealing' ? [keyId] : [])))
  const condition = answering(sql`
    SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS read_only,
           coalesce(has_function_privilege(to_regproc('admit'), 'EXECUTE'), true) AS may_work,
           EXISTS (SELECT FROM data_keys WHERE key_id IN ${sealing})
             OR EXISTS (SELECT FROM signing_secrets WHERE key_id IN ${sealing})
             OR EXISTS (SELECT FROM processor_accounts WHERE key_id IN ${sealing})
             OR NOT EXISTS (SELECT FROM data_keys UNION ALL SELECT FROM signing_secrets UNION ALL SELECT FROM processor_accounts)
             AS has_its_keys`)
  // Counts more rows than fit into `work_mem`, so Postgres writes a temporary file. That fails on a full disk, as the
  // next insert would, and leaves nothing behind. If commits wait for a standby, the message makes this one wait too.
  const commits = answering(sql`
    DO $$ BEGIN
      PERFORM set_config('work_mem', '64kB', true);
      PERFORM count(*) FROM generate_series(1, 4000);
      IF current_setting('synchronous_standby_names') <> '' THEN
        PERFORM pg_logical_emit_message(true, 'cotejo', '');
      END IF;
    END $$`)
  return Effect.flatMap(condition, (rows) => {
    const { read_only: isReadOnly, may_work: mayWork, has_its_keys: hasItsKeys } = conditionIn(rows)
    if (!mayWork) return unavailable('the role of DATABASE_URL may not do the work of a replica')
    if (!hasItsKeys) return unavailable('all stored data is sealed with keys that this replica does not have')
    return isReadOnly ? unavailable('the database is read-only') : commits
  })
})

export const layer = Layer.effect(
  StorageHealth,
  Effect.gen(function* () {
    const applied = yield* appliedRevision
    const remembered = yield* remembering
    const writable = yield* takesWrites
    const condition = Effect.gen(function* () {
      const found = yield* applied
      if (found < revision) return yield* unavailable(`schema at revision ${found}, ${revision} is needed`)
      yield* writable
      return { schemaIsNewer: found > revision }
    })
    // Other callers may wait for this check after the first one is interrupted.
    const looking = remembered.look(Effect.uninterruptible(condition))
    return StorageHealth.of({ check: remembered.ask(yield* Effect.cachedWithTTL(looking, rememberedFor)) })
  }),
)
