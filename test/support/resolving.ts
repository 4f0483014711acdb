import { DateTime, Duration, Effect, Layer, Logger, ManagedRuntime, Option } from 'effect'
import { TestClock } from 'effect/testing'
import { MemoryDatabase, type Row } from '#adapters/memory/MemoryDatabase.ts'
import * as MemoryStorage from '#adapters/memory/MemoryStorage.ts'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import { ResolutionWorker } from '#application/ResolutionWorker.ts'
import { ResolveVerification } from '#application/ResolveVerification.ts'
import { ServiceContext } from '#application/ServiceContext.ts'
import type { Balance, Principal } from '#domain/account/Account.ts'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import type { Subject } from '#domain/person/Subject.ts'
import { begin } from '#domain/verification/Verification.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import type { Sources } from '#ports/Sources.ts'
import type { Time } from '#ports/Time.ts'
import { Verifications } from '#ports/Verifications.ts'
import { standingClock, type TestTime } from '#tools/service/testTime.ts'
import { applicationOf, unique } from './storedVerifications.ts'

/** The service's own worker over memory, and over the sources that are tested. */
export interface Resolving {
  /** An account with 1,000 pesos; a verification costs one. */
  readonly open: () => Promise<Principal>
  /** Begins a verification now; its id. */
  readonly begin: (account: Principal, subject: Subject) => Promise<string>
  readonly read: (account: Principal, id: string) => Promise<Row['verification']>
  readonly balance: (account: Principal) => Promise<Balance>
  /** Begins what is due now. */
  readonly startDue: () => Promise<void>
  /** Does what is due now, to its end. */
  readonly runDue: () => Promise<void>
  /** Lets the real time pass by which calls have their deadlines. */
  readonly wait: (seconds: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/** The context of a service in production. */
export const serviceContext = Layer.succeed(ServiceContext, {
  environment: 'production',
  timeBudget: Duration.minutes(10),
  validity: Duration.days(30),
  deniedReceivers: usuallyDenied,
  version: '0.0.0',
})
const plan = { priceCentavos: 1_00, requestsPerMinute: 10_000, monthlyQuota: null }

export const startResolving = (sources: Layer.Layer<Sources, never, Time>, time: TestTime): Resolving => {
  const runtime = ManagedRuntime.make(
    ResolutionWorker.layer.pipe(
      Layer.provide(ResolveVerification.layer),
      Layer.provideMerge(MemoryStorage.layer),
      Layer.provide([sources, Identifiers.layer(), serviceContext]),
      Layer.provide(time.layer),
      Layer.provideMerge(Logger.layer([])),
      Layer.provideMerge(standingClock),
    ),
  )
  const open = Effect.gen(function* () {
    const administration = yield* AccountAdministration
    const id = unique('cuenta-')
    yield* administration.open({ id, mode: 'consumo', plan })
    yield* administration.issueKey(id, 'k1', `digest-${id}`)
    yield* administration.creditOnce(id, 1_000_00, 'saldo inicial', 'saldo inicial')
    return Option.getOrThrow(yield* (yield* Accounts).authenticate(`digest-${id}`))
  })
  return {
    open: () => runtime.runPromise(open),
    begin: async (account, subject) => {
      const createdAt = time.now()
      const times = { createdAt, deadline: DateTime.add(createdAt, { minutes: 10 }), state: begin(createdAt) }
      const application = { ...applicationOf(account, times), subject }
      await runtime.runPromise(Verifications.use(({ admit }) => admit(application)))
      return application.verification.id
    },
    read: (account, id) =>
      runtime.runPromise(
        MemoryDatabase.use(({ tables }) => {
          const row = tables().accounts.get(account.account.id)?.byId.get(id)
          return Effect.map(Effect.fromOption(Option.fromUndefinedOr(row)), ({ verification }) => verification)
        }),
      ),
    balance: (account) => runtime.runPromise(Accounts.use(({ balance }) => balance(account.account.id))),
    startDue: () => runtime.runPromise(ResolutionWorker.use(({ startDue }) => Effect.asVoid(startDue))),
    runDue: () =>
      runtime.runPromise(
        ResolutionWorker.use(({ startDue, settled }) =>
          Effect.asVoid(Effect.repeat(Effect.tap(startDue, settled), { until: (count) => count === 0 })),
        ),
      ),
    wait: (seconds) => runtime.runPromise(TestClock.adjust({ seconds })),
    stop: () => runtime.dispose(),
  }
}
