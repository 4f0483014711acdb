import { Effect, Layer, Redacted } from 'effect'
import { expect, it } from 'vitest'
import { compareTransfers } from '#application/CompareTransfers.ts'
import { type MadeTransfer, PaymentNotVerified, Payments } from '#ports/Payments.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { Recovery } from '#ports/Recovery.ts'
import { TransferAdministration } from '#ports/TransferAdministration.ts'
import { type TransferRecord, TransferRecords } from '#ports/TransferRecords.ts'

const made = (transferId: string, changes: Partial<MadeTransfer> = {}): MadeTransfer => ({
  transferId,
  verificationId: 'ver_1',
  paymentIntentId: 'pi_1',
  amountCentavos: 100_00,
  isReversed: false,
  ...changes,
})

const recorded = (state: TransferRecord['state'], transferId: string | null): TransferRecord => ({
  accountId: 'sol',
  verificationId: 'ver_1',
  paymentIntentId: 'pi_1',
  amountCentavos: 100_00,
  requestId: 'sol-1',
  emittedAt: null,
  transferId,
  state,
  attempts: 1,
  dueAt: null,
  keyNumber: 1,
  keyUsedAt: null,
  remark: null,
  lastFailure: null,
})

interface World {
  readonly record: TransferRecord
  /** Accounts with a key. */
  readonly accounts?: ReadonlyArray<string>
  /** What the processor lists; null where it does not answer. */
  readonly listed?: ReadonlyArray<MadeTransfer> | null
  /** What it has of the payment. */
  readonly ofPayment?: ReadonlyArray<MadeTransfer>
  /** What a recovery has noted. */
  readonly noted?: ReadonlyArray<string>
}

/** What was asked of the records. */
const lists: Array<unknown> = []

const silent = Effect.fail(new PaymentNotVerified({ reason: 'procesador_fallo' }))

const compared = ({ record, accounts = ['sol'], listed = [], ofPayment = [], noted = [] }: World) =>
  compareTransfers.pipe(
    Effect.provide([
      Layer.mock(TransferRecords, {
        list: ({ accountId, state }, limit) => {
          lists.push([accountId, state, limit])
          return Effect.succeed(record.state === state ? [record] : [])
        },
      }),
      Layer.mock(TransferAdministration, {
        usesOf: (payments) =>
          Effect.succeed(payments.includes('pi_1') ? [{ ...record, transfer: record } as const] : []),
      }),
      Layer.mock(ProcessorAccounts, {
        accounts: Effect.succeed(accounts),
        credentialsOf: () => Effect.succeedSome({ restrictedKey: Redacted.make('rk_test_1'), destination: 'acct_1' }),
      }),
      Layer.mock(Payments, {
        latestTransfers: () => (listed === null ? silent : Effect.succeed(listed)),
        transfersOf: () => Effect.succeed(ofPayment),
      }),
      Layer.mock(Recovery, { noted: () => Effect.succeed(new Set(noted)) }),
    ]),
    Effect.runPromise,
  )

const twice = {
  promise: 'a payment is transferred once',
  accountId: 'sol',
  subject: 'pi_1',
  found: 'tr_2 of 10000 for ver_1, tr_1 of 10000 for ver_1',
  expected: 'one transfer',
}
const unasked = {
  promise: 'the processor can be asked for every transfer',
  accountId: 'sol',
  subject: 'ver_1',
  found: 'no key to ask the processor with',
  expected: 'an answer',
}

it.each([
  ['waits', recorded('encolada', null)],
  ['is executed', recorded('ejecutada', 'tr_1')],
])('two transfers of a payment whose own one %s are told', async (_, record) => {
  expect(await compared({ record, listed: [made('tr_2'), made('tr_1')] })).toEqual({
    discrepancies: [twice],
    unknown: [],
    noted: [],
    unanswered: [],
  })
})

it('one transfer of a payment whose own one waits is its own, whose answer was lost', async () => {
  const nothing = { discrepancies: [], unknown: [], noted: [], unanswered: [] }
  expect(await compared({ record: recorded('encolada', null), listed: [made('tr_1')] })).toEqual(nothing)
})

it('a transfer that two accounts list, since they are paid to one destination, is one', async () => {
  const record = recorded('ejecutada', 'tr_1')
  expect(await compared({ record, accounts: ['luna', 'sol'], listed: [made('tr_1')] })).toEqual({
    discrepancies: [],
    unknown: [],
    noted: [],
    unanswered: [],
  })
  const { unknown } = await compared({
    record,
    accounts: ['luna', 'sol'],
    listed: [made('tr_1'), made('tr_9', { paymentIntentId: 'pi_9' })],
  })
  expect(unknown.map(({ transferId }) => transferId)).toEqual(['tr_9'])
})

it('two transfers of a payment that is in no list are told as well', async () => {
  const { discrepancies } = await compared({
    record: recorded('ejecutada', 'tr_1'),
    ofPayment: [made('tr_2'), made('tr_1')],
  })
  expect(discrepancies).toEqual([twice])
})

it('an executed transfer of an account without a key is told: the processor cannot be asked for it', async () => {
  const record = recorded('ejecutada', 'tr_1')
  expect(await compared({ record, accounts: [] })).toEqual({
    discrepancies: [],
    unknown: [],
    noted: [],
    unanswered: [unasked],
  })
})

it('a processor that does not tell its list is told once, and not for each transfer', async () => {
  const { unanswered } = await compared({ record: recorded('ejecutada', 'tr_1'), listed: null })
  expect(unanswered).toEqual([{ ...unasked, subject: null, found: 'procesador_fallo' }])
})

it.each([
  ['is told', made('tr_9', { paymentIntentId: 'pi_9' }), [], true],
  ['was taken back is not told', made('tr_9', { paymentIntentId: 'pi_9', isReversed: true }), [], false],
  ['was noted by a recovery is not told', made('tr_9', { paymentIntentId: 'pi_9' }), ['tr_9'], false],
  ['is not the one that was noted is told', made('tr_9', { paymentIntentId: 'pi_9' }), ['tr_8'], true],
])('a transfer of a payment that backs nothing and %s', async (_, transfer, noted, isTold) => {
  const told = await compared({ record: recorded('encolada', null), listed: [transfer], noted })
  const { unknown } = told
  expect(told.noted).toEqual(isTold || transfer.isReversed ? [] : [{ ...transfer, accountId: 'sol' }])
  expect(unknown).toEqual(isTold ? [{ ...transfer, accountId: 'sol' }] : [])
})

it('a processor that does not tell its list is not asked for its transfers one by one', async () => {
  const record = recorded('ejecutada', 'tr_1')
  const { discrepancies, unanswered } = await compared({
    record,
    listed: null,
    ofPayment: [made('tr_2'), made('tr_1')],
  })
  expect([discrepancies, unanswered.length]).toEqual([[], 1])
})

it('the latest 10,000 that are executed are asked for', async () => {
  expect((await compared({ record: recorded('ejecutada', 'tr_1'), listed: [made('tr_1')] })).unanswered).toEqual([])
  expect(lists).toContainEqual([null, 'ejecutada', 10_000])
})
