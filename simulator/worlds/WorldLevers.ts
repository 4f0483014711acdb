import { randomBytes } from 'node:crypto'
import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { answer } from '#http/Answers.ts'
import type { World } from '#simulator/CurrentWorld.ts'
import type { NewAccount } from '#simulator/levers/AccountBodies.ts'
import { cuentas, openingOf } from '#simulator/levers/AccountLevers.ts'
import { get, instantOf, type Lever, LeverMisused, memoryAlone, post, remove } from '#simulator/levers/Lever.ts'
import { NewWorld } from '#simulator/levers/NewWorld.ts'
import { reloj } from '#simulator/levers/TimeLevers.ts'
import type { Settings } from '#simulator/Settings.ts'
import { mostWorlds, noSuchWorld, principal, Worlds } from './Worlds.ts'

/** Where nothing is said: an account of each mode, without limits that a test would meet. */
const usualAccounts: ReadonlyArray<typeof NewAccount.Type> = [
  { modo: 'consumo', tenant: 'consumo', limite_por_minuto: 1_000_000 },
  { modo: 'connect', tenant: 'connect', limite_por_minuto: 1_000_000 },
]

const refusals = {
  nombre_ocupado: { status: 409, mensaje: 'Ya hay un mundo con ese nombre.' },
  demasiados: { status: 409, mensaje: `Ya hay ${mostWorlds} mundos: borre los que ya no usa.` },
} as const

/** What is said of a world. */
const described = Effect.fnUntraced(function* ({ name, services }: World) {
  const { all } = yield* Effect.provideContext(cuentas, services)
  return {
    mundo: name,
    cuentas: yield* all,
    reloj: yield* Effect.provideContext(reloj, services),
  }
})

/** Worlds: make one, look at them, end one. All else is done by the levers of each. */
export const worldLevers = (settings: Settings) =>
  Effect.gen(function* () {
    const worlds = yield* Worlds

    const create = Effect.fnUntraced(function* (input: typeof NewWorld.Type) {
      if (settings.storage !== 'memory') return yield* new LeverMisused({ status: 409, mensaje: memoryAlone })
      const unique = randomBytes(6).toString('hex')
      const name = input.nombre ?? `mundo-${unique}`
      const initial = (input.cuentas ?? usualAccounts).map((one, index) => {
        const tenant = one.tenant ?? `cuenta-${index + 1}`
        return openingOf({ ...one, tenant }, tenant, `${name} ${tenant}`)
      })
      if (new Set(initial.map(({ account }) => account.id)).size < initial.length) {
        return yield* new LeverMisused({ mensaje: 'Dos cuentas tienen el mismo tenant.' })
      }
      const world = yield* worlds
        .create(
          name,
          {
            ...settings,
            seed: input.semilla ?? unique,
            speed: input.velocidad ?? settings.speed,
            now: instantOf(input.ahora),
            frozen: input.congelado === true,
            forwardWebhooks: null,
          },
          { initial, usable: true },
        )
        .pipe(Effect.catchTag('WorldRefused', ({ reason }) => new LeverMisused(refusals[reason])))
      return HttpServerResponse.setStatus(answer(yield* described(world)), 201)
    })

    const named = Effect.fnUntraced(function* (name: string) {
      const world = worlds.find(name)
      return world ?? (yield* new LeverMisused(noSuchWorld))
    })

    const levers: ReadonlyArray<Lever> = [
      get('/_simulador/mundos', () =>
        Effect.map(Effect.forEach(worlds.all(), described), (mundos) => answer({ mundos })),
      ),
      post('/_simulador/mundos', NewWorld, create),
      get('/_simulador/mundos/:mundo', (_, path) =>
        Effect.map(Effect.flatMap(named(path('mundo')), described), answer),
      ),
      remove(
        '/_simulador/mundos/:mundo',
        Effect.fnUntraced(function* (path) {
          const name = path('mundo')
          if (name === principal) {
            return yield* new LeverMisused({ status: 409, mensaje: 'El mundo principal no se borra.' })
          }
          if (!(yield* worlds.remove(name))) yield* named(name)
          return HttpServerResponse.empty({ status: 204 })
        }),
      ),
    ]
    return levers
  })
