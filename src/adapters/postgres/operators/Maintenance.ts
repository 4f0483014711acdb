import { Effect, Layer, Option, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { isAlive } from '#adapters/postgres/connection/Leases.ts'
import { keyNameOf, sealingKeysOf } from '#adapters/postgres/connection/Replica.ts'
import { Bytes, rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { dataKeyContext, processorKeyContext, signingSecretContext } from '#adapters/postgres/rows/Rows.ts'
import { Maintenance, type Place, type SealedKind } from '#ports/Maintenance.ts'
import { type SealContext, Secrets } from '#ports/Secrets.ts'

const SealedRow = Schema.Struct({
  owner: Schema.String,
  name: Schema.String,
  key_id: Schema.String,
  sealed: Bytes,
})
const sealedIn = rowsOf(SealedRow)
const nodesIn = rowsOf(Schema.Struct({ replica_id: Schema.String, sealing_keys: Schema.Array(Schema.String) }))
const namesIn = rowsOf(Schema.Struct({ key_id: Schema.String }))
const countsIn = rowsOf(Schema.Struct({ key_id: Schema.String, values: Schema.Int }))

interface SealedTable {
  readonly table: string
  /** The columns that identify and order its rows. */
  readonly owner: string
  readonly name: string
  readonly contextOf: (owner: string, name: string) => SealContext
}

const tables: Readonly<Record<SealedKind, SealedTable>> = {
  'signing secret': {
    table: 'signing_secrets',
    owner: 'account_id',
    name: 'role',
    contextOf: signingSecretContext,
  },
  'processor key': {
    table: 'processor_accounts',
    owner: 'account_id',
    name: 'destination',
    contextOf: processorKeyContext,
  },
  'data key': {
    table: 'data_keys',
    owner: 'purpose',
    name: 'name',
    contextOf: (_, name) => dataKeyContext(name),
  },
}

const beginning = (kind: SealedKind): Place => ({ kind, owner: '', name: '' })

const following: Readonly<Record<SealedKind, Place | null>> = {
  'signing secret': beginning('processor key'),
  'processor key': beginning('data key'),
  'data key': null,
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const layer = Layer.effect(
  Maintenance,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const secrets = yield* Secrets

    const oldSeals = ({ kind, owner: afterOwner, name: after }: Place, limit: number) => {
      const { table, owner, name } = tables[kind]
      return working(sql`
        SELECT ${sql(owner)} AS owner, ${sql(name)} AS name, key_id, sealed FROM ${sql(table)}
         WHERE key_id <> ${secrets.sealingKeyId} AND (${sql(owner)}, ${sql(name)}) > (${afterOwner}, ${after})
         ORDER BY ${sql(owner)}, ${sql(name)} LIMIT ${limit}`).pipe(Effect.map(sealedIn))
    }

    /** The row resealed with the current key; `None` if its own key is not known. */
    const renewed = (kind: SealedKind, { owner, name, key_id: keyId, sealed }: typeof SealedRow.Type) => {
      const context = tables[kind].contextOf(owner, name)
      return Option.map(secrets.open({ keyId, bytes: sealed }, context), (text) => ({
        owner,
        name,
        was: base64(sealed),
        becomes: base64(secrets.seal(text, context).bytes),
      }))
    }

    // Each seal has its own nonce, so an unchanged seal means that the row was not written since it was read. Rows that
    // a worker or a rotation changed meanwhile stay as they are. Locked rows are left for the next run, so that this
    // never waits for others and cannot deadlock.
    const replace = (kind: SealedKind, rows: ReadonlyArray<object>) => {
      const { table, owner, name } = tables[kind]
      return working(sql`
        WITH unchanged AS (
          SELECT w.${sql(owner)} AS owner, w.${sql(name)} AS name, x.becomes
            FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                   AS x (owner text, name text, was text, becomes text)
            JOIN ${sql(table)} w
              ON w.${sql(owner)} = x.owner AND w.${sql(name)} = x.name AND w.sealed = decode(x.was, 'base64')
           FOR UPDATE OF w SKIP LOCKED
        )
        UPDATE ${sql(table)} w
           SET key_id = ${secrets.sealingKeyId}, sealed = decode(unchanged.becomes, 'base64')
          FROM unchanged
         WHERE w.${sql(owner)} = unchanged.owner AND w.${sql(name)} = unchanged.name
        RETURNING 1`)
    }

    const reseal = Effect.fnUntraced(function* (after: Place | null, limit: number) {
      const from = after ?? beginning('signing secret')
      const rows = yield* oldSeals(from, limit)
      const readable = rows.flatMap((row) => Option.toArray(renewed(from.kind, row)))
      const replaced = readable.length === 0 ? [] : yield* replace(from.kind, readable)
      const last = rows.at(-1)
      return {
        resealed: replaced.length,
        overtaken: readable.length - replaced.length,
        unreadable: rows.length - readable.length,
        next:
          last && rows.length === limit
            ? { kind: from.kind, owner: last.owner, name: last.name }
            : following[from.kind],
      }
    })

    const sealedByOthers = working(sql`
      SELECT key_id, count(*)::integer AS values
        FROM (SELECT key_id FROM signing_secrets
              UNION ALL SELECT key_id FROM processor_accounts UNION ALL SELECT key_id FROM data_keys) AS sealed
       WHERE key_id <> ${secrets.sealingKeyId} GROUP BY key_id ORDER BY key_id`).pipe(
      Effect.map(countsIn),
      Effect.map((rows) => rows.map(({ key_id: keyId, values }) => ({ keyId, values }))),
    )

    const ours = sealingKeysOf(secrets)
    const [current = ''] = ours
    const liveReplicas = working(sql`
      SELECT replica_id, sealing_keys FROM replicas WHERE ${isAlive(sql)} ORDER BY replica_id`).pipe(
      Effect.map(nodesIn),
      Effect.map((rows) =>
        rows.map(({ replica_id: replicaId, sealing_keys: theirs }) => ({
          replicaId,
          opensOurs: theirs.includes(current),
          sealsAlike: theirs[0] === current,
          lacks: ours.filter((key) => !theirs.includes(key)).map(keyNameOf),
        })),
      ),
    )

    const newerKeys = working(sql`
      SELECT newer.key_id FROM known_keys newer
        JOIN known_keys ours ON ours.use = newer.use AND ours.key_id = ${secrets.sealingKeyId}
       WHERE newer.use = 'sealing' AND newer.key_id IN ${sql.in(ours.map(keyNameOf))} AND newer.known_since > ours.known_since
       ORDER BY newer.key_id`).pipe(
      Effect.map(namesIn),
      Effect.map((rows) => rows.map(({ key_id: keyId }) => keyId)),
    )

    return Maintenance.of({ reseal, sealedByOthers, liveReplicas, newerKeys })
  }),
)
