import { resolve } from 'node:path'
import { Console, DateTime, Effect, Option, Stdio } from 'effect'
import { Argument, Command, Flag, Prompt } from 'effect/cli'
import { Refused, Unsound } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { problemsOf, readInstallation } from './init/Check.ts'
import { create, type Plan } from './init/Installation.ts'
import { printDone } from './Output.ts'

const check = (directory: string) =>
  Effect.gen(function* () {
    const installation = yield* Effect.try({
      try: () => readInstallation(directory),
      catch: () => new Refused({ reason: `${directory} has no settings.env, or no secrets: cotejo init writes them.` }),
    })
    const problems = yield* problemsOf(installation)
    if (problems.length === 0) return yield* printDone(`${directory} is complete.`, { directory, problems: 0 })
    yield* Console.log(problems.join('\n'))
    return yield* new Unsound()
  })

// Answers appear in files and scripts without quotes.
const host = /^[\w-]+(?:\.[\w-]+)*$/
const address = /^$|^[\w.-]+(?::\d{1,5})?\/[\w-]+(?:\?[\w=&-]*)?$/
const url = /^https?:\/\/[\w.:[\]-]+(?:\/[\w./~-]*)?$/

/** What a flag, or an answer on a terminal, gives: in words, and its form. */
const questions = {
  name: ['the host name that partners use, such as avs.example.com', host],
  database: ['an existing Postgres as host:port/database?sslmode=verify-full; empty: one in a container', address],
  'database-ca': ['the file (PEM) of the authority of its certificate; empty: one that Node knows', /^[^\n]*$/],
  'identity-url': ['the URL of the provider of identidad', url],
  'judicial-url': ['the URL of the provider of judicial', url],
} as const satisfies Record<string, readonly [string, RegExp]>
type Question = keyof typeof questions

const flag = (name: Question) =>
  Flag.String(name).pipe(
    Flag.withDescription(`Give ${questions[name][0]}`),
    Flag.filter(
      (value) => questions[name][1].test(value),
      () => questions[name][0],
    ),
    Flag.optional,
    Flag.map(Option.getOrNull),
  )

const ask = (name: Question) => {
  const [meaning, form] = questions[name]
  const validate = (value: string) => (form.test(value) ? Effect.succeed(value) : Effect.fail(`Give ${meaning}.`))
  return Prompt.run(Prompt.String({ message: `${name}: ${meaning}`, validate })).pipe(
    Effect.catchTag('QuitError', () => new Refused({ reason: 'Nothing was written.' })),
  )
}

const flags = {
  directory: Argument.String('directory').pipe(
    Argument.withDescription('Directory of the installation, such as /etc/cotejo'),
    Argument.map((path) => resolve(path)),
    Argument.filter(
      (path) => /^[\w./-]+$/.test(path),
      () => 'a path of letters, digits, ".", "_", "-" and "/"',
    ),
  ),
  check: Inputs.isGiven('check', 'Verify an existing directory, and write nothing'),
  environment: Flag.Literals('environment', ['production', 'sandbox']).pipe(
    Flag.withDescription('production asks real providers, sandbox simulates them'),
    Flag.withDefault('production'),
  ),
  name: flag('name'),
  database: flag('database'),
  'database-ca': flag('database-ca'),
  'identity-url': flag('identity-url'),
  'judicial-url': flag('judicial-url'),
}

const printNext = ({ directory, environment, database }: Plan) => {
  const steps =
    database === null
      ? [`cd ${directory}`, 'docker compose up --detach', './cotejo doctor']
      : [
          `. ${directory}/shell.sh`,
          `psql "postgres://ADMINISTRATOR@${database}" --file=${directory}/roles.sql`,
          'cotejo migrate',
          `systemctl link ${directory}/systemd/cotejo* && systemctl enable --now cotejo@0 cotejo@1 cotejo-{doctor,ledger,backup}.timer`,
        ]
  const keys = 'First write the keys that your providers gave you into secrets/identity_key and secrets/judicial_key. '
  const lines = [`Wrote ${directory}. ${environment === 'production' ? keys : ''}Next:`, ...steps]
  return printDone(lines.join('\n  '), { directory, next: steps.join('\n') })
}

export const init = Command.make('init', flags, ({ directory, environment, check: isCheck, ...given }) =>
  Effect.gen(function* () {
    if (isCheck) return yield* check(directory)
    const { stdinIsTerminal, stdoutIsTerminal } = yield* Stdio.Stdio
    const isTerminal = (yield* stdinIsTerminal) && (yield* stdoutIsTerminal)
    const optional = (name: Question) =>
      Effect.map(given[name] === null && isTerminal ? ask(name) : Effect.succeed(given[name]), (value) => value || null)
    const required = (name: Question) =>
      Effect.filterOrFail(
        optional(name),
        (value) => value !== null,
        () => new Refused({ reason: `Give --${name}: ${questions[name][0]}.` }),
      )
    const isProduction = environment === 'production'
    const name = yield* required('name')
    const database = yield* optional('database')
    const plan = {
      directory,
      environment,
      name,
      database,
      databaseAuthority: database === null ? null : yield* optional('database-ca'),
      identityUrl: isProduction ? yield* required('identity-url') : given['identity-url'],
      judicialUrl: isProduction ? yield* required('judicial-url') : given['judicial-url'],
    }
    const month = DateTime.formatIsoDateUtc(yield* DateTime.now).slice(0, 7)
    yield* Effect.try({
      try: () => create(plan, month),
      catch: (error) =>
        new Refused({ reason: `Nothing was written: ${error instanceof Error ? error.message : String(error)}` }),
    })
    yield* printNext(plan)
  }),
).pipe(Command.withDescription('Write the settings, secrets and units of a new installation, or verify one'))
