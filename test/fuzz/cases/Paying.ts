import fc from 'fast-check'
import { requestOf } from '#test/fuzz/Draft.ts'
import { peticion } from '#test/fuzz/ValidRequests.ts'
import { type Case, caseOf } from './Case.ts'
import { raced } from './Creating.ts'
import { drawn, labelsOf, someMutations } from './Drawing.ts'

/** An account in mode `connect`, and payments that back a verification or not. */

const good = { estado: 'succeeded', moneda: 'MXN', monto: 100, reembolsado: false, disputado: false }

const payments = [
  good,
  good,
  good,
  good,
  { ...good, monto: 100.01 },
  { ...good, monto: 99.99 },
  { ...good, estado: 'processing' },
  { ...good, estado: 'canceled' },
  { ...good, moneda: 'USD' },
  { ...good, reembolsado: true },
  { ...good, disputado: true },
]

const plan = fc.record({
  body: peticion,
  rival: peticion,
  payment: fc.constantFrom(...payments),
  mutations: someMutations,
  isRaced: fc.boolean(),
})

export const paying: fc.Arbitrary<Case> = plan.map(({ body, rival, payment, mutations, isRaced }) => {
  const labels = ['payment', ...labelsOf(mutations)]
  return caseOf(labels, async (lane) => {
    const cobro = { modo: 'connect', payment_intent_id: await lane.pay(payment) }
    const { key } = lane.accounts.connect
    const one = requestOf(drawn(lane, key, { ...body, cobro }, mutations))
    const other = requestOf(drawn(lane, key, { ...rival, cobro }))
    if (isRaced) await raced(lane, one, other, labels)
    else await lane.ask(one, labels)
    // The payment backs one at most, and the same request again is the same verification.
    await lane.ask(other, ['payment used again'])
    await lane.ask(one, labels)
  })
})
