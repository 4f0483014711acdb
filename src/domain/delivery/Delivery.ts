import { DateTime, Duration, Schema } from 'effect'

/** How long after the end of each failed attempt the next one falls due (contract 6.5). */
const retryAfter = [
  Duration.seconds(30),
  Duration.minutes(2),
  Duration.minutes(10),
  Duration.hours(1),
  Duration.hours(6),
] as const

/** Attempts in all that the schedule makes. */
export const scheduledAttempts = retryAfter.length + 1

/**
 * Why an attempt got no answer that could be read; for the operator, and nothing of the answer.
 * `error_interno` is our own fault, all others are the receiver's or the network's.
 */
export const AttemptFailure = Schema.Literals([
  'nombre_sin_resolver',
  'direccion_no_publica',
  'conexion_fallida',
  'tls_rechazado',
  'respuesta_invalida',
  'respuesta_excesiva',
  'tiempo_agotado',
  'error_interno',
])
export type AttemptFailure = typeof AttemptFailure.Type

/** How an attempt ended. Only a 2xx delivers; a redirect is not followed. */
export type AttemptOutcome =
  | { readonly _tag: 'Answered'; readonly status: number }
  | { readonly _tag: 'Failed'; readonly reason: AttemptFailure }

/** One of the six of the schedule, or one that an operator asked for and that does not count among them. */
export type AttemptKind = 'programado' | 'reenvio'

/** The delivery of one webhook, as far as its schedule is concerned. */
export interface Delivery {
  readonly state: 'pendiente' | 'entregada' | 'agotada'
  /** Scheduled attempts whose outcome is known. */
  readonly attempts: number
  /** When the next scheduled attempt falls due; null when there is none. */
  readonly dueAt: DateTime.Utc | null
  /** When an attempt that an operator asked for falls due; null when none was. */
  readonly resendAt: DateTime.Utc | null
}

/** A delivery as the transaction that emits leaves it: due at once. */
export const begin = (at: DateTime.Utc): Delivery => ({ state: 'pendiente', attempts: 0, dueAt: at, resendAt: null })

/** When something is next to be sent. */
export const nextAt = ({ dueAt, resendAt }: Delivery): DateTime.Utc | null =>
  dueAt === null || resendAt === null ? (dueAt ?? resendAt) : DateTime.min(dueAt, resendAt)

/** What kind of attempt is made when a delivery is taken up at `now`. */
export const kindDue = ({ dueAt }: Delivery, now: DateTime.Utc): AttemptKind =>
  dueAt !== null && DateTime.isLessThanOrEqualTo(dueAt, now) ? 'programado' : 'reenvio'

export const delivers = (outcome: AttemptOutcome): boolean =>
  outcome._tag === 'Answered' && outcome.status >= 200 && outcome.status < 300

/** The delivery after an attempt that ended so at `endedAt`. */
export const attempted = (
  delivery: Delivery,
  kind: AttemptKind,
  outcome: AttemptOutcome,
  endedAt: DateTime.Utc,
): Delivery => {
  const attempts = delivery.attempts + (kind === 'programado' ? 1 : 0)
  if (delivers(outcome)) return { state: 'entregada', attempts, dueAt: null, resendAt: null }
  if (kind === 'reenvio') return { ...delivery, resendAt: null }
  const wait = retryAfter[attempts - 1]
  return wait === undefined
    ? { ...delivery, state: 'agotada', attempts, dueAt: null }
    : { ...delivery, attempts, dueAt: DateTime.addDuration(endedAt, wait) }
}

/** The delivery when nothing can be sent before `until`; that is no attempt. */
export const postponed = (delivery: Delivery, until: DateTime.Utc): Delivery => ({
  ...delivery,
  dueAt: delivery.dueAt && DateTime.max(delivery.dueAt, until),
  resendAt: delivery.resendAt && DateTime.max(delivery.resendAt, until),
})

/** The delivery once an operator asked that it be sent again. */
export const resend = (delivery: Delivery, at: DateTime.Utc): Delivery => ({ ...delivery, resendAt: at })
