import { type Finding, fault, ok, warning } from './Check.ts'

/** When certificates expire, and one finding for several things. */

const day = 86_400_000
/** Days before its expiry at which a certificate should be renewed. */
const soon = 21

const inDays = (millis: number): string => {
  const days = Math.floor(millis / day)
  return days === 0 ? 'less than a day' : `${days} ${days === 1 ? 'day' : 'days'}`
}

/**
 * How long something is good for.
 *
 * @param endsAt the last instant at which it is, in epoch milliseconds as `now`
 */
export const expiry = (what: string, endsAt: number, now: number): Finding => {
  const left = endsAt - now
  if (left < 0) return fault(`${what} expired ${inDays(-left)} ago`, 'Renew it.')
  const finding = `${what} is valid for ${inDays(left)}`
  return left < soon * day ? warning(finding, 'Renew it.') : ok(finding)
}

const rank = { ok: 0, warning: 1, fault: 2 } as const

/** All that is as bad as the worst of them. */
export const worst = (finding: ReadonlyArray<Finding>): Finding => {
  const [first = ok('none'), ...others] = finding.toSorted((one, other) => rank[other.result] - rank[one.result])
  const alike = [first, ...others.filter(({ result }) => result === first.result)]
  const actions = new Set(alike.flatMap(({ action }) => action ?? []))
  return {
    result: first.result,
    finding: alike.map((one) => one.finding).join('; '),
    action: actions.size === 0 ? null : [...actions].join(' '),
  }
}
