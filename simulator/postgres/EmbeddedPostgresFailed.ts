import { Effect, Schema } from 'effect'

/** The embedded Postgres cannot be had; the message says to the person who starts it what to do. */
export class EmbeddedPostgresFailed extends Schema.TaggedError<EmbeddedPostgresFailed>()('EmbeddedPostgresFailed', {
  message: Schema.String,
}) {}

/** Does what may be refused by the system, saying what it was when it is. */
export const attempt = <A>(what: string, act: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({
    try: act,
    catch: (cause) =>
      new EmbeddedPostgresFailed({ message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}` }),
  })
