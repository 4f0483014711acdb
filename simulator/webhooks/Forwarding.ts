import { Context, Duration, Effect, Layer } from 'effect'

/** A webhook as it came to a receiver. */
export interface Arrived {
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** As it was received, before parsing. */
  readonly body: string
}

const patience = Duration.seconds(10)
/** These belong to the connection that they came over. */
const ofTheConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])

/** Hands every delivery on to a receiver that a developer runs on this machine. */
export class Forwarding extends Context.Service<
  Forwarding,
  {
    /** Begins to hand it on, and waits for nothing: what that receiver answers changes nothing. */
    readonly forward: (arrived: Arrived) => Effect.Effect<void>
  }
>()('cotejo/simulator/webhooks/Forwarding') {
  /** @param to a loopback URL; null forwards nothing */
  static readonly layer = (to: string | null) =>
    Layer.effect(
      Forwarding,
      Effect.gen(function* () {
        const scope = yield* Effect.scope
        const post = Effect.fnUntraced(function* (url: string, { headers, body }: Arrived) {
          const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.has(name)))
          const status = yield* Effect.tryPromise(async (signal) => {
            const response = await fetch(url, { method: 'POST', headers: kept, body, redirect: 'manual', signal })
            await response.body?.cancel()
            return response.status
          }).pipe(Effect.timeout(patience))
          yield* Effect.logInfo('webhook forwarded', { a: url, estatus: status })
        })
        return Forwarding.of({
          forward: (arrived) =>
            to === null
              ? Effect.void
              : post(to, arrived).pipe(
                  Effect.catch(() => Effect.logWarning('webhook not forwarded: nobody answers', { a: to })),
                  Effect.forkIn(scope),
                  Effect.asVoid,
                ),
        })
      }),
    )
}
