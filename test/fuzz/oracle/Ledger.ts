import type { Account } from './Account.ts'
import { type Created, endOf } from './Created.ts'
import type { Payment } from './Terms.ts'

/** What an accepted request creates, or created before. */
export interface Acceptable {
  readonly account: Account
  readonly verification: Omit<Created, 'verificacionId'>
  readonly earlier: Created | null
}

/** What the requests of one client must be judged by: its accounts and payments, and what became of them. */
export class Ledger {
  readonly #accounts = new Map<string, Account>()
  readonly #payments = new Map<string, Payment>()
  #simulated = 0

  add(account: Account): void {
    this.#accounts.set(account.key, account)
  }

  addPayment(id: string, payment: Omit<Payment, 'isTaken'>): void {
    this.#payments.set(id, { ...payment, isTaken: false })
  }

  /** The account of a key. */
  accountOf(key: string): Account | undefined {
    return this.#accounts.get(key)
  }

  paymentOf(id: string): Payment | undefined {
    return this.#payments.get(id)
  }

  get accounts(): ReadonlyArray<Account> {
    return [...this.#accounts.values()]
  }

  /** How many verifications there must be. */
  get created(): number {
    return this.accounts.reduce((sum, { created }) => sum + created.length, 0)
  }

  /** The later of real and simulated time, epoch milliseconds. */
  get latest(): number {
    return Math.max(Date.now(), this.#simulated)
  }

  /** Every verification that was under way has ended by this instant of simulated time. */
  endAll(simulated: number): void {
    this.#simulated = simulated
    for (const { created, count } of this.accounts) {
      for (const verification of created.slice(created.length - count.en_proceso)) {
        const { payment } = verification
        verification.estado = endOf(verification)
        count[verification.estado] += 1
        // What backed nothing may back another.
        if (payment !== undefined) payment.isTaken = verification.estado === 'emitida'
      }
      count.en_proceso = 0
    }
  }
}

/**
 * Takes down what a POST consumed.
 *
 * @param refusedAt the step that refused it, null when it was accepted
 */
export const consume = ({ use }: Account, refusedAt: number | null, isNew: boolean): void => {
  if (refusedAt === 2.5) return
  use.posts += 1
  if (isNew || refusedAt === 18) use.rated += 1
}

/** Takes down what an accepted POST created. */
export const create = ({ account, verification }: Acceptable, verificacionId: string): void => {
  const created = { ...verification, verificacionId }
  account.created.push(created)
  account.byRequest.set(created.solicitudId, created)
  account.byId.set(verificacionId, created)
  account.count.en_proceso += 1
  if (created.payment !== undefined) created.payment.isTaken = true
}
