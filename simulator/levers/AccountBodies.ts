import { Option, Schema } from 'effect'
import { toCentavos } from '#domain/account/Money.ts'
import { member, optional } from './Lever.ts'

/** What the levers of accounts take. */

/** An amount in pesos: not negative, with two decimals at most. */
export const pesos = Schema.Finite.check(Schema.makeFilter((amount) => Option.isSome(toCentavos(amount))))
const signedPesos = Schema.Finite.check(
  Schema.makeFilter((amount) => amount !== 0 && Option.isSome(toCentavos(Math.abs(amount)))),
)
const count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))
const name = Schema.String.check(Schema.isPattern(/^(?!\.{1,2}$)[\w.-]{1,200}$/))
const nameSentence =
  'de 1 a 200 letras sin acento, dígitos, puntos, guiones o guiones bajos, y no solo uno o dos puntos.'
const mode = Schema.Literals(['consumo', 'connect'])
const stages = ['preparar', 'activar', 'abandonar'] as const

/** The longest time until a key expires: ten years. */
const longestExpiry = 315_360_000

/** The balance of an account in mode `consumo` if nothing else is said, in pesos: no test meets its end. */
export const usualBalance = 1_000_000
/** Pesos that an account can begin with: far below what its balance can hold. */
const mostBalance = 1_000_000_000

const plan = {
  monto_por_verificacion: optional(
    pesos,
    'monto_por_verificacion es un monto en pesos, no negativo, con dos decimales a lo más.',
  ),
  limite_por_minuto: optional(count, 'limite_por_minuto es un entero de 1 a 1000000.'),
  cuota_mensual: optional(count, 'cuota_mensual es un entero de 1 a 1000000.'),
}

export const NewAccount = Schema.Struct({
  modo: member(mode, 'modo es consumo o connect.'),
  tenant: optional(name, `tenant son ${nameSentence}`),
  monto_por_verificacion: plan.monto_por_verificacion,
  saldo: optional(
    pesos.check(Schema.isLessThanOrEqualTo(mostBalance)),
    `saldo es un monto en pesos, de 0 a ${mostBalance}, con dos decimales a lo más; sin él, ${usualBalance} en modo consumo.`,
  ),
  limite_por_minuto: plan.limite_por_minuto,
  cuota_mensual: plan.cuota_mensual,
}).annotate({ identifier: 'NuevaCuenta' })

export const AccountChange = Schema.Struct({
  estado: optional(Schema.Literals(['activa', 'suspendida']), 'estado es activa o suspendida.'),
  modo: optional(mode, 'modo es consumo o connect.'),
  ...plan,
})

export const Credit = Schema.Struct({
  monto: member(
    signedPesos,
    'monto es un monto en pesos con dos decimales a lo más: positivo si se abona, negativo si se corrige.',
  ),
  referencia: member(name, `referencia son ${nameSentence} Cada referencia se anota una sola vez.`),
})

export const NewKey = Schema.Struct({
  nombre: optional(name, `nombre son ${nameSentence}`),
  vence_en_segundos: optional(
    Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: longestExpiry })),
    `vence_en_segundos es un número de 1 a ${longestExpiry}, en segundos simulados.`,
  ),
})

export const SecretStage = Schema.Struct({
  accion: member(Schema.Literals(stages), `accion es una de ${stages.join(', ')}.`),
})

export const tenantMember = member(Schema.String, 'tenant es el de una cuenta.')
