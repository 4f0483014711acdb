import { resolve } from 'node:path'
import { Console, DateTime, Effect, Option, Stdio } from 'effect'
import { Argument, Command, Flag, Prompt } from 'effect/cli'
import { Refused, Unsound } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { problemsOf, readInstallation } from './init/Check.ts'
import { create, type Plan, trustOf } from './init/Installation.ts'
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

const host = /^[\w-]+(?:\.[\w-]+)*$/
const address = /^$|^[\w.-]+(?::\d{1,5})?\/[\w-]+(?:\?[\w=&-]*)?$/
const url = /^https?:\/\/[\w.:[\]-]+(?:\/[\w./~-]*)?$/

/** What a flag or an answer on a terminal gives: its form, and the form in words. It appears in files without quotes. */
const questions = {
  name: ['the host name that partners use, such as avs.example.com', host],
  database: [
    'an existing Postgres as host:port/database?sslmode=verify-full; empty: a new one in a container',
    address,
  ],
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
  const complaint = `Give ${meaning}.`
  const validate = (value: string) => (form.test(value) ? Effect.succeed(value) : Effect.fail(complaint))
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

const printNext = (plan: Plan) => {
  const { directory, environment, database } = plan
  const trust = trustOf(plan)
  const steps =
    database === null
      ? [`docker compose --project-directory ${directory} up --detach`]
      : [
          `${trust && `PGSSLROOTCERT=${trust} `}psql "postgres://ADMINISTRATOR@${database}" --file=${directory}/roles.sql`,
          `${directory}/cotejo migrate`,
          `systemctl link ${directory}/systemd/cotejo* && systemctl enable --now cotejo@0 cotejo@1 cotejo-{doctor,ledger,backup}.timer`,
        ]
  const keys = 'First write the keys that your providers gave you into secrets/identity_key and secrets/judicial_key. '
  const next = [...steps, `${directory}/cotejo doctor`, `${directory}/cotejo accounts create PARTNER --price 100`]
  const lines = [`Wrote ${directory}. ${environment === 'production' ? keys : ''}Next:`, ...next]
  return printDone(lines.join('\n  '), { directory, next: next.join('\n') })
}

export const init = Command.make('init', flags, ({ directory, environment, check: isCheck, ...given }) =>
  Effect.gen(function* () {
    if (isCheck) return yield* check(directory)
    const { stdinIsTerminal, stdoutIsTerminal } = yield* Stdio.Stdio
    const isTerminal = (yield* stdinIsTerminal) && (yield* stdoutIsTerminal)
    const answer = (name: Question) =>
      given[name] === null && isTerminal ? ask(name) : Effect.succeed(given[name] || null)
    const name = yield* answer('name')
    if (name === null) {
      return yield* new Refused({ reason: 'Give the host name of the service: --name avs.example.com' })
    }
    const database = (yield* answer('database')) || null
    const databaseAuthority = database === null ? null : (yield* answer('database-ca')) || null
    const isProduction = environment === 'production'
    const identityUrl = isProduction ? yield* answer('identity-url') : given['identity-url']
    const judicialUrl = isProduction ? yield* answer('judicial-url') : given['judicial-url']
    if (isProduction && (identityUrl === null || judicialUrl === null)) {
      return yield* new Refused({ reason: 'Production needs --identity-url and --judicial-url.' })
    }
    const plan = { directory, environment, name, database, databaseAuthority, identityUrl, judicialUrl }
    const month = DateTime.formatIsoDateUtc(yield* DateTime.now).slice(0, 7)
    yield* Effect.try({
      try: () => create(plan, month),
      catch: (error) =>
        new Refused({ reason: `Nothing was written: ${error instanceof Error ? error.message : String(error)}` }),
    })
    yield* printNext(plan)
  }),
).pipe(Command.withDescription('Write the settings, secrets and units of a new installation, or verify one'))
