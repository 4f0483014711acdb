import { DateTime, Duration } from 'effect'
import { mexicoCity } from '#domain/MexicoCity.ts'

/** A calendar month of Mexico City, over which the monthly quota counts (contract 8.9). */
export interface QuotaMonth {
  /** `2026-11` */
  readonly name: string
  readonly beginsAt: DateTime.Utc
  /** The beginning of the next month. */
  readonly endsAt: DateTime.Utc
}

export const monthOf = (instant: DateTime.Utc): QuotaMonth => {
  const begins = DateTime.startOf(DateTime.setZone(instant, mexicoCity), 'month')
  return {
    name: DateTime.formatIsoDate(begins).slice(0, 7),
    beginsAt: DateTime.toUtc(begins),
    endsAt: DateTime.toUtc(DateTime.startOf(DateTime.add(begins, { months: 1 }), 'month')),
  }
}

/** Whether an instant is in this month. It avoids time zone arithmetic, which is slow. */
export const includes = ({ beginsAt, endsAt }: QuotaMonth, instant: DateTime.Utc): boolean =>
  DateTime.isGreaterThanOrEqualTo(instant, beginsAt) && DateTime.isLessThan(instant, endsAt)

/** Whole seconds, at least 1, until a request refused for its quota may be repeated. */
export const retryAfterSeconds = (month: QuotaMonth, now: DateTime.Utc): number =>
  Math.max(1, Math.ceil(Duration.toSeconds(DateTime.distance(now, month.endsAt))))

interface MonthlyCount {
  readonly month: string
  readonly created: number
}

/**
 * Verifications created in the latest two months with any, the latest first. The previous month still counts, because a
 * request from its last moment may be judged after the new month's first.
 */
export type MonthlyCounts = ReadonlyArray<MonthlyCount>

const monthsKept = 2

export const createdIn = (counts: MonthlyCounts, { name }: QuotaMonth): number =>
  counts.find(({ month }) => month === name)?.created ?? 0

export const countOne = (counts: MonthlyCounts, month: QuotaMonth): MonthlyCounts =>
  [
    ...counts.filter((count) => count.month !== month.name),
    { month: month.name, created: createdIn(counts, month) + 1 },
  ]
    .sort((a, b) => (a.month < b.month ? 1 : -1))
    .slice(0, monthsKept)
