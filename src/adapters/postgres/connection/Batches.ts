import { Deferred, Effect, type Scope } from 'effect'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'

interface Waiting<I, O> {
  readonly item: I
  readonly answer: Deferred.Deferred<O, StorageUnavailable>
}

/**
 * Lets requests that come while others are under way share the next round trip and its commit. A
 * request that comes alone goes at once. Each gets its own answer; a batch that fails as a whole
 * because of one of its items is repeated item by item.
 *
 * @param run answers every item, in order, or fails with nothing done or nothing known
 */
export const make = <I, O>(options: {
  readonly run: (items: ReadonlyArray<I>) => Effect.Effect<ReadonlyArray<O>, StorageUnavailable>
  readonly most: number
  /** Batches under way at once. */
  readonly lanes: number
}): Effect.Effect<(item: I) => Effect.Effect<O, StorageUnavailable>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const queue: Array<Waiting<I, O>> = []
    let busy = 0

    const runOne = ({ item, answer }: Waiting<I, O>) =>
      options.run([item]).pipe(
        Effect.flatMap(([output]) =>
          output === undefined ? Effect.die(new Error('no answer')) : Effect.succeed(output),
        ),
        Effect.exit,
        Effect.flatMap((exit) => Deferred.done(answer, exit)),
      )

    const runBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting<I, O>>) {
      const outputs = yield* Effect.exit(options.run(batch.map(({ item }) => item)))
      if (outputs._tag === 'Success') {
        return batch.forEach(({ answer }, index) => {
          const output = outputs.value[index]
          Deferred.doneUnsafe(
            answer,
            output === undefined ? Effect.die(new Error('no answer')) : Effect.succeed(output),
          )
        })
      }
      const isDefect = outputs.cause.reasons.some(({ _tag }) => _tag === 'Die')
      if (isDefect && batch.length > 1) return yield* Effect.forEach(batch, runOne, { discard: true })
      for (const { answer } of batch) Deferred.doneUnsafe(answer, Effect.failCause(outputs.cause))
    })

    const lane = Effect.gen(function* () {
      while (queue.length > 0) yield* runBatch(queue.splice(0, options.most))
      busy -= 1
    })

    return (item) =>
      Effect.gen(function* () {
        const answer = yield* Deferred.make<O, StorageUnavailable>()
        queue.push({ item, answer })
        if (busy < options.lanes) {
          busy += 1
          yield* Effect.forkIn(lane, scope)
        }
        return yield* Deferred.await(answer)
      })
  })
