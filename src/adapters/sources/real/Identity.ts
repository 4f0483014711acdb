import { Option, Result } from 'effect'
import type { IdentityFindings } from '#domain/evidence/Findings.ts'
import { nameFinding } from '#domain/evidence/NameAgreement.ts'
import { type Curp, parse } from '#domain/person/Curp.ts'
import type { RegisteredName } from '#domain/person/Subject.ts'
import { personOf } from '#domain/screening/ScreenedPerson.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import type { Consultation } from '#ports/Sources.ts'
import { type ConsultaDeIdentidad, type IdentidadEncontrada, paths, RespuestaDeIdentidad } from './Contract.ts'
import { type AnswerFault, answerReader, type Question, unavailable } from './Question.ts'

type Found = typeof IdentidadEncontrada.Type

/** What the registry's statuses mean. Death and a forged document are no procedure that leaves another CURP. */
const standing: Record<Found['estatus_curp'], 'activa' | 'reemplazada' | 'baja'> = {
  AN: 'activa',
  AH: 'activa',
  CRA: 'activa',
  RCN: 'activa',
  RCC: 'activa',
  BDA: 'reemplazada',
  BCC: 'reemplazada',
  BCN: 'reemplazada',
  BSU: 'reemplazada',
  BDM: 'reemplazada',
  BDP: 'reemplazada',
  BJD: 'reemplazada',
  BD: 'baja',
  BAP: 'baja',
}

const readAnswer = answerReader(RespuestaDeIdentidad)

const nameIn = ({ nombres, primer_apellido, segundo_apellido }: Found): RegisteredName => ({
  nombres,
  primerApellido: primer_apellido,
  segundoApellido: segundo_apellido,
})

/**
 * Whether the record is another person's: birth date and sex are part of the CURP, and these differ. If the registry
 * also says so, that is its finding, and the other sources do not search for that name. If the registry calls the
 * record valid, the provider mixed up two people, which must not count against the applicant.
 */
const isOfAnother = (found: Found): boolean =>
  Option.exists(parse(found.curp), (curp) => {
    const { born, sex } = personOf(nameIn(found), curp)
    return found.fecha_nacimiento !== born || found.sexo !== sex
  })

const sexOf = (curp: string): Curp['sex'] =>
  Option.getOrElse(
    Option.map(parse(curp), ({ sex }) => sex),
    () => 'X' as const,
  )

const findingsOf = (found: Found, { subject }: Consultation): IdentityFindings => ({
  _tag: 'existe',
  estatus: standing[found.estatus_curp],
  nombre: nameFinding(subject, nameIn(found), sexOf(subject.curp)),
  validacion: found.validacion,
  credencial: found.credencial,
})

const judge = (
  consultation: Consultation,
  answer: typeof RespuestaDeIdentidad.Type,
): Result.Result<SourceAnswer, AnswerFault> => {
  const source = 'identidad'
  switch (answer.resultado) {
    case 'no_disponible':
      return Result.succeed(unavailable.identidad)
    case 'no_existe':
      return Result.succeed({ source, outcome: { _tag: 'consultada', findings: { _tag: 'no_existe' } } })
    case 'encontrada': {
      const another = isOfAnother(answer)
      if (another && answer.validacion === 'valida') return Result.fail('respuesta_contradictoria')
      const outcome = { _tag: 'consultada', findings: findingsOf(answer, consultation) } as const
      return Result.succeed({ source, outcome, ...(another ? {} : { registeredName: nameIn(answer) }) })
    }
  }
}

/** Sends only the CURP. This service compares the registered name. */
export const identityQuestion = (consultation: Consultation): Question => {
  const body: typeof ConsultaDeIdentidad.Type = { consulta_id: consultation.id, curp: consultation.subject.curp }
  return {
    path: paths.identidad,
    body,
    read: (json) =>
      Result.flatMap(readAnswer(consultation, json), ({ said, isFamiliar }) =>
        Result.map(judge(consultation, said), (answer) => ({ said: answer, isFamiliar })),
      ),
  }
}
