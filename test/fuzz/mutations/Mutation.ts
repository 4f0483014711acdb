import fc from 'fast-check'
import type { Change } from '#test/fuzz/Draft.ts'

/** One thing that is done to a request. */
export interface Mutation {
  readonly name: string
  /** The step of the order of judgement that finds it, were it alone; 0 when none may mind, null when any may. */
  readonly step: number | null
  readonly change: Change
}

export type Mutations = fc.Arbitrary<Mutation>

export const mutation = (step: number | null, name: string, ...changes: ReadonlyArray<Change>): Mutation => ({
  step,
  name,
  change: (draft) => changes.reduce((changed, change) => change(changed), draft),
})

/** One of these, as likely as the next. */
export const oneOf = <A>(
  step: number | null,
  name: string,
  values: ReadonlyArray<A>,
  change: (value: A) => Change,
): Mutations => fc.constantFrom(...values).map((value) => mutation(step, name, change(value)))

/** Any that the arbitrary draws. */
export const anyOf = <A>(
  step: number | null,
  name: string,
  values: fc.Arbitrary<A>,
  change: (value: A) => Change,
): Mutations => values.map((value) => mutation(step, name, change(value)))
