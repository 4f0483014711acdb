import { doubtful, type Finding, refused } from './Finding.ts'

/** `otorgado_en`: a real instant with zone, not before the year 2000, at most five minutes ahead (contract 2.5). */

const internet = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** ISO 8601 writes instants in more ways than the Internet does; the contract names none of them. */
const otherwise = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/

const minute = 60_000
const ahead = 5 * minute
/** Clocks of two processes, and the time between judging and being judged. */
const slack = minute / 2

/** Epoch milliseconds of an instant as the Internet writes it (RFC 3339); NaN when there is none. */
const instantOf = (text: string): number => {
  const [, ...parts] = internet.exec(text) ?? []
  const [year = 0, month = 0, day = 0, hour = 99, min = 99, second = 99] = parts.map(Number)
  const offset = parts[6] === 'Z' ? [0, 0] : [Number(parts[6]?.slice(1, 3)), Number(parts[6]?.slice(4))]
  const [hours = 99, minutes = 99] = offset
  if (hour > 23 || min > 59 || second > 59 || hours > 23 || minutes > 59 || year < 1) return Number.NaN
  const start = new Date(0)
  start.setUTCFullYear(year, month - 1, day)
  if (start.getUTCMonth() !== month - 1 || start.getUTCDate() !== day) return Number.NaN
  const away = (hours * 60 + minutes) * minute * (parts[6]?.startsWith('-') ? -1 : 1)
  return start.getTime() + ((hour * 60 + min) * 60 + second) * 1_000 - away
}

const earliest = Date.UTC(2000, 0, 1)

/** What is wrong with the text as the instant of a consent. */
export const judgeInstant = (text: string, now: number): Finding | null => {
  const instant = instantOf(text)
  if (Number.isNaN(instant)) {
    const isOther = otherwise.test(text) && !internet.test(text)
    return isOther ? doubtful('peticion_invalida') : refused('peticion_invalida')
  }
  if (instant < earliest) return refused('peticion_invalida')
  if (instant > now + ahead + slack) return refused('peticion_invalida')
  return instant > now + ahead - slack ? doubtful('peticion_invalida') : null
}
