import { Context, Deferred, Effect } from 'effect'
import { type Credentials, noCredentials } from '#application/Authenticate.ts'
import type { Rejection } from '#wire/Rejection.ts'
import type { Place } from './FairQueue.ts'
import { type StartQueue, tooLate, type Waiting } from './StartQueue.ts'

/** The room that a request holds, and the queue that it started from. */
export class Turn {
  readonly credentials: Credentials
  private readonly queue: StartQueue
  private readonly party: string
  private cost: number
  private since: number

  constructor(queue: StartQueue, credentials: Credentials, party: string, cost: number, since: number) {
    this.queue = queue
    this.credentials = credentials
    this.party = party
    this.cost = cost
    this.since = since
  }

  /** Gives up its room. */
  readonly release = Effect.sync(() => this.free())

  private free(): void {
    this.queue.end(this.party, this.cost)
    this.cost = 0
  }

  /** Gives up its room while a client sends something. This time does not count as waiting. */
  idling<A, E, R>(receiving: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.andThen(
      this.release,
      Effect.tap(receiving, () =>
        Effect.sync(() => {
          this.since = performance.now()
        }),
      ),
    )
  }

  /** Waits until there is room for this cost, unless it has that room already. */
  take(cost: number): Effect.Effect<void, Rejection> {
    return Effect.suspend(() => {
      if (this.cost === cost) return Effect.void
      this.free()
      if (this.queue.tryStart(this.party, cost)) {
        this.cost = cost
        return Effect.void
      }
      // It came before all waiting requests of its party.
      const rejoin = () => this.queue.rejoin(this.party, cost, this.since)
      return whenStarted(this.queue, rejoin, (starts) => {
        if (!starts) return Effect.fail(tooLate)
        this.cost = cost
        return Effect.void
      })
    })
  }
}

/**
 * Joins the queue, and waits for the place to start.
 *
 * @param next runs uninterruptibly, whether the request starts or is refused. The place is null if the queue had none.
 */
export const whenStarted = <A, E, R>(
  queue: StartQueue,
  join: () => Place<Waiting> | null,
  next: (
    starts: boolean,
    place: Place<Waiting> | null,
    restore: <B, F, S>(effect: Effect.Effect<B, F, S>) => Effect.Effect<B, F, S>,
  ) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  // No interruption comes between joining and waiting.
  Effect.uninterruptibleMask((restore) => {
    const place = join()
    if (place === null) return next(false, null, restore)
    const leaving = Effect.sync(() => queue.leave(place))
    const waiting = Effect.onInterrupt(restore(Deferred.await(place.item.starts)), () => leaving)
    return Effect.flatMap(waiting, (starts) => next(starts, place, restore))
  })

/** The turn of the current request, with its credentials. Null if requests do not queue. */
export const CurrentTurn = Context.Reference<Turn | null>('cotejo/http/connection/CurrentTurn', {
  defaultValue: () => null,
})

/** Runs an effect once there is room for its cost. */
export const taking =
  (cost: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Rejection, R> =>
    Effect.flatMap(CurrentTurn, (turn) => (turn === null ? effect : Effect.andThen(turn.take(cost), effect)))

/** The credentials of the current request. */
export const presentedCredentials: Effect.Effect<Credentials> = Effect.map(
  CurrentTurn,
  (turn) => turn?.credentials ?? noCredentials,
)
