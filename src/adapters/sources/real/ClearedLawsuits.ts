import { Effect } from 'effect'
import type { Clearances } from '#ports/Clearances.ts'
import type { Consultation, Reply } from '#ports/Sources.ts'
import { storageAway } from './Waits.ts'

/**
 * Leaves out of a reply the lawsuits found by name only, if they are recorded as being about another person (contract
 * 3.15). Asks the storage only if there are such lawsuits.
 */
export const clearingLawsuits = ({ areRecorded }: Clearances['Service']) =>
  Effect.fnUntraced(
    function* (consultation: Consultation, reply: Reply) {
      if (reply._tag === 'NotYet' || reply.answer.source !== 'judicial') return reply
      const { source, outcome } = reply.answer
      if (outcome._tag === 'no_disponible') return reply
      const { juicios } = outcome.findings
      const rest = juicios.filter((meaning) => meaning !== 'posible')
      if (rest.length === juicios.length) return reply
      const [isCleared] = yield* areRecorded(consultation.subject.curp, [{ source }])
      if (!isCleared) return reply
      const findings = { juicios: rest, aclarados: juicios.length - rest.length }
      return { ...reply, answer: { source, outcome: { ...outcome, findings } } } satisfies Reply
    },
    (effect, consultation) =>
      Effect.catchTag(effect, 'StorageUnavailable', () => Effect.succeed(storageAway(consultation))),
  )
