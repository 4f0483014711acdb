import { DateTime, Duration } from 'effect'

const zone = DateTime.zoneMakeNamedUnsafe('America/Mexico_City')

/** A calendar month of Mexico City, in which the monthly quota is counted. */
export interface QuotaMonth {
  /** `2026-11` */
  readonly name: string
  /** When the next one begins. */
  readonly endsAt: DateTime.Utc
}

/** The quota month to which an instant belongs. */
export const monthOf = (instant: DateTime.Utc): QuotaMonth => {
  const local = DateTime.setZone(instant, zone)
  return {
    name: DateTime.formatIsoDate(local).slice(0, 7),
    endsAt: DateTime.toUtc(DateTime.startOf(DateTime.add(DateTime.startOf(local, 'month'), { months: 1 }), 'month')),
  }
}

/** Whole seconds after which a request refused for its quota may come again, at least one. */
export const retryAfterSeconds = (month: QuotaMonth, now: DateTime.Utc): number =>
  Math.max(1, Math.ceil(Duration.toSeconds(DateTime.distance(now, month.endsAt))))
