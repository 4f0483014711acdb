import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { misfit } from './Contract.ts'
import { draftOf, requestOf } from './Draft.ts'
import { anyMutation } from './mutations/Mutations.ts'
import { account } from './oracle/Account.ts'
import { type Judgement, judge } from './oracle/Judge.ts'
import { Ledger } from './oracle/Ledger.ts'
import { ample } from './oracle/Terms.ts'
import type { Request } from './Request.ts'
import { arbitraryOf } from './SchemaArbitrary.ts'
import { peticion as arbitraryPeticion, identified } from './ValidRequests.ts'

const { apiKey: key } = credentialsOf('somebody of the fuzz')

const judged = (request: Request): Judgement => {
  const ledger = new Ledger()
  ledger.add(account(key, 'socio', ample))
  return judge(request, ledger)
}

/** The first step that surely refuses; 0 when none does. */
const stepOf = ({ refusals, accepts }: Judgement): number => (accepts === null ? (refusals.at(-1)?.step ?? 0) : 0)

const peticion = arbitraryPeticion.map((body) => identified(body, '11f33cb2-f1e7-49e4-8a1d-7a94a7d6a1b1'))

const runs = { numRuns: 3_000 }

describe('the requests of the fuzz', () => {
  it('fit the schema of the document before they are mutated', () => {
    fc.assert(
      fc.property(peticion, (body) => {
        expect(misfit('/components/schemas/PeticionDeVerificacion', body)).toBe('')
      }),
      runs,
    )
  })

  it('are accepted by the oracle, which is nearly always sure of it', () => {
    const judgements = fc.sample(peticion, runs.numRuns).map((body) => judged(requestOf(draftOf(key, body))))
    expect(judgements.filter(({ accepts }) => accepts === null)).toEqual([])
    expect(judgements.filter(({ refusals }) => refusals.length > 0).length).toBeLessThan(runs.numRuns / 100)
  })

  it('are refused by the oracle at the step that their mutation names', () => {
    fc.assert(
      fc.property(peticion, anyMutation, (body, { step, change }) => {
        fc.pre(step !== null)
        expect(stepOf(judged(requestOf(change(draftOf(key, body)))))).toBe(step)
      }),
      { numRuns: 10_000 },
    )
  })

  it('are not made from a schema with a keyword that the fuzz does not know', () => {
    const schema = { type: 'string', multipleOf: 3 }
    expect(() => arbitraryOf(schema, 'x', {})).toThrow('multipleOf')
    expect(() => arbitraryOf({ type: 'string', format: 'uuid' }, 'x', {})).toThrow('uuid')
    expect(() => arbitraryOf({ type: 'array' }, 'x', {})).toThrow('array')
  })
})
