import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import * as NodeServices from '@effect/platform-node/NodeServices'
import { Cause, Console, Effect, Exit, Layer } from 'effect'
import { CliOutput, Command } from 'effect/cli'
import { amongTheYoung } from '#adapters/platform/YoungObjects.ts'
import packageJson from '#package.json' with { type: 'json' }
import { certifyCommand } from './certify/CertifyCommand.ts'
import * as EventLog from './http/EventLog.ts'
import { orphaned } from './Orphaned.ts'
import { controlCommands } from './package/ControlCommands.ts'
import { replayCommand } from './package/ReplayCommand.ts'
import { flags, type Settings } from './Settings.ts'
import { announcedSimulator } from './Simulator.ts'
import { patientWaits } from './Waits.ts'

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
  Command.withSubcommands([certifyCommand, replayCommand, ...controlCommands]),
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

NodeRuntime.runMain(
  Command.run(start, { version: packageJson.version }).pipe(Effect.provide([NodeServices.layer, errorFirst])),
  {
    // Being asked to stop is not a failure.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1),
  },
)
