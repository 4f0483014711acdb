import { describe, expect, it } from '@effect/vitest'
import { type DateTime, Effect, Equal, Layer, Option, Redacted } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { attempted, beginning, type TransferOutcome } from '#domain/delivery/Transfer.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { type Ending, Resolutions } from '#ports/Resolutions.ts'
import { allTransfers, type RetryFilter, type TransferFilter, TransferRecords } from '#ports/TransferRecords.ts'
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
/** The end that is charged, so many seconds after noon. */
const emittedAfter = (seconds: number): Ending => ({
  ...emitted,
  state: { ...emitted.state, resolvedAt: later(seconds) },
})
const credentials = { restrictedKey: Redacted.make('rk_test_uno'), destination: 'acct_1' }

/** What every storage must do with transfers, memory and Postgres alike. */
export const transfersSuite = (name: string, makeLayer: () => Promise<Layer.Layer<Storage>>): void => {
  describe(`transfers: ${name}`, () => {
    /** Each test has a storage of its own. */
    const test = (sentence: string, body: () => Generator<Effect.Effect<unknown, unknown, Storage>, void, never>) =>
      it.live(sentence, () => Effect.provide(Effect.gen(body), Layer.unwrap(Effect.promise(makeLayer))))
    const claim = (at = emittedAt, most = 100, perAccount = 100) =>
      Transfers.use((port) => port.claim(at, { most, perAccount }))

    const list = (filter: Partial<TransferFilter>) =>
      TransferRecords.use((port) => port.list({ ...allTransfers, ...filter }, 10))

    const open = (mode: 'consumo' | 'connect' = 'connect', priceCentavos = 100_00) =>
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
      })

    /** Ends a verification of the account, and gives it. */
    const end = (principal: Principal, ending: Ending = emitted) =>
      Effect.gen(function* () {
        const application = applicationOf(principal)
        yield* (yield* Verifications).admit(application)
        const resolutions = yield* Resolutions
        for (const one of yield* resolutions.claim(noon, plenty)) yield* resolutions.conclude(one, ending)
        return application.verification
      })
    const only = (claims: ReadonlyArray<TransferClaim>): TransferClaim => {
      const [first, ...others] = claims
      if (first === undefined || others.length > 0) throw new Error(`${claims.length} were claimed`)
      return first
    }
    const attempt = Effect.fnUntraced(function* (held: TransferClaim, outcome: TransferOutcome, at: DateTime.Utc) {
      const begun = beginning(held.transfer, at)
      expect(yield* Transfers.use((port) => port.begin(held, begun))).toBe(true)
      return yield* Transfers.use((port) => port.record(held, outcome, attempted(begun, outcome, at)))
    })

    test('are queued, once, when a verification of mode connect is emitted, at the price of its creation', function* () {
      const mine = yield* open()
      const { id, terms } = yield* end(mine)
      expect(yield* Transfers.use((port) => port.nextDueAt)).toEqual(Option.some(emittedAt))
      expect(yield* claim(later(119))).toEqual([])
      const held = only(yield* claim())
      expect(held).toMatchObject({
        accountId: mine.account.id,
        verificationId: id,
        amountCentavos: 100_00,
        trace: applicationOf(mine).trace,
        paymentIntentId: terms.paymentIntentId,
        credentials: { destination: 'acct_1' },
      })
      expect(Redacted.value(held.credentials?.restrictedKey ?? Redacted.make(''))).toBe('rk_test_uno')
      expect(yield* claim()).toEqual([])
    })

    test('do not exist for a no_concluyente, for mode consumo, and where nothing is to be paid', function* () {
      yield* end(yield* open(), inconclusive)
      yield* end(yield* open('consumo'))
      yield* end(yield* open('connect', 0))
      expect(yield* claim(later(1_000_000))).toEqual([])
      expect(yield* Transfers.use((port) => port.nextDueAt)).toEqual(Option.none())
    })

    test('keep the key under which the processor is called, and end with its transfer', function* () {
      const mine = yield* open()
      yield* end(mine)
      expect(yield* attempt(only(yield* claim()), failed, emittedAt)).toBe(true)
      const again = only(yield* claim(later(150)))
      expect(again.transfer).toMatchObject({ attempts: 1, keyNumber: 1, keyUsedAt: emittedAt })
      expect(yield* attempt(again, disputed, later(150))).toBe(true)
      const third = only(yield* claim(later(210)))
      expect(third.transfer).toMatchObject({ attempts: 2, keyNumber: 2, keyUsedAt: null, remark: 'disputado' })
      expect(yield* attempt(third, done, later(210))).toBe(true)
      expect(yield* claim(later(1_000_000))).toEqual([])
      const [record] = yield* list({ accountId: mine.account.id, state: 'ejecutada' })
      const find = (accountId: string) =>
        TransferRecords.use((port) => port.find(accountId, record?.verificationId ?? ''))
      expect(Option.getOrNull(yield* find(mine.account.id))).toEqual(record)
      expect(Option.isNone(yield* find('nobody'))).toBe(true)
      expect(record).toMatchObject({ transferId: 'tr_1', attempts: 3, remark: 'disputado', lastFailure: null })
    })

    test('have written down the key, its number and first use, before the processor is called', function* () {
      yield* end(yield* open())
      const held = only(yield* claim())
      const begun = { ...beginning(held.transfer, later(130)), keyNumber: 4 }
      expect(yield* Transfers.use((port) => port.begin(held, begun))).toBe(true)
      // Whoever called it is gone, and nobody knows what came of it.
      yield* Transfers.use((port) => port.releaseAllExcept([]))
      const again = only(yield* claim())
      expect(again.transfer).toEqual({ ...held.transfer, keyNumber: 4, keyUsedAt: later(130) })
    })

    test('write nothing for a claim that was lost', function* () {
      yield* end(yield* open())
      const lost = only(yield* claim())
      yield* Transfers.use((port) => port.releaseAllExcept([lost]))
      expect(yield* claim()).toEqual([])
      yield* Transfers.use((port) => port.releaseAllExcept([]))
      const held = only(yield* claim())
      const begun = beginning(lost.transfer, emittedAt)
      expect(yield* Transfers.use((port) => port.begin(lost, begun))).toBe(false)
      expect(yield* Transfers.use((port) => port.record(lost, done, attempted(begun, done, emittedAt)))).toBe(false)
      expect(yield* attempt(held, failed, emittedAt)).toBe(true)
      expect(yield* Transfers.use((port) => port.record(held, done, attempted(begun, done, emittedAt)))).toBe(false)
    })

    test('are tried at once when an operator asks, and counted', function* () {
      const mine = yield* open()
      const { id } = yield* end(mine)
      yield* attempt(only(yield* claim()), failed, emittedAt)
      const retry = (accountId: string, at: DateTime.Utc) =>
        TransferRecords.use((port) => port.retry(accountId, id, at))
      expect(yield* retry('cuenta-ajena', later(121))).toBe(false)
      expect(yield* retry(mine.account.id, later(121))).toBe(true)
      expect(yield* TransferRecords.use((port) => port.count(later(125)))).toEqual({
        queued: 1,
        alarming: 0,
        oldestDueAt: Option.some(later(121)),
      })
      const [record] = yield* list({ state: 'encolada' })
      expect(record).toMatchObject({ verificationId: id, lastFailure: 'sin_respuesta' })
      yield* attempt(only(yield* claim(later(121))), done, later(121))
      expect(yield* retry(mine.account.id, later(130))).toBe(false)
    })

    test('are alarming from the sixth failure on, and neither late nor tried again while they are under way', function* () {
      const mine = yield* open()
      const { id } = yield* end(mine)
      const count = (at: DateTime.Utc) => TransferRecords.use((port) => port.count(at))
      let at = emittedAt
      for (let failures = 0; failures < 6; failures++) {
        expect(yield* count(at)).toEqual({ queued: 1, alarming: 0, oldestDueAt: Option.some(at) })
        const held = only(yield* claim(at))
        expect((yield* count(at)).oldestDueAt).toEqual(Option.none())
        expect(yield* TransferRecords.use((port) => port.retry(mine.account.id, id, at))).toBe(false)
        const everything = { ...allTransfers, destination: null }
        expect(yield* TransferRecords.use((port) => port.retryAll(everything, noon, 10))).toBe(0)
        yield* attempt(held, failed, at)
        at = Option.getOrThrow(yield* Transfers.use((port) => port.nextDueAt))
      }
      expect(yield* count(at)).toMatchObject({ queued: 1, alarming: 1 })
    })

    test('are listed, and handed over by account in the order of their ends, by when they were emitted', function* () {
      const [mine, other] = [yield* open(), yield* open('connect', 50_00)]
      const ids: Array<string> = []
      for (const [account, seconds] of [
        [mine, 100],
        [other, 150],
        [mine, 200],
        [mine, 300],
      ] as const) {
        ids.push((yield* end(account, emittedAfter(seconds))).id)
      }
      const [first = '', ofOther = '', second = '', third = ''] = ids
      const idsOf = (records: ReadonlyArray<{ readonly verificationId: string }>) =>
        records.map(({ verificationId }) => verificationId)
      expect(idsOf(yield* list({}))).toEqual([third, second, ofOther, first])
      expect(idsOf(yield* list({ since: later(150), until: later(300) }))).toEqual([second, ofOther])
      expect(idsOf(yield* list({ accountId: mine.account.id, since: later(101) }))).toEqual([third, second])
      expect((yield* list({ until: later(101) }))[0]).toMatchObject({
        emittedAt: later(100),
        requestId: expect.stringMatching(/^sol-/),
      })

      const paid = yield* claim(later(100))
      for (const held of paid) yield* attempt(held, done, later(110))
      const pages: Array<ReadonlyArray<string>> = []
      const each = (filter: Partial<Omit<TransferFilter, 'state'>>) => {
        pages.length = 0
        return TransferRecords.use((port) =>
          port.each({ ...allTransfers, ...filter }, (page) => Effect.sync(() => void pages.push(idsOf(page)))),
        )
      }
      const all = yield* each({})
      const inOrder =
        mine.account.id < other.account.id ? [first, second, third, ofOther] : [ofOther, first, second, third]
      expect(pages.flat()).toEqual(inOrder)
      expect(all).toEqual({ transfers: 4, centavos: 350_00, executed: 100_00, charged: 350_00 })
      expect(yield* each({ accountId: mine.account.id, since: later(200) })).toEqual({
        transfers: 2,
        centavos: 200_00,
        executed: 0,
        charged: 200_00,
      })
      expect(pages.flat()).toEqual([second, third])
      expect(yield* each({ until: later(100) })).toEqual({ transfers: 0, centavos: 0, executed: 0, charged: 0 })
      expect(pages).toEqual([])
    })

    test('that wait are tried at once together: of an account, of who is paid, or of a time, so many at most', function* () {
      const [mine, other, elsewhere] = [yield* open(), yield* open(), yield* open()]
      yield* ProcessorAccounts.use((port) => port.put(elsewhere.account.id, { ...credentials, destination: 'acct_2' }))
      for (const [account, seconds] of [
        [mine, 100],
        [mine, 110],
        [other, 120],
        [elsewhere, 130],
      ] as const) {
        yield* end(account, emittedAfter(seconds))
      }
      for (const held of yield* claim(later(130))) yield* attempt(held, failed, later(131))
      const everything = { ...allTransfers, destination: null }
      const retry = Effect.fnUntraced(function* (which: Partial<RetryFilter>, most = 10) {
        const { retryable, retryAll } = yield* TransferRecords
        const counted = yield* retryable({ ...everything, ...which }, later(140), most)
        const retried = yield* retryAll({ ...everything, ...which }, later(140), most)
        expect(counted).toBe(retried)
        return retried
      })
      const due = Effect.map(list({ state: 'encolada' }), (records) =>
        records.filter(({ dueAt }) => Equal.equals(dueAt, later(140))).map(({ accountId }) => accountId),
      )
      expect(yield* retry({ accountId: mine.account.id, since: later(110) })).toBe(1)
      expect(yield* retry({ accountId: mine.account.id })).toBe(1)
      expect(yield* due).toEqual([mine.account.id, mine.account.id])
      expect(yield* retry({ destination: 'acct_2' })).toBe(1)
      expect(yield* due).toEqual([elsewhere.account.id, mine.account.id, mine.account.id])
      // What is due already is tried anyway, and so is what is being tried.
      expect(yield* retry({})).toBe(1)
      expect(yield* retry({})).toBe(0)
      const held = yield* claim(later(140))
      expect(yield* retry({})).toBe(0)
      for (const one of held) yield* attempt(one, failed, later(141))
      expect(yield* TransferRecords.use((port) => port.retryAll(everything, later(150), 3))).toBe(3)
      expect(yield* TransferRecords.use((port) => port.retryAll(everything, later(150), 3))).toBe(1)
      for (const one of yield* claim(later(150))) yield* attempt(one, done, later(150))
      expect(yield* TransferRecords.use((port) => port.retryAll(everything, later(160), 3))).toBe(0)
    })

    test('are claimed fairly: an account whose processor hangs leaves places for another', function* () {
      const [stuck, mine] = [yield* open(), yield* open()]
      for (let index = 0; index < 6; index++) yield* end(stuck)
      const { id } = yield* end(mine)
      expect((yield* claim(emittedAt, 2, 2)).map(({ accountId }) => accountId)).toContain(mine.account.id)
      yield* Transfers.use((port) => port.releaseAllExcept([]))
      const claimed = yield* claim(emittedAt, 100, 2)
      expect(claimed.map(({ accountId }) => accountId).sort()).toEqual(
        [stuck.account.id, stuck.account.id, mine.account.id].sort(),
      )
      expect(claimed.map(({ verificationId }) => verificationId)).toContain(id)
      expect(yield* claim(emittedAt, 100, 2)).toEqual([])
    })

    test('reach the processor with what was put last, and not without', function* () {
      const mine = yield* open()
      const { id } = mine.account
      yield* ProcessorAccounts.use((port) =>
        port.put(id, { restrictedKey: Redacted.make('rk_test_dos'), destination: 'acct_2' }),
      )
      const found = Option.getOrThrow(yield* ProcessorAccounts.use((port) => port.credentialsOf(id)))
      expect([Redacted.value(found.restrictedKey), found.destination]).toEqual(['rk_test_dos', 'acct_2'])
      expect(yield* ProcessorAccounts.use((port) => port.credentialsOf('nadie'))).toEqual(Option.none())
      expect(yield* ProcessorAccounts.use((port) => Effect.flip(port.put('nadie', credentials)))).toMatchObject({
        _tag: 'AccountUnknown',
      })
    })

    test('are compared account by account, in the order of their names', function* () {
      const administration = yield* AccountAdministration
      const plan = { priceCentavos: 100_00, requestsPerMinute: 1_000, monthlyQuota: null }
      const [later, sooner] = [unique('zeta-'), unique('alfa-')]
      for (const id of [later, sooner]) {
        yield* administration.open({ id, mode: 'connect', plan })
        yield* ProcessorAccounts.use((port) => port.put(id, credentials))
      }
      const accounts = yield* ProcessorAccounts.use((port) => port.accounts)
      expect(accounts.filter((id) => [later, sooner].includes(id))).toEqual([sooner, later])
    })

    test('belong to a payment that backs one verification of all accounts until it ends without one', function* () {
      const [mine, other] = [yield* open(), yield* open()]
      const terms = { mode: 'connect', priceCentavos: 100_00, paymentIntentId: unique('pi_') } as const
      const admit = (principal: Principal) =>
        Verifications.use((port) => port.admit(applicationOf(principal, { terms })))
      const raced = yield* Effect.all(
        Array.from({ length: 50 }, () => admit(mine)),
        { concurrency: 'unbounded' },
      )
      expect(raced.filter(({ _tag }) => _tag === 'Created')).toHaveLength(1)
      expect(raced.filter(({ _tag }) => _tag === 'PaymentTaken')).toHaveLength(49)
      expect((yield* admit(other))._tag).toBe('PaymentTaken')
    })

    test('are found by payment, from when it backs a verification on, and with the accounts that are paid', function* () {
      const [mine, prepaid] = [yield* open(), yield* open('consumo')]
      const accounts = yield* ProcessorAccounts.use((port) => port.accounts)
      expect([accounts.includes(mine.account.id), accounts.includes(prepaid.account.id)]).toEqual([true, false])
      const paymentIntentId = unique('pi_')
      const application = applicationOf(mine, { terms: { mode: 'connect', priceCentavos: 100_00, paymentIntentId } })
      const verificationId = application.verification.id
      const uses = TransferRecords.use((port) => port.usesOf([paymentIntentId, 'pi_unused']))
      expect(yield* uses).toEqual([])
      yield* Verifications.use((port) => port.admit(application))
      const use = { paymentIntentId, accountId: mine.account.id, verificationId }
      expect(yield* uses).toEqual([{ ...use, transfer: null }])
      const resolutions = yield* Resolutions
      for (const one of yield* resolutions.claim(noon, plenty)) yield* resolutions.conclude(one, emitted)
      expect(yield* uses).toMatchObject([{ ...use, transfer: { state: 'encolada', transferId: null } }])
      yield* attempt(only(yield* claim()), done, emittedAt)
      expect(yield* uses).toMatchObject([
        { ...use, transfer: { state: 'ejecutada', transferId: 'tr_1', amountCentavos: 100_00 } },
      ])
    })
  })
}
