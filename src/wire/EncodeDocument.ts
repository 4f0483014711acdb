import { DateTime, Option } from 'effect'
import type { BillingMode } from '#domain/verification/Terms.ts'
import {
  begin,
  type InProgressView,
  inProgressView,
  type Verification,
  type VerificationView,
} from '#domain/verification/Verification.ts'
import type { NameSearch } from '#domain/wording/OpaqueText.ts'
import { mayBeEchoed, passes } from './OutputControl.ts'
import type { Respuesta } from './Respuesta.ts'
import { type RenderSettings, render } from './render.ts'

const encoder = new TextEncoder()

/** The bytes have a buffer of their own, so that a stored document retains no other memory. */
export const encodeDocument = (document: Respuesta): Uint8Array => encoder.encode(JSON.stringify(document))

const opening = Buffer.from('{"verificaciones":[')
const comma = Buffer.from(',')
const closing = Buffer.from(']}')

/** A RespuestaDeLista of encoded documents, each unchanged. */
export const encodeList = (documents: ReadonlyArray<Uint8Array>): Uint8Array =>
  Buffer.concat([
    opening,
    ...documents.flatMap((document, index) => (index === 0 ? [document] : [comma, document])),
    closing,
  ])

/**
 * Encodes the document of a verification in progress. Only four of its values belong to the verification. The others
 * depend on the mode and the environment, so they are rendered and controlled once. A list then costs four values for
 * each row.
 */

/** Placeholders for these four values, in the order of the document. */
const own = ['<verificacion_id>', '<solicitud_id>', '<consentimiento_id>', '1970-01-01T00:00:00.000Z'] as const
const places = new RegExp(`"(?:${own.join('|')})"`)

const blank = (mode: BillingMode): Verification => {
  const [id, requestId, consentId] = own
  const at = DateTime.makeUnsafe(0)
  return {
    id,
    accountId: '',
    requestId,
    consent: { id: consentId, grantedAt: at },
    terms: { mode, priceCentavos: 0, paymentIntentId: null },
    channel: 'api',
    createdAt: at,
    deadline: at,
    state: begin(at),
  }
}

/** The text before, between and after the placeholders; null if it does not pass the output control. */
type Frame = ReadonlyArray<string> | null
const frames = new Map<string, Frame>()

const frameOf = (mode: BillingMode, settings: RenderSettings): Frame => {
  const name = `${mode} ${settings.environment}`
  const known = frames.get(name)
  if (known !== undefined) return known
  const document = render(blank(mode), settings)
  const frame = passes(document) ? JSON.stringify(document).split(places) : null
  frames.set(name, frame)
  return frame
}

/**
 * Encodes the document as JSON in UTF-8; null if it may not be sent. The caller must control the values that it echoes.
 * The bytes share a buffer with others, because the document is not stored and a shared buffer is cheaper to free.
 */
const encodeUnderWay = (view: InProgressView, settings: RenderSettings): Uint8Array | null => {
  const frame = frameOf(view.mode, settings)
  if (frame === null) return null
  const [start, beforeRequest, beforeConsent, beforeCreation, end] = frame
  const [id, request, consent] = [view.id, view.requestId, view.consentId].map((text) => JSON.stringify(text))
  const created = DateTime.formatIso(view.createdAt)
  return Buffer.from(
    `${start}${id}${beforeRequest}${request}${beforeConsent}${consent}${beforeCreation}"${created}"${end}`,
  )
}

/** The encoded document of a verification in progress; none if it does not pass the output control. */
const underWay = (view: InProgressView, settings: RenderSettings, holdsName?: NameSearch): Option.Option<Uint8Array> =>
  mayBeEchoed(view.requestId, holdsName) ? Option.fromNullOr(encodeUnderWay(view, settings)) : Option.none()

/**
 * The encoded document of a verification; none if it does not pass the output control.
 *
 * @param holdsName finds the applicant's names; given in the answer to the request that contained them
 */
export const rendered = (
  verification: Verification,
  settings: RenderSettings,
  holdsName?: NameSearch,
): Option.Option<Uint8Array> => {
  if (verification.state._tag === 'en_proceso') return underWay(inProgressView(verification), settings, holdsName)
  const document = render(verification, settings)
  return passes(document, holdsName) ? Option.some(encodeDocument(document)) : Option.none()
}

/** The encoded document of a stored verification. The document of an ended one was controlled when it was rendered. */
export const documentOf = (view: VerificationView, settings: RenderSettings): Option.Option<Uint8Array> =>
  view._tag === 'Ended' ? Option.fromNullOr(view.document) : underWay(view, settings)
