import { DateTime, Duration, Schema } from 'effect'

/** The wait from the end of each failed attempt until the next is due (contract 6.5). */
export const retryAfter = [
  Duration.seconds(30),
  Duration.minutes(2),
  Duration.minutes(10),
  Duration.hours(1),
  Duration.hours(6),
] as const

export const scheduledAttempts = retryAfter.length + 1

/**
 * Why an attempt got no readable answer, for the operator, without content of the answer. `error_interno` is a failure
 * of this service, all others of the receiver or the network.
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

/** The outcome of an attempt. Only a 2xx delivers; redirects are not followed. */
export type AttemptOutcome =
  | { readonly _tag: 'Answered'; readonly status: number }
  | { readonly _tag: 'Failed'; readonly reason: AttemptFailure }

/** A scheduled attempt, or one that an operator requested, which does not count among the six. */
export type AttemptKind = 'programado' | 'reenvio'

export interface Delivery {
  readonly state: 'pendiente' | 'entregada' | 'agotada'
  /** Scheduled attempts with a known outcome. */
  readonly attempts: number
  /** When the next scheduled attempt is due; null after the last one. */
  readonly dueAt: DateTime.Utc | null
  /** When an operator's requested attempt is due; null without a request. */
  readonly resendAt: DateTime.Utc | null
}

/** A new delivery. The transaction that emits creates it, and it is due at once. */
export const begin = (at: DateTime.Utc): Delivery => ({ state: 'pendiente', attempts: 0, dueAt: at, resendAt: null })

export const nextAt = ({ dueAt, resendAt }: Delivery): DateTime.Utc | null =>
  dueAt === null || resendAt === null ? (dueAt ?? resendAt) : DateTime.min(dueAt, resendAt)

export const kindDue = ({ dueAt }: Delivery, now: DateTime.Utc): AttemptKind =>
  dueAt !== null && DateTime.isLessThanOrEqualTo(dueAt, now) ? 'programado' : 'reenvio'

export const delivers = (outcome: AttemptOutcome): boolean =>
  outcome._tag === 'Answered' && outcome.status >= 200 && outcome.status < 300

/** The delivery after an attempt with this outcome. */
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

/** The delivery when nothing can be sent before `until`. It does not count as an attempt. */
export const postponed = (delivery: Delivery, until: DateTime.Utc): Delivery => ({
  ...delivery,
  dueAt: delivery.dueAt && DateTime.max(delivery.dueAt, until),
  resendAt: delivery.resendAt && DateTime.max(delivery.resendAt, until),
})

/** The delivery after an operator requested another attempt. */
export const resend = (delivery: Delivery, at: DateTime.Utc): Delivery => ({ ...delivery, resendAt: at })
