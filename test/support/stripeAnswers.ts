import { Redacted } from 'effect'
import type { ProcessorCredentials, TransferOrder } from '#ports/Payments.ts'
import { startPayments, type TestPayments } from '#tools/peers/processor.ts'
import { type Behaviour, onRequest, type Receiver, receiver } from './receivers.ts'

/** What a processor may answer, byte by byte, where the simulated one is too well-behaved. */

export const http = (status: number, body: unknown, ...headers: ReadonlyArray<string>): string => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const head = [`HTTP/1.1 ${status} X`, `Content-Length: ${Buffer.byteLength(text, 'latin1')}`, ...headers]
  return `${head.join('\r\n')}\r\n\r\n${text}`
}

export const refusal = (type: string, more: Record<string, string> = {}) => ({
  error: { type, message: 'in words of its own', ...more },
})

/** The payment intent `pi_1` of 100.00 MXN, confirmed, with these changes. */
export const intent = (changes: Record<string, unknown> = {}, charge: Record<string, unknown> | null = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  currency: 'mxn',
  amount_received: 100_00,
  livemode: false,
  latest_charge: charge && {
    id: 'ch_1',
    object: 'charge',
    status: 'succeeded',
    paid: true,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    transfer_group: null,
    ...charge,
  },
  ...changes,
})

/** The transfer `tr_1` of 100.00 MXN from `pi_1` for `ver_1`, with these changes. */
export const made = (changes: Record<string, unknown> = {}) => ({
  id: 'tr_1',
  object: 'transfer',
  amount: 100_00,
  currency: 'mxn',
  reversed: false,
  source_transaction: 'ch_1',
  metadata: { verificacion_id: 'ver_1', payment_intent_id: 'pi_1' },
  ...changes,
})

export const page = (data: ReadonlyArray<unknown>, has_more = false) => ({ object: 'list', data, has_more })

export const order = (changes: Partial<TransferOrder> = {}): TransferOrder => ({
  verificationId: 'ver_1',
  paymentIntentId: 'pi_1',
  amountCentavos: 100_00,
  idempotencyKey: 'cotejo-pi_1-1',
  ...changes,
})

/** Gives these answers to the requests that come, in turn; the last stays. */
export const inTurn = (...texts: ReadonlyArray<string>): Behaviour => {
  let given = 0
  return onRequest((socket) => {
    socket.write(texts[Math.min(given, texts.length - 1)] ?? '', 'latin1')
    given += 1
  })
}

export const credentialsWith = (restrictedKey: string): ProcessorCredentials => ({
  restrictedKey: Redacted.make(restrictedKey),
  destination: 'acct_1',
})

/** The adapter over a processor that does this with every connection; stop it after the test. */
export const paymentsOver = async (behave: Behaviour): Promise<TestPayments & { readonly server: Receiver }> => {
  const server = await receiver(behave, { tls: null })
  const payments = startPayments(`http://127.0.0.1:${server.port}`)
  const stop = async () => {
    await payments.stop()
    await server.stop()
  }
  return { ...payments, server, stop }
}
