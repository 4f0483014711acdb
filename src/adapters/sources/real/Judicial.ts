import { Result } from 'effect'
import { meaningsOf } from '#domain/evidence/Lawsuits.ts'
import type { RegisteredName } from '#domain/person/Subject.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import type { Consultation } from '#ports/Sources.ts'
import { type ConsultaJudicial, paths, RespuestaJudicial } from './Contract.ts'
import { answerReader, type Question, unavailable } from './Question.ts'

const readAnswer = answerReader(RespuestaJudicial)

/** Lawsuits without effect are dropped here, before anything is stored. */
const answerTo = (answer: typeof RespuestaJudicial.Type, { now }: Consultation): SourceAnswer =>
  answer.resultado === 'no_disponible'
    ? unavailable.judicial
    : {
        source: 'judicial',
        outcome: { _tag: 'consultada', findings: { juicios: meaningsOf(answer.juicios, now) } },
      }

/** Searches by the registered name. Courts index names, and the partner's name may be wrong. */
export const judicialQuestion = (consultation: Consultation, name: RegisteredName): Question => {
  const body: typeof ConsultaJudicial.Type = {
    consulta_id: consultation.id,
    curp: consultation.subject.curp,
    nombres: name.nombres,
    primer_apellido: name.primerApellido,
    segundo_apellido: name.segundoApellido,
  }
  return {
    path: paths.judicial,
    body,
    read: (json) =>
      Result.map(readAnswer(consultation, json), ({ said, isFamiliar }) => ({
        said: answerTo(said, consultation),
        isFamiliar,
      })),
  }
}
