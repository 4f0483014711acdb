import { Context, Deferred, Duration, Effect, Exit, Layer } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { turns } from '#domain/Limits.ts'
import { type Rejection, reject } from '#wire/Errores.ts'
import { ArrivedAt, LongestWait } from './Entrance.ts'

/** Somebody who waits for a turn. */
interface Waiting {
  readonly key: string
  readonly cost: number
  readonly turn: Deferred.Deferred<void>
  hasTurn: boolean
}

const refusal = reject('demasiada_espera', { retryAfterSeconds: turns.retryAfterSeconds })

/**
 * Who is under way and who waits. Keys take turns: the next one is the first request of the key whose last
 * turn is longest ago, so that who asks for little does not wait behind who asks for much.
 */
class Order {
  private underWay = 0
  private waiting = 0
  private readonly ofKey = new Map<string, number>()
  private readonly queues = new Map<string, Array<Waiting>>()

  private fits(key: string, cost: number): boolean {
    const own = this.ofKey.get(key) ?? 0
    // What costs more than there is goes alone.
    const isAllowed = own === 0 || own + cost <= turns.perKey
    return isAllowed && (this.underWay === 0 || this.underWay + cost <= turns.perReplica)
  }

  private begin(key: string, cost: number): void {
    this.underWay += cost
    this.ofKey.set(key, (this.ofKey.get(key) ?? 0) + cost)
  }

  /** True when it may begin at once. */
  tryBegin(key: string, cost: number): boolean {
    const isFree = this.waiting === 0 || (!this.queues.has(key) && this.underWay + cost <= turns.perReplica)
    if (!isFree || !this.fits(key, cost)) return false
    this.begin(key, cost)
    return true
  }

  /** Null when too many wait already. */
  wait(key: string, cost: number): Waiting | null {
    if (this.waiting >= turns.waiting) return null
    const one: Waiting = { key, cost, turn: Deferred.makeUnsafe(), hasTurn: false }
    const queue = this.queues.get(key)
    if (queue === undefined) this.queues.set(key, [one])
    else queue.push(one)
    this.waiting += 1
    return one
  }

  end(key: string, cost: number): void {
    this.underWay -= cost
    const left = (this.ofKey.get(key) ?? 0) - cost
    if (left > 0) this.ofKey.set(key, left)
    else this.ofKey.delete(key)
    this.admit()
  }

  /** Gives its place up, or its turn if that has just come. */
  leave(one: Waiting): void {
    if (one.hasTurn) this.end(one.key, one.cost)
    else {
      this.remove(one)
      this.admit()
    }
  }

  private remove(one: Waiting): void {
    const queue = this.queues.get(one.key) ?? []
    queue.splice(queue.indexOf(one), 1)
    this.waiting -= 1
    // A key that had its turn comes last.
    this.queues.delete(one.key)
    if (queue.length > 0) this.queues.set(one.key, queue)
  }

  /** One of each key, again and again, as long as any fits: a key that comes last comes again. */
  private admit(): void {
    for (const [key, [first]] of this.queues) {
      if (this.underWay >= turns.perReplica) return
      if (first === undefined || !this.fits(key, first.cost)) continue
      this.remove(first)
      this.begin(key, first.cost)
      first.hasTurn = true
      Deferred.doneUnsafe(first.turn, Effect.void)
    }
  }
}

/**
 * How much is under way at once, of one key and in all on this replica, by what it costs. Nobody is refused
 * for a number: the rest waits. What waits too long is answered `base_no_alcanzable` and was not begun.
 */
export class Turns extends Context.Service<
  Turns,
  {
    readonly taking: (
      principal: Principal,
      cost: number,
    ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Rejection, R>
  }
>()('cotejo/http/connection/Turns') {
  static readonly layer = Layer.effect(
    Turns,
    Effect.gen(function* () {
      const longestWait = yield* LongestWait
      const order = new Order()

      const take = (key: string, cost: number) =>
        Effect.flatMap(ArrivedAt, (arrivedAt) => {
          if (order.tryBegin(key, cost)) return Effect.void
          const waiting = order.wait(key, cost)
          if (waiting === null) return Effect.fail(refusal)
          // What it waited to begin is part of it.
          const waited = arrivedAt === null ? Duration.zero : Duration.millis(performance.now() - arrivedAt)
          const left = Duration.max(Duration.subtract(longestWait, waited), Duration.zero)
          return Deferred.await(waiting.turn).pipe(
            Effect.timeoutOrElse({ duration: left, orElse: () => Effect.fail(refusal) }),
            Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.sync(() => order.leave(waiting)))),
          )
        })

      return Turns.of({
        taking: ({ account, keyId }, cost) => {
          const key = `${account.id}/${keyId}`
          return (effect) =>
            Effect.uninterruptibleMask((restore) =>
              Effect.andThen(
                restore(take(key, cost)),
                Effect.ensuring(
                  restore(effect),
                  Effect.sync(() => order.end(key, cost)),
                ),
              ),
            )
        },
      })
    }),
  )
}
