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
  juicios.length === 0 ? 'no juicios with an effect' : juicios.join(', ')

/** What a provider found, in the words of the contract. */
export const sentenceOf = ({ source, outcome }: SourceAnswer): string => {
  if (outcome._tag !== 'consultada') return outcome._tag
  if (source === 'identidad') return identitySentence(outcome.findings)
  return source === 'judicial' ? judicialSentence(outcome.findings) : ''
}

const advice: Readonly<Record<Failure, string>> = {
  sin_respuesta:
    'No answer arrived. Check the address, the certificate and its name, the firewall, and dropped connections.',
  respuesta_excesiva: 'The answer is larger than 64 KiB, or never ends.',
  respuesta_ilegible: 'The answer violates the contract: application/json, all members, no others, none twice.',
  respuesta_ajena: 'The answer is for another consultation or another person. Return consulta_id and curp unchanged.',
  respuesta_contradictoria:
    'Birth date or sex contradict the CURP, but validacion is valida. Return the right person, or no_valida.',
  estado_inesperado: 'The status is not in the contract. Use 200 or 202; 400 or 422 if malformed; 503 if temporary.',
}

/** What an integrator must fix if the outcome is not an answer. */
export const mending = (outcome: Outcome): string => {
  switch (outcome._tag) {
    case 'Failed':
      return outcome.code === null ? advice[outcome.reason] : `${advice[outcome.reason]} (${outcome.code})`
    case 'TimedOut':
      return 'It takes too long. Answer 202 with reintentar_en_segundos, and return the findings when asked again.'
    case 'Pending':
      return 'It stays pending. Repeated requests with one consulta_id must get a final answer.'
    case 'Refused':
      return `A valid request was refused (${outcome.code}).`
    default:
      return wordOf(outcome)
  }
}
