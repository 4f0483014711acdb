import { Duration, Effect, Layer, ManagedRuntime, Option } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '#domain/account/Account.ts'
import { inProgressView } from '#domain/verification/Verification.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { Verifications } from '#ports/Verifications.ts'
import { postgresStorage } from '#test/support/storage.ts'
import { applicationOf, emitted, inconclusive, later, noon, plenty, unique } from '#test/support/storedVerifications.ts'
import { type TcpProxy, tcpProxy } from '#test/support/tcpProxy.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { validBody } from '#tools/service/sandbox.ts'
import { cotejo, create, migrated, openAccount, startReplica } from '#tools/service/server.ts'
import { standingClock } from '#tools/service/testTime.ts'

/** It outlives a test, over a clock that stands. */
type Storage = Layer.Success<ReturnType<typeof postgresStorage>>

const lease = { lasts: Duration.hours(1), renewedEvery: Duration.minutes(1) }

const statement = {
  admit: 'FROM admit(',
  claim: 'FROM claim_verifications(',
  park: 'SET due_at',
  conclude: 'FROM conclude(',
  credit: 'INSERT INTO ledger_entries',
  issueKey: 'INSERT INTO api_keys',
} as const

/** What the database holds of an account. */
const booksOf = async (url: string, accountId: string) => {
  const [row] = await query(
    url,
    `SELECT settled_centavos::integer AS settled, held_centavos::integer AS held,
            (SELECT count(*)::integer FROM verifications v WHERE v.account_id = a.account_id) AS verifications,
            (SELECT count(*)::integer FROM verification_work w WHERE w.account_id = a.account_id) AS work,
            (SELECT count(*)::integer FROM api_keys k WHERE k.account_id = a.account_id) AS keys,
            (SELECT count(*)::integer FROM ledger_entries e WHERE e.account_id = a.account_id AND kind = 'abono') AS credits,
            (SELECT count(*)::integer FROM ledger_entries e WHERE e.account_id = a.account_id AND kind = 'cargo') AS charges
       FROM accounts a WHERE account_id = '${accountId}'`,
  )
  return row
}

describe('the answer to a COMMIT is lost', () => {
  let url = ''
  let proxy: TcpProxy
  let runtime: ManagedRuntime.ManagedRuntime<Storage, never>
  beforeAll(async () => {
    url = await testDatabase(migrated)
    proxy = await tcpProxy(url)
    runtime = ManagedRuntime.make(Layer.provideMerge(postgresStorage(proxy.url, 'nodo', lease), standingClock))
  })
  afterAll(async () => {
    await runtime.dispose()
    await proxy.stop()
  })

  const run = <A, E>(effect: Effect.Effect<A, E, Storage>) => runtime.runPromise(effect)
  const resolutions = <A, E>(use: (port: Resolutions['Service']) => Effect.Effect<A, E>) =>
    run(Effect.flatMap(Resolutions, use))
  const administering = <A, E>(use: (port: AccountAdministration['Service']) => Effect.Effect<A, E>) =>
    run(Effect.flatMap(AccountAdministration, use))
  const admit = (application: ReturnType<typeof applicationOf>) =>
    Effect.flatMap(Verifications, (verifications) => verifications.admit(application))

  /** Runs it with its answer lost, and says how it fails; that it was carried out is sure then. */
  const lost = async <A, E>(what: keyof typeof statement, effect: Effect.Effect<A, E, Storage>): Promise<E> => {
    // No time passes: that the connection is gone is told at once, not when a statement has taken too long.
    const [failure] = await Promise.all([run(Effect.flip(effect)), proxy.loseAnswerTo(statement[what])])
    return failure
  }

  const open = (): Promise<Principal> =>
    run(
      Effect.gen(function* () {
        const administration = yield* AccountAdministration
        const id = unique('cuenta-')
        const plan = { priceCentavos: 100_00, requestsPerMinute: 600, monthlyQuota: null }
        yield* administration.open({ id, mode: 'consumo', plan })
        yield* administration.issueKey(id, 'k1', `digest-${id}`)
        yield* administration.creditOnce(id, 1_000_00, 'saldo inicial', 'saldo inicial')
        return Option.getOrThrow(yield* (yield* Accounts).authenticate(`digest-${id}`))
      }),
    )
  /** Of an account of its own, so that no other claim is in the way. */
  const claimOf = async (principal: Principal, at = noon): Promise<Claim> => {
    const claims = await resolutions((port) => port.claim(at, plenty))
    const found = claims.find(({ verification }) => verification.accountId === principal.account.id)
    if (found === undefined) throw new Error('nothing was claimed')
    return found
  }
  const claimed = async (): Promise<{ readonly mine: Principal; readonly claim: Claim }> => {
    const mine = await open()
    await run(admit(applicationOf(mine)))
    return { mine, claim: await claimOf(mine) }
  }

  const unavailable = { _tag: 'StorageUnavailable' }
  const untouched = { settled: 1_000_00, held: 0, verifications: 0, work: 0, keys: 1, credits: 1, charges: 0 }
  const underWay = { ...untouched, held: 100_00, verifications: 1, work: 1 }
  const charged = { ...untouched, settled: 900_00, verifications: 1, charges: 1 }
  const released = { ...untouched, verifications: 1 }

  describe('through the ports', () => {
    it('of an admission: StorageUnavailable, and the repetition gets what was created, held once', async () => {
      const mine = await open()
      const application = applicationOf(mine)
      expect(await lost('admit', admit(application))).toMatchObject(unavailable)
      expect(await booksOf(url, mine.account.id)).toEqual(underWay)
      const again = applicationOf(mine, { requestId: application.verification.requestId })
      const view = inProgressView(application.verification)
      expect(await run(admit(again))).toEqual({ _tag: 'Replayed', view })
      expect(await booksOf(url, mine.account.id)).toEqual(underWay)
      await resolutions((port) => port.releaseAllExcept([]))
    })

    it('of admissions that share a commit: each repetition gets its own', async () => {
      const mine = await open()
      const applications = Array.from({ length: 6 }, () => applicationOf(mine))
      const all = Effect.forEach(applications, (one) => Effect.result(admit(one)), { concurrency: 'unbounded' })
      const [first] = await Promise.all([run(all), proxy.loseAnswerTo(statement.admit)])
      expect(first.some(({ _tag }) => _tag === 'Failure')).toBe(true)
      const second = await run(Effect.forEach(applications, admit))
      expect(second.map(({ _tag }) => _tag)).toEqual(applications.map(() => 'Replayed'))
      const six = { ...underWay, held: 600_00, verifications: 6, work: 6 }
      expect(await booksOf(url, mine.account.id)).toEqual(six)
    })

    it('of a claim: the work is given back and claimed again, and the claim that nobody got is fenced off', async () => {
      const mine = await open()
      await run(admit(applicationOf(mine)))
      const claiming = Effect.flatMap(Resolutions, (port) => port.claim(noon, plenty))
      expect(await lost('claim', claiming)).toMatchObject(unavailable)
      await expect(claimOf(mine)).rejects.toThrow('nothing was claimed')
      await resolutions((port) => port.releaseAllExcept([]))
      const claim = await claimOf(mine)
      expect(claim.crashes).toBe(0)
      expect(await resolutions((port) => port.conclude({ ...claim, epoch: claim.epoch - 2 }, emitted))).toBe(false)
      expect(await resolutions((port) => port.conclude(claim, emitted))).toBe(true)
      expect(await booksOf(url, mine.account.id)).toEqual(charged)
    })

    it('of a park: it is parked, and parking it again does nothing', async () => {
      const { mine, claim } = await claimed()
      const progress = { ...claim.verification.state, othersOpenedAt: later(30) }
      const parking = Effect.flatMap(Resolutions, (port) => port.park(claim, progress, later(90)))
      expect(await lost('park', parking)).toMatchObject(unavailable)
      expect(await run(parking)).toBe(false)
      expect(await booksOf(url, mine.account.id)).toEqual(underWay)
      const again = await claimOf(mine, later(90))
      expect(again.verification.state).toEqual(progress)
      expect(await resolutions((port) => port.conclude(again, inconclusive))).toBe(true)
    })

    it.each([
      ['emitida', emitted, charged],
      ['no_concluyente', inconclusive, released],
    ] as const)('of the end %s: it has ended, and neither end can be written again', async (_, ending, books) => {
      const { mine, claim } = await claimed()
      const concluding = Effect.flatMap(Resolutions, (port) => port.conclude(claim, ending))
      expect(await lost('conclude', concluding)).toMatchObject(unavailable)
      expect(await booksOf(url, mine.account.id)).toEqual(books)
      expect(await run(concluding)).toBe(false)
      for (const other of [emitted, inconclusive]) {
        expect(await resolutions((port) => port.conclude(claim, other))).toBe(false)
      }
      expect(await booksOf(url, mine.account.id)).toEqual(books)
    })

    it('of a credit: told as a failure though it counts; whoever repeats it adds nothing more', async () => {
      const mine = await open()
      const crediting = Effect.flatMap(AccountAdministration, ({ creditOnce }) =>
        creditOnce(mine.account.id, 50_00, 'spei-1', 'Deposit'),
      )
      expect(await lost('credit', crediting)).toMatchObject(unavailable)
      expect(await booksOf(url, mine.account.id)).toEqual({ ...untouched, settled: 1_050_00, credits: 2 })
      expect(await run(crediting)).toBe(false)
      expect(await booksOf(url, mine.account.id)).toEqual({ ...untouched, settled: 1_050_00, credits: 2 })
    })

    it('of a key: it is there, and a repetition is refused', async () => {
      const mine = await open()
      const { id } = mine.account
      const issuing = Effect.flatMap(AccountAdministration, ({ issueKey }) => issueKey(id, 'k2', `second-${id}`))
      expect(await lost('issueKey', issuing)).toMatchObject(unavailable)
      expect((await administering(({ listKeys }) => listKeys(id))).map(({ keyId }) => keyId)).toEqual(['k1', 'k2'])
      expect((await run(Effect.exit(issuing)))._tag).toBe('Failure')
      expect(await booksOf(url, id)).toEqual({ ...untouched, keys: 2 })
    })
  })

  describe('through the service', () => {
    it('of POST: 503 base_no_alcanzable, and the same key gets 200 with the one verification', async () => {
      const key = await openAccount(url, 'socia')
      const { base, stop } = await startReplica(proxy.url, { roles: ['api'] })
      const body = validBody()
      const [first] = await Promise.all([create(base, key, body), proxy.loseAnswerTo(statement.admit)])
      expect(first).toMatchObject({ status: 503, body: { codigo: 'base_no_alcanzable' } })
      const second = await create(base, key, body)
      expect(second).toMatchObject({ status: 200, body: { estado: 'en_proceso' } })
      expect(await create(base, key, body)).toEqual(second)
      const [row] = await query(url, `SELECT verification_id FROM verifications WHERE account_id = 'socia'`)
      expect(row).toEqual({ verification_id: second.body['verificacion_id'] })
      expect(await booksOf(url, 'socia')).toEqual(underWay)
      await stop()
    })

    it('and the books of all accounts are right', async () => {
      expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
    })
  })
})
