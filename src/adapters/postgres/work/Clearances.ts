import { DateTime, Effect, Layer, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { clearanceText } from '#domain/screening/Clearance.ts'
import { Clearances } from '#ports/Clearances.ts'
import { Secrets } from '#ports/Secrets.ts'

const digestsIn = rowsOf(Schema.Struct({ digest: Schema.String }))

export const layer = Layer.effect(
  Clearances,
  Effect.gen(function* () {
    const { work: sql, working } = yield* Database
    const { digestClearance } = yield* Secrets

    return Clearances.of({
      areRecorded: Effect.fnUntraced(function* (curp, findings) {
        const digests = findings.map((one) => digestClearance(clearanceText(curp, one)))
        const rows = yield* working(sql`
          SELECT digest FROM clearances
           WHERE digest = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(digests)}::jsonb)))`)
        const found = new Set(digestsIn(rows).map(({ digest }) => digest))
        return digests.map((digest) => found.has(digest))
      }),
      record: (curp, of, at) =>
        Effect.map(
          working(sql`
            INSERT INTO clearances (digest, recorded_at)
            VALUES (${digestClearance(clearanceText(curp, of))}, ${DateTime.toDate(at)})
            ON CONFLICT DO NOTHING RETURNING digest`),
          (rows) => rows.length > 0,
        ),
      withdraw: (curp, of) =>
        Effect.map(
          working(sql`
            DELETE FROM clearances WHERE digest = ${digestClearance(clearanceText(curp, of))} RETURNING digest`),
          (rows) => rows.length > 0,
        ),
    })
  }),
)
