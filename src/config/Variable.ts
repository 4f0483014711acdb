import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Config, ConfigProvider, Context, Duration, Effect, Option, Predicate, Record, Result, Schema } from 'effect'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'

/** The environment is not fit to start with: every problem found, each naming its variable and what to do. */
export class SettingsRefused extends Schema.TaggedError<SettingsRefused>()('SettingsRefused', {
  problems: Schema.Array(Schema.String),
}) {
  override get message() {
    return ['The settings are not fit to start with:', ...this.problems.map((problem) => `  - ${problem}`)].join('\n')
  }
}

/** What a setting is read from. */
interface Description {
  readonly name: string
  readonly meaning: string
  /** The default as written in the environment; null without a default. */
  readonly fallback: string | null
  /** When it must be given, as `always`; null when it may be left out. */
  readonly required: string | null
}

export type Variable<A> = Config.Config<A> & { readonly variable: Description }

/** Reads a text, or says what is wrong with it, as the rest of a sentence that begins with the variable's name. */
export type Reader<A> = (text: string) => Result.Result<A, string>

const problem = (message: string) => new Config.ConfigError(new ConfigProvider.SourceError({ message }))

/** Refuses settings that are well formed and do not fit together. */
export const refuse = (message: string): Effect.Effect<never, Config.ConfigError> => Effect.fail(problem(message))

const readText = (name: string) =>
  Config.String(name).pipe(
    Config.option,
    Config.map(Option.map((text) => text.trim())),
    Config.map(Option.filter((text) => text !== '')),
  )

const codeOf = (error: unknown): string => errorCodeOf(error) ?? 'unreadable'

const readFile = (name: string, path: string) =>
  Effect.try({
    try: () => readFileSync(path, 'utf8').trim(),
    catch: (error) => problem(`${name}: the file ${path} cannot be read (${codeOf(error)}).`),
  })

const judged =
  <A>(name: string, read: Reader<A>) =>
  (text: string): Effect.Effect<A, Config.ConfigError> =>
    Effect.fromResult(Result.mapError(read(text), (complaint) => problem(`${name} ${complaint}`)))

const missing = ({ name, meaning }: Description) => problem(`${name} is missing. ${meaning}`)

/** A setting with a default, or one that must be given. */
export const variable = <A>(
  name: string,
  options: { readonly meaning: string; readonly fallback?: string; readonly read: Reader<A> },
): Variable<A> => {
  const { meaning, fallback = null } = options
  const described = { name, meaning, fallback, required: fallback === null ? 'always' : null }
  const config = readText(name).pipe(
    Config.mapEffect((text) =>
      Option.match(
        Option.orElse(text, () => Option.fromNullOr(described.fallback)),
        { onNone: () => Effect.fail(missing(described)), onSome: judged(name, options.read) },
      ),
    ),
  )
  return Object.assign(config, { variable: described })
}

/** A setting that may be left out. */
export const optional = <A>(
  name: string,
  options: { readonly meaning: string; readonly read: Reader<A> },
): Variable<A | null> => {
  const config = readText(name).pipe(
    Config.mapEffect(Option.match({ onNone: () => Effect.succeed(null), onSome: judged(name, options.read) })),
  )
  return Object.assign(config, { variable: { name, meaning: options.meaning, fallback: null, required: null } })
}

/** Time limit and output limit (bytes) of a command that prints a secret. */
export const CommandTime = Context.Reference('cotejo/config/CommandTime', { defaultValue: () => Duration.seconds(10) })
const maxBuffer = 65_536

/** The standard output of a command of the shell. The command itself may hold secrets and is not repeated. */
const outputOf = (name: string, command: string) =>
  Effect.flatMap(CommandTime, (time) =>
    Effect.try({
      try: () =>
        execFileSync('/bin/sh', ['-c', command], {
          maxBuffer,
          timeout: Duration.toMillis(time),
          // A command that ignores SIGTERM would block the process.
          killSignal: 'SIGKILL',
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'inherit'],
        }).trim(),
      catch: (error) => problem(`${name}: the command failed (${endOf(error)}).`),
    }),
  )

const ends: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'it took too long',
  ENOBUFS: `it printed more than ${maxBuffer} bytes`,
}

const endOf = (error: unknown): string => {
  if (Predicate.hasProperty(error, 'status') && Predicate.isNumber(error.status)) return `exit code ${error.status}`
  const known = ends[codeOf(error)]
  if (known !== undefined) return known
  const isEnded = Predicate.hasProperty(error, 'signal') && Predicate.isString(error.signal)
  return isEnded ? `ended by ${error.signal}` : codeOf(error)
}

interface SecretOptions<A> {
  readonly meaning: string
  readonly read: Reader<A>
}

const waysOf = (name: string) => ({ text: name, path: `${name}_FILE`, command: `${name}_COMMAND` })

const describedSecret = (name: string, meaning: string, required: string | null): Description => {
  const { text, path, command } = waysOf(name)
  return { name: `${text}, ${path} or ${command}`, meaning, fallback: null, required }
}

/** @param missed what it is when it was given in none of the ways */
const readSecret = <A, N>(name: string, read: Reader<A>, missed: Effect.Effect<N, Config.ConfigError>) => {
  const names = waysOf(name)
  return Config.all(Record.map(names, readText)).pipe(
    Config.mapEffect((given): Effect.Effect<A | N, Config.ConfigError> => {
      const [way, ...others] = Record.keys(given).filter((key) => Option.isSome(given[key]))
      if (way === undefined) return missed
      if (others.length > 0) {
        return Effect.fail(problem(`${[way, ...others].map((key) => names[key]).join(' and ')} are set: keep one.`))
      }
      const value = Option.getOrElse(given[way], () => '')
      if (way === 'text') return judged(name, read)(value)
      return way === 'path'
        ? Effect.flatMap(readFile(names.path, value), judged(`The file of ${names.path}`, read))
        : Effect.flatMap(outputOf(names.command, value), judged(`The output of ${names.command}`, read))
    }),
  )
}

/**
 * A required secret. It is given as the value, with `_FILE` after its name as the file
 * that holds it, or with `_COMMAND` as the command that prints it, for example of a vault.
 */
export const secret = <A>(name: string, options: SecretOptions<A> & { readonly required?: string }): Variable<A> => {
  const described = describedSecret(name, options.meaning, options.required ?? 'always')
  const config = readSecret(name, options.read, Effect.fail(missing(described)))
  return Object.assign(config, { variable: described })
}

/** A secret that may be left out. */
export const optionalSecret = <A>(name: string, options: SecretOptions<A>): Variable<A | null> =>
  Object.assign(readSecret(name, options.read, Effect.succeed(null)), {
    variable: describedSecret(name, options.meaning, null),
  })

/** The content of a file, for a setting that names one. */
export const fileContent: Reader<string> = (path) =>
  Result.mapError(
    Result.try(() => readFileSync(path, 'utf8')),
    (error) => `names the file ${path}, which cannot be read (${codeOf(error)}).`,
  )

const problemOf = ({ cause }: Config.ConfigError): string => cause.message

/** Reads settings together, so that all their problems are reported at once. */
export const load = Effect.fnUntraced(function* <const R extends Record<string, Config.Config<unknown>>>(settings: R) {
  const results = yield* Effect.forEach(Object.values(settings), Effect.result)
  // A problem of one that is read both alone and with others is reported once.
  const problems = new Set(results.filter(Result.isFailure).map(({ failure }) => problemOf(failure)))
  if (problems.size > 0) return yield* new SettingsRefused({ problems: [...problems] })
  return yield* Effect.orDie(Config.all(settings))
})
