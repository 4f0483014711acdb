import { DateTime, Effect, Layer, Logger, Redacted } from 'effect'
import { expect, it } from 'vitest'
import { TransferDispatcher } from '#application/TransferDispatcher.ts'
import { begin, type Transfer, type TransferOutcome } from '#domain/delivery/Transfer.ts'
import { Payments, type TransferOrder } from '#ports/Payments.ts'
import { type TransferClaim, Transfers } from '#ports/Transfers.ts'
import { standingClock, testTime } from '#tools/service/testTime.ts'
import { after, start } from '#tools/service/verifications.ts'

const credentials = { restrictedKey: Redacted.make('rk_test_uno'), destination: 'acct_uno' }
const made: TransferOutcome = { _tag: 'Transferred', transferId: 'tr_1', remark: null }
const refused: TransferOutcome = { _tag: 'Failed', reason: 'sin_respuesta', isFinal: false, remark: null }

/** What is done, written and told of one claim. */
const attemptOf = async (
  changes: Partial<Transfer>,
  options: { readonly outcome?: TransferOutcome; readonly keyless?: boolean; readonly lost?: boolean } = {},
) => {
  const transfer = { ...begin(start), ...changes }
  const place = { accountId: 'luna', verificationId: 'ver_1', paymentIntentId: 'pi_1', amountCentavos: 149_50 }
  const claim: TransferClaim = {
    ...{ ...place, transfer, trace: null, epoch: 1 },
    credentials: options.keyless === true ? null : credentials,
  }
  const done: Array<unknown> = []
  const noting = (what: string, fact: unknown) => Effect.sync(() => done.push([what, fact]) > 0)
  const rooms: Array<unknown> = []
  const transfers = Layer.mock(Transfers, {
    claim: (_, room) => Effect.sync(() => rooms.push(room)).pipe(Effect.as([claim])),
    begin: (_, { keyNumber }) => Effect.as(noting('begin', keyNumber), options.lost !== true),
    record: (_, outcome, { state, attempts }) => noting('record', [outcome._tag, state, attempts]),
    releaseAllExcept: () => Effect.void,
    nextDueAt: Effect.succeedNone,
    awaitWork: Effect.never,
  })
  const payments = Layer.mock(Payments, {
    transfer: (_, order: TransferOrder) => Effect.as(noting('transfer', order), options.outcome ?? made),
  })
  const log: Array<unknown> = []
  const hearing = Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))])
  await TransferDispatcher.use(({ startDue, settled }) => Effect.andThen(startDue, settled)).pipe(
    Effect.provide(TransferDispatcher.layer),
    Effect.provide([transfers, payments, testTime().layer, standingClock, hearing]),
    Effect.runPromise,
  )
  return { done, log, rooms }
}

const orderOf = (keyNumber: number) => ({
  ...{ verificationId: 'ver_1', paymentIntentId: 'pi_1', amountCentavos: 149_50 },
  idempotencyKey: `cotejo-pi_1-${keyNumber}`,
})
const line = (level: string, message: string, attempt: number, result: string) => [
  [level, [message, { verificacion_id: 'ver_1', attempt, result }]],
]

it('the key of a transfer is written before the processor is called', async () => {
  const { done, log, rooms } = await attemptOf({})
  expect(done).toEqual([
    ['begin', 1],
    ['transfer', orderOf(1)],
    ['record', ['Transferred', 'ejecutada', 1]],
  ])
  expect(log).toEqual(line('Info', 'transfer attempt', 1, 'tr_1'))
  expect(rooms).toEqual([{ most: 32, perAccount: 8 }])
})

it.each([
  ['still remembers is not written again', 19.9, [['transfer', orderOf(1)]]],
  [
    'may have forgotten is replaced',
    20,
    [
      ['begin', 2],
      ['transfer', orderOf(2)],
    ],
  ],
])('a key that the processor %s', async (_, hours, first) => {
  const { done } = await attemptOf({ keyUsedAt: DateTime.subtract(start, { minutes: hours * 60 }) })
  expect(done.slice(0, -1)).toEqual(first)
})

it('nothing is transferred by whoever lost its claim', async () => {
  expect(await attemptOf({}, { lost: true })).toMatchObject({ done: [['begin', 1]], log: [] })
})

it('without credentials nobody is called, the transfer is tried again, and a warning says why', async () => {
  const { done, log } = await attemptOf({}, { keyless: true })
  expect(done).toEqual([
    ['begin', 1],
    ['record', ['Failed', 'encolada', 1]],
  ])
  expect(log).toEqual(line('Warn', 'transfer attempt', 1, 'sin_credenciales'))
})

it.each([
  [1, 'Warn', 'transfer attempt'],
  [5, 'Warn', 'transfer attempt'],
  [6, 'Error', 'transfer keeps failing'],
  [7, 'Error', 'transfer keeps failing'],
])('the %d. failure is told as %s', async (attempts, level, message) => {
  const { log } = await attemptOf({ attempts: attempts - 1, keyUsedAt: after(-1) }, { outcome: refused })
  expect(log).toEqual(line(level, message, attempts, 'sin_respuesta'))
})

it('a transfer that succeeds at last alarms nobody', async () => {
  const { log } = await attemptOf({ attempts: 9, keyUsedAt: after(-1) })
  expect(log).toEqual(line('Info', 'transfer attempt', 10, 'tr_1'))
})
