import { DateTime, Effect, Layer, ManagedRuntime } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LedgerEntries, type LedgerEntry, layer } from '#adapters/postgres/operators/LedgerEntries.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const always = { accountId: null, since: null, until: null }
const at = (time: string) => DateTime.makeUnsafe(`2026-03-10T${time}Z`)
const idsOf = (entries: ReadonlyArray<LedgerEntry>) => entries.map(({ entryId }) => entryId)

const makeRuntime = (url: string) => ManagedRuntime.make(layer.pipe(Layer.provide(patientDatabase(url))))

describe('the books', () => {
  let runtime: ReturnType<typeof makeRuntime>
  beforeAll(async () => {
    const url = await testDatabase(migrated)
    await query(
      url,
      `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, settled_centavos)
       VALUES ('sol', 'consumo', 1, 1, 60), ('luna', 'consumo', 1, 1, 7)`,
    )
    // The last is not of a balance.
    await query(
      url,
      `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id, reason, recorded_at)
       VALUES ('sol', 'abono', 'caja', 'saldo', 100, NULL, NULL, '2026-03-10T10:00:00Z'),
              ('luna', 'abono', 'caja', 'saldo', 7, NULL, NULL, '2026-03-10T11:00:00Z'),
              ('sol', 'cargo', 'saldo', 'ingresos', 40, 'ver_1', NULL, '2026-03-10T12:00:00Z'),
              ('luna', 'cargo', 'saldo', 'ingresos', 3, 'ver_1', NULL, '2026-03-10T12:00:00Z'),
              ('sol', 'devolucion', 'ingresos', 'saldo', 40, 'ver_1', 'Charged by mistake', '2026-03-10T13:00:00Z'),
              ('sol', 'cargo', 'saldo', 'ingresos', 40, 'ver_2', NULL, '2026-03-10T14:00:00Z'),
              ('sol', 'abono', 'caja', 'ingresos', 9, NULL, NULL, '2026-03-10T14:00:00Z')`,
    )
    runtime = makeRuntime(url)
  })
  afterAll(() => runtime.dispose())

  const list = (limit: number, times = {}) =>
    runtime.runPromise(
      LedgerEntries.use((port) => port.list({ accountId: 'sol', since: null, until: null, ...times }, limit)),
    )

  it('are listed most recent first, of one account, as they changed its balance', async () => {
    const entries = await list(10)
    expect(entries.map(({ entryId, kind, centavos }) => [entryId, kind, centavos])).toEqual([
      [6, 'cargo', -40],
      [5, 'devolucion', 40],
      [3, 'cargo', -40],
      [1, 'abono', 100],
    ])
    expect(idsOf(await list(2))).toEqual([6, 5])
  })

  it('of a time have what was recorded as it began, and not as it ended', async () => {
    expect(idsOf(await list(10, { since: at('12:00:00'), until: at('14:00:00') }))).toEqual([5, 3])
    expect(idsOf(await list(10, { since: at('12:00:00.001') }))).toEqual([6, 5])
    expect(idsOf(await list(10, { until: at('12:00:00.001') }))).toEqual([3, 1])
  })

  it('of a verification have its charge before what was given back, and nothing of another account', async () => {
    const entries = await runtime.runPromise(LedgerEntries.use((port) => port.ofVerification('sol', 'ver_1')))
    expect(entries.map(({ kind, centavos }) => [kind, centavos])).toEqual([
      ['cargo', -40],
      ['devolucion', 40],
    ])
  })

  it('are handed over by account and in their order, with sums of what changed a balance', async () => {
    const pages: Array<ReadonlyArray<number>> = []
    const sumsOf = (filter: typeof always) =>
      runtime.runPromise(
        LedgerEntries.use((port) => port.each(filter, (page) => Effect.sync(() => void pages.push(idsOf(page))))),
      )
    expect(await sumsOf(always)).toEqual({ opening: 0, entries: 6, moved: 64, later: 0, settled: 67 })
    expect(pages).toEqual([[2, 4, 1, 3, 5, 6]])
  })
})

it('the books list what was entered last first, whatever time it tells', async () => {
  const url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, recorded_at)
     SELECT 'sol', 'abono', 'caja', 'saldo', n, '2026-03-10T10:00:00Z'::timestamptz - n % 2 * interval '1 second'
       FROM generate_series(1, 5) n`,
  )
  const runtime = makeRuntime(url)
  const filter = { accountId: 'sol', since: null, until: null }
  const entries = await runtime.runPromise(LedgerEntries.use((port) => port.list(filter, 4)))
  expect(idsOf(entries)).toEqual([5, 4, 3, 2])
  await runtime.dispose()
})

it('the books are handed over a thousand entries at a time', async () => {
  const url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos)
     SELECT 'sol', 'abono', 'caja', 'saldo', 1 FROM generate_series(1, 1001)`,
  )
  const runtime = makeRuntime(url)
  const sizes: Array<number> = []
  await runtime.runPromise(
    LedgerEntries.use((port) => port.each(always, (page) => Effect.sync(() => void sizes.push(page.length)))),
  )
  expect(sizes).toEqual([1_000, 1])
  await runtime.dispose()
})
