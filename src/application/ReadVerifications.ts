import { Context, Effect, Layer, Option } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { shortTextLength } from '#domain/Limits.ts'
import { containsCurp } from '#domain/person/Curp.ts'
import type { ListFilter } from '#domain/verification/Verification.ts'
import type { VerificationView } from '#domain/verification/VerificationView.ts'
import { Verifications } from '#ports/Verifications.ts'
import { encodeList } from '#wire/EncodeDocument.ts'
import { reject } from '#wire/Rejection.ts'
import { documentOf } from './Documents.ts'
import type { Failure } from './Failures.ts'
import { Setting } from './Setting.ts'

/** Text that no identifier can be is not worth asking the database for, and a CURP it need not see. */
const isIdentifier = (id: string): boolean => id.length <= shortTextLength && /^[\w-]+$/.test(id) && !containsCurp(id)

/** A document as it is sent. */
type Answer = Effect.Effect<Uint8Array, Failure>

/** Reads within the account of the presented key. */
export class ReadVerifications extends Context.Service<
  ReadVerifications,
  {
    /** One verification; another account's is as unknown as one that never was. */
    readonly read: (principal: Principal, id: string) => Answer
    /** RespuestaDeLista. Null asks for none. */
    readonly list: (principal: Principal, filter: ListFilter | null) => Answer
  }
>()('cotejo/application/ReadVerifications') {
  static readonly layer = Layer.effect(
    ReadVerifications,
    Effect.gen(function* () {
      const verifications = yield* Verifications
      const setting = yield* Setting

      const answer = (view: VerificationView): Answer =>
        Option.match(documentOf(view, setting), {
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
