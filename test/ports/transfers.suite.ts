import { describe, expect, it } from '@effect/vitest'
import { type DateTime, Effect, Layer, Option, Redacted } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import { attempted, beginning, type TransferOutcome } from '#domain/delivery/Transfer.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { type Ending, Resolutions } from '#ports/Resolutions.ts'
import { allTransfers, type TransferFilter, TransferRecords } from '#ports/TransferRecords.ts'
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
        if (mode === 'consumo') yield* administration.creditOnce(id, 1_000_00, 'saldo inicial', 'saldo inicial')
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

    test('are listed by when they were emitted', function* () {
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
      const prepaid = yield* open('consumo')
      const accounts = yield* ProcessorAccounts.use((port) => port.accounts)
      expect(accounts.filter((id) => [later, sooner].includes(id))).toEqual([sooner, later])
      expect(accounts).not.toContain(prepaid.account.id)
    })
  })
}
