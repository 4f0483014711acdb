import { userInfo } from 'node:os'
import { Effect, Option } from 'effect'
import { Flag, GlobalFlag } from 'effect/cli'
import { type Act, isActor, isReason, needsReason } from '#domain/audit/Act.ts'
import { shortTextLength } from '#domain/Limits.ts'
import { Audit, type Facts } from '#ports/Audit.ts'
import { operator } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import { Refused } from './Failures.ts'

/** Who does what a command does, and why: it is recorded with it. */

export const Actor = GlobalFlag.Setting('actor')({
  flag: Flag.String('actor').pipe(
    Flag.withDescription('Your name for the audit. Default: COTEJO_OPERATOR, or the user of this machine'),
    Flag.filter(isActor, () => 'Letters, digits and . _ @ + -'),
    Flag.optional,
  ),
})

export const Reason = GlobalFlag.Setting('reason')({
  flag: Flag.String('reason').pipe(
    Flag.withDescription('Reason for the audit, such as a ticket number. Do not name applicants'),
    Flag.filter(isReason, () => `A line of at most ${shortTextLength} characters, without a CURP`),
    Flag.optional,
  ),
})

const userOfMachine = Effect.sync((): string => {
  try {
    return userInfo().username.replaceAll(/[^\w.@+-]/g, '-')
  } catch {
    // A container's user need not have a name.
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
})

const authorOf = Effect.fnUntraced(function* (act: Act) {
  const given = yield* Actor
  const reason = Option.getOrNull(yield* Reason)
  if (reason === null && needsReason(act)) {
    return yield* new Refused({
      reason: `"${act}" needs a reason, which the audit keeps: repeat it with --reason "…". Nothing was done.`,
    })
  }
  const actor = Option.getOrNull(given) ?? (yield* load({ operator })).operator ?? (yield* userOfMachine)
  return { actor, reason }
})

/** The reason of an act that needs one, where it is kept elsewhere too. */
export const reasonFor = (act: Act) => Effect.map(authorOf(act), ({ reason }) => reason ?? '')

type FactsOf<A> = Facts | ((done: A) => Facts | null)

/** Records what is done for a command that does several things. Fails when it may not be done. */
export const recorder = Effect.fnUntraced(function* (act: Act) {
  const author = yield* authorOf(act)
  const { recording } = yield* Audit
  return <A, E, R>(doing: Effect.Effect<A, E, R>, facts: FactsOf<A>) =>
    recording(doing, act, author, typeof facts === 'function' ? facts : () => facts)
})

/**
 * Runs the act of a command together with its entry in the audit. The command prints its result afterwards.
 *
 * @param facts of what was done; null when nothing was
 */
export const recorded = <A, E, R>(doing: Effect.Effect<A, E, R>, act: Act, facts: FactsOf<A> = {}) =>
  Effect.flatMap(recorder(act), (record) => record(doing, facts))
