import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { transferRefusalOf, transferWords } from '#adapters/payments/Refusal.ts'
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
