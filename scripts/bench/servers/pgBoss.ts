/**
 * The work of verifications on pg-boss. `steps` has a job for each of the three consultations, so that a consultation
 * waits in a row as ours do; `whole` has one job for all three. Jobs are fetched, created and completed in batches.
 * Sources answer at once. The last job opens the applicant, judges, renders and seals as ours does, and one transaction
 * writes what ours writes. A first group warms up; then the process prints the time at which the measured group starts.
 */
import { Option } from 'effect'
import pg from 'pg'
import { decodeSealed, sealContext } from '#adapters/postgres/rows/Rows.ts'
import { scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { documentOf, endOf, sealing } from '#scripts/bench/documents.ts'
import { keyOfToday } from '#scripts/bench/keyOfToday.ts'
import { installed } from '#tools/machine/installed.ts'

/** The part of its interface that is used. */
interface Boss {
  readonly start: () => Promise<unknown>
  readonly stop: () => Promise<unknown>
  readonly createQueue: (queue: string) => Promise<unknown>
  readonly offWork: (queue: string) => Promise<unknown>
  readonly insert: (queue: string, jobs: ReadonlyArray<{ readonly data: Due }>) => Promise<unknown>
  readonly work: (
    queue: string,
    options: Readonly<Record<string, number | boolean>>,
    handle: (jobs: ReadonlyArray<{ readonly data: Due }>) => Promise<void>,
  ) => Promise<unknown>
  readonly on: (event: 'error', listener: (error: unknown) => void) => unknown
}

interface Due {
  readonly account_id: string
  readonly verification_id: string
}

const { PgBoss }: { readonly PgBoss: new (url: string) => Boss } = installed('scripts/bench/peers')('pg-boss')

const [variant = 'steps', url = '', first = '', sealingKey = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 16 })
/** The sources of each job, one job after the other. */
const jobs = variant === 'steps' ? ['identidad', 'listas', 'judicial'] : ['identidad listas judicial']
const taking = { batchSize: 64, localConcurrency: 4, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 }

const closing = `
  WITH ended AS (
    UPDATE verifications SET state = 'emitida', resolved_at = clock_timestamp(), document_key = $4, document = $3
     WHERE account_id = $1 AND verification_id = $2 AND state = 'en_proceso'
    RETURNING account_id, verification_id, price_centavos, webhook_url, resolved_at
  ), erased AS (
    DELETE FROM verification_work w USING ended e
     WHERE w.account_id = e.account_id AND w.verification_id = e.verification_id
  ), charged AS (
    UPDATE accounts a SET held_centavos = a.held_centavos - e.price_centavos,
                          settled_centavos = a.settled_centavos - e.price_centavos
      FROM ended e WHERE a.account_id = e.account_id
  ), entered AS (
    INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
    SELECT account_id, 'cargo', 'saldo', 'ingresos', price_centavos, verification_id FROM ended
  )
  INSERT INTO deliveries (account_id, verification_id, event_id, url, host, due_at)
  SELECT account_id, verification_id, 'evt_' || verification_id, webhook_url, 'partner.example.com', resolved_at FROM ended`

const scenario = scenarios.find((one) => endOf(one)?._tag === 'emitida')
if (scenario === undefined) throw new Error('no scenario is emitted')

const consult = async (source: string): Promise<string> => source

const key = Buffer.from(sealingKey, 'base64')
const record = await sealing(url, key)
const applicant = await keyOfToday(url, key, 'applicant')

const close = async ({ account_id, verification_id }: Due) => {
  const { rows } = await pool.query<{ readonly sealed: Buffer }>({
    name: 'open',
    text: 'SELECT sealed FROM verification_work WHERE account_id = $1 AND verification_id = $2',
    values: [account_id, verification_id],
  })
  const text = applicant.openText(rows[0]?.sealed ?? Buffer.alloc(0), sealContext(account_id, verification_id))
  const subject = Option.flatMap(text, decodeSealed)
  const end = endOf(scenario)
  if (Option.isNone(subject) || end === null) throw new Error('a verification cannot be opened')
  const document = documentOf(end, { id: verification_id, accountId: account_id })
  const sealed = Buffer.from(record.seal(account_id, verification_id, document))
  return pool.query({ name: 'close', text: closing, values: [account_id, verification_id, sealed, record.key] })
}

const boss = new PgBoss(url)
boss.on('error', console.error)
await boss.start()

/** Queues all of them as the first job, under queues with this name. `work` processes them. */
const prepared = async (name: string, due: ReadonlyArray<Due>) => {
  const queues = jobs.map((_, index) => `${name}-${index}`)
  for (const queue of queues) await boss.createQueue(queue)
  const together = 1_000
  for (let first = 0; first < due.length; first += together) {
    const some = due.slice(first, first + together)
    await boss.insert(
      `${name}-0`,
      some.map((data) => ({ data })),
    )
  }
  const work = async () => {
    let left = due.length
    const all = Promise.withResolvers<void>()
    for (const [index, sources] of jobs.entries()) {
      const next = queues[index + 1]
      await boss.work(`${name}-${index}`, taking, async (taken) => {
        await Promise.all(taken.flatMap(() => sources.split(' ').map(consult)))
        const done = taken.map(({ data }) => ({ data }))
        if (next !== undefined) {
          await boss.insert(next, done)
          return
        }
        await Promise.all(done.map(({ data }) => close(data)))
        left -= done.length
        if (left === 0) all.resolve()
      })
    }
    await all.promise
    for (const queue of queues) await boss.offWork(queue)
  }
  return { work }
}

const { rows } = await pool.query<Due>('SELECT account_id, verification_id FROM verification_work ORDER BY due_at')
const warming = await prepared('warming', rows.slice(0, Number(first)))
const measured = await prepared('measured', rows.slice(Number(first)))
await warming.work()
console.log(new Date().toISOString())
await measured.work()
await boss.stop()
await pool.end()
