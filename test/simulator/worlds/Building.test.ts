import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from '@effect/vitest'
import { Context, Effect, Exit, Layer, Scope } from 'effect'
import { built } from '#simulator/worlds/Worlds.ts'

class Ground extends Context.Service<Ground, { readonly room: object }>()('test/Ground') {}
class Left extends Context.Service<Left, Ground['Service']>()('test/Left') {}
class Right extends Context.Service<Right, Ground['Service']>()('test/Right') {}

it.effect('builds what two layers share once, and undoes all with the scope, the last first', () =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const noted = (name: string) =>
      Effect.acquireRelease(
        Effect.sync(() => void told.push(name)),
        () => Effect.sync(() => void told.push(`${name} undone`)),
      )
    const ground = Layer.effect(Ground, Effect.as(noted('ground'), { room: {} }))
    const left = Layer.effect(Left, Effect.andThen(noted('left'), Ground)).pipe(Layer.provide(ground))
    const right = Layer.effect(Right, Ground).pipe(Layer.provide(ground))

    const scope = yield* Scope.make()
    const services = yield* built(Layer.merge(left, right), scope)
    expect(Context.get(services, Left).room).toBe(Context.get(services, Right).room)
    yield* Scope.close(scope, Exit.void)
    expect(told).toEqual(['ground', 'left', 'left undone', 'ground undone'])
  }),
)

it('keeps nothing of a layer that nobody holds any more', async () => {
  const scope = Scope.makeUnsafe()
  const rooms: Array<WeakRef<object>> = []
  const ground = Layer.sync(Ground, () => {
    const room = {}
    rooms.push(new WeakRef(room))
    return { room }
  })
  const left = Layer.effect(Left, Effect.as(Ground, { room: {} })).pipe(Layer.provide(ground))
  const services = await Effect.runPromise(built(left, scope))
  setFlagsFromString('--expose-gc')
  await new Promise((resolve) => setImmediate(resolve))
  runInNewContext('gc')()
  expect(rooms.map((room) => room.deref())).toEqual([undefined])
  expect(Context.get(services, Left)).toBeDefined()
})
