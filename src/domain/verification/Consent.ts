import { DateTime, Duration, Option, Schema } from 'effect'
import { consentAhead } from '#domain/Limits.ts'

/** The applicant's consent, which is stored with the verification. */
export interface Consent {
  readonly id: string
  readonly grantedAt: DateTime.Utc
}

/** The privacy notice that the applicant accepted, and the evidence for it, as the partner names them. */
export const ConsentProof = Schema.Struct({ noticeVersion: Schema.String, evidenceId: Schema.String })
export type ConsentProof = typeof ConsentProof.Type

/** No consent is older: an earlier date was never set. */
const earliest = DateTime.makeUnsafe('2000-01-01T00:00:00.000Z')

const form =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/

const offsetMinutes = (zone: string): number => {
  const digits = zone.slice(1).replace(':', '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return zone.startsWith('-') ? -minutes : minutes
}

/** Parses an ISO 8601 date-time with time zone. It must be a real instant from the year 2000 on (contract 2.5). */
export const parseInstant = (text: string): Option.Option<DateTime.Utc> => {
  const parts = form.exec(text)
  if (parts === null) return Option.none()
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00', fraction = '', zone = 'Z'] = parts
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}.${`${fraction}000`.slice(0, 3)}Z`
  return DateTime.make(wall).pipe(
    // A day that the month does not have becomes another date.
    Option.filter((local) => DateTime.formatIso(local) === wall),
    Option.map((local) => DateTime.toUtc(DateTime.subtract(local, { minutes: offsetMinutes(zone) }))),
    Option.filter((instant) => DateTime.isGreaterThanOrEqualTo(instant, earliest)),
  )
}

/** Consent may be at most five minutes after `latest`, the later of real and simulated time. */
export const isPlausible = (grantedAt: DateTime.Utc, latest: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(grantedAt, DateTime.addDuration(latest, Duration.fromInputUnsafe(consentAhead)))
