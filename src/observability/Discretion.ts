import { Cause, Exit, Predicate } from 'effect'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'

/**
 * What may be known of an event outside the service. No CURP and no name is ever in a log, a trace or
 * a metric (promise 8), nor the values of a statement.
 */

/** CURP and RFC, wherever they stand: a last net under code that should tell neither. */
const identifying = /[A-ZÑ&]{3,4}\d{6}[0-9A-Z]{3,8}/gi

/** What an answer is called. It is drawn at random, and one in twenty looks as if it held an RFC. */
const requestId = /^req_[0-9a-f]{32}$/

export const discreet = (text: string): string => (requestId.test(text) ? text : text.replace(identifying, '[omitted]'))

/** Errors whose message may be logged. Messages of other errors quote values or parts of JSON. */
const ownErrors: ReadonlySet<string> = new Set(['Error', 'TypeError', 'RangeError', 'Stalled', 'ProcessRefused'])
const frames = 6

const textAt = (error: unknown, name: string): ReadonlyArray<string> =>
  Predicate.hasProperty(error, name) && Predicate.isString(error[name]) ? [error[name]] : []

const stackOf = (error: unknown): ReadonlyArray<string> =>
  textAt(error, 'stack').flatMap((stack) =>
    stack
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('at '))
      .slice(0, frames),
  )

/** An error without what its message may quote. */
export interface DescribedError {
  readonly error: string
  readonly detail: string
  readonly at: ReadonlyArray<string>
}

const nameOf = (error: unknown): string => {
  const [name = typeof error] = [...textAt(error, '_tag'), ...textAt(error, 'name')]
  return name
}

/** What Node adds to a certificate that is not trusted: where authorities are named here, it does not help. */
const adviceOfNode = '; if the root CA is installed locally, try running Node.js with --use-system-ca'

const detailOf = (error: unknown): string => {
  const name = nameOf(error)
  const message = ownErrors.has(name) ? textAt(error, 'message').map((text) => text.replace(adviceOfNode, '')) : []
  const facts = [...message, ...['reason', 'codigo', 'code'].flatMap((fact) => textAt(error, fact))]
  return discreet((facts.length === 0 ? textAt(error, 'kind') : facts).join(' '))
}

/** What an error came of, and that in turn. */
const causesOf = (error: unknown, depth = 4): ReadonlyArray<unknown> => {
  const beneath = ['cause', 'reason'].flatMap((name) =>
    Predicate.hasProperty(error, name) && Predicate.isObject(error[name]) ? [error[name]] : [],
  )
  return depth === 0 ? [] : beneath.flatMap((cause) => [cause, ...causesOf(cause, depth - 1)])
}

export const describe = (error: unknown): DescribedError => {
  const beneath = causesOf(error).map((cause) => `${nameOf(cause)} ${detailOf(cause)}`.trim())
  // A tagged failure is foreseen: where it came up tells nothing more.
  const at = textAt(error, '_tag').length > 0 ? [] : stackOf(error)
  // What it came of by two ways, as the database's failures do, is told once.
  const details = new Set([detailOf(error), ...beneath].filter(Boolean))
  return { error: nameOf(error), detail: [...details].join('; '), at }
}

const errorsOf = (cause: Cause.Cause<unknown>): ReadonlyArray<unknown> =>
  cause.reasons.flatMap((reason) => {
    if (Cause.isFailReason(reason)) return [reason.error]
    return Cause.isDieReason(reason) ? [reason.defect] : []
  })

export const describeCause = (cause: Cause.Cause<unknown>): ReadonlyArray<DescribedError> =>
  errorsOf(cause).map(describe)

/** The codes that the errors of a cause have, and what they came of. */
export const codesOf = (cause: Cause.Cause<unknown>): ReadonlyArray<string> =>
  errorsOf(cause)
    .flatMap((error) => [error, ...causesOf(error)])
    .flatMap((error) => errorCodeOf(error) ?? [])

/** A failed exit whose errors keep their names alone. */
export const discreetExit = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit
  const descriptions = describeCause(exit.cause).map(({ error, detail }) => `${error} ${detail}`.trim())
  return Exit.fail(Object.assign(new Error(descriptions.join('; ')), { stack: '' }))
}
