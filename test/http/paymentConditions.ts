import { intentStatuses } from '#simulator/processor/Books.ts'
import { type ProcessorFault, processorFaults } from '#simulator/processor/ProcessorFaults.ts'
import { type Account, backedBy, type Fields, type Payments } from '#test/support/payments.ts'

/** What a request names, and how what is wrong with it is mended; the changes of the body that it needs, if any. */
interface Wrong {
  readonly named: Fields
  readonly mend: () => Promise<Fields>
}
interface Row {
  readonly condition: string
  readonly arrange: (account: Account) => Promise<Wrong>
}

/** Every condition of 402 cobro_no_verificado. */
export const paymentConditions = (does: Payments): ReadonlyArray<Row> => {
  /** The request names another payment in the end, a good one. */
  const unbacked = (condition: string, name: (account: Account) => Promise<Fields> | Fields): Row => ({
    condition,
    arrange: async (account) => ({
      named: await name(account),
      mend: async () => backedBy(await does.pay(account)),
    }),
  })
  /** The very payment becomes good. */
  const unpaid = (condition: string, bad: Fields): Row => ({
    condition,
    arrange: async (account) => {
      const payment = await does.pay(account, bad)
      const mend = async () => {
        await does.turn(payment)
        return {}
      }
      return { named: backedBy(payment), mend }
    },
  })
  /** Nothing is wrong with the payment; the processor cannot be asked, this once. */
  const unanswered = (fault: ProcessorFault): Row => ({
    condition: `the processor has the fault ${fault}`,
    arrange: async (account) => {
      const payment = await does.pay(account)
      await does.break('consultar_pago', fault)
      return { named: backedBy(payment), mend: async () => ({}) }
    },
  })
  const unknown = ['pi_desconocido', 'ch_1', 'pi_1/../../charges', 'pi_1?expand=x', 'un pago', 'ñ', 'p'.repeat(200)]
  const unfinished = intentStatuses.filter((status) => status !== 'succeeded')
  return [
    unbacked('no cobro', () => ({})),
    unbacked('cobro is null', () => ({ cobro: null })),
    unbacked('a cobro without payment', () => ({ cobro: { modo: 'connect' } })),
    unbacked('a payment that is null', () => backedBy(null)),
    ...unknown.map((id) => unbacked(`an id that no payment has, ${id.slice(0, 20)}`, () => backedBy(id))),
    ...unfinished.map((estado) => unpaid(`a payment that is ${estado}`, { estado })),
    unpaid('a payment in another currency', { moneda: 'USD' }),
    unpaid('a payment a centavo below the price', { monto: 99.99 }),
    unpaid('a payment of nothing', { monto: 0 }),
    unpaid('a payment refunded to a centavo below the price', { monto: 150, reembolsado: 50.01 }),
    unpaid('a payment fully refunded', { reembolsado: true }),
    unpaid('a disputed payment', { disputado: true }),
    unbacked('the payment of another account', async () => backedBy(await does.pay(await does.open()))),
    ...processorFaults.map(unanswered),
  ]
}
