import fc from 'fast-check'
import { contentMutations } from './Contents.ts'
import { fullMutation, harmlessMutations } from './Harmless.ts'
import { headerMutations, keyMutations } from './Headers.ts'
import { memberMutations } from './Members.ts'
import type { Mutation, Mutations } from './Mutation.ts'
import { bracketMutation, sizeMutation, textMutations } from './Texts.ts'
import { valueMutations } from './Values.ts'

const some = (weight: number, mutations: ReadonlyArray<Mutations>) => ({ weight, arbitrary: fc.oneof(...mutations) })

/** Any mutation of a POST; what moves 64 KB is rarer than the rest. */
export const anyMutation: Mutations = fc.oneof(
  some(4, keyMutations),
  some(8, headerMutations),
  some(10, textMutations),
  some(30, memberMutations),
  some(20, valueMutations),
  some(12, contentMutations),
  some(30, harmlessMutations),
  some(2, [sizeMutation, bracketMutation, fullMutation]),
)

/** The names of all of them. */
export const mutationNames = (): ReadonlyArray<string> => {
  const large = [sizeMutation, bracketMutation, fullMutation]
  const all = [keyMutations, headerMutations, textMutations, memberMutations, valueMutations, contentMutations]
  const drawn = [...all, harmlessMutations, large].flat().flatMap((one) => fc.sample(one, { numRuns: 20, seed: 0 }))
  return [...new Set(drawn.map(({ name }) => name))]
}

const steps = Array.from({ length: 15 }, (_, index) => index + 1)

/** The mutations of every step; those that are of one step or another according to what they meet are left out. */
const byStep = steps.map((step) => {
  const all = [
    keyMutations,
    [sizeMutation],
    headerMutations,
    textMutations,
    memberMutations,
    valueMutations,
    contentMutations,
  ]
  const isOfStep = (mutations: Mutations) =>
    fc.sample(mutations, { numRuns: 20, seed: 0 }).every((one) => one.step === step)
  return fc.oneof(...all.flat().filter(isOfStep))
})

/** Two mutations, of a step and of the next: whichever the service judges first is seen. */
export const neighbours: fc.Arbitrary<ReadonlyArray<Mutation>> = fc
  .nat(byStep.length - 2)
  .chain((index) => fc.tuple(...byStep.slice(index, index + 2)))
  .chain((pair) => fc.shuffledSubarray(pair, { minLength: pair.length }))
