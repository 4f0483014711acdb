import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Balance } from '#domain/account/Account.ts'
import { charge, covers, hold, release, statusWhenEmitted } from '#domain/account/Billing.ts'

interface Books {
  readonly balance: Balance
  /** Prices of the verifications `en_proceso`. */
  readonly held: ReadonlyArray<number>
  readonly charged: number
}

type Step = { readonly price: number } | { readonly end: 'charge' | 'release'; readonly which: number }

const price = fc.integer({ min: 0, max: 500 })
const arbitrarySteps = fc.array(
  fc.oneof<[fc.Arbitrary<Step>, fc.Arbitrary<Step>]>(
    fc.record({ price }),
    fc.record({ end: fc.constantFrom('charge', 'release'), which: fc.nat() }),
  ),
  { maxLength: 60 },
)

/** Admits only what the balance covers, and ends only what is held, as the service does. */
const take = (books: Books, step: Step): Books => {
  const { balance, held, charged } = books
  if ('price' in step) {
    if (!covers(balance, step.price)) return books
    return { balance: hold(balance, step.price), held: [...held, step.price], charged }
  }
  const at = step.which % Math.max(1, held.length)
  const ended = held[at]
  if (ended === undefined) return books
  const rest = held.toSpliced(at, 1)
  return step.end === 'charge'
    ? { balance: charge(balance, ended), held: rest, charged: charged + ended }
    : { balance: release(balance, ended), held: rest, charged }
}

const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((total, amount) => total + amount, 0)

describe('a prepaid balance', () => {
  it('keeps 0 ≤ held ≤ settled, and its books balance, after every step', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), arbitrarySteps, (credited, steps) => {
        let books: Books = { balance: { settledCentavos: credited, heldCentavos: 0 }, held: [], charged: 0 }
        for (const step of steps) {
          books = take(books, step)
          const { settledCentavos, heldCentavos } = books.balance
          expect(heldCentavos).toBeGreaterThanOrEqual(0)
          expect(heldCentavos).toBeLessThanOrEqual(settledCentavos)
          expect(heldCentavos).toBe(sum(books.held))
          expect(settledCentavos + books.charged).toBe(credited)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('admits exactly as many verifications as it can pay [consumo_agotado]', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5_000 }), fc.integer({ min: 1, max: 500 }), (settledCentavos, each) => {
        let balance: Balance = { settledCentavos, heldCentavos: 0 }
        let admitted = 0
        for (; covers(balance, each); admitted++) balance = hold(balance, each)
        expect(admitted).toBe(Math.floor(settledCentavos / each))
      }),
    )
  })

  it('does not change for the partner until a verification ends, and then only if it was emitted', () => {
    const before: Balance = { settledCentavos: 1_000, heldCentavos: 300 }
    expect(hold(before, 200)).toEqual({ settledCentavos: 1_000, heldCentavos: 500 })
    expect(release(hold(before, 200), 200)).toEqual(before)
    expect(charge(hold(before, 200), 200)).toEqual({ settledCentavos: 800, heldCentavos: 300 })
  })

  it('is charged as cargada in mode consumo, and transferencia_encolada in mode connect', () => {
    expect(statusWhenEmitted).toEqual({ consumo: 'cargada', connect: 'transferencia_encolada' })
  })
})
