import { readFileSync } from 'node:fs'
import { Config, ConfigProvider, Effect, Option, Predicate, Result, Schema } from 'effect'

/** The environment is not fit to start with: every problem found, each naming its variable and what to do. */
class SettingsRefused extends Schema.TaggedError<SettingsRefused>()('SettingsRefused', {
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
  /** As it would be written; null when there is none. */
  readonly fallback: string | null
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

const codeOf = (error: unknown): string =>
  Predicate.hasProperty(error, 'code') && Predicate.isString(error.code) ? error.code : 'unreadable'

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
  const described = { name, meaning: options.meaning, fallback: options.fallback ?? null }
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
  return Object.assign(config, { variable: { name, meaning: options.meaning, fallback: null } })
}

/** A secret that must be given, as itself or, with `_FILE` after its name, as the file that holds it. */
export const secret = <A>(
  name: string,
  options: { readonly meaning: string; readonly read: Reader<A> },
): Variable<A> => {
  const fileName = `${name}_FILE`
  const described = { name: `${name} or ${fileName}`, meaning: options.meaning, fallback: null }
  const config = Config.all({ text: readText(name), path: readText(fileName) }).pipe(
    Config.mapEffect(({ text, path }) => {
      if (Option.isSome(text) && Option.isSome(path))
        return Effect.fail(problem(`${name} and ${fileName} are both set: keep one.`))
      if (Option.isSome(text)) return judged(name, options.read)(text.value)
      if (Option.isNone(path)) return Effect.fail(missing(described))
      return Effect.flatMap(readFile(fileName, path.value), judged(`The file of ${fileName}`, options.read))
    }),
  )
  return Object.assign(config, { variable: described })
}

/** The content of a file, for a setting that names one. */
export const fileContent: Reader<string> = (path) =>
  Result.mapError(
    Result.try(() => readFileSync(path, 'utf8')),
    (error) => `names the file ${path}, which cannot be read (${codeOf(error)}).`,
  )

const problemOf = ({ cause }: Config.ConfigError): string => cause.message

/** Reads settings together, so that all their problems are told at once. */
export const load = Effect.fnUntraced(function* <const R extends Record<string, Config.Config<unknown>>>(settings: R) {
  const results = yield* Effect.forEach(Object.values(settings), Effect.result)
  // What is read alone and together with others is told once.
  const problems = new Set(results.filter(Result.isFailure).map(({ failure }) => problemOf(failure)))
  if (problems.size > 0) return yield* new SettingsRefused({ problems: [...problems] })
  return yield* Effect.orDie(Config.all(settings))
})
