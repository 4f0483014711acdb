import type { IdentityFindings, JudicialFindings } from '#domain/evidence/Findings.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import { type Failure, type Outcome, wordOf } from './Outcome.ts'

const identitySentence = (findings: IdentityFindings): string =>
  findings._tag === 'no_existe'
    ? 'no_existe'
    : [
        `estatus ${findings.estatus}`,
        `nombre ${findings.nombre}`,
        `validacion ${findings.validacion}`,
        `credencial ${findings.credencial}`,
      ].join(', ')

const judicialSentence = ({ juicios }: JudicialFindings): string =>
  juicios.length === 0 ? 'no juicios' : juicios.map(({ materia, estado }) => `${materia} ${estado}`).join(', ')

/** What a provider found, in the words of the contract. */
export const sentenceOf = ({ source, outcome }: SourceAnswer): string => {
  if (outcome._tag !== 'consultada') return outcome._tag
  if (source === 'identidad') return identitySentence(outcome.findings)
  return source === 'judicial' ? judicialSentence(outcome.findings) : ''
}

const advice: Readonly<Record<Failure, string>> = {
  sin_respuesta:
    'No answer came: the address, the certificate and its name, the firewall, or a connection that is cut off.',
  respuesta_excesiva: 'The answer is larger than 64 KiB, or never ends.',
  respuesta_ilegible:
    'The answer is not of the contract: application/json, every member of it and no other, none twice.',
  respuesta_ajena:
    'The answer is to another consultation, or about another person: repeat consulta_id and curp as they came.',
  respuesta_contradictoria:
    'Birth date or sex contradict the CURP and validacion is valida: then it is another person, or no_valida.',
  estado_inesperado:
    'The status is none of the contract: 200 or 202; 400 or 422 for what is malformed; 503 for what may pass.',
}

/** What an integrator must fix if the outcome is not an answer. */
export const mending = (outcome: Outcome): string => {
  switch (outcome._tag) {
    case 'Failed':
      return outcome.code === null ? advice[outcome.reason] : `${advice[outcome.reason]} (${outcome.code})`
    case 'TimedOut':
      return 'It takes too long: answer 202 with reintentar_en_segundos, and the findings when asked again.'
    case 'Pending':
      return 'It is pending for ever: asked again for the same consulta_id, it must end.'
    case 'Refused':
      return `A question of the contract was refused (${outcome.code}).`
    default:
      return wordOf(outcome)
  }
}
