import { Effect, Option, Schema } from 'effect'
import { answer } from '#http/Answers.ts'
import packageJson from '#package.json' with { type: 'json' }
import { CurrentWorld } from '#simulator/CurrentWorld.ts'
import { fromText, isOfSameParts, toText } from '#simulator/storage/WorldFile.ts'
import { WorldState } from '#simulator/WorldState.ts'
import { cuentas } from './AccountLevers.ts'
import { get, LeverMisused, member, put } from './Lever.ts'
import { reloj } from './TimeLevers.ts'

/** The version of the file's form. Its content has the version of the program. */
const form = 2

export const WorldFile = Schema.Struct({
  version: member(Schema.Finite, 'version es un número.'),
  programa: member(Schema.String, 'programa es la versión del simulador que guardó el archivo.'),
  contenido: member(Schema.String, 'contenido es el texto que guardó el simulador.'),
})

/** A world in a file, which outlives the process. */
export const worldFileLevers = Effect.gen(function* () {
  const { keep, put: putBack } = yield* WorldState
  const { all } = yield* cuentas
  const context = yield* Effect.context<Effect.Services<typeof reloj>>()

  return [
    get('/_simulador/mundo', () =>
      Effect.gen(function* () {
        const kept = yield* keep
        const contenido = yield* Effect.sync(() => toText(kept))
        return answer({ version: form, programa: packageJson.version, contenido })
      }),
    ),
    put('/_simulador/mundo', WorldFile, ({ version, programa, contenido }) =>
      Effect.gen(function* () {
        if (version !== form || programa !== packageJson.version) {
          const found = `El archivo es de la versión ${version} y lo guardó el simulador ${programa}`
          return yield* new LeverMisused({
            mensaje: `${found}: este es el simulador ${packageJson.version} y lee la versión ${form} que él mismo guarda.`,
          })
        }
        const before = yield* keep
        const damaged = new LeverMisused({ mensaje: 'El contenido del archivo está dañado.' })
        const kept = Option.getOrNull(yield* fromText(contenido))
        if (!isOfSameParts(kept, before)) return yield* damaged
        yield* putBack(kept).pipe(
          Effect.catchTag('WorldUnfit', ({ reason }) =>
            Effect.fail(new LeverMisused({ mensaje: `${damaged.mensaje.slice(0, -1)}: ${reason}.` })),
          ),
          Effect.catchDefect(() => Effect.fail(damaged)),
        )
        // A state that cannot be shown is not one of ours: the former one comes back.
        const { cuentas: accounts, reloj: clock } = yield* Effect.all({
          cuentas: all,
          reloj: Effect.provideContext(reloj, context),
        }).pipe(Effect.catchDefect(() => Effect.andThen(Effect.orDie(putBack(before)), damaged)))
        const world = yield* CurrentWorld
        return answer({ mundo: world?.name ?? '', cuentas: accounts, reloj: clock })
      }),
    ),
  ]
})
