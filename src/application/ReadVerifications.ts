import { Context, Effect, Layer, Option } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { shortTextLength } from '#domain/Limits.ts'
import { containsCurp } from '#domain/person/Curp.ts'
import type { ListFilter, Verification } from '#domain/verification/Verification.ts'
import { Verifications } from '#ports/Verifications.ts'
import { reject } from '#wire/Errores.ts'
import { passes } from '#wire/OutputControl.ts'
import type { Respuesta } from '#wire/Respuesta.ts'
import { render } from '#wire/render.ts'
import type { Failure } from './Failures.ts'
import { Setting } from './Setting.ts'

/** Text that no identifier can be is not worth asking the database for, and a CURP it need not see. */
const isIdentifier = (id: string): boolean => id.length <= shortTextLength && /^[\w-]+$/.test(id) && !containsCurp(id)

type Answer<A> = Effect.Effect<A, Failure>

/** Reads within the account of the presented key. */
export class ReadVerifications extends Context.Service<
  ReadVerifications,
  {
    /** One verification; another account's is as unknown as one that never was. */
    readonly read: (principal: Principal, id: string) => Answer<Respuesta>
    /** Most recent first. */
    readonly list: (principal: Principal, filter: ListFilter) => Answer<ReadonlyArray<Respuesta>>
  }
>()('cotejo/application/ReadVerifications') {
  static readonly layer = Layer.effect(
    ReadVerifications,
    Effect.gen(function* () {
      const verifications = yield* Verifications
      const setting = yield* Setting

      const answer = (verification: Verification): Answer<Respuesta> => {
        const document = render(verification, setting)
        return passes(document) ? Effect.succeed(document) : Effect.fail(reject('lectura_retenida'))
      }

      const read = Effect.fn('ReadVerifications.read')(function* ({ account }: Principal, id: string) {
        if (!isIdentifier(id)) return yield* reject('verificacion_inexistente', { field: 'verificacion_id' })
        const found = yield* verifications.read(account.id, id)
        return Option.isSome(found)
          ? yield* answer(found.value)
          : yield* reject('verificacion_inexistente', { field: 'verificacion_id' })
      })

      const list = Effect.fn('ReadVerifications.list')(function* ({ account }: Principal, filter: ListFilter) {
        return yield* Effect.forEach(yield* verifications.list(account.id, filter), answer)
      })

      return ReadVerifications.of({ read, list })
    }),
  )
}
