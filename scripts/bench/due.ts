/** Inserts due verifications into the tables as admission does, without HTTP requests. */
import { randomUUID } from 'node:crypto'
import { DateTime } from 'effect'
import type pg from 'pg'
import { sealContext, sealedText } from '#adapters/postgres/rows/Rows.ts'
import { begin } from '#domain/verification/Verification.ts'
import type { DataKey } from '#ports/Secrets.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'

/** Their deadline is a day away. */
const requested = `
  WITH given AS MATERIALIZED (
    SELECT account_id, id, decode(sealed, 'base64') AS sealed
      FROM unnest($1::text[], $2::text[], $3::text[]) AS x (account_id, id, sealed)
  ), rows AS (
    INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
           consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline)
    SELECT account_id, id, id, 'f', $4, 'con_' || id, now(), '', 'consumo', 1, 'api',
           'https://partner.example.com/webhooks/avs', clock_timestamp(), now() + interval '1 day' FROM given
  ), held AS (
    UPDATE accounts a SET held_centavos = a.held_centavos + many
      FROM (SELECT account_id, count(*) AS many FROM given GROUP BY account_id) g WHERE a.account_id = g.account_id
  ), work AS (
    INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
    SELECT account_id, id, coalesce($5::timestamptz, clock_timestamp()), $4, sealed FROM given
  )
  SELECT pg_notify('cotejo_work', 'resolution')`

const subject = { curp: sampleCurp('LIMP'), nombre: null, apellidoPaterno: null, apellidoMaterno: null }
const together = 5_000

export interface Requesting {
  readonly client: pg.Client
  /** Seals applicants. */
  readonly key: DataKey
  /** The verifications alternate between them. */
  readonly accounts: ReadonlyArray<string>
  /** The prefix of their identifiers. */
  readonly name: string
  /** The index of the account of the first one. */
  readonly first: number
  /** When all of them fall due. If absent, each is due when it is inserted. */
  readonly due?: Date | undefined
}

/** Inserts verifications and signals the workers. */
export const request = async (
  { client, key, accounts, name, first: offset, due }: Requesting,
  count: number,
): Promise<void> => {
  const text = sealedText(subject, begin(DateTime.nowUnsafe()))
  for (let first = offset; first < offset + count; first += together) {
    const some = Array.from({ length: Math.min(together, offset + count - first) }, (_, index) => ({
      account: accounts[(first + index) % accounts.length] ?? '',
      id: `${name}_${randomUUID()}`,
    }))
    const sealed = some.map(({ account, id }) => Buffer.from(key.seal(text, sealContext(account, id))))
    await client.query(requested, [
      some.map(({ account }) => account),
      some.map(({ id }) => id),
      sealed.map((bytes) => bytes.toString('base64')),
      key.name,
      due ?? null,
    ])
  }
}
