import { Effect, Option, Schema } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { currency, toCentavos, toPesos } from '#domain/account/Money.ts'
import { answer } from '#http/Answers.ts'
import { Identifiers } from '#ports/Identifiers.ts'
import { credentialsOf, defaultPlan, type KnownAccount } from '#simulator/accounts/DemoAccounts.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { CurrentWorld } from '#simulator/CurrentWorld.ts'
import { get, LeverMisused, member, optional, post } from './Lever.ts'

/** An amount in pesos: not negative, with two decimals at most. */
export const pesos = Schema.Finite.check(Schema.makeFilter((amount) => Option.isSome(toCentavos(amount))))
const count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

export const NewAccount = Schema.Struct({
  modo: member(Schema.Literals(['consumo', 'connect']), 'modo es consumo o connect.'),
  tenant: optional(
    Schema.String.check(Schema.isPattern(/^[\w.-]{1,200}$/)),
    'tenant son de 1 a 200 letras sin acento, dígitos, puntos, guiones o guiones bajos.',
  ),
  monto_por_verificacion: optional(
    pesos,
    'monto_por_verificacion es un monto en pesos, no negativo, con dos decimales a lo más.',
  ),
  saldo: optional(pesos, 'saldo es un monto en pesos, no negativo, con dos decimales a lo más.'),
  limite_por_minuto: optional(count, 'limite_por_minuto es un entero de 1 a 1000000.'),
  cuota_mensual: optional(count, 'cuota_mensual es un entero de 1 a 1000000.'),
})

const centavos = (amount: number | null | undefined, otherwise: number): number =>
  Option.fromNullishOr(amount).pipe(
    Option.flatMap(toCentavos),
    Option.getOrElse(() => otherwise),
  )

/** An account as levers tell of it. */
export const cuenta = ({ account, apiKey, signingSecret }: KnownAccount, settledCentavos: number) => ({
  tenant: account.id,
  modo: account.mode,
  llave: apiKey,
  secreto_firma: signingSecret,
  monto_por_verificacion: toPesos(account.plan.priceCentavos),
  moneda: currency,
  saldo: account.mode === 'consumo' ? toPesos(settledCentavos) : null,
  limite_por_minuto: account.plan.requestsPerMinute,
  cuota_mensual: account.plan.monthlyQuota,
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
  creditCentavos: input.modo === 'consumo' ? centavos(input.saldo, 0) : 0,
  ...credentialsOf(credentials),
})

/** Accounts: list them, make more. */
export const accountLevers = Effect.gen(function* () {
  const known = yield* KnownAccounts
  const identifiers = yield* Identifiers

  return [
    get('/_simulador/cuentas', () =>
      Effect.map(known.all, (accounts) => answer({ cuentas: accounts.map((one) => cuenta(one, one.settledCentavos)) })),
    ),
    post(
      '/_simulador/cuentas',
      NewAccount,
      Effect.fnUntraced(function* (input) {
        const unique = yield* identifiers.next('ver')
        const id = input.tenant ?? `cuenta-${unique.slice(4, 12)}`
        const world = yield* CurrentWorld
        const opening = openingOf(input, id, `${world?.name ?? ''} ${id} ${unique}`)
        yield* Effect.catchTag(
          known.open(opening),
          'AccountExists',
          () => new LeverMisused({ mensaje: 'Ya hay una cuenta con ese tenant.' }),
        )
        return HttpServerResponse.setStatus(answer(cuenta(opening, opening.creditCentavos)), 201)
      }),
    ),
  ]
})
