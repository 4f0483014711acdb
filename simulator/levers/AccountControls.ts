import { DateTime, Effect, Option, Redacted } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { toCentavos, toPesos } from '#domain/account/Money.ts'
import { answer } from '#http/Answers.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { BalanceCorrections } from '#ports/BalanceCorrections.ts'
import { Identifiers } from '#ports/Identifiers.ts'
import { Secrets } from '#ports/Secrets.ts'
import { SigningSecretAdministration } from '#ports/SigningSecretAdministration.ts'
import { Time } from '#ports/Time.ts'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { CurrentWorld } from '#simulator/CurrentWorld.ts'
import { Chronicle } from '#simulator/live/Chronicle.ts'
import { AccountChange, Credit, NewKey, SecretStage } from './AccountBodies.ts'
import { cuentas, noSuchAccount } from './AccountLevers.ts'
import { LeverMisused, patch, post, remove } from './Lever.ts'

const unknown = () => new LeverMisused(noSuchAccount)
const conflict = (mensaje: string) => new LeverMisused({ status: 409, mensaje })
const inPesos = (centavos: number): string => toPesos(centavos).toFixed(2)

/** Why the books of an account do not take an amount. */
const notEntered = {
  AccountUnknown: unknown,
  BalanceTooLarge: () => conflict('El saldo sería más grande de lo que se puede llevar.'),
  BalanceTooSmall: ({ freeCentavos }: { readonly freeCentavos: number }) =>
    conflict(`De esa cuenta solo ${inPesos(freeCentavos)} no están retenidos.`),
  ReferenceTaken: ({ amountCentavos }: { readonly amountCentavos: number }) =>
    conflict(`Con esa referencia ya se anotaron ${inPesos(amountCentavos)}: otro monto necesita otra referencia.`),
}

/** What the operator of the service does with plan and state of an account. */
const planLever = Effect.gen(function* () {
  const known = yield* KnownAccounts
  const { setActive, changePlan, changeMode } = yield* AccountAdministration
  const { one, existing } = yield* cuentas

  return patch(
    '/_simulador/cuentas/:tenant',
    AccountChange,
    Effect.fnUntraced(function* ({ estado, modo, monto_por_verificacion, limite_por_minuto, cuota_mensual }, named) {
      const tenant = named('tenant')
      const { account } = yield* existing(tenant)
      const price = Option.flatMap(Option.fromNullishOr(monto_por_verificacion), toCentavos)
      const plan = {
        priceCentavos: Option.getOrElse(price, () => account.plan.priceCentavos),
        requestsPerMinute: limite_por_minuto ?? account.plan.requestsPerMinute,
        // Null removes the quota, as it stands for none in an account.
        monthlyQuota: cuota_mensual === undefined ? account.plan.monthlyQuota : cuota_mensual,
      }
      const mode = modo ?? account.mode
      yield* Effect.gen(function* () {
        if (mode === 'connect') yield* known.equip(tenant)
        if (mode !== account.mode) yield* changeMode(tenant, mode)
        yield* changePlan(tenant, plan)
        if (estado) yield* setActive(tenant, estado === 'activa')
      }).pipe(Effect.catchTag('AccountUnknown', unknown))
      yield* known.note(tenant, (kept) => ({
        ...kept,
        account: { ...kept.account, mode, plan },
        isActive: estado ? estado === 'activa' : kept.isActive,
      }))
      return answer(yield* one(tenant))
    }, Effect.uninterruptible),
  )
})

/** Money that comes, and corrections of a balance. */
const creditLever = Effect.gen(function* () {
  const { creditOnce } = yield* AccountAdministration
  const { correct } = yield* BalanceCorrections
  const { credited, during } = yield* Chronicle
  const { one, existing } = yield* cuentas

  return post(
    '/_simulador/cuentas/:tenant/abonos',
    Credit,
    Effect.fnUntraced(function* ({ monto, referencia: reference }, named) {
      const tenant = named('tenant')
      const { account } = yield* existing(tenant)
      if (account.mode === 'connect')
        return yield* conflict('A una cuenta en modo connect no se le abona: pagan las personas solicitantes.')
      const centavos = Math.sign(monto) * Option.getOrElse(toCentavos(Math.abs(monto)), () => 0)
      const reason = 'simulador'
      const entering =
        centavos > 0
          ? creditOnce(tenant, centavos, reference, reason)
          : correct(tenant, { centavos, reference, reason })
      yield* entering.pipe(
        Effect.tap((isNew) => Effect.sync(() => isNew && credited(tenant, centavos))),
        during,
        Effect.catchTags(notEntered),
      )
      return answer(yield* one(tenant))
    }),
  )
})

/** Keys: issue one, revoke one. */
const keyLevers = Effect.gen(function* () {
  const known = yield* KnownAccounts
  const { issueKey, revokeKey } = yield* AccountAdministration
  const { digestApiKey } = yield* Secrets
  const identifiers = yield* Identifiers
  const time = yield* Time
  const { existing } = yield* cuentas

  const issue = Effect.fnUntraced(function* (tenant: string, { nombre, vence_en_segundos }: typeof NewKey.Type) {
    const { keys } = yield* existing(tenant)
    const names = new Set(keys.map((key) => key.name))
    const free = Array.from({ length: keys.length + 1 }, (_, index) => `llave-${index + 1}`).findLast(
      (one) => !names.has(one),
    )
    const name = nombre ?? free ?? ''
    if (names.has(name)) return yield* conflict('Esa cuenta ya tiene una llave con ese nombre.')
    const world = yield* CurrentWorld
    const { apiKey } = credentialsOf(`${world?.name ?? ''} ${tenant} ${name} ${yield* identifiers.next('ver')}`)
    const issuedAt = yield* time.now
    const expiresAt = vence_en_segundos ? DateTime.add(issuedAt, { milliseconds: vence_en_segundos * 1_000 }) : null
    yield* Effect.catchTag(issueKey(tenant, name, digestApiKey(apiKey), expiresAt), 'AccountUnknown', unknown)
    const issued = { name, apiKey, issuedAt, expiresAt, revokedAt: null }
    yield* known.note(tenant, (kept) => ({ ...kept, keys: [...kept.keys, issued] }))
    return { nombre: name, llave: apiKey, vence_en: expiresAt && DateTime.formatIso(expiresAt) }
  }, Effect.uninterruptible)

  return [
    post('/_simulador/cuentas/:tenant/llaves', NewKey, (input, named) =>
      Effect.map(issue(named('tenant'), input), (issued) => HttpServerResponse.setStatus(answer(issued), 201)),
    ),
    remove(
      '/_simulador/cuentas/:tenant/llaves/:nombre',
      Effect.fnUntraced(function* (named) {
        const [tenant, name] = [named('tenant'), named('nombre')]
        yield* existing(tenant)
        if (!(yield* revokeKey(tenant, name))) {
          return yield* new LeverMisused({ status: 404, mensaje: 'Esa cuenta no tiene una llave con ese nombre.' })
        }
        const now = yield* time.now
        yield* known.note(tenant, (kept) => ({
          ...kept,
          keys: kept.keys.map((key) => (key.name === name ? { ...key, revokedAt: key.revokedAt ?? now } : key)),
        }))
        return HttpServerResponse.empty({ status: 204 })
      }, Effect.uninterruptible),
    ),
  ]
})

const noneBegun = 'Esa cuenta no tiene un secreto preparado: antes va preparar.'

/** The stages of a rotation of the signing secret. */
const secretLever = Effect.gen(function* () {
  const known = yield* KnownAccounts
  const { rotate, activate, abort } = yield* SigningSecretAdministration
  const identifiers = yield* Identifiers
  const { existing } = yield* cuentas

  return post(
    '/_simulador/cuentas/:tenant/secreto',
    SecretStage,
    Effect.fnUntraced(function* ({ accion }, named) {
      const tenant = named('tenant')
      const { signingSecret: current, nextSecret: next } = yield* existing(tenant)
      // Only what is done draws an identifier, so that the same seed draws the same ones again.
      const drawn = accion === 'preparar' ? yield* identifiers.next('ver') : ''
      const { signingSecret: fresh } = credentialsOf(`${tenant} ${drawn}`)
      const stages = {
        preparar: { doing: rotate(tenant, Redacted.make(fresh)), after: { signingSecret: current, nextSecret: fresh } },
        activar: { doing: activate(tenant), after: { signingSecret: next ?? current, nextSecret: null } },
        abandonar: { doing: abort(tenant), after: { signingSecret: current, nextSecret: null } },
      }
      const { doing, after } = stages[accion]
      if (!(yield* doing)) return yield* conflict(noneBegun)
      yield* known.note(tenant, (kept) => ({ ...kept, ...after }))
      return answer({ secreto_firma: after.signingSecret, siguiente: after.nextSecret })
    }, Effect.uninterruptible),
  )
})

/** What the operator of the service does with an account. */
export const accountControls = Effect.gen(function* () {
  return [yield* planLever, yield* creditLever, ...(yield* keyLevers), yield* secretLever]
})
