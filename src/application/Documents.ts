import { Option } from 'effect'
import {
  type InProgressView,
  inProgressView,
  type Verification,
  type VerificationView,
} from '#domain/verification/Verification.ts'
import type { NameSearch } from '#domain/wording/Names.ts'
import { encodeDocument, encodeUnderWay } from '#wire/EncodeDocument.ts'
import { mayBeEchoed, passes } from '#wire/OutputControl.ts'
import { render, type Setting } from '#wire/render.ts'

/** The encoded document of a verification in progress; none if it does not pass the output control. */
const underWay = (view: InProgressView, setting: Setting, holdsName?: NameSearch): Option.Option<Uint8Array> =>
  mayBeEchoed(view.requestId, holdsName) ? Option.fromNullOr(encodeUnderWay(view, setting)) : Option.none()

/**
 * The encoded document of a verification; none if it does not pass the output control.
 *
 * @param holdsName finds the applicant's names; given in the answer to the request that contained them
 */
export const rendered = (
  verification: Verification,
  setting: Setting,
  holdsName?: NameSearch,
): Option.Option<Uint8Array> => {
  if (verification.state._tag === 'en_proceso') return underWay(inProgressView(verification), setting, holdsName)
  const document = render(verification, setting)
  return passes(document, holdsName) ? Option.some(encodeDocument(document)) : Option.none()
}

/** The encoded document of a stored verification. The document of an ended one was controlled when it was rendered. */
export const documentOf = (view: VerificationView, setting: Setting): Option.Option<Uint8Array> =>
  view._tag === 'Ended' ? Option.fromNullOr(view.document) : underWay(view, setting)
