import { expect, it } from 'vitest'
import { different, doubled, unanswered, unknown } from '#application/CompareTransfers.ts'
import type { MadeTransfer } from '#ports/Payments.ts'
import type { PaymentUse } from '#ports/TransferAdministration.ts'

const made = (transferId: string, changes: Partial<MadeTransfer> = {}): MadeTransfer => ({
  ...{ transferId, verificationId: 'ver_1', paymentIntentId: 'pi_1', amountCentavos: 100_00, isReversed: false },
  ...changes,
})
const back = (transferId: string) => made(transferId, { isReversed: true })
const transfer = { state: 'ejecutada', transferId: 'tr_1', amountCentavos: 100_00 } as const
const use: PaymentUse = { paymentIntentId: 'pi_1', accountId: 'sol', verificationId: 'ver_1', transfer }

it.each([
  ['none', [], null],
  ['one', [made('tr_1')], null],
  ['one that stands', [made('tr_1'), back('tr_2'), back('tr_3')], null],
  ['two', [made('tr_2'), made('tr_1')], 'tr_2 of 10000 for ver_1, tr_1 of 10000 for ver_1'],
  ['two that stand', [made('tr_3'), back('tr_2'), made('tr_1')], 'tr_3 of 10000 for ver_1, tr_1 of 10000 for ver_1'],
])('of a payment with %s of its transfers it is told which are too many', (_, transfers, found) => {
  const told = { promise: 'a payment is transferred once', accountId: 'sol', subject: 'pi_1', found }
  expect(doubled('sol', 'pi_1', transfers)).toEqual(found === null ? [] : [{ ...told, expected: 'one transfer' }])
})

it.each([
  ['the one that is recorded', [made('tr_1')], null],
  ['it among others', [back('tr_2'), made('tr_1')], null],
  ['it taken back, and made again', [made('tr_2'), back('tr_1')], null],
  ['nothing', [], 'none'],
  ['another', [made('tr_2')], 'tr_2 of 10000'],
  ['it taken back', [back('tr_1')], 'tr_1 of 10000, taken back'],
  ['it of another amount', [made('tr_1', { amountCentavos: 99_99 })], 'tr_1 of 9999'],
  [
    'it twice, of which neither stands',
    [back('tr_2'), back('tr_1')],
    'tr_2 of 10000, taken back, tr_1 of 10000, taken back',
  ],
])('of a payment of which the processor has %s it is told what is otherwise', (_, transfers, found) => {
  const told = { promise: 'the processor has the transfer that is recorded', accountId: 'sol', subject: 'ver_1', found }
  expect(different(use, transfers)).toEqual(found === null ? [] : [{ ...told, expected: 'tr_1 of 10000' }])
})

it.each([
  ['waits', { ...transfer, state: 'encolada', transferId: null } as const],
  ['is not due', null],
])('of a transfer that %s nothing is told', (_, waiting) => {
  expect(different({ ...use, transfer: waiting }, [])).toEqual([])
})

it('a transfer of a payment that backs nothing, and a question without an answer, are told', () => {
  expect(unknown({ ...back('tr_1'), accountId: 'sol' })).toEqual({
    promise: 'every transfer at the processor is recorded',
    accountId: 'sol',
    subject: 'pi_1',
    found: 'tr_1 of 10000, taken back for ver_1',
    expected: 'a verification that it pays',
  })
  expect(unanswered('sol', 'ver_1', 'sin_respuesta')).toEqual({
    promise: 'the processor can be asked for every transfer',
    accountId: 'sol',
    subject: 'ver_1',
    found: 'sin_respuesta',
    expected: 'an answer',
  })
})
