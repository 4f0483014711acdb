import { DateTime, Effect, Option } from 'effect'
import { HttpServerResponse } from 'effect/http'
import type { Balance } from '#domain/account/Account.ts'
import { currency, toCentavos, toPesos } from '#domain/account/Money.ts'
import { answer } from '#http/Answers.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Identifiers } from '#ports/Identifiers.ts'
import { credentialsOf, defaultPlan } from '#simulator/accounts/DemoAccounts.ts'
import { KeyUses } from '#simulator/accounts/KeyUses.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { CurrentWorld } from '#simulator/CurrentWorld.ts'
import type { KeptAccount, KnownAccount } from '#simulator/storage/AccountNote.ts'
import { NewAccount, usualBalance } from './AccountBodies.ts'
import type * as Answers from './Answers.ts'
import { get, LeverMisused, post } from './Lever.ts'

const centavos = (amount: number | null | undefined, otherwise: number): number =>
  Option.fromNullishOr(amount).pipe(
    Option.flatMap(toCentavos),
    Option.getOrElse(() => otherwise),
  )

const isoOrNull = (instant: DateTime.Utc | null): string | null => instant && DateTime.formatIso(instant)

/** Why a lever of an account that is not there answers 404. */
export const noSuchAccount = { status: 404, mensaje: 'No hay una cuenta con ese tenant.' } as const

/** Accounts as levers show them. */
export const cuentas = Effect.gen(function* () {
  const known = yield* KnownAccounts
  const { listKeys } = yield* AccountAdministration
  const { write } = yield* KeyUses

  /** An account with its keys, and when each was last used. */
  const shown = Effect.fnUntraced(function* (kept: KeptAccount & Balance) {
    const { account, apiKey, signingSecret, isActive, keys } = kept
    yield* write
    const used = new Map((yield* listKeys(account.id)).map(({ keyId, lastUsedAt }) => [keyId, lastUsedAt]))
    // A balance that is left over from mode consumo stays visible: it counts again in that mode.
    const isPrepaid = account.mode === 'consumo' || kept.settledCentavos !== 0 || kept.heldCentavos !== 0
    return {
      tenant: account.id,
      modo: account.mode,
      llave: apiKey,
      secreto_firma: signingSecret,
      monto_por_verificacion: toPesos(account.plan.priceCentavos),
      moneda: currency,
      saldo: isPrepaid ? toPesos(kept.settledCentavos) : null,
      saldo_retenido: isPrepaid ? toPesos(kept.heldCentavos) : null,
      limite_por_minuto: account.plan.requestsPerMinute,
      cuota_mensual: account.plan.monthlyQuota,
      estado: isActive ? 'activa' : 'suspendida',
      llaves: keys.map(({ name, apiKey: key, issuedAt, expiresAt, revokedAt }) => ({
        nombre: name,
        llave: key,
        emitida_en: DateTime.formatIso(issuedAt),
        vence_en: isoOrNull(expiresAt),
        revocada_en: isoOrNull(revokedAt),
        ultimo_uso: isoOrNull(used.get(name) ?? null),
      })),
    } satisfies typeof Answers.Cuenta.Type
  })

  const existing = Effect.fnUntraced(function* (tenant: string) {
    const found = (yield* known.all).find(({ account }) => account.id === tenant)
    return found ?? (yield* new LeverMisused(noSuchAccount))
  })

  return {
    existing,
    all: Effect.flatMap(known.all, (accounts) => Effect.forEach(accounts, shown)),
    one: (tenant: string) => Effect.flatMap(existing(tenant), shown),
  }
})

/** The account that was asked for. Its credentials are always the same for one name of theirs. */
export const openingOf = (input: typeof NewAccount.Type, id: string, credentials: string): KnownAccount => ({
  account: {
    id,
    mode: input.modo,
    plan: {
      priceCentavos: centavos(input.monto_por_verificacion, defaultPlan.priceCentavos),
      requestsPerMinute: input.limite_por_minuto ?? defaultPlan.requestsPerMinute,
      monthlyQuota: input.cuota_mensual ?? null,
    },
  },
  creditCentavos: input.modo === 'consumo' ? centavos(input.saldo ?? usualBalance, 0) : 0,
  ...credentialsOf(credentials),
})

/** Accounts: list them, open more. */
export const accountLevers = Effect.gen(function* () {
  const known = yield* KnownAccounts
  const identifiers = yield* Identifiers
  const { all, one } = yield* cuentas

  return [
    get('/_simulador/cuentas', () => Effect.map(all, (accounts) => answer({ cuentas: accounts }))),
    post(
      '/_simulador/cuentas',
      NewAccount,
      Effect.fnUntraced(function* (input) {
        const unique = yield* identifiers.next('ver')
        const id = input.tenant ?? `cuenta-${unique.slice(4, 12)}`
        const world = yield* CurrentWorld
        yield* Effect.catchTag(
          known.open(openingOf(input, id, `${world?.name ?? ''} ${id} ${unique}`)),
          'AccountExists',
          () => new LeverMisused({ mensaje: 'Ya hay una cuenta con ese tenant.' }),
        )
        return HttpServerResponse.setStatus(answer(yield* one(id)), 201)
      }),
    ),
  ]
})
