import { Redacted } from 'effect'
import { signatureHeaders } from '#adapters/webhooks/Signature.ts'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'

/** The partner that is certified: its key and its secret are always the same, so that they can be configured once. */
export const credentials = {
  ...credentialsOf('certificacion'),
  nextSecret: credentialsOf('certificacion, siguiente').signingSecret,
}

/** A secret that does not belong to the account. */
export const foreignSecret = credentialsOf('otra persona').signingSecret

/** What a webhook is signed with. */
export interface Signing {
  readonly secret: string
  /** The second secret, as during a rotation. */
  readonly next: string | null
  /** How far its `t` lies from the present, in seconds. */
  readonly secondsOff: number
  /** What is signed instead of the body; null if the body is signed. */
  readonly signs: string | null
  /** `Service-Event`. */
  readonly event: string
}

export const usualSigning: Signing = {
  secret: credentials.signingSecret,
  next: null,
  secondsOff: 0,
  signs: null,
  event: 'verificacion.emitida',
}

export const webhookHeaders = (
  eventId: string,
  body: string,
  { secret, next, secondsOff, signs, event }: Signing,
): Record<string, string> => {
  const secrets = { current: Redacted.make(secret), next: next === null ? null : Redacted.make(next) }
  const seconds = Math.floor(Date.now() / 1_000) + secondsOff
  return {
    'content-type': 'application/json',
    'service-event': event,
    'service-event-id': eventId,
    ...signatureHeaders({ eventId, body: new TextEncoder().encode(signs ?? body), secrets }, seconds),
  }
}
