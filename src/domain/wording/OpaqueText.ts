import { containsCurp } from '#domain/person/Curp.ts'
import { holdsOwnCredential } from './CredentialForms.ts'
import type { NameSearch } from './Names.ts'
import { announcesRegistration, holdsMailAddress } from './PersonalData.ts'
import type { Scan } from './Scan.ts'
import type { Wording } from './Wording.ts'

/** What identifies the applicant of a request. */
export interface Applicant {
  readonly curp: string
  readonly isNamedIn: NameSearch
}

/** Whether a text holds a CURP, or the first ten characters of the applicant's, with which the RFC begins. */
export const holdsCurp = (scans: ReadonlyArray<Scan>, { curp }: Applicant): boolean =>
  scans.some(({ text }) => containsCurp(text, curp))

/** Whether a text holds what nobody's identifier may: a CURP, or a key or signing secret of ours. */
export const holdsIdentifier = (scans: ReadonlyArray<Scan>): boolean =>
  scans.some(({ text }) => containsCurp(text) || holdsOwnCredential(text))

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
 * (contract 4.22); null when nothing.
 */
export const disclosedBy = (scans: ReadonlyArray<Scan>, wording: Wording, applicant: Applicant): Disclosure | null => {
  if (wording.describes) return 'describe_a_la_persona'
  if (wording.announces || scans.some(({ text }) => announcesRegistration(text))) return 'lleva_numero'
  if (holdsCurp(scans, applicant)) return 'lleva_curp'
  if (scans.some(({ text }) => holdsOwnCredential(text))) return 'lleva_credencial'
  if (scans.some(({ text }) => holdsMailAddress(text))) return 'lleva_correo'
  return applicant.isNamedIn(scans) ? 'lleva_nombre' : null
}
