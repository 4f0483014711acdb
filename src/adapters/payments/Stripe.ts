import { Context, Duration, Effect, Layer } from 'effect'
import { Agent } from 'undici'
import { trusted } from '#adapters/egress/Tls.ts'
import type { Environment } from '#domain/account/ApiKey.ts'
import type { TransferOutcome, TransferRemark } from '#domain/delivery/Transfer.ts'
import { PaymentNotVerified, Payments, type ProcessorCredentials, type TransferOrder } from '#ports/Payments.ts'
import { judge, type Payment, remarkOf } from './Judge.ts'
import { type Refusal, unknown } from './Refusal.ts'
import * as Calls from './StripeCalls.ts'

export interface StripeSettings {
  readonly environment: Environment
  /** Scheme, host and port of a replacement for Stripe, for example `http://127.0.0.1:4020`; null for Stripe itself. */
  readonly host: string | null
  /** PEM certificates of authorities to trust in addition to Node's. */
  readonly certificates?: string | null
}

/** The time limit of a verification. It ends well before the port's two seconds. */
export const VerifyTime = Context.Reference<Duration.Duration>('cotejo/adapters/payments/VerifyTime', {
  defaultValue: () => Duration.millis(1_700),
})

export const connections = ({ certificates = null }: StripeSettings) => ({
  /** As many as may wait for an unresponsive processor. */
  connections: 256,
  connect: {
    timeout: 5_000,
    rejectUnauthorized: true,
    ...(certificates === null ? {} : { ca: trusted([certificates]) }),
  },
  // Only the call's own time limit applies. These timeouts would not stop a slow drip.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 16_384,
  allowH2: false,
})

/** The address in the library's form. In production only https is used. */
const addressOf = ({ environment, host }: StripeSettings): Effect.Effect<Calls.Address> => {
  if (host === null) return Effect.succeed({})
  const { protocol, hostname, port } = URL.parse(host) ?? { protocol: '', hostname: '', port: '' }
  if (protocol === 'https:') return Effect.succeed({ protocol: 'https', host: hostname, port: port || '443' })
  return protocol === 'http:' && environment === 'sandbox'
    ? Effect.succeed({ protocol: 'http', host: hostname, port: port || '80' })
    : Effect.die(new Error('the payment processor needs https, or http in the sandbox'))
}

const notVerified = ({ reason }: Refusal) => new PaymentNotVerified({ reason })

const failed = ({ reason, isStored }: Refusal<string>, remark: TransferRemark | null): TransferOutcome => ({
  _tag: 'Failed',
  reason,
  isFinal: isStored,
  remark,
})

const transferId = Effect.fnUntraced(function* (
  reach: Calls.Reach,
  credentials: ProcessorCredentials,
  order: TransferOrder,
  { charge }: Payment,
) {
  if (charge === null) return yield* Effect.fail(unknown('cargo_inexistente'))
  const [earlier] = yield* Calls.transfers(reach, credentials, order.paymentIntentId, charge)
  return (earlier ?? (yield* Calls.makeTransfer(reach, credentials, order, charge))).transferId
})

const transfer = Effect.fnUntraced(
  function* (reach: Calls.Reach, credentials: ProcessorCredentials, order: TransferOrder) {
    const payment = yield* Calls.payment(reach, credentials, order.paymentIntentId)
    if (payment === null) return failed(unknown('pago_inexistente'), null)
    const remark = remarkOf(payment, order.amountCentavos)
    return yield* Effect.match(transferId(reach, credentials, order, payment), {
      onSuccess: (id): TransferOutcome => ({ _tag: 'Transferred', transferId: id, remark }),
      onFailure: (refusal) => failed(refusal, remark),
    })
  },
  Effect.catch((refusal) => Effect.succeed(failed(refusal, null))),
)

const transfersOf = Effect.fnUntraced(function* (
  reach: Calls.Reach,
  credentials: ProcessorCredentials,
  paymentIntentId: string,
) {
  const payment = yield* Calls.payment(reach, credentials, paymentIntentId)
  const charge = payment?.charge ?? null
  return charge === null ? [] : yield* Calls.transfers(reach, credentials, paymentIntentId, charge)
}, Effect.mapError(notVerified))

const verify = Effect.fnUntraced(function* (
  reach: Calls.Reach,
  credentials: ProcessorCredentials,
  paymentIntentId: string,
  priceCentavos: number,
  time: Duration.Duration,
) {
  const payment = yield* Effect.mapError(Calls.payment(reach, credentials, paymentIntentId, time), notVerified)
  const reason = judge(payment, priceCentavos, reach.environment)
  if (reason !== null) return yield* new PaymentNotVerified({ reason })
})

export const layer = (settings: StripeSettings) =>
  Layer.effect(
    Payments,
    Effect.gen(function* () {
      const address = yield* addressOf(settings)
      const dispatcher = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent(connections(settings))),
        (agent) => Effect.promise(() => agent.destroy()),
      )
      const verifyTime = yield* VerifyTime
      const reach: Calls.Reach = { environment: settings.environment, address, dispatcher }
      return Payments.of({
        verify: (credentials, id, priceCentavos) => verify(reach, credentials, id, priceCentavos, verifyTime),
        transfer: (credentials, order) => transfer(reach, credentials, order),
        transfersOf: (credentials, id) => transfersOf(reach, credentials, id),
        latestTransfers: (credentials) => Effect.mapError(Calls.latestTransfers(reach, credentials), notVerified),
      })
    }),
  )
