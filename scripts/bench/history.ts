/** Accounts with a history: verifications as they are after a steady stream of requests. */
import { createHash, randomBytes } from 'node:crypto'
import { DateTime } from 'effect'
import type pg from 'pg'
import { inBulk } from './bulk.ts'
import { documentOf, ends, type Sealing } from './documents.ts'

export interface History {
  /** Accounts that do not exist are opened. */
  readonly accounts: ReadonlyArray<string>
  /** The number of verifications per account. */
  readonly count: number
  /** Milliseconds between two verifications. */
  readonly pace: number
  /** The age of the newest request in minutes. Verifications younger than their duration are still in progress. */
  readonly age: number
  /** One in this many ends without a recommendation. */
  readonly inconclusiveEvery: number
  /** One in this many, and the newest ones, have readable documents; null if no document is read. */
  readonly readableEvery: number | null
}

/** The bytes that sealing adds. */
const sealBytes = 28

/** The identifier of an account's nth verification: as random as real ones, and computable in SQL and TypeScript. */
export const verificationId = (account: string, nth: number): string =>
  `ver_${createHash('md5').update(`${account}/${nth}`).digest('hex').slice(0, 22)}`

/** The nth `solicitud_id`. Nine digits after three letters would look like an RFC. */
export const requestId = (nth: number): string => `sol-${nth.toString().padStart(7, '0')}`

/** A value of about this size is stored out of line, and the row keeps only a reference. */
const out = { of: 1_500, reference: 18 }

/**
 * What a row stores of each scenario's end. The document cannot be opened, but takes as much space in the row as a real
 * one. If a real one would be stored out of line, it takes the size of the reference.
 */
const rowsOfEnds = ends.map((state) => {
  const length = documentOf(state).length + sealBytes
  return {
    state: state._tag,
    reason: state._tag === 'emitida' ? null : state.reason,
    document: randomBytes(length > out.of ? out.reference : length).toString('base64'),
  }
})

/** Ends are numbered within their state. */
const endings = `
  CREATE TEMP TABLE endings AS
    SELECT state, reason, decode(document, 'base64') AS document,
           row_number() OVER (PARTITION BY state) - 1 AS number, count(*) OVER (PARTITION BY state) AS of
      FROM jsonb_to_recordset($1::jsonb) AS x (state text, reason text, document text)`

const openings = `
  WITH opened AS (
    INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos)
      SELECT account_id, 'consumo', 1, 600, 1000000 FROM unnest($1::text[]) AS account_id ON CONFLICT DO NOTHING
      RETURNING account_id, settled_centavos
  )
  INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos)
    SELECT account_id, 'abono', 'caja', 'saldo', settled_centavos FROM opened`

/** Each takes 90 to 222 s, as in the sandbox. */
const verifications = `
  WITH drawn AS (
    SELECT account_id, nth, 'ver_' || left(md5(account_id || '/' || nth), 22) AS id,
           now() - interval '1 minute' * $4 - interval '1 ms' * $3 * ($2 - nth) AS created_at,
           90 + ('x' || left(md5('life' || nth), 4))::bit(16)::integer * 132 / 65536 AS life
      FROM unnest($1::text[]) AS account_id, generate_series(0, $2::integer - 1) AS nth
  ), lived AS (
    SELECT *, CASE WHEN created_at + life * interval '1 second' > now() THEN 'en_proceso'
                   WHEN (nth + 1) % $5 = 0 THEN 'no_concluyente' ELSE 'emitida' END AS state
      FROM drawn
  )
  INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id, consent_granted_at,
      consent_proof, mode, price_centavos, channel, webhook_url, property_id, created_at,
      deadline, state, reason, document_key, document, resolved_at)
    SELECT account_id, id, 'sol-' || lpad(nth::text, 7, '0'), left(md5('f' || nth) || md5('g' || nth), 43), 'none',
           'con' || substr(id, 4), created_at - interval '1 hour', decode(repeat(md5('p' || nth), 4), 'hex'), 'consumo', 1, 'api',
           'https://partner.example.com/webhooks/avs', 'prop-' || nth % 500, created_at,
           created_at + interval '10 minutes', l.state, e.reason, CASE WHEN l.state <> 'en_proceso' THEN $6 END, e.document,
           CASE WHEN l.state <> 'en_proceso' THEN created_at + life * interval '1 second' END
      FROM lived l LEFT JOIN endings e ON e.state = l.state AND e.number = nth % e.of`

/** The rows of work, which no process does here, and of money: emitted ones are charged, those in progress are held. */
const work = `
  INSERT INTO verification_work (account_id, verification_id, due_at, data_key, sealed)
    SELECT account_id, verification_id, deadline, 'bench', decode(repeat(md5(verification_id), 20), 'hex')
      FROM verifications WHERE state = 'en_proceso'`
const charges = `
  INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id, recorded_at)
    SELECT account_id, 'cargo', 'saldo', 'ingresos', price_centavos, verification_id, resolved_at
      FROM verifications WHERE state = 'emitida'`
const balances = `
  UPDATE accounts a SET settled_centavos = settled_centavos - emitted, held_centavos = under_way
    FROM (SELECT account_id, coalesce(sum(price_centavos) FILTER (WHERE state = 'emitida'), 0) AS emitted,
                 coalesce(sum(price_centavos) FILTER (WHERE state = 'en_proceso'), 0) AS under_way
            FROM verifications GROUP BY account_id) AS lived
   WHERE a.account_id = lived.account_id`

interface Row {
  readonly verification_id: string
  readonly request_id: string
  readonly consent_id: string
  readonly state: string
  readonly nth: number
  readonly created_at: Date
  readonly resolved_at: Date
}

/** The newest ones, which lists of each state return. */
const read = `
  SELECT * FROM (
    SELECT verification_id, request_id, consent_id, state, substr(request_id, 5)::integer AS nth, created_at, resolved_at,
           row_number() OVER (PARTITION BY state ORDER BY created_at DESC) AS place
      FROM verifications WHERE account_id = $1 AND state <> 'en_proceso') ended
   WHERE nth % $2 = 0 OR place <= 300`

const sealedOf = ({ seal }: Sealing, accountId: string, row: Row): string => {
  const { verification_id: id, request_id: requestId } = row
  const ofState = ends.filter(({ _tag }) => _tag === row.state)
  const end = ofState[row.nth % ofState.length]
  if (end === undefined) throw new Error(`no scenario ends ${row.state}`)
  const createdAt = DateTime.makeUnsafe(row.created_at)
  const state = { ...end, resolvedAt: DateTime.makeUnsafe(row.resolved_at) }
  const consent = { id: row.consent_id, grantedAt: createdAt }
  const document = documentOf(state, { id, accountId, requestId, consent, createdAt })
  return Buffer.from(seal(accountId, id, document)).toString('base64')
}

/** Each document is sealed for its context, which takes time, so only those that will be read are sealed. */
const makeReadable = async (client: pg.Client, sealing: Sealing, { accounts, readableEvery }: History) => {
  if (readableEvery === null) return
  for (const account of accounts) {
    const { rows } = await client.query<Row>(read, [account, readableEvery])
    for (let first = 0; first < rows.length; first += 500) {
      const some = rows.slice(first, first + 500)
      await client.query(
        `UPDATE verifications v SET document = decode(x.document, 'base64')
           FROM unnest($2::text[], $3::text[]) AS x (id, document)
          WHERE v.account_id = $1 AND v.verification_id = x.id`,
        [account, some.map((row) => row.verification_id), some.map((row) => sealedOf(sealing, account, row))],
      )
    }
  }
}

/** Fills a database without verifications. The ledger stays consistent. */
export const fill = (url: string, sealing: Sealing, histories: ReadonlyArray<History>): Promise<void> =>
  inBulk(url, ['verifications', 'ledger_entries'], {
    rows: async (client) => {
      await client.query(endings, [JSON.stringify(rowsOfEnds)])
      for (const { accounts, count, pace, age, inconclusiveEvery } of histories) {
        await client.query(openings, [accounts])
        await client.query(verifications, [accounts, count, pace, age, inconclusiveEvery, sealing.key])
      }
      for (const statement of [work, charges, balances]) await client.query(statement)
    },
    changes: async (client) => {
      for (const history of histories) await makeReadable(client, sealing, history)
    },
  })
