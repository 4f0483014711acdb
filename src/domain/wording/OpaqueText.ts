import { containsCurp } from '#domain/person/Curp.ts'
import { holdsOwnCredential } from './CredentialForms.ts'
import type { NameSearch } from './Names.ts'
import { announcesNumber, announcesRegistration, holdsMailAddress } from './PersonalData.ts'
import type { Reading } from './Reading.ts'
import type { Wording } from './Wording.ts'

/** What identifies the applicant of a request. */
export interface Applicant {
  readonly curp: string
  readonly isNamedIn: NameSearch
}

/** Whether a text holds what nobody's identifier may: a CURP, or a key or signing secret of ours. */
export const holdsIdentifier = ({ text }: Reading): boolean => containsCurp(text) || holdsOwnCredential(text)

/** What an identifier may not disclose. */
type Disclosure =
  | 'describe_a_la_persona'
  | 'lleva_numero'
  | 'lleva_curp'
  | 'lleva_credencial'
  | 'lleva_correo'
  | 'lleva_nombre'

/**
 * What `solicitud_id`, `propiedad_id`, or path and parameters of `webhook_url` disclose although they should be opaque
 * (contract 4.22); null when nothing. A CURP also in its first ten characters, with which the RFC begins.
 */
export const disclosedBy = (reading: Reading, { describes }: Wording, applicant: Applicant): Disclosure | null => {
  const { text } = reading
  if (describes) return 'describe_a_la_persona'
  if (announcesNumber(reading) || announcesRegistration(text)) return 'lleva_numero'
  if (containsCurp(text, applicant.curp)) return 'lleva_curp'
  if (holdsOwnCredential(text)) return 'lleva_credencial'
  if (holdsMailAddress(text)) return 'lleva_correo'
  return applicant.isNamedIn(reading) ? 'lleva_nombre' : null
}
