import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import * as NodeServices from '@effect/platform-node/NodeServices'
import { Cause, Config, Console, Duration, Effect, Exit, Layer } from 'effect'
import { CliOutput, Command } from 'effect/cli'
import { amongTheYoung } from '#adapters/platform/YoungObjects.ts'
import packageJson from '#package.json' with { type: 'json' }
import { passProxyForLoopback } from '#simulator/http/LoopbackPastProxy.ts'
import { certifyCommand } from './certify/CertifyCommand.ts'
import * as EventLog from './http/EventLog.ts'
import { controlCommands } from './package/ControlCommands.ts'
import { flags, type Settings } from './Settings.ts'
import { announcedSimulator } from './Simulator.ts'
import { patientWaits } from './Waits.ts'

/** How often to look whether the parent is still there. */
const interval = Duration.seconds(1)

/**
 * Ends when this process has lost its parent, if an npm script or npx runs only this program. npm runs a script in a
 * shell and passes SIGTERM to the shell only, so ending npm would leave a simulator that keeps its port. A simulator
 * started in another way, or by a script with `&`, may be left running on purpose: then this never ends.
 */
export const orphaned = Effect.gen(function* () {
  const parent = process.ppid
  const script = yield* Config.withDefault(Config.String('npm_lifecycle_script'), '')
  if (!script.includes('simulator') || script.includes('&')) return yield* Effect.never
  while (process.ppid === parent) yield* Effect.sleep(interval)
})

/** Says in one line why it cannot start. */
const refuse = (reason: string) =>
  Effect.andThen(
    Console.error(reason),
    Effect.sync(() => process.exit(1)),
  )

const launch = (settings: Settings) =>
  Effect.andThen(
    amongTheYoung,
    Effect.raceFirst(
      Layer.launch(Layer.provide(announcedSimulator(settings), [EventLog.layer, patientWaits])),
      Effect.orDie(orphaned),
    ),
  ).pipe(
    Effect.catchTags({
      ServeError: ({ cause }) =>
        refuse(`No se puede escuchar en ${settings.host}:${settings.port} (${cause}). Elija otro puerto con --port.`),
      DatabaseOfAService: ({ message }) => refuse(message),
      StorageRefused: ({ message }) => refuse(message),
    }),
  )

const start = Command.make('cotejo-simulator', flags, launch).pipe(
  Command.withDescription("Cotejo's whole sandbox on this machine"),
  Command.withSubcommands([certifyCommand, ...controlCommands]),
)

const formatter = CliOutput.defaultFormatter({ colors: false })
/** What is wrong comes before the help. */
const errorFirst = CliOutput.layerPresenter({
  present: (event) =>
    event._tag === 'InvalidInvocation'
      ? Effect.andThen(
          Console.error(formatter.formatErrors(event.errors)),
          Console.log(formatter.formatHelpDoc(event.helpDoc)),
        )
      : CliOutput.defaultPresenter.present(event),
})

passProxyForLoopback()
NodeRuntime.runMain(
  Command.run(start, { version: packageJson.version }).pipe(Effect.provide([NodeServices.layer, errorFirst])),
  {
    // Being asked to stop is not a failure.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1),
  },
)
