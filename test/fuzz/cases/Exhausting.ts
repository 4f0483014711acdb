import fc from 'fast-check'
import { requestOf } from '#test/fuzz/Draft.ts'
import type { Lane } from '#test/fuzz/Lane.ts'
import type { Account } from '#test/fuzz/oracle/Account.ts'
import { ample, price, type Terms } from '#test/fuzz/oracle/Terms.ts'
import { type Peticion, peticion } from '#test/fuzz/ValidRequests.ts'
import { type Case, caseOf } from './Case.ts'
import { raced } from './Creating.ts'
import { drawn, labelsOf, someMutations } from './Drawing.ts'

/** Accounts of a case's own, whose limits it reaches: rate, quota, balance, protective ceiling. */

interface Limit {
  readonly label: string
  /** The terms under which so many requests are accepted, and no more. */
  readonly terms: (count: number) => Terms
}

const limit: fc.Arbitrary<Limit> = fc.constantFrom(
  { label: 'rate', terms: (count: number) => ({ ...ample, limite_por_minuto: count }) },
  { label: 'quota', terms: (count: number) => ({ ...ample, cuota_mensual: count }) },
  { label: 'balance', terms: (count: number) => ({ ...ample, saldo: count * price + price / 2 }) },
)

const opened = async (lane: Lane, terms: Terms): Promise<Account> => {
  const account = await lane.service.open(terms)
  lane.ledger.add(account)
  return account
}

const bodies = fc.tuple(peticion, peticion)

const reached = fc.record({ limit, first: peticion, rest: bodies, mutations: someMutations }).map((plan) => {
  const { limit, first, rest, mutations } = plan
  const labels = [limit.label, ...labelsOf(mutations)]
  return caseOf(labels, async (lane) => {
    const { key } = await opened(lane, limit.terms(1))
    const request = requestOf(drawn(lane, key, first))
    await lane.ask(request, [limit.label])
    for (const body of rest) await lane.ask(requestOf(drawn(lane, key, body, mutations)), labels)
    // What was accepted is answered again, whatever is exhausted.
    await lane.ask(request, [`${limit.label}, repeated`])
  })
})

/** Two requests for what one may have. */
const rivals = fc.record({ limit, requests: bodies }).map(({ limit, requests: [one, other] }) => {
  const labels = [`${limit.label}, raced`]
  return caseOf(labels, async (lane) => {
    const { key } = await opened(lane, limit.terms(1))
    const request = (body: Peticion) => requestOf(drawn(lane, key, body))
    await raced(lane, request(one), request(other), labels)
  })
})

/** Of the smallest plans, and what comes back of it meanwhile. */
const overCeiling = 660

/** Accounts of lanes that have spent what their ceiling allows: too many requests for each case. */
const spent = new WeakMap<Lane, string>()

const spend = async (lane: Lane): Promise<string> => {
  const before = spent.get(lane)
  if (before !== undefined) return before
  const { key } = await opened(lane, { ...ample, limite_por_minuto: 1 })
  spent.set(lane, key)
  const headers = [
    ['Host', 'sandbox'],
    ['Authorization', `Bearer ${key}`],
  ] as const
  const request = { method: 'POST', target: '/v1/verificaciones', headers, body: null, chunks: null }
  for (let index = 0; index < overCeiling; index++) await lane.ask(request, ['ceiling'])
  return key
}

const ceiling = fc.record({ body: peticion, mutations: someMutations }).map(({ body, mutations }) => {
  const labels = ['ceiling', ...labelsOf(mutations)]
  return caseOf(labels, async (lane) => {
    const request = requestOf(drawn(lane, await spend(lane), body, mutations))
    await lane.ask(request, labels)
    await lane.ask(request, labels)
  })
})

export const exhausting: fc.Arbitrary<Case> = fc.oneof(
  { weight: 9, arbitrary: reached },
  { weight: 9, arbitrary: rivals },
  { weight: 1, arbitrary: ceiling },
)
