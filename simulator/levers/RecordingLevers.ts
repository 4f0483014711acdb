import { DateTime, Effect } from 'effect'
import { toPesos } from '#domain/account/Money.ts'
import { answer } from '#http/Answers.ts'
import { Time } from '#ports/Time.ts'
import { Recorder } from '#simulator/recording/Recorder.ts'
import type { Step } from '#simulator/recording/Step.ts'
import type { KnownAccount } from '#simulator/storage/AccountNote.ts'
import { Notebook } from '#simulator/storage/Notebook.ts'
import type { NewAccount } from './AccountBodies.ts'
import type { Grabacion, Paso } from './Answers.ts'
import { get, LeverMisused, memoryAlone } from './Lever.ts'

const cuenta = ({ account: { id, mode, plan }, creditCentavos }: KnownAccount): typeof NewAccount.Type => ({
  tenant: id,
  modo: mode,
  monto_por_verificacion: toPesos(plan.priceCentavos),
  ...(mode === 'consumo' ? { saldo: toPesos(creditCentavos) } : {}),
  limite_por_minuto: plan.requestsPerMinute,
  ...(plan.monthlyQuota === null ? {} : { cuota_mensual: plan.monthlyQuota }),
})

const paso = ({ at, method, path, account, body, status, identifiers }: Step): typeof Paso.Type => ({
  en: DateTime.formatIso(at),
  metodo: method,
  ruta: path,
  cuenta: account,
  cuerpo: body,
  estatus: status,
  identificadores: identifiers,
})

/** What was recorded of a world. */
export const recordingLevers = Effect.gen(function* () {
  const { recorded } = yield* Recorder
  const { isInMemory } = yield* Notebook
  const { now } = yield* Time

  return [
    get(
      '/_simulador/grabacion',
      Effect.fnUntraced(function* () {
        if (!isInMemory) return yield* new LeverMisused({ status: 409, mensaje: memoryAlone })
        const found = recorded()
        if (found === null) {
          return yield* new LeverMisused({
            status: 409,
            mensaje: 'Pasaron más cosas de las que se graban. Reinicie, o use un mundo nuevo.',
          })
        }
        const { seed, start, accounts, steps } = found
        return answer({
          version: 1,
          semilla: seed,
          ahora: DateTime.formatIso(start),
          cuentas: accounts.map(cuenta),
          pasos: steps.map(paso),
          hasta: DateTime.formatIso(yield* now),
        } satisfies typeof Grabacion.Type)
      }),
    ),
  ]
})
