import { Context, DateTime, Duration, Effect, Layer, Option } from 'effect'
import { accesses as limits } from '#domain/Limits.ts'
import { Accounts } from '#ports/Accounts.ts'
import { Audit } from '#ports/Audit.ts'
import { Time } from '#ports/Time.ts'
import { AccessCounts, type AccessSums, makeAccessCounts } from './AccessCounts.ts'

/** Time until the next period, which begins on the hour. */
const untilNext = (now: DateTime.Utc): Duration.Duration => {
  const period = Duration.toMillis(limits.sumsEvery)
  return Duration.millis(period - (DateTime.toEpochMillis(now) % period))
}

const untilWritten = <A, E, R>(writing: Effect.Effect<A, E, R>) =>
  Effect.catchCause(writing, (cause) => Effect.logWarning('could not record accesses yet', cause))

/**
 * Records what this process counts until the scope closes. Every minute it records when keys were last used. At the end
 * of each period it adds to the audit the requests of each kind for each key, and the number of refused keys. What
 * cannot be recorded is recorded with the next period. A process that is killed loses its counts.
 *
 * @param node the name of this process
 */
export const layer = (node: string) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { noteUses } = yield* Accounts
      const { recording, head } = yield* Audit
      const time = yield* Time
      const { counts, uses, usesWritten, drainSums } = makeAccessCounts(limits.keysPerEntry)
      let from = yield* time.now
      let unwritten: ReadonlyArray<AccessSums & { readonly from: string; readonly to: string }> = []

      const writeUses = Effect.suspend(() => {
        const written = uses()
        return Effect.map(written.length === 0 ? Effect.void : noteUses(written), () => usesWritten(written))
      })

      const enter = (details: (typeof unwritten)[number]) =>
        recording(Effect.void, 'accesses', { actor: node, reason: null }, () => ({ details }))

      const logHead = Effect.map(head, Option.getOrNull).pipe(
        Effect.flatMap((last) =>
          last === null
            ? Effect.void
            : Effect.logInfo('audit', { head: `${last.sequence}:${last.digest.slice(0, limits.headDigits)}` }),
        ),
      )

      const closePeriod = Effect.gen(function* () {
        const now = yield* time.now
        const period = { from: DateTime.formatIso(from), to: DateTime.formatIso(now) }
        from = now
        unwritten = [...unwritten, ...drainSums().map((sums) => ({ ...period, ...sums }))]
        for (const details of unwritten) {
          yield* enter(details)
          unwritten = unwritten.filter((other) => other !== details)
        }
        yield* logHead
      })

      const last = Effect.andThen(untilWritten(writeUses), untilWritten(closePeriod))
      yield* Effect.addFinalizer(() => Effect.timeoutOption(last, limits.lastWriting))
      yield* untilWritten(writeUses).pipe(Effect.delay(limits.usesEvery), Effect.forever, Effect.forkScoped)
      yield* time.now.pipe(
        Effect.flatMap((now) => Effect.sleep(untilNext(now))),
        Effect.andThen(untilWritten(closePeriod)),
        Effect.forever,
        Effect.forkScoped,
      )
      return Context.make(AccessCounts, counts)
    }),
  )
