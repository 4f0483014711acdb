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

/**
 * Whether `solicitud_id`, `propiedad_id`, or path and parameters of `webhook_url` are opaque (contract
 * 4.22).
 */
export const isOpaque = (scans: ReadonlyArray<Scan>, wording: Wording, applicant: Applicant): boolean =>
  !wording.describes &&
  !wording.announces &&
  !holdsCurp(scans, applicant) &&
  !scans.some(({ text }) => holdsOwnCredential(text) || holdsMailAddress(text) || announcesRegistration(text)) &&
  !applicant.isNamedIn(scans)
