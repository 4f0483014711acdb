import { readFileSync } from 'node:fs'
import { Console, Data, Effect, Schema } from 'effect'
import { Argument, Command, Flag } from 'effect/cli'
import * as Answers from '#simulator/levers/Answers.ts'
import { reasonOf } from './LeverFailures.ts'
import type { Grabacion } from './Levers.ts'
import { type Difference, replay } from './Replay.ts'
import { SimulatorClient } from './SimulatorClient.ts'

/** What is wrong with the file, or with the simulator that it is for: exit code 2. */
class CannotReplay extends Data.TaggedError('CannotReplay')<{ readonly message: string }> {}

const parameters = {
  file: Argument.String('file').pipe(Argument.withDescription('What GET /_simulador/grabacion answered elsewhere')),
  url: Flag.String('url').pipe(
    Flag.withDescription('The simulator in which it is done again'),
    Flag.withDefault('http://127.0.0.1:4010'),
  ),
  world: Flag.String('world').pipe(Flag.withDescription('Name of the new world'), Flag.withDefault('grabacion')),
}

const isRecording = Schema.is(Answers.Grabacion)

const read = (file: string): Effect.Effect<Grabacion, CannotReplay> =>
  Effect.try({
    try: () => readFileSync(file, 'utf8'),
    catch: () => new CannotReplay({ message: `No se puede leer ${file}.` }),
  }).pipe(
    Effect.flatMap((text) =>
      Effect.try({ try: () => JSON.parse(text), catch: () => null }).pipe(
        Effect.filterOrFail(isRecording),
        Effect.mapError(() => new CannotReplay({ message: `${file} no es una grabación.` })),
      ),
    ),
  )

const told = ({ step, ruta, recorded, answered }: Difference): string =>
  `paso ${step + 1}, ${ruta}: ${answered} en vez de ${recorded}`

/** `cotejo-simulator replay`: exit code 0 when all went as it was recorded, 1 when not, 2 when it could not be done. */
export const replayCommand = Command.make('replay', parameters, ({ file, url, world }) =>
  Effect.gen(function* () {
    const recording = yield* read(file)
    const { differences } = yield* Effect.tryPromise({
      try: () => replay(new SimulatorClient(url), recording, world),
      catch: (failure) => new CannotReplay({ message: reasonOf(failure, url) }),
    })
    yield* Console.log([...differences.map(told), `${url}/_simulador?mundo=${world}`].join('\n'))
    return differences.length === 0 ? 0 : 1
  }).pipe(
    Effect.catchTag('CannotReplay', ({ message }) => Effect.as(Console.error(message), 2)),
    Effect.flatMap((code) => Effect.sync(() => process.exit(code))),
  ),
).pipe(Command.withDescription('Does again in a new world all that was recorded of another, maybe elsewhere'))
