import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { ConfigProvider, Console, Effect, Option } from 'effect'
import { Argument, Command, Flag, Prompt } from 'effect/cli'
import type { Environment } from '#domain/account/ApiKey.ts'
import { serverSettings } from '#src/Config.ts'
import { version } from '#src/Version.ts'
import { Refused, Unsound } from './Failures.ts'
import { containerFiles } from './init/Containers.ts'
import { commandFile, settingsFile } from './init/Files.ts'
import { type Plan, secretSettings } from './init/Plan.ts'
import { newSecrets } from './init/Secrets.ts'
import { systemdFiles } from './init/Systemd.ts'
import { printDone } from './Output.ts'

const run = promisify(execFile)

/** Files that come with the program. */
const packaged = (path: string): URL => new URL(path, import.meta.resolve('#package.json'))

/** The certificate of the Postgres in containers, for the name by which only they call it. */
const certify = async (directory: string): Promise<void> => {
  const files = ['-keyout', join(directory, 'tls.key'), '-out', join(directory, 'tls.crt')]
  const subject = ['-subj', '/CN=postgres', '-addext', 'subjectAltName=DNS:postgres']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  await mkdir(directory)
  await run('openssl', ['req', '-x509', '-days', '3650', ...key, ...subject, ...files])
}

const write = async (plan: Plan, to: string): Promise<void> => {
  const { files, statements } = newSecrets(plan, new Date().toISOString().slice(0, 7))
  const { uid, gid } = await stat(to)
  const texts = {
    'settings.env': settingsFile(plan),
    'roles.sql': `${await readFile(packaged('src/adapters/postgres/schema/roles.sql'), 'utf8')}\n${statements}`,
    ...containerFiles(plan, `${uid}:${gid}`),
    ...(plan.database === null ? {} : systemdFiles(plan)),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`secrets/${name}`, text])),
  }
  for (const [path, text] of Object.entries(texts)) {
    const isSecret = path.startsWith('secrets/')
    await mkdir(dirname(join(to, path)), { recursive: true, mode: isSecret ? 0o700 : 0o755 })
    await writeFile(join(to, path), text, { flag: 'wx', mode: isSecret ? 0o600 : 0o644 })
  }
  await writeFile(join(to, 'cotejo'), commandFile(plan), { flag: 'wx', mode: 0o755 })
  await cp(packaged('ops/alerts.yaml'), join(to, 'alerts.yaml'))
  if (plan.databaseAuthority !== null) await cp(plan.databaseAuthority, join(to, 'database_ca.pem'))
  if (plan.database === null) await certify(join(to, 'postgres'))
}

const isEmpty = async (directory: string): Promise<boolean> => {
  try {
    return (await readdir(directory)).length === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true
    throw error
  }
}

const refused = (error: unknown) => new Refused({ reason: error instanceof Error ? error.message : String(error) })

/** All of it or nothing: the files get their place at once when the last one is written. */
const create = (plan: Plan) =>
  Effect.gen(function* () {
    const { directory } = plan
    if (!(yield* Effect.tryPromise({ try: () => isEmpty(directory), catch: refused }))) {
      return yield* new Refused({ reason: `${directory} is not empty. Nothing was written; choose another directory.` })
    }
    yield* Effect.tryPromise({
      try: async () => {
        await mkdir(dirname(directory), { recursive: true })
        const partial = await mkdtemp(`${directory}.`)
        try {
          await write(plan, partial)
          await chmod(partial, 0o755)
          await rename(partial, directory)
        } finally {
          await rm(partial, { recursive: true, force: true })
        }
      },
      catch: refused,
    })
  })

/** What is wrong with an installation, each in a line: settings that are missing or wrong, and secrets that others can read. */
const problemsOf = (directory: string) =>
  Effect.gen(function* () {
    const reading = Effect.tryPromise({
      try: async () => {
        const settings = parseEnv(await readFile(join(directory, 'settings.env'), 'utf8'))
        const secrets = await readdir(join(directory, 'secrets'))
        const modes = await Promise.all(
          secrets.map(async (name) => [name, (await stat(join(directory, 'secrets', name))).mode] as const),
        )
        const exposed = modes.filter(([, mode]) => (mode & 0o077) !== 0)
        return { settings, exposed: exposed.map(([name]) => `secrets/${name}: other users can read it (chmod 600)`) }
      },
      catch: () => new Refused({ reason: `${directory} has no settings.env, or no secrets: cotejo init writes them.` }),
    })
    const { settings, exposed } = yield* reading
    const environment: Environment = settings['COTEJO_ENVIRONMENT'] === 'production' ? 'production' : 'sandbox'
    const files = secretSettings({ environment }, 'app').map(([setting, file]) => [
      setting,
      join(directory, 'secrets', file),
    ])
    const provider = ConfigProvider.fromEnvRecord({ ...settings, ...Object.fromEntries(files) })
    const wrong = yield* serverSettings.pipe(
      Effect.as<ReadonlyArray<string>>([]),
      Effect.provideService(ConfigProvider.ConfigProvider, provider),
      Effect.catchTag('SettingsRefused', ({ problems }) => Effect.succeed(problems)),
    )
    return [...exposed, ...wrong]
  })

const check = (directory: string) =>
  Effect.gen(function* () {
    const problems = yield* problemsOf(directory)
    if (problems.length === 0) return yield* printDone(`${directory} is complete.`, { directory, problems: 0 })
    yield* Console.log(problems.join('\n'))
    return yield* new Unsound()
  })

const text = (name: string, description: string, isFine: RegExp, form: string, message: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.filter(
      (value) => isFine.test(value),
      () => form,
    ),
    Flag.withFallbackPrompt(Prompt.String({ message })),
    Flag.optional,
    Flag.map(Option.getOrNull),
  )

const address = /^https?:\/\/[\w.:[\]-]+(?:\/[\w./~-]*)?$/

const flags = {
  directory: Argument.String('directory').pipe(
    Argument.withDescription('Where the installation is to be, such as /etc/cotejo'),
    Argument.map((path) => resolve(path)),
    Argument.filter(
      // It stands in units of systemd, in YAML and in scripts.
      (path) => /^[\w./-]+$/.test(path),
      () => 'a path of letters, digits, ".", "_", "-" and "/"',
    ),
  ),
  check: Flag.Boolean('check').pipe(
    Flag.withDescription('Verify an existing directory, and write nothing'),
    Flag.withDefault(false),
  ),
  environment: Flag.Literals('environment', ['production', 'sandbox']).pipe(
    Flag.withDescription('production asks real providers, sandbox simulates them'),
    Flag.withDefault('production'),
  ),
}

/** Asked for on a terminal where they are not given. */
const answers = {
  name: text(
    'name',
    'Host name by which partners call the service',
    /^[\w-]+(?:\.[\w-]+)*$/,
    'a host name, such as avs.example.com',
    'Host name by which partners call the service',
  ),
  database: text(
    'database',
    'Existing Postgres: host:port/database?sslmode=verify-full. Without it, compose.yaml brings one',
    /^$|^[\w.-]+(?::\d{1,5})?\/[\w-]+(?:\?[\w=&-]*)?$/,
    'host:port/database, without user and password',
    'Existing Postgres, as host:port/database?sslmode=verify-full (empty: one in a container)',
  ),
  identityUrl: text(
    'identity-url',
    'Provider of identidad',
    address,
    'an http or https URL',
    'URL of the provider of identidad',
  ),
  judicialUrl: text(
    'judicial-url',
    'Provider of judicial',
    address,
    'an http or https URL',
    'URL of the provider of judicial',
  ),
}

const settings = {
  databaseAuthority: Flag.String('database-ca').pipe(
    Flag.withDescription('File of the certificate authority of that Postgres (PEM)'),
    Flag.withDefault(null),
  ),
  processorUrl: Flag.String('processor-url').pipe(
    Flag.withDescription("Payment processor, in place of Stripe's own address"),
    Flag.filter(
      (value) => address.test(value),
      () => 'an http or https URL',
    ),
    Flag.withDefault(null),
  ),
  image: Flag.String('image').pipe(
    Flag.withDescription('Container image of the service'),
    Flag.filter(
      (value) => /^[\w.:/@-]+$/.test(value),
      () => 'the name of an image',
    ),
    Flag.withDefault(`cotejo/server:${version}`),
  ),
}

const nextSteps = ({ directory, database }: Plan): ReadonlyArray<string> =>
  database === null
    ? [
        `docker compose --project-directory ${directory} up --detach`,
        `${directory}/cotejo accounts create PARTNER --price 100`,
        `${directory}/cotejo doctor`,
      ]
    : [
        `psql "postgres://ADMINISTRATOR@${database}" --file=${directory}/roles.sql`,
        `${directory}/cotejo migrate`,
        `systemctl link ${directory}/systemd/cotejo* && systemctl enable --now cotejo@0 cotejo@1 cotejo-doctor.timer cotejo-ledger.timer cotejo-backup.timer`,
      ]

export const init = Command.make('init', { ...flags, ...answers, ...settings }, ({ check: isCheck, ...given }) =>
  Effect.gen(function* () {
    const { directory, environment, name, identityUrl, judicialUrl, database } = given
    if (isCheck) return yield* check(directory)
    if (name === null)
      return yield* new Refused({ reason: 'Give the host name of the service: --name avs.example.com' })
    if (environment === 'production' && (identityUrl === null || judicialUrl === null)) {
      return yield* new Refused({ reason: 'Production needs --identity-url and --judicial-url.' })
    }
    const plan: Plan = { ...given, name, database: database === '' ? null : database }
    yield* create(plan)
    const steps = nextSteps(plan)
    const first =
      environment === 'production'
        ? ` First write the keys that your providers gave you into secrets/identity_key and secrets/judicial_key.`
        : ''
    yield* printDone([`Wrote ${directory}.${first} Next:`, ...steps.map((step) => `  ${step}`)].join('\n'), {
      directory,
      next: steps.join('\n'),
    })
  }),
).pipe(Command.withDescription('Write the settings, secrets and units of a new installation, or verify one'))
