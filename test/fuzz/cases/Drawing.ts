import fc from 'fast-check'
import { type Draft, draftOf, requestOf } from '#test/fuzz/Draft.ts'
import type { AccountName, Lane } from '#test/fuzz/Lane.ts'
import type { Mutation } from '#test/fuzz/mutations/Mutation.ts'
import { anyMutation, neighbours } from '#test/fuzz/mutations/Mutations.ts'
import type { Request } from '#test/fuzz/Request.ts'
import { identified, type Peticion, peticion } from '#test/fuzz/ValidRequests.ts'

/** Requests that a case draws up on its lane. */

export type Mutated = ReadonlyArray<Mutation>

export const mutated = (draft: Draft, mutations: Mutated): Draft =>
  mutations.reduce((changed, { change }) => change(changed), draft)

/** A POST with an identifier of its own. */
export const drawn = (lane: Lane, key: string, body: Peticion, mutations: Mutated = []): Draft =>
  mutated(draftOf(key, identified(body, lane.uuid())), mutations)

export const labelsOf = (mutations: Mutated): ReadonlyArray<string> => mutations.map(({ name }) => name)

export const upTo = (maxLength: number): fc.Arbitrary<Mutated> => fc.array(anyMutation, { maxLength })

/** Most requests have one mutation: several hide one another. */
export const someMutations: fc.Arbitrary<Mutated> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 5, arbitrary: anyMutation.map((one) => [one]) },
  { weight: 2, arbitrary: upTo(5) },
  { weight: 2, arbitrary: neighbours },
)

/** A request of one of the lane's accounts, still to be drawn up. */
export type Drawn = (lane: Lane, account?: AccountName) => Request

const drawnOn =
  (body: Peticion, mutations: Mutated): Drawn =>
  (lane, account = 'ample') => ({
    ...requestOf(drawn(lane, lane.accounts[account].key, body, mutations)),
    chunks: null,
  })

export const rightRequest: fc.Arbitrary<Drawn> = peticion.map((body) => drawnOn(body, []))

export const anyRequest: fc.Arbitrary<Drawn> = fc
  .tuple(peticion, someMutations)
  .map(([body, mutations]) => drawnOn(body, mutations))
