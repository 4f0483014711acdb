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

/** Verifications created in one month. */
interface MonthlyCount {
  /** Name of the month. */
  readonly month: string
  readonly created: number
}

/**
 * Verifications created in the two latest months that have any, latest first. The month that is over
 * still counts: a request of its last moment may be judged after the first of the new month.
 */
export type MonthlyCounts = ReadonlyArray<MonthlyCount>

const monthsKept = 2

/** How many were created in a month. */
export const createdIn = (counts: MonthlyCounts, { name }: QuotaMonth): number =>
  counts.find(({ month }) => month === name)?.created ?? 0

/** The counts after one more was created. */
export const countOne = (counts: MonthlyCounts, month: QuotaMonth): MonthlyCounts =>
  [
    ...counts.filter((count) => count.month !== month.name),
    { month: month.name, created: createdIn(counts, month) + 1 },
  ]
    .sort((a, b) => (a.month < b.month ? 1 : -1))
    .slice(0, monthsKept)
