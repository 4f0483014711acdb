import { Cause, Duration, Effect } from 'effect'
import { describeCause } from '#src/observability/Discretion.ts'
import { unreachedAdvice } from './Unreached.ts'

/** What a check found. */
export interface Told {
  /** `warning` works and needs somebody soon; `fault` does not work, or could not be looked at. */
  readonly result: 'ok' | 'warning' | 'fault'
  readonly told: string
  /** What to do; null when nothing. */
  readonly mend: string | null
}

/** One thing that is looked at, without changing it. */
export interface Check<R> {
  readonly check: string
  readonly look: Effect.Effect<Told, unknown, R>
}

export const ok = (told: string): Told => ({ result: 'ok', told, mend: null })
export const warning = (told: string, mend: string): Told => ({ result: 'warning', told, mend })
export const fault = (told: string, mend: string): Told => ({ result: 'fault', told, mend })

/** A check takes so long at most. */
const limit = Duration.seconds(10)

/** What a database says of a table that was never made, and what our own looks at it call that. */
const withoutTables = /\b(?:42P01|NoTables)\b/

const lost = (check: string, cause: Cause.Cause<unknown>): Told => {
  const error = Cause.squash(cause)
  if (Cause.isTimeoutError(error)) return fault('no answer in time', 'Look whether the way there is open.')
  const settings = error instanceof Error && error.name === 'SettingsRefused' ? error.message : null
  if (settings !== null) return fault('settings are missing or wrong', settings)
  const details = describeCause(cause)
    .map(({ error: name, detail }) => `${name} ${detail}`.trim())
    .join('; ')
  const others = 'Mend what the other checks say first.'
  if (withoutTables.test(details)) return fault('there are no tables to look at', others)
  // Nothing but its settings comes before the database: whatever it fails with is its own.
  return fault(`it could not be looked at: ${details}`, check === 'database' ? unreachedAdvice(details) : others)
}

/** Looks, within its time. Whatever happens is told. */
const looked = <R>({ check, look }: Check<R>) =>
  look.pipe(
    Effect.timeout(limit),
    Effect.catchCause((cause) => Effect.succeed(lost(check, cause))),
    Effect.map((told) => ({ check, ...told })),
  )

/** Looks at all of it at the same time, so that it takes no longer than one check may. */
export const allLooked = <R>(checks: ReadonlyArray<Check<R>>) =>
  Effect.forEach(checks, looked, { concurrency: 'unbounded' })
