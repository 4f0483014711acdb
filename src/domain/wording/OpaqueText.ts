import { containsCurp } from '#domain/person/Curp.ts'
import { holdsOwnCredential } from './CredentialForms.ts'
import type { NameSearch } from './Names.ts'
import { announcesNumber, announcesRegistration, holdsMailAddress } from './PersonalData.ts'
import type { Reading } from './Reading.ts'
import type { Wording } from './Wording.ts'

/** The data that identifies the applicant of a request. */
export interface Applicant {
  readonly curp: string
  readonly isNamedIn: NameSearch
}

/** Whether a text contains what no identifier may contain: a CURP, or a key or signing secret of this service. */
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
 * What `solicitud_id`, `propiedad_id`, or path and parameters of `webhook_url` disclose although they must be opaque
 * (step 14, contract 4.22); null if they are opaque. The first ten characters of the CURP count too, because they
 * begin the RFC.
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
