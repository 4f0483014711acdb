import { expect } from 'vitest'
import type { ProcessorCall, ProcessorFault } from '#simulator/processor/ProcessorFaults.ts'
import type { Sandbox } from '#tools/service/sandbox.ts'
import { verificationOf, verificationsOf } from './documents.ts'

export type Fields = Record<string, unknown>
export type Account = Awaited<ReturnType<Sandbox['account']>>

/** The part of a body that names a payment. */
export const backedBy = (payment_intent_id: string | null, modo = 'connect') => ({ cobro: { modo, payment_intent_id } })

/** Accounts in mode connect, their applicants’ payments, and what became of them, with levers and calls. */
export const paymentsOf = (sandbox: Sandbox) => {
  const lever = async (path: string, body: Fields): Promise<Fields> => {
    const answer = await sandbox.call('POST', `/_simulador/${path}`, { body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const good = { estado: 'succeeded', moneda: 'MXN', monto: 100, reembolsado: 0, disputado: false }
  return {
    open: (plan: Fields = {}) => sandbox.account({ modo: 'connect', saldo: null, ...plan }),
    /** The id of a new payment of the account's, good where nothing else is said. */
    pay: async ({ tenant }: Account, changes: Fields = {}) =>
      String((await lever('pagos', { ...good, tenant, ...changes }))['payment_intent_id']),
    /** Makes a payment what it says, good where nothing else is said. */
    turn: (payment_intent_id: string, changes: Fields = {}) =>
      lever('pagos', { ...good, ...changes, payment_intent_id }),
    break: (llamada: ProcessorCall, falla: ProcessorFault, veces = 1) =>
      lever('procesador/fallas', { llamada, falla, veces }),
    post: ({ llave }: Account, body: Fields) =>
      sandbox.call('POST', '/v1/verificaciones', {
        key: llave,
        body,
        headers: { 'idempotency-key': String(body['solicitud_id']) },
      }),
    consumption: async ({ llave }: Account) => (await sandbox.call('GET', '/v1/cuenta/consumo', { key: llave })).body,
    listed: async ({ llave }: Account) =>
      verificationsOf(await sandbox.call('GET', '/v1/verificaciones?limite=100', { key: llave })),
    read: async ({ llave }: Account, id: string) => verificationOf(await sandbox.read(llave, id)),
    /** Everything that was transferred of these payments. */
    transferred: async (...payments: ReadonlyArray<string>) => {
      const { transferencias } = (await sandbox.call('GET', '/_simulador/transferencias')).body
      if (!Array.isArray(transferencias)) throw new Error('transferencias is not a list')
      return transferencias.filter(({ payment_intent_id: payment }) => payments.includes(payment))
    },
  }
}
export type Payments = ReturnType<typeof paymentsOf>
