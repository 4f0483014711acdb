import { Effect, Option } from 'effect'
import { parse } from '#domain/person/Curp.ts'
import { personOf } from '#domain/screening/ScreenedPerson.ts'
import type { Screening, ScreeningOutcome } from '#ports/Screening.ts'
import type { Consultation, Reply } from '#ports/Sources.ts'
import { unavailable } from './Question.ts'
import { storageAway } from './Waits.ts'

const none: Reply = { _tag: 'Answered', answer: unavailable.listas }

const replyTo = Effect.fnUntraced(function* (outcome: ScreeningOutcome) {
  if (outcome._tag === 'consultada') return { _tag: 'Answered', answer: { source: 'listas', outcome } } satisfies Reply
  if (outcome._tag === 'nombre_ilegible') {
    yield* Effect.logWarning('registered name cannot be searched', { source: 'listas' })
    return { ...none, result: 'nombre_ilegible' }
  }
  const lists = outcome.lists.map(({ list, because }) => `${list} ${because}`).join(', ')
  yield* Effect.logError('screening unavailable: no list imported', { source: 'listas', lists })
  return { ...none, result: lists }
})

/** Screens the person under the registered name. Without that name, screening is not possible. */
export const consultLists = ({ screen }: Screening['Service'], consultation: Consultation): Effect.Effect<Reply> => {
  const { subject, registeredName, now } = consultation
  const curp = Option.getOrNull(parse(subject.curp))
  if (curp === null || registeredName === null) return Effect.succeed({ ...none, result: 'sin_nombre' })
  return screen(personOf(registeredName, curp), now).pipe(
    Effect.flatMap(replyTo),
    Effect.catchTag('StorageUnavailable', () => Effect.succeed(storageAway(consultation))),
  )
}
