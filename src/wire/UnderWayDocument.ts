import { DateTime } from 'effect'
import type { BillingMode } from '#domain/verification/Terms.ts'
import { begin, type Verification } from '#domain/verification/Verification.ts'
import type { InProgressView } from '#domain/verification/VerificationView.ts'
import { passes } from './OutputControl.ts'
import { render, type Setting } from './render.ts'

/**
 * The document of a verification under way, as it is sent. Only four of its values are its own; the rest follows from
 * the mode and from where the service runs, and is rendered and controlled once. So a list costs four values a row.
 */

/** What stands for the values of its own, in their order in the document. */
const own = ['<verificacion_id>', '<solicitud_id>', '<consentimiento_id>', '1970-01-01T00:00:00.000Z'] as const
const places = new RegExp(`"(?:${own.join('|')})"`)

/** One whose own values are what stands for them. */
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

/** The text before, between and behind the places; null where it does not pass the output control. */
type Frame = ReadonlyArray<string> | null
const frames = new Map<string, Frame>()

const frameOf = (mode: BillingMode, setting: Setting): Frame => {
  const name = `${mode} ${setting.environment}`
  const known = frames.get(name)
  if (known !== undefined) return known
  const document = render(blank(mode), setting)
  const frame = passes(document) ? JSON.stringify(document).split(places) : null
  frames.set(name, frame)
  return frame
}

/**
 * JSON in UTF-8, but for what it echoes controlled; null where it may not leave. Nobody keeps it, so it shares its memory
 * with others: that costs less to be given back.
 */
export const encodeUnderWay = (view: InProgressView, setting: Setting): Uint8Array | null => {
  const frame = frameOf(view.mode, setting)
  if (frame === null) return null
  const [start, beforeRequest, beforeConsent, beforeCreation, end] = frame
  const [id, request, consent] = [view.id, view.requestId, view.consentId].map((text) => JSON.stringify(text))
  const created = DateTime.formatIso(view.createdAt)
  return Buffer.from(
    `${start}${id}${beforeRequest}${request}${beforeConsent}${consent}${beforeCreation}"${created}"${end}`,
  )
}
