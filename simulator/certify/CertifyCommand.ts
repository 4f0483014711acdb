import { readFileSync, writeFileSync } from 'node:fs'
import { Console, Data, DateTime, Effect, Option } from 'effect'
import { Command, Flag } from 'effect/cli'
import { SimulatorClient } from '#simulator/package/SimulatorClient.ts'
import { startSimulator } from '#simulator/package/startSimulator.ts'
import { failedBefore } from './Again.ts'
import { Backend } from './Backend.ts'
import { pause } from './Case.ts'
import { certify } from './Certify.ts'
import { isCertified, regressions, report, summary } from './Report.ts'
import { credentials } from './Signing.ts'

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
  port: Flag.Int('port').pipe(Flag.withDescription('Where the back end finds the service'), Flag.withDefault(4010)),
  speed: Flag.Finite('speed').pipe(
    Flag.withDescription('How many times as fast as real time the clocks of the back end run'),
    positive,
    Flag.withDefault(60),
  ),
  patience: Flag.Finite('patience').pipe(
    Flag.withDescription('How many seconds longer than needed the back end may take'),
    positive,
    Flag.withDefault(10),
  ),
  lang: Flag.Literals('lang', ['es', 'en']).pipe(Flag.withDescription('Of the report'), Flag.withDefault('es')),
  report: Flag.String('report').pipe(
    Flag.withDescription('The report, as Markdown'),
    Flag.withDefault('certificacion.md'),
  ),
  regressions: Flag.String('regressions').pipe(
    Flag.withDescription('The result for programs, as JSON'),
    Flag.withDefault('certificacion.json'),
  ),
  again: Flag.String('again').pipe(
    Flag.withDescription('Makes only the attacks that failed by this file of an earlier run'),
    Flag.withDefault(null),
  ),
}

/** The attacks to make: null makes all. */
const chosen = (again: string | null) =>
  again === null
    ? Effect.succeed(null)
    : Effect.try({ try: () => readFileSync(again, 'utf8'), catch: () => null }).pipe(
        Effect.flatMap((text) =>
          Option.match(failedBefore(text), { onNone: () => Effect.fail(null), onSome: Effect.succeed }),
        ),
        Effect.mapError(() => new CannotCertify({ message: `${again} no es un archivo de regresiones.` })),
      )

const listens = (url: string): string =>
  [
    `Servicio  ${url}`,
    `Llave     ${credentials.apiKey}`,
    `Secretos  ${credentials.signingSecret},${credentials.nextSecret}`,
    '',
  ].join('\n')

/** The back end that is certified. It may be started after this command: it is waited for. */
const present = async (address: string, backend: Backend, patienceMs: number): Promise<Backend> => {
  const end = performance.now() + patienceMs
  while (!(await backend.isThere())) {
    if (performance.now() > end) throw new CannotCertify({ message: `Nadie contesta en ${address}.` })
    await pause(200)
  }
  return backend
}

/** Why it could not be told how the back end does. */
const reasonOf = (failure: unknown, port: number): string =>
  Object(failure).syscall === 'listen'
    ? `No se puede escuchar en 127.0.0.1:${port} (${failure}). Elija otro puerto con --port.`
    : String(failure)

/** `cotejo-simulator certify` exits with 0 if the back end withstood every attack, 1 if not, 2 if that is unknown. */
export const certifyCommand = Command.make('certify', certifyFlags, (flags) =>
  Effect.gen(function* () {
    const only = yield* chosen(flags.again)
    const patienceMs = flags.patience * 1_000
    const findings = yield* Effect.tryPromise({
      try: async () => {
        const simulator = await startSimulator({ speed: flags.speed })
        const backend = (url: string) => {
          process.stdout.write(`${listens(url)}\n`)
          return present(flags.backend, new Backend(flags.backend, flags.webhooks), patienceMs)
        }
        const { port, speed } = flags
        return await certify(new SimulatorClient(simulator.url), { backend, port, speed, patienceMs, only }).finally(
          simulator.close,
        )
      },
      catch: (failure) =>
        failure instanceof CannotCertify ? failure : new CannotCertify({ message: reasonOf(failure, flags.port) }),
    })
    const subject = { backend: flags.backend, speed: flags.speed, at: yield* DateTime.nowAsDate }
    writeFileSync(flags.report, report(findings, subject, flags.lang))
    writeFileSync(flags.regressions, regressions(findings, subject))
    yield* Console.log(`${summary(findings, flags.lang)}\n\n${flags.report}  ${flags.regressions}`)
    return isCertified(findings) ? 0 : 1
  }).pipe(
    Effect.catchTag('CannotCertify', ({ message }) => Effect.as(Console.error(message), 2)),
    Effect.flatMap((code) => Effect.sync(() => process.exit(code))),
  ),
).pipe(Command.withDescription('Attacks the integration of a partner as the world will, and says what it does wrong'))
