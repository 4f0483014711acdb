import fc from 'fast-check'
import { Connection } from '#test/fuzz/Connection.ts'
import { requestOf } from '#test/fuzz/Draft.ts'
import { type AccountName, type Lane, shown } from '#test/fuzz/Lane.ts'
import { harmlessMutations } from '#test/fuzz/mutations/Harmless.ts'
import { encode, type Request } from '#test/fuzz/Request.ts'
import { type Peticion, peticion } from '#test/fuzz/ValidRequests.ts'
import { type Case, caseOf } from './Case.ts'
import { drawn, labelsOf, type Mutated, mutated, someMutations, upTo } from './Drawing.ts'

/** POST /v1/verificaciones: alone, repeated, changed, raced and abandoned. */

/** Both at the same time; whichever was first, the other is answered as if it had come later. */
export const raced = async (lane: Lane, one: Request, other: Request, labels: ReadonlyArray<string>): Promise<void> => {
  const aside = new Connection(lane.service.base)
  lane.tell(`> at the same time ${shown(other)}`)
  aside.write(encode(other))
  const [first, second] = await Promise.all([lane.exchange(one), aside.answer()])
  aside.destroy()
  const pairs = [
    { request: one, answer: first },
    { request: other, answer: second },
  ]
  // Where only one was accepted, it was the first.
  const inOrder = first?.status !== 200 && second?.status === 200 ? pairs.toReversed() : pairs
  for (const { request, answer } of inOrder) lane.check(request, answer, lane.judge(request), labels)
}

/** The client goes away once all is sent, and comes again as it does not know what became of it. */
const abandoned = async (lane: Lane, request: Request, labels: ReadonlyArray<string>): Promise<void> => {
  const aside = new Connection(lane.service.base)
  lane.tell(`> abandoned ${shown(request)}`)
  aside.write(encode(request))
  await aside.flush()
  aside.destroy()
  await lane.ask(request, labels)
}

const otherwiseWritten: fc.Arbitrary<Mutated> = fc.oneof(...harmlessMutations).map((one) => [one])

type Manner = 'alone' | 'raced' | 'abandoned'

interface Plan {
  readonly account: AccountName
  readonly body: Peticion
  readonly mutations: Mutated
  readonly manner: Manner
  /** How the request comes again: with nothing or something else done to it. */
  readonly repetitions: ReadonlyArray<Mutated>
}

const played =
  ({ account, body, mutations, manner, repetitions }: Plan): Case['play'] =>
  async (lane) => {
    const draft = drawn(lane, lane.accounts[account].key, body, mutations)
    const request = requestOf(draft)
    const labels = labelsOf(mutations)
    const [rival = [], ...rest] = repetitions
    if (manner === 'alone') await lane.ask(request, labels)
    if (manner === 'abandoned') await abandoned(lane, request, ['abandoned', ...labels])
    if (manner === 'raced') {
      await raced(lane, request, requestOf(mutated(draft, rival)), ['raced', ...labels, ...labelsOf(rival)])
    }
    for (const more of manner === 'raced' ? rest : repetitions) {
      await lane.ask(requestOf(mutated(draft, more)), ['again', ...labels, ...labelsOf(more)])
    }
  }

const plan: fc.Arbitrary<Plan> = fc.record({
  account: fc.oneof(
    { weight: 20, arbitrary: fc.constant<AccountName>('ample') },
    { weight: 2, arbitrary: fc.constantFrom<AccountName>('broke', 'spent') },
  ),
  body: peticion,
  mutations: someMutations,
  manner: fc.oneof(
    { weight: 15, arbitrary: fc.constant<Manner>('alone') },
    { weight: 1, arbitrary: fc.constantFrom<Manner>('raced', 'abandoned') },
  ),
  repetitions: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.oneof(upTo(2), otherwiseWritten), { minLength: 1, maxLength: 2 }) },
  ),
})

export const creating: fc.Arbitrary<Case> = plan.map((one) =>
  caseOf([one.manner, one.account, ...labelsOf(one.mutations)], played(one)),
)
