import { Cause, Console, Effect, Exit, Predicate, Schema } from 'effect'
import { largestBalance } from '#domain/account/Money.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { codesOf, describeCause } from '#src/observability/Discretion.ts'
import { unreachedAdvice } from './doctor/Unreached.ts'
import { pesos } from './Output.ts'

/** The command cannot do what it was asked to; the message says what to do instead. */
export class Refused extends Schema.TaggedError<Refused>()('Refused', { reason: Schema.String }) {
  override get message() {
    return this.reason
  }
}

/** The command found what should not be, and has printed it: the exit code says so to scripts. */
export class Unsound extends Schema.TaggedError<Unsound>()('Unsound', {}) {}

/** The command found only what works and needs somebody soon, and has printed it. */
export class Warned extends Schema.TaggedError<Warned>()('Warned', {}) {}

/** 0 where all is well, 2 where there are only warnings, and else 1 (docs/operate/commands.md, "Exit codes"). */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): 0 | 1 | 2 => {
  if (Exit.isSuccess(exit)) return 0
  return tagOf(Cause.squash(exit.cause)) === 'Warned' ? 2 : 1
}

/** Reports that a change of money may have been made, unless the database refused it. */
export const unconfirmed =
  (words: string) =>
  (failure: StorageUnavailable): Effect.Effect<never, Refused | StorageUnavailable> =>
    failure.kind === 'role' || failure.kind === 'schema'
      ? Effect.fail(failure)
      : Effect.fail(new Refused({ reason: `The database did not say (${failure.message}) whether it was ${words}` }))

/** Failures that were printed where they came up. */
const alreadyPrinted: ReadonlySet<string> = new Set(['Unsound', 'Warned', 'ShowHelp'])

const tagOf = (error: unknown): string =>
  Predicate.hasProperty(error, '_tag') && Predicate.isString(error._tag) ? error._tag : ''

const isConnectionLost = (error: unknown): boolean =>
  tagOf(error) === 'SqlError' && Predicate.hasProperty(error, 'reason') && tagOf(error.reason) === 'ConnectionError'

const accountOf = (error: unknown): string =>
  Predicate.hasProperty(error, 'accountId') && Predicate.isString(error.accountId) ? error.accountId : ''

const unanswered = (cause: Cause.Cause<unknown>, details: string): string =>
  `The database does not answer (${details}). ${unreachedAdvice(codesOf(cause))}`

const explainStorage = (cause: Cause.Cause<unknown>, { kind, reason }: StorageUnavailable, details: string): string => {
  switch (kind) {
    case 'role':
      return 'The role in DATABASE_URL may not do this. Commands are run as cotejo_operator, and as cotejo_migrate: cotejo migrate, which grants its rights, and cotejo accounts move.'
    case 'schema':
      return 'The database is not at the revision of this program. Run: cotejo migrate'
    case 'unfit':
      return `It cannot be done now: ${reason}.`
    default:
      return unanswered(cause, details)
  }
}

const explain = (cause: Cause.Cause<unknown>): string | null => {
  const error = Cause.squash(cause)
  const details = describeCause(cause)
    .map(({ error: name, detail }) => `${name} ${detail}`.trim())
    .join('; ')
  const tag = tagOf(error)
  if (alreadyPrinted.has(tag) || Cause.hasInterruptsOnly(cause)) return null
  switch (tag) {
    case 'KeyUnknownToOthers':
    case 'MoveRefused':
    case 'RouterFailed':
    case 'ProcessRefused':
    case 'Refused':
    case 'SchemaRefused':
    case 'SettingsRefused':
      return Predicate.isError(error) ? error.message : null
    case 'AccountUnknown':
      return `There is no account "${accountOf(error)}". These are there: cotejo accounts list`
    case 'AccountExists':
      return `There is an account "${accountOf(error)}" already. Choose another name, or look at it: cotejo accounts show ${accountOf(error)}`
    case 'BalanceTooLarge':
      return `The balance of account "${accountOf(error)}" would be larger than ${pesos(largestBalance).toFixed(2)}, the limit. Nothing was added.`
    default:
      if (error instanceof StorageUnavailable) return explainStorage(cause, error, details)
      return isConnectionLost(error) ? unanswered(cause, details) : `It did not work: ${details}`
  }
}

export const explaining = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapCause(command, (cause) => {
    const explanation = explain(cause)
    return explanation === null ? Effect.void : Console.error(explanation)
  })
