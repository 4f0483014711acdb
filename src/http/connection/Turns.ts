import { Context, Deferred, Duration, Effect, Exit, Layer } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { turns } from '#domain/Limits.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { Arrival, LongestWait } from './Entrance.ts'
import { FairQueue, type Place } from './FairQueue.ts'

/** A request that waits for its turn. */
interface Waiting {
  readonly cost: number
  readonly turn: Deferred.Deferred<void, Rejection>
  hasTurn: boolean
}

const refusal = reject('demasiada_espera', { retryAfterSeconds: turns.retryAfterSeconds })

/** Requests under way, and those that wait for their turn in a fair queue. */
class Order {
  private underWay = 0
  private isAdmitting = false
  private readonly ofKey = new Map<string, number>()
  private readonly waiting = new FairQueue<Waiting>(turns.waiting, ({ turn }) =>
    Deferred.doneUnsafe(turn, Effect.fail(refusal)),
  )

  /** Somebody's turn has come, and there is not room enough yet: nobody else takes it. */
  private isKept = false

  private isAllowed(key: string, cost: number): boolean {
    const own = this.ofKey.get(key) ?? 0
    // What costs more than there is goes alone.
    return own === 0 || own + cost <= turns.perKey
  }

  private hasRoom(cost: number): boolean {
    return this.underWay === 0 || this.underWay + cost <= turns.perReplica
  }

  private begin(key: string, cost: number): void {
    this.underWay += cost
    this.ofKey.set(key, (this.ofKey.get(key) ?? 0) + cost)
  }

  /** True when it may begin at once. */
  tryBegin(key: string, cost: number): boolean {
    const isFree = this.waiting.size === 0 || (!this.waiting.hasParty(key) && !this.isKept)
    if (!isFree || !this.isAllowed(key, cost) || !this.hasRoom(cost)) return false
    this.begin(key, cost)
    return true
  }

  /** Null when the key has its share of places. */
  wait(key: string, cost: number): Place<Waiting> | null {
    const place = this.waiting.join(key, { cost, turn: Deferred.makeUnsafe(), hasTurn: false })
    this.isKept ||= place !== null && this.isAllowed(key, cost) && !this.hasRoom(cost)
    return place
  }

  end(key: string, cost: number): void {
    this.underWay -= cost
    const left = (this.ofKey.get(key) ?? 0) - cost
    if (left > 0) this.ofKey.set(key, left)
    else this.ofKey.delete(key)
    this.admit()
  }

  /** Gives its place up, or its turn if that has just come. */
  leave(place: Place<Waiting>): void {
    const { item, line } = place
    if (item.hasTurn) this.end(line.party, item.cost)
    else {
      this.waiting.leave(place)
      this.admit()
    }
  }

  /**
   * Begins as many as fit. What begins may end before this goes on, and must not begin the next from within: a
   * thousand that do nothing but end would exhaust the stack, and those beyond would wait forever.
   */
  private admit(): void {
    if (this.isAdmitting) return
    this.isAdmitting = true
    for (let place = this.nextPlace(); place !== null; place = this.nextPlace()) {
      const { item, line } = place
      this.begin(line.party, item.cost)
      item.hasTurn = true
      Deferred.doneUnsafe(item.turn, Effect.void)
    }
    this.isAdmitting = false
  }

  private nextPlace(): Place<Waiting> | null {
    this.isKept = this.underWay >= turns.perReplica && this.waiting.size > 0
    return this.waiting.take((key, { cost }) => {
      if (this.isKept || !this.isAllowed(key, cost)) return false
      this.isKept = !this.hasRoom(cost)
      return !this.isKept
    })
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
        Effect.flatMap(Arrival, ({ at }) => {
          if (order.tryBegin(key, cost)) return Effect.void
          const place = order.wait(key, cost)
          if (place === null) return Effect.fail(refusal)
          // What it waited to begin is part of it.
          const waited = at === null ? Duration.zero : Duration.millis(performance.now() - at)
          const left = Duration.max(Duration.subtract(longestWait, waited), Duration.zero)
          return Deferred.await(place.item.turn).pipe(
            Effect.timeoutOrElse({ duration: left, orElse: () => Effect.fail(refusal) }),
            Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.sync(() => order.leave(place)))),
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
