import { DateTime, Duration } from 'effect'
import { mexicoCity } from '#domain/MexicoCity.ts'

/** A calendar month of Mexico City, in which the monthly quota is counted. */
export interface QuotaMonth {
  /** `2026-11` */
  readonly name: string
  readonly beginsAt: DateTime.Utc
  /** When the next one begins. */
  readonly endsAt: DateTime.Utc
}

/** The quota month to which an instant belongs. */
export const monthOf = (instant: DateTime.Utc): QuotaMonth => {
  const begins = DateTime.startOf(DateTime.setZone(instant, mexicoCity), 'month')
  return {
    name: DateTime.formatIsoDate(begins).slice(0, 7),
    beginsAt: DateTime.toUtc(begins),
    endsAt: DateTime.toUtc(DateTime.startOf(DateTime.add(begins, { months: 1 }), 'month')),
  }
}

/** Whether an instant belongs to this month; time zones are slow to reckon with. */
export const includes = ({ beginsAt, endsAt }: QuotaMonth, instant: DateTime.Utc): boolean =>
  DateTime.isGreaterThanOrEqualTo(instant, beginsAt) && DateTime.isLessThan(instant, endsAt)

/** Whole seconds after which a request refused for its quota may come again, at least one. */
export const retryAfterSeconds = (month: QuotaMonth, now: DateTime.Utc): number =>
  Math.max(1, Math.ceil(Duration.toSeconds(DateTime.distance(now, month.endsAt))))
