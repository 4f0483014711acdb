import { Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import { unanswered } from '#application/CompareTransfers.ts'
import { recover } from '#application/Recover.ts'
import { Recovery } from '#ports/Recovery.ts'
import { testTime } from '#tools/service/testTime.ts'

const transfer = { transferId: 'tr_1', verificationId: 'ver_1', paymentIntentId: 'pi_1', amountCentavos: 1 } as const
const unknown = [{ ...transfer, isReversed: false, accountId: 'sol' }]

it.each([
  ['told everything', [], ['begin', 'compare', 'begin', 'note tr_1', 'end'], 7],
  ['did not tell everything', [unanswered('sol', null, 'x')], ['begin', 'compare', 'begin', 'note tr_1'], null],
])('work is taken again once the processor %s', async (_, silent, steps, underWay) => {
  const done: Array<string> = []
  const step = (name: string) => Effect.sync(() => void done.push(name))
  const recovery = Layer.mock(Recovery, {
    begin: step('begin'),
    note: (found) => step(`note ${found.map(({ transferId }) => transferId).join()}`),
    end: () => Effect.as(step('end'), 7),
  })
  const compare = Effect.as(step('compare'), { discrepancies: [], unknown, noted: [], unanswered: silent })
  const recovered = await recover(compare).pipe(Effect.provide([recovery, testTime().layer]), Effect.runPromise)
  expect(done).toEqual(steps)
  expect(recovered).toEqual({ discrepancies: [], unknown, noted: [], unanswered: silent, underWay })
})
