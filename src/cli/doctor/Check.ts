import { Cause, Duration, Effect } from 'effect'
import type { Condition } from '#adapters/postgres/schema/KeptSchema.ts'
import { NoTables } from '#adapters/postgres/schema/Rights.ts'
import { SettingsRefused } from '#src/config/Variable.ts'
import { codesOf, describeCause } from '#src/observability/Discretion.ts'
import { unreachedAdvice } from './Unreached.ts'

export type Finding = Condition

export interface Check<R> {
  readonly check: string
  readonly look: Effect.Effect<Finding, unknown, R>
}

export const ok = (finding: string): Finding => ({ result: 'ok', finding, action: null })
export const warning = (finding: string, action: string): Finding => ({ result: 'warning', finding, action })
export const fault = (finding: string, action: string): Finding => ({ result: 'fault', finding, action })

/** Timeout of a check. */
const limit = Duration.seconds(10)

/** What a database says of a table that was never made. */
const noTable = '42P01'

/** Why there was no look: these settings are not fit, or what is looked at was not reached. */
type Lost = { readonly _tag: 'Settings'; readonly problems: ReadonlyArray<string> } | { readonly _tag: 'Unreached' }

export interface Found extends Finding {
  readonly check: string
  /** Null where it was looked at. */
  readonly lost: Lost | null
}

/** Each is a sentence or two. */
const numbered = (problems: ReadonlyArray<string>): string =>
  problems.length === 1 ? problems.join('') : problems.map((one, index) => `(${index + 1}) ${one}`).join(' ')

const unreached: Lost = { _tag: 'Unreached' }
const others = 'Fix the other checks first.'

const lostOf = (check: string, cause: Cause.Cause<unknown>): Omit<Found, 'check'> => {
  const error = Cause.squash(cause)
  if (Cause.isTimeoutError(error)) {
    return { ...fault('no answer in time', 'Check the network and the firewall.'), lost: unreached }
  }
  if (error instanceof SettingsRefused) {
    const { problems } = error
    return { ...fault('settings are missing or wrong', numbered(problems)), lost: { _tag: 'Settings', problems } }
  }
  const codes = codesOf(cause)
  if (codes.includes(noTable) || error instanceof NoTables) {
    return { ...fault('there are no tables', others), lost: null }
  }
  const details = describeCause(cause)
    .map(({ error: name, detail }) => `${name} ${detail}`.trim())
    .join('; ')
  // Nothing but its settings comes before the database: whatever it fails with is its own.
  const action = check === 'database' ? unreachedAdvice(codes) : others
  return { ...fault(`the check failed: ${details}`, action), lost: unreached }
}

/** Looks, within its time. Whatever happens is told. */
const looked = <R>({ check, look }: Check<R>) =>
  look.pipe(
    Effect.timeout(limit),
    Effect.map((finding) => ({ ...finding, lost: null })),
    Effect.catchCause((cause) => Effect.succeed(lostOf(check, cause))),
    Effect.map((found): Found => ({ check, ...found })),
  )

/** Looks at all of it at the same time, so that it takes no longer than one check may. */
export const allLooked = <R>(checks: ReadonlyArray<Check<R>>) =>
  Effect.forEach(checks, looked, { concurrency: 'unbounded' })

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

type Line = Pick<Found, 'check' | keyof Finding>

const behind = (line: string): Finding => fault('not checked', `Fix the line ${line} first.`)

/**
 * Reports a problem in one line. Checks that failed because of it only refer to that line.
 *
 * @param needsDatabase whether a check asks the database
 */
export const reportedOnce = (
  found: ReadonlyArray<Found>,
  needsDatabase: (check: string) => boolean,
): ReadonlyArray<Line> => {
  const lossOf = (name: string) => found.find(({ check }) => check === name)?.lost ?? null
  const [settings, database] = [lossOf('settings'), lossOf('database')]
  const known = settings?._tag === 'Settings' ? settings.problems : []
  return found.map(({ lost, ...line }) => {
    if (lost === null) return line
    if (lost._tag === 'Settings') {
      const isKnown = line.check !== 'settings' && lost.problems.every((problem) => known.includes(problem))
      return isKnown ? { check: line.check, ...behind('settings') } : line
    }
    const isBehind = line.check !== 'database' && needsDatabase(line.check) && database?._tag === 'Unreached'
    return isBehind ? { check: line.check, ...behind('database') } : line
  })
}
