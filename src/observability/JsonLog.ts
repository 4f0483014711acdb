import { Array, Logger, Predicate } from 'effect'
import { describe, describeCause, discreet } from './Discretion.ts'

type Fact = string | number | boolean | null

const factOf = (value: unknown): Fact => {
  if (Predicate.isString(value)) return discreet(value)
  return Predicate.isNumber(value) || Predicate.isBoolean(value) || value === null ? value : '[omitted]'
}

const isFacts = (part: unknown): part is Readonly<Record<string, unknown>> =>
  Predicate.isObject(part) && Object.getPrototypeOf(part) === Object.prototype

/** One JSON object per line: `time`, `level`, `message`, the facts of the event, and `causes`. */
export const layer = Logger.layer([
  Logger.withConsoleLog(
    Logger.make(({ message, cause, logLevel, date }) => {
      const parts = Array.ensure(message)
      const words = parts.filter(Predicate.isString).map(discreet)
      const facts = parts
        .filter(isFacts)
        .flatMap(Object.entries)
        .map(([name, value]) => [name, factOf(value)] as const)
      const others = parts.filter((part) => !Predicate.isString(part) && !isFacts(part))
      const causes = [...others.map(describe), ...describeCause(cause)]
      return JSON.stringify({
        time: date.toISOString(),
        level: logLevel.toLowerCase(),
        message: words.join(' '),
        ...Object.fromEntries(facts),
        ...(causes.length > 0 ? { causes } : {}),
      })
    }),
  ),
])
