import { Effect, Option, Predicate, Schema } from 'effect'
import { toCentavos, toPesos } from '#domain/account/Money.ts'
import { answer } from '#http/Answers.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import {
  intentStatuses,
  type ProcessorPayment,
  type ProcessorTransfer,
  settlementOf,
} from '#simulator/processor/Books.ts'
import { platformOf } from '#simulator/processor/Platform.ts'
import { Processor } from '#simulator/processor/Processor.ts'
import { processorCalls, processorFaults } from '#simulator/processor/ProcessorFaults.ts'
import type { KnownAccount } from '#simulator/storage/AccountNote.ts'
import { pesos } from './AccountBodies.ts'
import { get, LeverMisused, member, optional, post } from './Lever.ts'

const currencyCode = Schema.String.check(Schema.isPattern(/^[A-Za-z]{3}$/))

export const Payment = Schema.Struct({
  payment_intent_id: optional(
    Schema.NonEmptyString,
    'payment_intent_id es el de un pago que ya existe; sin él se crea uno.',
  ),
  estado: member(Schema.Literals(intentStatuses), `estado es uno de ${intentStatuses.join(', ')}.`),
  moneda: member(currencyCode, 'moneda son tres letras, como MXN.'),
  monto: member(pesos, 'monto es un monto en pesos, no negativo, con dos decimales a lo más.'),
  tenant: optional(Schema.String, 'tenant es una cuenta en modo connect de este simulador.'),
  reembolsado: optional(
    Schema.Union([pesos, Schema.Boolean]),
    'reembolsado son los pesos devueltos, o true si fueron todos.',
  ),
  disputado: optional(Schema.Boolean, 'disputado es true o false.'),
  liquidado_en: optional(
    currencyCode,
    'liquidado_en son las tres letras de la moneda en que se abona; sin ellas, la misma.',
  ),
})

export const Fault = Schema.Struct({
  llamada: member(Schema.Literals(processorCalls), `llamada es una de ${processorCalls.join(', ')}.`),
  falla: member(Schema.Literals(processorFaults), `falla es una de ${processorFaults.join(', ')}.`),
  veces: member(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })), 'veces es un entero de 1 a 1000.'),
})

/** The newest so many payments are listed. */
const mostListed = 200

/** The account whose platform has a payment by default; in a world without it, the first of mode connect. */
const defaultTenant = 'demo-connect'

const misused = (mensaje: string) => new LeverMisused({ mensaje })

const centavosOf = (amount: number): number => Option.getOrElse(toCentavos(amount), () => 0)

/** What was refunded, in centavos; undefined leaves it as it is. */
const refunded = (reembolsado: number | boolean | null | undefined, amountCentavos: number): number | undefined => {
  if (Predicate.isNumber(reembolsado)) return centavosOf(reembolsado)
  return Predicate.isBoolean(reembolsado) ? (reembolsado ? amountCentavos : 0) : undefined
}

const pago = (payment: ProcessorPayment, tenant: string) => ({
  payment_intent_id: payment.id,
  estado: payment.status,
  moneda: payment.currency.toUpperCase(),
  monto: toPesos(payment.amountCentavos),
  tenant,
  reembolsado: toPesos(payment.refundedCentavos),
  disputado: payment.isDisputed,
  liquidado_en: settlementOf(payment).toUpperCase(),
})

const transferencia = (transfer: ProcessorTransfer) => ({
  transferencia_id: transfer.id,
  payment_intent_id: transfer.paymentIntentId,
  source_transaction: transfer.sourceTransaction,
  monto: toPesos(transfer.amountCentavos),
  moneda: transfer.currency.toUpperCase(),
  verificacion_id: transfer.metadata['verificacion_id'] ?? null,
})

const platformsOf = (accounts: ReadonlyArray<KnownAccount>) =>
  accounts
    .filter(({ account }) => account.mode === 'connect')
    .map(({ account }) => ({ tenant: account.id, ...platformOf(account.id) }))

/** The account whose platform has the payment: the named account, the one that has it already, or the default. */
const ownerOf = Effect.fnUntraced(function* (
  accounts: ReadonlyArray<KnownAccount>,
  named: string | null,
  earlier: ProcessorPayment | undefined,
) {
  const platforms = platformsOf(accounts)
  const has = platforms.find(({ destination }) => destination === earlier?.destination)
  const usual = platforms.find(({ tenant }) => tenant === defaultTenant) ?? platforms[0]
  const owner = named === null ? (has ?? usual) : platforms.find(({ tenant }) => tenant === named)
  if (owner === undefined) return yield* misused('tenant no es una cuenta en modo connect de este simulador.')
  if (has !== undefined && has !== owner) return yield* misused('Ese pago es de otra cuenta.')
  return owner
})

/** The applicants' payments, and what the service does with them. */
export const paymentLevers = Effect.gen(function* () {
  const { putPayment, payment, payments, transfers, faults } = yield* Processor
  const known = yield* KnownAccounts

  return [
    get(
      '/_simulador/pagos',
      Effect.fnUntraced(function* () {
        const platforms = platformsOf(yield* known.all)
        const owned = (yield* payments).slice(-mostListed).flatMap((one) => {
          const owner = platforms.find(({ destination }) => destination === one.destination)
          return owner === undefined ? [] : [pago(one, owner.tenant)]
        })
        return answer({ pagos: owned.toReversed() })
      }),
    ),
    post(
      '/_simulador/pagos',
      Payment,
      Effect.fnUntraced(function* (change) {
        const { payment_intent_id: id, estado, moneda, monto, tenant, reembolsado, disputado, liquidado_en } = change
        const earlier = id ? yield* payment(id) : undefined
        if (id && earlier === undefined) {
          return yield* misused('No hay un pago con ese payment_intent_id: omítalo para crear uno.')
        }
        const amountCentavos = centavosOf(monto)
        const refundedCentavos = refunded(reembolsado, amountCentavos) ?? earlier?.refundedCentavos ?? 0
        if (refundedCentavos > amountCentavos) return yield* misused('reembolsado no puede ser más que monto.')
        const owner = yield* ownerOf(yield* known.all, tenant ?? null, earlier)
        const put = yield* putPayment({
          ...(earlier === undefined ? {} : { id: earlier.id }),
          destination: owner.destination,
          status: estado,
          currency: moneda.toLowerCase(),
          amountCentavos,
          refundedCentavos,
          isDisputed: disputado ?? earlier?.isDisputed ?? false,
          settledIn: liquidado_en?.toLowerCase() ?? earlier?.settledIn ?? null,
        })
        return answer(pago(put, owner.tenant))
      }),
    ),
    get('/_simulador/transferencias', () =>
      Effect.map(transfers, (all) => answer({ transferencias: all.map(transferencia) })),
    ),
    post('/_simulador/procesador/fallas', Fault, ({ llamada, falla, veces }) =>
      Effect.as(faults.put(llamada, falla, veces), answer({ llamada, falla, veces })),
    ),
  ]
})
