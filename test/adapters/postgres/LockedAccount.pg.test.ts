import { Effect, Fiber, ManagedRuntime, Option } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '#domain/account/Account.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import { type AdmissionRequest, Verifications } from '#ports/Verifications.ts'
import { locking } from '#test/support/lockedRow.ts'
import { patientStorage, postgresStorage } from '#test/support/storage.ts'
import { applicationOf, unique } from '#test/support/storedVerifications.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'

const makeRuntime = (url: string) => ManagedRuntime.make(patientStorage(url, 'only'))

describe('an account whose row another session has locked', () => {
  let url = ''
  let runtime: ReturnType<typeof makeRuntime>
  beforeAll(async () => {
    url = await testDatabase()
    runtime = makeRuntime(url)
  })
  afterAll(() => runtime.dispose())

  const open = Effect.gen(function* () {
    const administration = yield* AccountAdministration
    const id = unique('cuenta-')
    const plan = { priceCentavos: 100, requestsPerMinute: 600, monthlyQuota: null }
    yield* administration.open({ id, mode: 'consumo', plan })
    yield* administration.issueKey(id, 'k1', `digest-${id}`)
    yield* administration.credit(id, 100_000)
    return Option.getOrThrow(yield* (yield* Accounts).authenticate(`digest-${id}`))
  })
  const admit = (application: AdmissionRequest) => Verifications.use((port) => Effect.result(port.admit(application)))
  const tagsOf = (results: ReadonlyArray<Effect.Success<ReturnType<typeof admit>>>) =>
    results.map((result) => (result._tag === 'Success' ? result.success._tag : result.failure._tag))
  const several = (principal: Principal, count: number) => Array.from({ length: count }, () => applicationOf(principal))

  it('delays no other account, and is served itself once it is free', async () => {
    const outcome = await runtime.runPromise(
      Effect.gen(function* () {
        const others = yield* Effect.all(Array.from({ length: 20 }, () => open))
        const locked = yield* open
        const release = yield* locking(url, `accounts WHERE account_id = '${locked.account.id}'`)
        const ours = yield* Effect.forkDetach(Effect.forEach(several(locked, 5), admit, { concurrency: 'unbounded' }))
        // They all end while the row is locked, whatever lane they are in.
        const theirs = yield* Effect.forEach(
          others.flatMap((other) => several(other, 5)),
          admit,
          { concurrency: 'unbounded' },
        )
        yield* release
        return { theirs: tagsOf(theirs), ours: tagsOf(yield* Fiber.join(ours)), locked }
      }),
    )
    expect(outcome.theirs).toEqual(Array(100).fill('Created'))
    // Free in time, or refused with nothing done.
    for (const tag of outcome.ours) expect(['Created', 'StorageUnavailable']).toContain(tag)
    const later = await runtime.runPromise(admit(applicationOf(outcome.locked)))
    expect(tagsOf([later])).toEqual(['Created'])
  })

  it('is refused when it stays locked, and its solicitud_id stays unused [base_no_alcanzable]', async () => {
    // Who refuses waits no longer than in production; made anew, not shared with the runtime, which is patient.
    const refusing = postgresStorage(url, 'usual')
    const outcome = await runtime.runPromise(
      Effect.gen(function* () {
        const locked = yield* open
        const release = yield* locking(url, `accounts WHERE account_id = '${locked.account.id}'`)
        const applications = several(locked, 3)
        const refused = yield* Effect.forEach(applications, admit, { concurrency: 'unbounded' }).pipe(
          Effect.provide(refusing, { local: true }),
        )
        yield* release
        const again = yield* Effect.forEach(applications, admit)
        return { refused: tagsOf(refused), again: tagsOf(again) }
      }),
    )
    expect(outcome.refused).toEqual(Array(3).fill('StorageUnavailable'))
    expect(outcome.again).toEqual(Array(3).fill('Created'))
  })
})
