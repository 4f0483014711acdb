import { Context, Effect, Layer, Option } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { shortTextLength } from '#domain/Limits.ts'
import { containsCurp } from '#domain/person/Curp.ts'
import type { ListFilter, VerificationView } from '#domain/verification/Verification.ts'
import { Verifications } from '#ports/Verifications.ts'
import { documentOf, encodeList } from '#wire/EncodeDocument.ts'
import { reject } from '#wire/Rejection.ts'
import type { Failure } from './CurrentRequest.ts'
import { ServiceContext } from './ServiceContext.ts'

/** Whether a text can be an identifier. Other texts are not looked up, and the database never sees a CURP. */
const isIdentifier = (id: string): boolean => id.length <= shortTextLength && /^[\w-]+$/.test(id) && !containsCurp(id)

type Answer = Effect.Effect<Uint8Array, Failure>

/** Reads verifications of the presented key's account (contract 5.1). */
export class ReadVerifications extends Context.Service<
  ReadVerifications,
  {
    /** One verification. Another account's ID and an unknown ID give the same failure (contract 3.9, 4.28). */
    readonly read: (principal: Principal, id: string) => Answer
    /** RespuestaDeLista. A null filter matches nothing. */
    readonly list: (principal: Principal, filter: ListFilter | null) => Answer
  }
>()('cotejo/application/ReadVerifications') {
  static readonly layer = Layer.effect(
    ReadVerifications,
    Effect.gen(function* () {
      const verifications = yield* Verifications
      const service = yield* ServiceContext

      const answer = (view: VerificationView): Answer =>
        Option.match(documentOf(view, service), {
          onNone: () => Effect.fail(reject('lectura_retenida')),
          onSome: Effect.succeed,
        })

      const read = Effect.fnUntraced(function* ({ account }: Principal, id: string) {
        if (!isIdentifier(id)) return yield* reject('verificacion_inexistente', { field: 'verificacion_id' })
        const found = yield* verifications.read(account.id, id)
        return Option.isSome(found)
          ? yield* answer(found.value)
          : yield* reject('verificacion_inexistente', { field: 'verificacion_id' })
      })

      const list = Effect.fnUntraced(function* ({ account }: Principal, filter: ListFilter | null) {
        const found = filter === null ? [] : yield* verifications.list(account.id, filter)
        return encodeList(yield* Effect.forEach(found, answer))
      })

      return ReadVerifications.of({ read, list })
    }),
  )
}
