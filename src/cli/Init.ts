import { resolve } from 'node:path'
import { Console, DateTime, Effect, Option, Stdio } from 'effect'
import { Argument, Command, Flag, Prompt } from 'effect/cli'
import packageJson from '#package.json' with { type: 'json' }
import { Refused, Unsound } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { problemsOf, readInstallation } from './init/Check.ts'
import { create } from './init/Create.ts'
import { authorityOfPsql, type Plan } from './init/Plan.ts'
import { printDone } from './Output.ts'

const check = (directory: string) =>
  Effect.gen(function* () {
    const installation = yield* Effect.tryPromise({
      try: () => readInstallation(directory),
      catch: () => new Refused({ reason: `${directory} has no settings.env, or no secrets: cotejo init writes them.` }),
    })
    const problems = yield* problemsOf(installation)
    if (problems.length === 0) return yield* printDone(`${directory} is complete.`, { directory, problems: 0 })
    yield* Console.log(problems.join('\n'))
    return yield* new Unsound()
  })

/** An answer: a flag, or what a terminal is asked for. Answers appear in YAML, units and scripts without quotes. */
interface Answer {
  readonly question: string
  readonly form: string
  readonly isFine: RegExp
}

const url = { form: 'an http or https URL', isFine: /^https?:\/\/[\w.:[\]-]+(?:\/[\w./~-]*)?$/ }
const answers = {
  name: {
    question: 'Host name that partners use',
    form: 'a host name, such as avs.example.com',
    isFine: /^[\w-]+(?:\.[\w-]+)*$/,
  },
  database: {
    question: 'Existing Postgres, as host:port/database?sslmode=verify-full (empty: a new one in a container)',
    form: 'host:port/database, without user and password',
    isFine: /^$|^[\w.-]+(?::\d{1,5})?\/[\w-]+(?:\?[\w=&-]*)?$/,
  },
  databaseAuthority: {
    question: 'File of the authority that signed its certificate, PEM (empty: an authority that Node knows)',
    form: 'the path of a file',
    isFine: /^$|^[^\n]+$/,
  },
  identityUrl: { question: 'URL of the provider of identidad', ...url },
  judicialUrl: { question: 'URL of the provider of judicial', ...url },
} satisfies Record<string, Answer>

const flag = (name: string, { form, isFine }: Answer, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.filter(
      (value) => isFine.test(value),
      () => form,
    ),
    Flag.optional,
    Flag.map(Option.getOrNull),
  )

const ask = ({ question, form, isFine }: Answer) =>
  Prompt.run(
    Prompt.String({
      message: question,
      validate: (value) => (isFine.test(value) ? Effect.succeed(value) : Effect.fail(`Give ${form}.`)),
    }),
  ).pipe(Effect.catchTag('QuitError', () => new Refused({ reason: 'Nothing was written.' })))

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
  billing: Flag.Literals('billing', ['consumo', 'connect']).pipe(
    Flag.withDescription(
      'How the first partner pays: from a prepaid balance, or each applicant on its payment platform',
    ),
    Flag.withDefault('consumo'),
  ),
  name: flag('name', answers.name, answers.name.question),
  database: flag(
    'database',
    answers.database,
    'Existing Postgres: host:port/database?sslmode=verify-full. Without it, compose.yaml brings one',
  ),
  databaseAuthority: flag('database-ca', answers.databaseAuthority, 'File of the authority of its certificate, PEM'),
  identityUrl: flag('identity-url', answers.identityUrl, answers.identityUrl.question),
  judicialUrl: flag('judicial-url', answers.judicialUrl, answers.judicialUrl.question),
  image: Flag.String('image').pipe(
    Flag.withDescription('Container image of the service'),
    Flag.filter(
      (value) => /^[\w.:/@-]+$/.test(value),
      () => 'the name of an image',
    ),
    Flag.withDefault(`cotejo-server:${packageJson.version}`),
  ),
}

const databaseSteps = (plan: Plan): ReadonlyArray<string> => {
  const { directory, database } = plan
  return database === null
    ? [
        `docker compose --project-directory ${directory} up --detach`,
        `${directory}/cotejo lists status`,
        `${directory}/cotejo doctor`,
      ]
    : [
        [...authorityOfPsql(plan), `psql "postgres://ADMINISTRATOR@${database}" --file=${directory}/roles.sql`].join(
          ' ',
        ),
        `${directory}/cotejo migrate`,
        `systemctl link ${directory}/systemd/cotejo* && systemctl enable --now cotejo@0 cotejo@1 cotejo-{doctor,ledger,backup}.timer`,
      ]
}

/** How the first account is opened. */
const accountSteps: Readonly<Record<Plan['billing'], ReadonlyArray<string>>> = {
  consumo: ['accounts create PARTNER --price 100', 'accounts credit PARTNER 5000 --reference PAYMENT --reason deposit'],
  connect: [
    'accounts create PARTNER --mode connect --price 100',
    'accounts processor PARTNER --destination acct_…   # with COTEJO_PROCESSOR_KEY_FILE=FILE',
  ],
}

const printNext = (plan: Plan) => {
  const { directory, environment, billing } = plan
  const steps = databaseSteps(plan)
  const account = accountSteps[billing].map((step) => `${directory}/cotejo ${step}`)
  const keys = `First write the keys that your providers gave you into secrets/identity_key and secrets/judicial_key. `
  const lines = [
    `Wrote ${directory}. ${environment === 'production' ? keys : ''}Next:`,
    ...steps.map((step) => `  ${step}`),
    'Then open an account:',
    ...account.map((step) => `  ${step}`),
  ]
  return printDone(lines.join('\n'), { directory, next: [...steps, ...account].join('\n') })
}

export const init = Command.make('init', flags, ({ check: isCheck, ...given }) =>
  Effect.gen(function* () {
    if (isCheck) return yield* check(given.directory)
    const { stdinIsTerminal, stdoutIsTerminal } = yield* Stdio.Stdio
    const isTerminal = (yield* stdinIsTerminal) && (yield* stdoutIsTerminal)
    const answer = (name: keyof typeof answers) =>
      given[name] === null && isTerminal ? ask(answers[name]) : Effect.succeed(given[name])

    const name = yield* answer('name')
    if (name === null) {
      return yield* new Refused({ reason: 'Give the host name of the service: --name avs.example.com' })
    }
    const database = (yield* answer('database')) || null
    const databaseAuthority = database === null ? null : (yield* answer('databaseAuthority')) || null
    const isProduction = given.environment === 'production'
    const identityUrl = isProduction ? yield* answer('identityUrl') : given.identityUrl
    const judicialUrl = isProduction ? yield* answer('judicialUrl') : given.judicialUrl
    if (isProduction && (identityUrl === null || judicialUrl === null)) {
      return yield* new Refused({ reason: 'Production needs --identity-url and --judicial-url.' })
    }
    const plan: Plan = { ...given, name, database, databaseAuthority, identityUrl, judicialUrl }
    const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
    const isWritten = yield* Effect.tryPromise({
      try: () => create(plan, today),
      catch: (error) =>
        new Refused({ reason: `Nothing was written: ${error instanceof Error ? error.message : String(error)}` }),
    })
    if (!isWritten) {
      const { directory } = plan
      return yield* new Refused({ reason: `${directory} is not empty. Nothing was written; choose another directory.` })
    }
    yield* printNext(plan)
  }),
).pipe(Command.withDescription('Write the settings, secrets and units of a new installation, or verify one'))
