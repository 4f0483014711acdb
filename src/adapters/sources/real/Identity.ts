import { Option, Result } from 'effect'
import type { IdentityFindings } from '#domain/evidence/Findings.ts'
import { nameAgreement } from '#domain/evidence/NameAgreement.ts'
import { parse } from '#domain/person/Curp.ts'
import type { RegisteredName } from '#domain/person/RegisteredName.ts'
import { personOf } from '#domain/screening/ScreenedPerson.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import type { Consultation } from '#ports/Sources.ts'
import { type ConsultaDeIdentidad, type IdentidadEncontrada, paths, RespuestaDeIdentidad } from './Contract.ts'
import { type AnswerFault, answerReader, type Question, unavailable } from './Question.ts'

type Found = typeof IdentidadEncontrada.Type

/** A CURP that was changed (`BCC`) is cancelled, and existed. */
const standing: Record<Found['estatus_curp'], 'activa' | 'baja'> = {
  AN: 'activa',
  AH: 'activa',
  CRA: 'activa',
  RCN: 'activa',
  RCC: 'activa',
  BD: 'baja',
  BDA: 'baja',
  BCC: 'baja',
  BCN: 'baja',
}

const readAnswer = answerReader(RespuestaDeIdentidad)

const nameIn = ({ nombres, primer_apellido, segundo_apellido }: Found): RegisteredName => ({
  nombres,
  primerApellido: primer_apellido,
  segundoApellido: segundo_apellido,
})

/**
 * Birth date and sex are part of the CURP: a record of others is another person's. When the registry says
 * so too, that is what it found, and nobody is searched for under that name; when it calls the record
 * valid, the provider mixed people up, which must not be held against the applicant.
 */
const isOfAnother = (found: Found): boolean =>
  Option.exists(parse(found.curp), (curp) => {
    const { born, sex } = personOf(nameIn(found), curp)
    return found.fecha_nacimiento !== born || found.sexo !== sex
  })

const findingsOf = (found: Found, { subject }: Consultation): IdentityFindings => ({
  _tag: 'existe',
  estatus: standing[found.estatus_curp],
  nombre: nameAgreement(subject, nameIn(found)),
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

/** Asks for the CURP alone: the name that it is registered under is compared here. */
export const identityQuestion = (consultation: Consultation): Question => {
  const body: typeof ConsultaDeIdentidad.Type = { consulta_id: consultation.id, curp: consultation.subject.curp }
  return {
    path: paths.identidad,
    body,
    read: (json) => Result.flatMap(readAnswer(consultation, json), (answer) => judge(consultation, answer)),
  }
}
