import { Clock, DateTime, Effect, Option } from 'effect'
import { applyRetention } from '#application/ApplyRetention.ts'
import { eraseVerification } from '#application/EraseVerification.ts'
import { answer } from '#http/Answers.ts'
import { Secrets } from '#ports/Secrets.ts'
import { Time } from '#ports/Time.ts'
import { VerificationRecords } from '#ports/VerificationRecords.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { Chronicle } from '#simulator/live/Chronicle.ts'
import { action, LeverMisused } from './Lever.ts'

/** How long a service keeps a verification after its end, where its operator says nothing (contract 3.12). */
const retentionDays = 365

/** Storages read the process's clock for the time of a removal: here that clock shows simulated time. */
const atSimulatedTime = Effect.gen(function* () {
  const time = yield* Time
  return <A, E, R>(removal: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.all([time.now, Clock.Clock]), ([now, real]) => {
      const millis = DateTime.toEpochMillis(now)
      const clock = { ...real, currentTimeMillisUnsafe: () => millis, currentTimeMillis: Effect.succeed(millis) }
      return Effect.provideService(removal, Clock.Clock, clock)
    })
})

/** What the operator of the service does with verifications: erase one, apply retention. */
export const verificationControls = Effect.gen(function* () {
  const known = yield* KnownAccounts
  const erase = yield* eraseVerification
  const apply = yield* applyRetention
  const { find } = yield* VerificationRecords
  const { receiptKey } = yield* Secrets
  const { entries, forget } = yield* Chronicle
  const inTime = yield* atSimulatedTime

  /** The verifications that the console remembers and whose content was removed. */
  const removed = Effect.gen(function* () {
    const ended = [...entries()].filter(({ view }) => view.estado !== 'en_proceso')
    const found = yield* Effect.forEach(ended, ({ view }) => find(view.tenant, view.verificacion_id))
    return found.flatMap((record) =>
      Option.match(record, {
        onNone: () => [],
        onSome: ({ verificationId, retiredAt }) => (retiredAt === null ? [] : [verificationId]),
      }),
    )
  })

  return [
    action('/_simulador/verificaciones/:verificacion_id/borrar', (named) =>
      Effect.gen(function* () {
        const id = named('verificacion_id')
        for (const { account } of yield* known.all) {
          const erased = yield* inTime(erase(account.id, id))
          if (erased._tag === 'Unknown') continue
          if (erased._tag === 'UnderWay') {
            const limite = DateTime.formatIso(erased.deadline)
            const mensaje = `Esa verificación está en proceso: termina a más tardar el ${limite}, y después se puede borrar.`
            return yield* new LeverMisused({ status: 409, mensaje })
          }
          forget([id])
          const { statement, signature } = erased.receipt
          return answer({ verificacion_id: id, declaracion: statement, firma: signature, llave_publica: receiptKey })
        }
        return yield* new LeverMisused({ status: 404, mensaje: 'No hay una verificación con ese verificacion_id.' })
      }),
    ),
    action(
      '/_simulador/retencion',
      Effect.gen(function* () {
        const retiradas = yield* inTime(apply(retentionDays))
        forget(yield* removed)
        return answer({ retiradas })
      }),
    ),
  ]
})
