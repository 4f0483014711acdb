import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Console, Data, DateTime, Effect, Option, Schema } from 'effect'
import { Command, Flag } from 'effect/cli'
import type { Language } from '#simulator/docs/Text.ts'
import { SimulatorClient } from '#simulator/package/SimulatorClient.ts'
import { startSimulator } from '#simulator/package/startSimulator.ts'
import { usually } from '#simulator/Settings.ts'
import { attacks } from './Attacks.ts'
import { Backend } from './Backend.ts'
import { certify } from './Certify.ts'
import { isCertified, junit, regressions, report, summary } from './Report.ts'
import { credentials } from './Signing.ts'

/** What is read of a file of regressions. */
const Regressions = Schema.fromJsonString(
  Schema.Struct({ ataques: Schema.Array(Schema.Struct({ ataque: Schema.String, pasa: Schema.Boolean })) }),
)

/**
 * The attacks to repeat after an earlier run: those that failed, or null (all) when every attack passed. None if the
 * text is not the report of a run.
 */
const failedBefore = (text: string): Option.Option<ReadonlySet<string> | null> =>
  Schema.decodeUnknownOption(Regressions)(text).pipe(
    Option.map(({ ataques }) => ataques.filter(({ pasa }) => !pasa).map(({ ataque }) => ataque)),
    Option.filter((failed) => failed.every((name) => attacks.some((attack) => attack.name === name))),
    Option.map((failed) => (failed.length === 0 ? null : new Set(failed))),
  )

/** What is wrong with the command or with what it was pointed at: exit code 2. */
class CannotCertify extends Data.TaggedError('CannotCertify')<{ readonly message: string }> {}

const aUrl = Flag.filter(
  (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  () => 'a URL of http or https',
)
const positive = Flag.filter(
  (number: number) => number >= 0.1 && number <= 3_600,
  () => 'a number from 0.1 to 3600',
)

export const certifyFlags = {
  backend: Flag.String('backend').pipe(
    Flag.withDescription(
      'Where a POST of {"curp"} starts a verification, and a GET of URL/{solicitud_id} says its state',
    ),
    aUrl,
  ),
  webhooks: Flag.String('webhooks').pipe(
    Flag.withDescription('Where webhooks go, when it is not the path of webhook_url at the same origin'),
    aUrl,
    Flag.withDefault(null),
  ),
  port: Flag.Int('port').pipe(usually(4010, 'Where the back end finds the service')),
  speed: Flag.Finite('speed').pipe(
    positive,
    usually(60, 'How many times as fast as real time the clocks of the back end run'),
  ),
  patience: Flag.Finite('patience').pipe(
    positive,
    usually(10, 'How many seconds longer than needed the back end may take'),
  ),
  mode: Flag.Literals('mode', ['consumo', 'connect']).pipe(
    usually('consumo', 'The billing mode; in connect the POST has payment_intent_id, the payment of the applicant'),
  ),
  restart: Flag.String('restart').pipe(
    Flag.withDescription('A command that restarts the back end and then ends: what it forgets is found out'),
    Flag.withDefault(null),
  ),
  lang: Flag.Literals('lang', ['es', 'en']).pipe(usually('es', 'The language of what is printed and written')),
  report: Flag.String('report').pipe(usually('certificacion.md', 'The report, as Markdown')),
  regressions: Flag.String('regressions').pipe(usually('certificacion.json', 'The result for programs, as JSON')),
  junit: Flag.String('junit').pipe(Flag.withDescription('The result for CI, as JUnit XML'), Flag.withDefault(null)),
  again: Flag.String('again').pipe(
    Flag.withDescription('Makes only the attacks that failed by this file of an earlier run'),
    Flag.withDefault(null),
  ),
}

const words = {
  noRegressions: (file: string) => ({
    es: `${file} no es un archivo de regresiones.`,
    en: `${file} is not a file of regressions.`,
  }),
  nobody: (url: string) => ({
    es: `Nadie contesta en ${url}. Inícielo, o dé su dirección con --backend.`,
    en: `Nobody answers at ${url}. Start it, or give its address with --backend.`,
  }),
  noRestart: (command: string, code: number | null) => ({
    es: `--restart terminó con ${code}: ${command}`,
    en: `--restart ended with ${code}: ${command}`,
  }),
  taken: (port: number, why: unknown) => ({
    es: `No se puede escuchar en 127.0.0.1:${port} (${why}). Elija otro puerto con --port.`,
    en: `Cannot listen on 127.0.0.1:${port} (${why}). Choose another port with --port.`,
  }),
  labels: { es: ['Servicio', 'Llave', 'Secretos'], en: ['Service', 'Key', 'Secrets'] },
} as const

/** The attacks to make: null makes all. */
const chosen = (again: string | null, language: Language) =>
  again === null
    ? Effect.succeed(null)
    : Effect.try({ try: () => readFileSync(again, 'utf8'), catch: () => null }).pipe(
        Effect.flatMap((text) =>
          Option.match(failedBefore(text), { onNone: () => Effect.fail(null), onSome: Effect.succeed }),
        ),
        Effect.mapError(() => new CannotCertify({ message: words.noRegressions(again)[language] })),
      )

const listens = (url: string, language: Language): string => {
  const values = [url, credentials.apiKey, `${credentials.signingSecret},${credentials.nextSecret}`]
  return `${words.labels[language].map((label, index) => `${label.padEnd(9)} ${values[index]}\n`).join('')}\n`
}

/** The back end that is certified. It may be started after this command: it is waited for. */
const present = async (address: string, backend: Backend, patienceMs: number, language: Language): Promise<Backend> => {
  if (!(await backend.appears(patienceMs))) throw new CannotCertify({ message: words.nobody(address)[language] })
  return backend
}

/** Runs the command of `--restart` to its end. */
const restarted = async (command: string, language: Language): Promise<void> => {
  // What it prints is not the report.
  const [code] = await once(spawn(command, { shell: true, stdio: ['ignore', 2, 2] }), 'exit')
  if (code !== 0) throw new CannotCertify({ message: words.noRestart(command, code)[language] })
}

/** Why it could not be told how the back end does. */
const reasonOf = (failure: unknown, port: number, language: Language): string =>
  Object(failure).syscall === 'listen' ? words.taken(port, failure)[language] : String(failure)

/** `cotejo-simulator certify` exits with 0 if the back end withstood every attack, 1 if not, 2 if that is unknown. */
export const certifyCommand = Command.make('certify', certifyFlags, (flags) =>
  Effect.gen(function* () {
    const { port, speed, mode, lang, restart } = flags
    const only = yield* chosen(flags.again, lang)
    const patienceMs = flags.patience * 1_000
    const findings = yield* Effect.tryPromise({
      try: async () => {
        const simulator = await startSimulator({ speed })
        const partner = new Backend(flags.backend, flags.webhooks)
        const appears = () => present(flags.backend, partner, patienceMs, lang)
        const backend = (url: string) => {
          process.stdout.write(listens(url, lang))
          return appears()
        }
        const again =
          restart === null
            ? {}
            : {
                restart: () =>
                  restarted(restart, lang)
                    .then(appears)
                    .then(() => {}),
              }
        const options = { backend, port, speed, patienceMs, only, mode, ...again }
        return await certify(new SimulatorClient(simulator.url), options).finally(simulator.close)
      },
      catch: (failure) =>
        failure instanceof CannotCertify ? failure : new CannotCertify({ message: reasonOf(failure, port, lang) }),
    })
    const subject = { backend: flags.backend, speed, at: yield* DateTime.nowAsDate }
    writeFileSync(flags.report, report(findings, subject, lang))
    writeFileSync(flags.regressions, regressions(findings, subject, lang))
    if (flags.junit !== null) writeFileSync(flags.junit, junit(findings, lang))
    const files = [flags.report, flags.regressions, ...(flags.junit === null ? [] : [flags.junit])].join('  ')
    yield* Console.log(`${summary(findings, lang)}\n\n${files}`)
    return isCertified(findings) ? 0 : 1
  }).pipe(
    Effect.catchTag('CannotCertify', ({ message }) => Effect.as(Console.error(message), 2)),
    Effect.flatMap((code) => Effect.sync(() => process.exit(code))),
  ),
).pipe(Command.withDescription('Attacks the integration of a partner as the world will, and says what it does wrong'))
