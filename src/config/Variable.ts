import { readFileSync } from 'node:fs'
import { Config, ConfigProvider, Effect, Option, Result, Schema } from 'effect'
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

export const optional = <A>(
  name: string,
  options: { readonly meaning: string; readonly read: Reader<A> },
): Variable<A | null> => {
  const config = readText(name).pipe(
    Config.mapEffect(Option.match({ onNone: () => Effect.succeed(null), onSome: judged(name, options.read) })),
  )
  return Object.assign(config, { variable: { name, meaning: options.meaning, fallback: null, required: null } })
}

interface SecretOptions<A> {
  readonly meaning: string
  readonly read: Reader<A>
}

const fileOf = (name: string): string => `${name}_FILE`

const describedSecret = (name: string, meaning: string, required: string | null): Description => ({
  name: `${name} or ${fileOf(name)}`,
  meaning,
  fallback: null,
  required,
})

/** @param missed what it is when it was given in neither way */
const readSecret = <A, N>(name: string, read: Reader<A>, missed: Effect.Effect<N, Config.ConfigError>) =>
  Config.all({ text: readText(name), path: readText(fileOf(name)) }).pipe(
    Config.mapEffect(({ text, path }): Effect.Effect<A | N, Config.ConfigError> => {
      if (Option.isSome(path)) {
        return Option.isSome(text)
          ? Effect.fail(problem(`${name} and ${fileOf(name)} are set: keep one.`))
          : Effect.flatMap(readFile(fileOf(name), path.value), judged(`The file of ${fileOf(name)}`, read))
      }
      return Option.match(text, { onNone: () => missed, onSome: judged(name, read) })
    }),
  )

/** A required secret. It is given as the value or, with `_FILE` after its name, as the file that holds it. */
export const secret = <A>(name: string, options: SecretOptions<A> & { readonly required?: string }): Variable<A> => {
  const described = describedSecret(name, options.meaning, options.required ?? 'always')
  const config = readSecret(name, options.read, Effect.fail(missing(described)))
  return Object.assign(config, { variable: described })
}

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
