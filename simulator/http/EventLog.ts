import { Array, Cause, Logger, Predicate } from 'effect'

const value = (fact: unknown): string => (Predicate.isString(fact) ? fact : (JSON.stringify(fact) ?? ''))

const part = (message: unknown): string =>
  Predicate.isError(message)
    ? `${message.name}: ${message.message}`
    : Predicate.isObject(message)
      ? Object.entries(message)
          .map(([name, fact]) => `${name}=${value(fact)}`)
          .join(' ')
      : value(message)

/** One line per event, as a developer reads it next to the output of the own code. */
export const layer = Logger.layer([
  Logger.withConsoleLog(
    Logger.make(({ message, cause, logLevel, date }) => {
      const parts = Array.ensure(message).map(part)
      const reasons = cause.reasons.length === 0 ? [] : [Cause.pretty(cause)]
      const level = logLevel === 'Info' ? [] : [logLevel.toUpperCase()]
      return [date.toISOString().slice(11, 23), ...level, ...parts, ...reasons].join('  ')
    }),
  ),
])
