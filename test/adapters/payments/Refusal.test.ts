import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { refusalOf, transferRefusalOf, transferWords } from '#adapters/payments/Refusal.ts'
import { needless } from '#test/support/rows.ts'

it('every word for why a transfer is refused is needed', () => {
  const examples = {
    balance_insufficient: ['balance_insufficient', 'saldo_insuficiente'],
    account_invalid: ['account_invalid', 'destino_desconocido'],
    no_account: ['no_account', 'destino_desconocido'],
    transfers_not_allowed: ['transfers_not_allowed', 'destino_sin_transferencias'],
    capability_not_active: ['capability_not_active', 'destino_sin_transferencias'],
    insufficient_capabilities_for_transfer: ['insufficient_capabilities_for_transfer', 'destino_sin_transferencias'],
    idempotency_key_in_use: ['idempotency_key_in_use', 'solicitud_en_curso'],
  } as const
  const isToldSo = ([code, word]: readonly [string, string]) =>
    transferRefusalOf(
      new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', code, statusCode: 400 }),
      Stripe,
    ).reason === word
  expect(needless(transferWords, examples, isToldSo)).toEqual([])
})

const { StripeAPIError, StripeConnectionError, StripeInvalidRequestError } = Stripe.errors
interface Said {
  readonly statusCode?: number
  readonly code?: string
  readonly type?: 'api_error' | 'invalid_request_error' | 'idempotency_error'
  readonly param?: string
  readonly headers?: Record<string, string>
}
const said = ({ type = 'api_error', ...more }: Said) => new StripeAPIError({ type, ...more })

it.each<[string, Said]>([
  ['limite_del_procesador', { statusCode: 429 }],
  ['limite_del_procesador', { statusCode: 400, code: 'rate_limit' }],
  ['limite_del_procesador', { statusCode: 409, code: 'lock_timeout' }],
  ['llave_rechazada', { statusCode: 401 }],
  ['llave_rechazada', { statusCode: 403 }],
  ['pago_inexistente', { statusCode: 404, code: 'resource_missing' }],
  ['solicitud_rechazada', { statusCode: 404 }],
  ['solicitud_rechazada', { statusCode: 400, code: 'resource_missing' }],
  ['procesador_fallo', { statusCode: 500 }],
  ['procesador_fallo', { statusCode: 503 }],
  ['solicitud_rechazada', { statusCode: 400 }],
  ['solicitud_rechazada', { statusCode: 402 }],
  ['respuesta_ilegible', { statusCode: 302 }],
  ['respuesta_ilegible', {}],
])('nothing was read: %s, where the processor says %j', (reason, answer) => {
  expect(refusalOf(said(answer), Stripe)).toEqual({ reason, isStored: false })
})

it('nothing was read because no answer came, or one of something else', () => {
  const lost = new StripeConnectionError({ type: 'api_error', message: 'lost' })
  expect(refusalOf(lost, Stripe)).toEqual({ reason: 'sin_respuesta', isStored: false })
  expect(refusalOf(new TypeError('of undefined'), Stripe)).toEqual({ reason: 'respuesta_ilegible', isStored: false })
  expect(transferRefusalOf(lost, Stripe)).toEqual({ reason: 'sin_respuesta', isStored: false })
  expect(transferRefusalOf(new TypeError('x'), Stripe)).toEqual({ reason: 'respuesta_ilegible', isStored: false })
})

it.each<[string, boolean, Said]>([
  ['transferencia_rechazada', true, { statusCode: 400 }],
  ['transferencia_rechazada', true, { statusCode: 402 }],
  ['procesador_fallo', true, { statusCode: 500 }],
  ['procesador_fallo', false, { statusCode: 501 }],
  ['procesador_fallo', false, { statusCode: 502 }],
  ['procesador_fallo', false, { statusCode: 503 }],
  ['procesador_fallo', false, { statusCode: 504 }],
  ['llave_rechazada', false, { statusCode: 401 }],
  ['llave_rechazada', false, { statusCode: 403 }],
  ['transferencia_rechazada', false, { statusCode: 404, code: 'resource_missing' }],
  ['limite_del_procesador', false, { statusCode: 429 }],
  ['limite_del_procesador', false, { statusCode: 400, code: 'rate_limit' }],
  ['limite_del_procesador', false, { statusCode: 400, code: 'lock_timeout' }],
  ['transferencia_rechazada', false, { statusCode: 400, code: 'parameter_missing' }],
  ['transferencia_rechazada', false, { statusCode: 400, code: 'parameter_unknown' }],
  ['procesador_fallo', false, { statusCode: 500, headers: { 'stripe-should-retry': 'true' } }],
  ['procesador_fallo', true, { statusCode: 500, headers: { 'stripe-should-retry': 'false' } }],
  ['procesador_fallo', true, { statusCode: 502, headers: { 'idempotent-replayed': 'true' } }],
  ['procesador_fallo', false, { statusCode: 502, headers: { 'idempotent-replayed': 'false' } }],
  ['solicitud_en_curso', false, { statusCode: 409 }],
  ['clave_de_otra_solicitud', true, { statusCode: 400, type: 'idempotency_error' }],
  ['destino_desconocido', true, { statusCode: 400, code: 'resource_missing', param: 'destination' }],
  ['transferencia_rechazada', true, { statusCode: 400, code: 'resource_missing', param: 'source_transaction' }],
  ['saldo_insuficiente', true, { statusCode: 400, code: 'balance_insufficient' }],
])('a transfer is refused: %s, for good under its key: %s, where the processor says %j', (reason, isStored, answer) => {
  expect(transferRefusalOf(said(answer), Stripe)).toEqual({ reason, isStored })
})

it('an answer that a gateway made has no kind of its own, and is not kept', () => {
  const gateway = new StripeInvalidRequestError({ type: 'invalid_request_error', statusCode: 500 })
  expect(transferRefusalOf(Object.assign(gateway, { rawType: undefined }), Stripe).isStored).toBe(false)
})
