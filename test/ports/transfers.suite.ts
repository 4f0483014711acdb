import { type DateTime, Effect, type Layer, ManagedRuntime, Option, Redacted } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '#domain/account/Account.ts'
import { attempted, beginning, type TransferOutcome } from '#domain/delivery/Transfer.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { type Ending, Resolutions } from '#ports/Resolutions.ts'
import { TransferRecords } from '#ports/TransferRecords.ts'
import { type TransferClaim, Transfers } from '#ports/Transfers.ts'
import { Verifications } from '#ports/Verifications.ts'
import { applicationOf, emitted, inconclusive, later, noon, plenty, unique } from '#test/support/storedVerifications.ts'

export type Storage =
  | AccountAdministration
  | Accounts
  | ProcessorAccounts
  | Resolutions
  | TransferRecords
  | Transfers
  | Verifications

const emittedAt = later(120)
const done: TransferOutcome = { _tag: 'Transferred', transferId: 'tr_1', remark: null }
const failed: TransferOutcome = { _tag: 'Failed', reason: 'sin_respuesta', isFinal: false, remark: null }
const disputed: TransferOutcome = { _tag: 'Failed', reason: 'rechazada', isFinal: true, remark: 'disputado' }
const credentials = { restrictedKey: Redacted.make('rk_test_uno'), destination: 'acct_1' }

/** What every storage must do with transfers, memory and Postgres alike. */
export const transfersSuite = (name: string, makeLayer: () => Promise<Layer.Layer<Storage>>): void => {
  describe(`transfers: ${name}`, () => {
    let runtime: ManagedRuntime.ManagedRuntime<Storage, never>
    beforeEach(async () => {
      runtime = ManagedRuntime.make(await makeLayer())
    })
    afterEach(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, Storage>) => runtime.runPromise(effect)
    const transfers = <A, E>(use: (port: Transfers['Service']) => Effect.Effect<A, E>) =>
      run(Effect.flatMap(Transfers, use))
    const records = <A, E>(use: (port: TransferRecords['Service']) => Effect.Effect<A, E>) =>
      run(Effect.flatMap(TransferRecords, use))
    const processors = <A, E>(use: (port: ProcessorAccounts['Service']) => Effect.Effect<A, E>) =>
      run(Effect.flatMap(ProcessorAccounts, use))
    const claim = (at = emittedAt, most = 100, perAccount = 100) =>
      transfers((port) => port.claim(at, { most, perAccount }))

    const open = (mode: 'consumo' | 'connect' = 'connect', priceCentavos = 100_00): Promise<Principal> =>
      run(
        Effect.gen(function* () {
          const administration = yield* AccountAdministration
          const id = unique('cuenta-')
          yield* administration.open({
            id,
            mode,
            plan: { priceCentavos, requestsPerMinute: 1_000, monthlyQuota: null },
          })
          yield* administration.issueKey(id, 'k1', `digest-${id}`)
          if (mode === 'consumo') yield* administration.credit(id, 1_000_00)
          if (mode === 'connect') yield* (yield* ProcessorAccounts).put(id, credentials)
          return Option.getOrThrow(yield* (yield* Accounts).authenticate(`digest-${id}`))
        }),
      )

    /** Ends a verification of the account, and gives it. */
    const end = (principal: Principal, ending: Ending = emitted) =>
      run(
        Effect.gen(function* () {
          const application = applicationOf(principal)
          yield* (yield* Verifications).admit(application)
          const resolutions = yield* Resolutions
          for (const one of yield* resolutions.claim(noon, plenty)) yield* resolutions.conclude(one, ending)
          return application.verification
        }),
      )
    const only = (claims: ReadonlyArray<TransferClaim>): TransferClaim => {
      const [first, ...others] = claims
      if (first === undefined || others.length > 0) throw new Error(`${claims.length} were claimed`)
      return first
    }
    const attempt = async (held: TransferClaim, outcome: TransferOutcome, at: DateTime.Utc) => {
      const begun = beginning(held.transfer, at)
      expect(await transfers((port) => port.begin(held, begun))).toBe(true)
      return transfers((port) => port.record(held, outcome, attempted(begun, outcome, at)))
    }

    it('are queued, once, when a verification of mode connect is emitted, at the price of its creation', async () => {
      const mine = await open()
      const { id, terms } = await end(mine)
      expect(await transfers((port) => port.nextDueAt)).toEqual(Option.some(emittedAt))
      expect(await claim(later(119))).toEqual([])
      const held = only(await claim())
      expect(held).toMatchObject({
        accountId: mine.account.id,
        verificationId: id,
        amountCentavos: 100_00,
        paymentIntentId: terms.paymentIntentId,
        credentials: { destination: 'acct_1' },
      })
      expect(Redacted.value(held.credentials?.restrictedKey ?? Redacted.make(''))).toBe('rk_test_uno')
      expect(await claim()).toEqual([])
    })

    it('do not exist for a no_concluyente, for mode consumo, and where nothing is to be paid', async () => {
      await end(await open(), inconclusive)
      await end(await open('consumo'))
      await end(await open('connect', 0))
      expect(await claim(later(1_000_000))).toEqual([])
      expect(await transfers((port) => port.nextDueAt)).toEqual(Option.none())
    })

    it('keep the key under which the processor is called, and end with its transfer', async () => {
      const mine = await open()
      await end(mine)
      expect(await attempt(only(await claim()), failed, emittedAt)).toBe(true)
      const again = only(await claim(later(150)))
      expect(again.transfer).toMatchObject({ attempts: 1, keyNumber: 1, keyUsedAt: emittedAt })
      expect(await attempt(again, disputed, later(150))).toBe(true)
      const third = only(await claim(later(210)))
      expect(third.transfer).toMatchObject({ attempts: 2, keyNumber: 2, keyUsedAt: null, remark: 'disputado' })
      expect(await attempt(third, done, later(210))).toBe(true)
      expect(await claim(later(1_000_000))).toEqual([])
      const [record] = await records((port) => port.list(mine.account.id, 'ejecutada', 10))
      expect(record).toMatchObject({ transferId: 'tr_1', attempts: 3, remark: 'disputado', lastFailure: null })
    })

    it('write nothing for a claim that was lost', async () => {
      await end(await open())
      const lost = only(await claim())
      await transfers((port) => port.releaseAllExcept([lost]))
      expect(await claim()).toEqual([])
      await transfers((port) => port.releaseAllExcept([]))
      const held = only(await claim())
      const begun = beginning(lost.transfer, emittedAt)
      expect(await transfers((port) => port.begin(lost, begun))).toBe(false)
      expect(await transfers((port) => port.record(lost, done, attempted(begun, done, emittedAt)))).toBe(false)
      expect(await attempt(held, failed, emittedAt)).toBe(true)
      expect(await transfers((port) => port.record(held, done, attempted(begun, done, emittedAt)))).toBe(false)
    })

    it('are tried at once when an operator asks, and counted', async () => {
      const mine = await open()
      const { id } = await end(mine)
      await attempt(only(await claim()), failed, emittedAt)
      const retry = (accountId: string, at: DateTime.Utc) => records((port) => port.retry(accountId, id, at))
      expect(await retry('cuenta-ajena', later(121))).toBe(false)
      expect(await retry(mine.account.id, later(121))).toBe(true)
      expect(await records((port) => port.count(later(125)))).toEqual({
        queued: 1,
        alarming: 0,
        oldestDueAt: Option.some(later(121)),
      })
      const [record] = await records((port) => port.list(null, 'encolada', 10))
      expect(record).toMatchObject({ verificationId: id, lastFailure: 'sin_respuesta' })
      await attempt(only(await claim(later(121))), done, later(121))
      expect(await retry(mine.account.id, later(130))).toBe(false)
    })

    it('are claimed fairly: an account whose processor hangs leaves places for another', async () => {
      const [stuck, mine] = [await open(), await open()]
      for (let index = 0; index < 6; index++) await end(stuck)
      const { id } = await end(mine)
      expect((await claim(emittedAt, 2, 2)).map(({ accountId }) => accountId)).toContain(mine.account.id)
      await transfers((port) => port.releaseAllExcept([]))
      const claimed = await claim(emittedAt, 100, 2)
      expect(claimed.map(({ accountId }) => accountId).sort()).toEqual(
        [stuck.account.id, stuck.account.id, mine.account.id].sort(),
      )
      expect(claimed.map(({ verificationId }) => verificationId)).toContain(id)
      expect(await claim(emittedAt, 100, 2)).toEqual([])
    })

    it('reach the processor with what was put last, and not without', async () => {
      const mine = await open()
      const { id } = mine.account
      await processors((port) => port.put(id, { restrictedKey: Redacted.make('rk_test_dos'), destination: 'acct_2' }))
      const found = Option.getOrThrow(await processors((port) => port.credentialsOf(id)))
      expect([Redacted.value(found.restrictedKey), found.destination]).toEqual(['rk_test_dos', 'acct_2'])
      expect(await processors((port) => port.credentialsOf('nadie'))).toEqual(Option.none())
      expect(await processors((port) => Effect.flip(port.put('nadie', credentials)))).toMatchObject({
        _tag: 'AccountUnknown',
      })
    })

    it('belong to a payment that backs one verification of all accounts until it ends without one', async () => {
      const [mine, other] = [await open(), await open()]
      const terms = { mode: 'connect', priceCentavos: 100_00, paymentIntentId: unique('pi_') } as const
      const admit = (principal: Principal) =>
        run(Effect.flatMap(Verifications, (port) => port.admit(applicationOf(principal, { terms }))))
      const raced = await Promise.all(Array.from({ length: 50 }, () => admit(mine)))
      expect(raced.filter(({ _tag }) => _tag === 'Created')).toHaveLength(1)
      expect(raced.filter(({ _tag }) => _tag === 'PaymentTaken')).toHaveLength(49)
      expect((await admit(other))._tag).toBe('PaymentTaken')
    })
  })
}
