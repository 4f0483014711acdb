import { DateTime } from 'effect'
import type { Verification } from '#domain/verification/Verification.ts'
import { passes } from './OutputControl.ts'
import { render, type Setting } from './render.ts'

/**
 * The document of a verification under way, as it is sent. Only four of its values are its own; the rest follows from
 * the mode and from where the service runs, and is rendered and controlled once. So a list costs four values a row.
 */

/** What stands for the values of its own, and which these are. */
const own: Readonly<Record<string, (verification: Verification) => string>> = {
  '<verificacion_id>': ({ id }) => id,
  '<solicitud_id>': ({ requestId }) => requestId,
  '<consentimiento_id>': ({ consent }) => consent.id,
  '1970-01-01T00:00:00.000Z': ({ createdAt }) => DateTime.formatIso(createdAt),
}
const places = new RegExp(`"(${Object.keys(own).join('|')})"`)

const blank = (verification: Verification): Verification => ({
  ...verification,
  id: '<verificacion_id>',
  requestId: '<solicitud_id>',
  consent: { ...verification.consent, id: '<consentimiento_id>' },
  createdAt: DateTime.makeUnsafe(0),
})

/** The text between the places, by turns with what stands in them; null where it does not pass the output control. */
type Frame = ReadonlyArray<string> | null
const frames = new Map<string, Frame>()

const frameOf = (verification: Verification, setting: Setting): Frame => {
  const name = `${verification.terms.mode} ${setting.environment}`
  const known = frames.get(name)
  if (known !== undefined) return known
  const document = render(blank(verification), setting)
  const frame = passes(document) ? JSON.stringify(document).split(places) : null
  frames.set(name, frame)
  return frame
}

const encoder = new TextEncoder()

/** JSON in UTF-8, but for what it echoes controlled; null where it may not leave. */
export const encodeUnderWay = (verification: Verification, setting: Setting): Uint8Array | null => {
  const frame = frameOf(verification, setting)
  if (frame === null) return null
  const texts = frame.map((text) => {
    const valueOf = own[text]
    return valueOf === undefined ? text : JSON.stringify(valueOf(verification))
  })
  return encoder.encode(texts.join(''))
}
