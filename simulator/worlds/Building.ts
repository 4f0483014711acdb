import { type Context, Effect, Exit, Layer, Scope } from 'effect'

/** What was built so far, and a scope that observes it and is never closed. */
const nothing = () => ({ layers: Layer.makeMemoMapUnsafe(), observers: Scope.makeUnsafe() })

const isCloseable = (scope: Scope.Scope): scope is Scope.Closeable => '~effect/Scope/Closeable' in scope

/**
 * Everything that builds a world lives as long as the world. It must not refer to an object that is meant to be
 * forgotten.
 */
const makeMemory = (scope: Scope.Scope) => {
  let known = nothing()
  const memory: Layer.MemoMap = {
    '~effect/Layer/MemoMap': '~effect/Layer/MemoMap',
    get: (wanted) => known.layers.get(wanted, known.observers),
    getOrElseMemoize: (wanted, own, build) =>
      known.layers
        .getOrElseMemoize(wanted, known.observers, () => build(memory, scope))
        // What it made is in the world's scope, and its own is empty.
        .pipe(Effect.tap(isCloseable(own) ? Scope.close(own, Exit.void) : Effect.void)),
  }
  const forget = Effect.sync(() => {
    known = nothing()
  })
  return { memory, forget }
}

/**
 * Builds the layers of a world, which end all at once with its scope. The usual memory of what was built keeps a scope
 * and a context for each layer as long as one of them lives: half of what a world would hold. This one forgets.
 */
export const built = <Services, E, R>(
  layer: Layer.Layer<Services, E, R>,
  scope: Scope.Scope,
): Effect.Effect<Context.Context<Services>, E, R> =>
  Effect.suspend(() => {
    const { memory, forget } = makeMemory(scope)
    return Effect.ensuring(Layer.buildWithMemoMap(layer, memory, scope), forget)
  })
