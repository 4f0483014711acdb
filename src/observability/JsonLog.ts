import { Array, Logger, Predicate, References } from 'effect'
import { describe, describeCause, discreet } from './Discretion.ts'

type Fact = string | number | boolean | null

const factOf = (value: unknown): Fact => {
  if (Predicate.isString(value)) return discreet(value)
  return Predicate.isNumber(value) || Predicate.isBoolean(value) || value === null ? value : '[omitted]'
}

const isFacts = (part: unknown): part is Readonly<Record<string, unknown>> =>
  Predicate.isObject(part) && Object.getPrototypeOf(part) === Object.prototype

const factsOf = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, Fact>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, factOf(value)]))

const { stdout } = process

/** Writes the lines of one round of the event loop together, because a write costs more than a line. */
const joinLines = (): void => {
  if (stdout.writableCorked > 0) return
  stdout.cork()
  setImmediate(() => stdout.uncork())
}
process.once('exit', () => stdout.uncork())

/**
 * One JSON object per line: `time`, `level`, `message`, whose line it is, what it concerns, the facts of the event,
 * and `causes`.
 *
 * @param own what every line says of this process
 */
export const layer = (own: Readonly<Record<string, string>> = {}) =>
  Logger.layer([
    Logger.withConsoleLog(
      Logger.make(({ message, cause, logLevel, date, fiber }) => {
        joinLines()
        const parts = Array.ensure(message)
        const words = parts.filter(Predicate.isString).map(discreet)
        const others = parts.filter((part) => !Predicate.isString(part) && !isFacts(part))
        const causes = [...others.map(describe), ...describeCause(cause)]
        return JSON.stringify({
          time: date.toISOString(),
          level: logLevel.toLowerCase(),
          message: words.join(' '),
          ...own,
          ...factsOf(fiber.getRef(References.CurrentLogAnnotations)),
          ...factsOf(Object.assign({}, ...parts.filter(isFacts))),
          ...(causes.length > 0 ? { causes } : {}),
        })
      }),
    ),
  ])
