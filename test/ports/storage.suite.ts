import { DateTime, Effect, type Layer, ManagedRuntime, Option } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Principal } from '#domain/account/Account.ts'
import type { Stage } from '#domain/account/Admission.ts'
import { largestBalance } from '#domain/account/Money.ts'
import { monthOf } from '#domain/account/Quota.ts'
import { inProgressView } from '#domain/verification/Verification.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts, type Presenter } from '#ports/Accounts.ts'
import { type Claim, Resolutions } from '#ports/Resolutions.ts'
import { StorageHealth } from '#ports/StorageHealth.ts'
import { type AdmissionRequest, Verifications } from '#ports/Verifications.ts'
import { applicationOf, emitted, inconclusive, later, noon, plenty, unique } from '#test/support/storedVerifications.ts'
import { allInOrder } from '#tools/service/arbitraryEvidence.ts'

export type Storage = AccountAdministration | Accounts | Resolutions | StorageHealth | Verifications

/** What every storage must do, memory and Postgres alike. */
const underWay = ({ verification }: AdmissionRequest) => inProgressView(verification)

export const storageSuite = (name: string, makeLayer: () => Promise<Layer.Layer<Storage>>): void => {
  describe(`storage: ${name}`, () => {
    let runtime: ManagedRuntime.ManagedRuntime<Storage, never>
    beforeAll(async () => {
      runtime = ManagedRuntime.make(await makeLayer())
    })
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, Storage>) => runtime.runPromise(effect)

    const open = (
      options: { mode?: 'consumo' | 'connect'; perMinute?: number; quota?: number; credit?: number } = {},
    ): Promise<Principal> =>
      run(
        Effect.gen(function* () {
          const administration = yield* AccountAdministration
          const id = unique('cuenta-')
          const plan = {
            priceCentavos: 100_00,
            requestsPerMinute: options.perMinute ?? 600,
            monthlyQuota: options.quota ?? null,
          }
          yield* administration.open({ id, mode: options.mode ?? 'consumo', plan })
          yield* administration.issueKey(id, 'k1', `digest-${id}`)
          if (options.credit !== 0)
            yield* administration.creditOnce(id, options.credit ?? 1_000_00, 'saldo inicial', 'saldo inicial')
          return Option.getOrThrow(yield* (yield* Accounts).authenticate(`digest-${id}`))
        }),
      )
    const admit = (application: AdmissionRequest, stage?: Stage) =>
      run(Effect.flatMap(Verifications, (verifications) => verifications.admit(application, stage)))
    const balance = (principal: Principal) =>
      run(Effect.flatMap(Accounts, (accounts) => accounts.balance(principal.account.id)))
    const read = (principal: Principal, id: string) =>
      run(Effect.flatMap(Verifications, (verifications) => verifications.read(principal.account.id, id)))
    /** What each way to read one that ended shows. */
    const shownOf = (principal: Principal, application: AdmissionRequest) => {
      const { id, requestId } = application.verification
      const { account } = principal
      return run(
        Effect.gen(function* () {
          const port = yield* Verifications
          const replayed = yield* port.admit({ ...applicationOf(principal, { requestId }) })
          const found = [
            ...Option.toArray(yield* port.read(account.id, id)),
            ...(yield* port.list(account.id, { requestId, state: null, limit: 1 })),
            ...Option.toArray(yield* port.findReplay(account.id, requestId, application.fingerprint)),
            ...(replayed._tag === 'Replayed' ? [replayed.view] : []),
          ]
          return found.map((view) => {
            if (view._tag !== 'Ended') return view._tag
            return view.document && new TextDecoder().decode(view.document)
          })
        }),
      )
    }
    const resolutions = <A, E>(use: (port: Resolutions['Service']) => Effect.Effect<A, E>) =>
      run(Effect.flatMap(Resolutions, use))
    const claimOne = async (id: string, at = noon): Promise<Claim> => {
      const claims = await resolutions((port) => port.claim(at, plenty))
      const found = claims.find(({ verification }) => verification.id === id)
      if (found === undefined) throw new Error(`${id} was not claimed`)
      return found
    }

    describe('admission', () => {
      it('creates, holds the price, and shows the verification to its account alone', async () => {
        const [mine, other] = [await open(), await open()]
        const application = applicationOf(mine)
        expect(await admit(application)).toEqual({ _tag: 'Created', rate: { requests: 599, seconds: 60 } })
        expect(await balance(mine)).toEqual({ settledCentavos: 1_000_00, heldCentavos: 100_00 })
        expect(await read(mine, application.verification.id)).toEqual(Option.some(underWay(application)))
        expect(await read(other, application.verification.id)).toEqual(Option.none())
      })

      it('answers each of many readings at once by itself, and shows each to its account alone', async () => {
        const both = [await open(), await open()]
        const applications = both.map((principal) => [applicationOf(principal), applicationOf(principal)])
        for (const application of applications.flat()) await admit(application)
        const asked = Array.from({ length: 35 }, () =>
          both.flatMap((principal, whose) => [
            ...applications.flatMap((some, theirs) =>
              some.map((application) => ({
                principal,
                id: application.verification.id,
                expected: theirs === whose ? Option.some(underWay(application)) : Option.none(),
              })),
            ),
            { principal, id: 'ver_que-no-hay', expected: Option.none() },
          ]),
        ).flat()
        const found = await Promise.all(asked.map(({ principal, id }) => read(principal, id)))
        expect(found).toEqual(asked.map(({ expected }) => expected))
      })

      it('replays the same fingerprint and tells a conflict of another, consuming nothing', async () => {
        const mine = await open({ perMinute: 1, quota: 1, credit: 100_00 })
        const first = applicationOf(mine)
        await admit(first)
        const again = applicationOf(mine, { requestId: first.verification.requestId })
        expect(await admit(again)).toEqual({ _tag: 'Replayed', view: underWay(first) })
        expect(await admit({ ...again, fingerprint: 'otra' })).toEqual({ _tag: 'Conflict' })
        expect(await balance(mine)).toEqual({ settledCentavos: 100_00, heldCentavos: 100_00 })
      })

      it('tells the same body from another on a later day too', async () => {
        const mine = await open()
        const first = applicationOf(mine)
        await admit(first)
        const { requestId } = first.verification
        const again = applicationOf(mine, { requestId, createdAt: DateTime.add(noon, { days: 40 }) })
        expect(await admit(again)).toEqual({ _tag: 'Replayed', view: underWay(first) })
        expect(await admit({ ...again, fingerprint: 'otra' })).toEqual({ _tag: 'Conflict' })
      })

      it('creates nothing for an account that was suspended since its key was looked up, or is not there', async () => {
        const mine = await open()
        await run(Effect.flatMap(AccountAdministration, (port) => port.setActive(mine.account.id, false)))
        expect(await admit(applicationOf(mine))).toEqual({ _tag: 'AccountClosed' })
        const gone: Principal = { ...mine, account: { ...mine.account, id: 'cuenta-que-no-hay' } }
        expect(await admit(applicationOf(gone))).toEqual({ _tag: 'AccountClosed' })
        expect(await balance(mine)).toEqual({ settledCentavos: 1_000_00, heldCentavos: 0 })
      })

      it('creates nothing for an account that was suspended while the processor was asked', async () => {
        const mine = await open({ mode: 'connect' })
        const application = applicationOf(mine)
        expect((await admit(application, 'precheck'))._tag).toBe('Prechecked')
        await run(Effect.flatMap(AccountAdministration, (port) => port.setActive(mine.account.id, false)))
        expect(await admit(application, 'prechecked')).toEqual({ _tag: 'AccountClosed' })
        expect(await read(mine, application.verification.id)).toEqual(Option.none())
      })

      it('refuses what the balance does not cover beside the prices held', async () => {
        const mine = await open({ credit: 250_00 })
        const outcomes = await Promise.all(Array.from({ length: 50 }, () => admit(applicationOf(mine))))
        expect(outcomes.filter(({ _tag }) => _tag === 'Created')).toHaveLength(2)
        expect(outcomes.filter(({ _tag }) => _tag === 'BalanceInsufficient')).toHaveLength(48)
        expect(await balance(mine)).toEqual({ settledCentavos: 250_00, heldCentavos: 200_00 })
      })

      it('lets one of many racing requests with one solicitud_id create, the others come later', async () => {
        const mine = await open()
        const first = applicationOf(mine)
        const { requestId } = first.verification
        const racing = Array.from({ length: 30 }, (_, index) => ({
          ...applicationOf(mine, { requestId }),
          fingerprint: index % 2 === 0 ? 'par' : 'impar',
        }))
        const outcomes = await Promise.all(racing.map((one) => admit(one)))
        expect(outcomes.filter(({ _tag }) => _tag === 'Created')).toHaveLength(1)
        expect(outcomes.filter(({ _tag }) => _tag === 'Replayed')).toHaveLength(14)
        expect(outcomes.filter(({ _tag }) => _tag === 'Conflict')).toHaveLength(15)
      })

      it('lets the requests of a minute through and tells when the next may come', async () => {
        const mine = await open({ perMinute: 3 })
        const outcomes = await Promise.all(Array.from({ length: 8 }, () => admit(applicationOf(mine))))
        expect(outcomes.filter(({ _tag }) => _tag === 'Created')).toHaveLength(3)
        const refused = outcomes.filter(({ _tag }) => _tag !== 'Created')
        expect(refused).toEqual(Array.from({ length: 5 }, () => ({ _tag: 'RateExceeded', retryAfterSeconds: 60 })))
      })

      it('counts created verifications against the quota of the month, and consumes no rate for a refusal', async () => {
        const mine = await open({ quota: 2, perMinute: 3 })
        await admit(applicationOf(mine))
        await admit(applicationOf(mine))
        const refused = await admit(applicationOf(mine))
        expect(refused).toEqual({ _tag: 'QuotaExceeded', retryAfterSeconds: 21 * 86_400 + 12 * 3_600 })
        const nextMonth = DateTime.makeUnsafe('2026-04-01T06:00:00.000Z')
        const renewed = { ...applicationOf(mine, { createdAt: nextMonth }), quotaMonth: monthOf(nextMonth) }
        expect((await admit(renewed))._tag).toBe('Created')
      })

      it('prechecks rate and quota without creating, and does not judge rate twice', async () => {
        const mine = await open({ mode: 'connect', perMinute: 1 })
        const application = applicationOf(mine)
        const rate = { requests: 0, seconds: 60 }
        expect(await admit(application, 'precheck')).toEqual({ _tag: 'Prechecked', rate })
        expect(await admit(application, 'prechecked')).toEqual({ _tag: 'Created', rate: null })
        expect((await admit(applicationOf(mine), 'precheck'))._tag).toBe('RateExceeded')
      })

      it('counts the requests per minute of each key, and the quota of the account', async () => {
        const mine = await open({ perMinute: 1, quota: 2 })
        const another = async (keyId: string): Promise<Principal> => {
          const { id } = mine.account
          await run(
            Effect.flatMap(AccountAdministration, ({ issueKey }) => issueKey(id, keyId, `digest-${id}-${keyId}`)),
          )
          return { ...mine, keyId }
        }
        const [second, third] = [await another('segunda'), await another('tercera')]
        const verdictOf = async (whose: Principal = mine) => (await admit(applicationOf(whose)))._tag
        expect([await verdictOf(), await verdictOf()]).toEqual(['Created', 'RateExceeded'])
        expect([await verdictOf(second), await verdictOf(second)]).toEqual(['Created', 'RateExceeded'])
        expect(await verdictOf(third)).toBe('QuotaExceeded')
      })

      it('lets one payment back one verification at a time, whichever accounts name it', async () => {
        const [mine, other] = [await open({ mode: 'connect' }), await open({ mode: 'connect' })]
        const terms = { mode: 'connect', priceCentavos: 100_00, paymentIntentId: unique('pi_') } as const
        const racing = Array.from({ length: 20 }, (_, index) =>
          admit(applicationOf(index % 2 === 0 ? mine : other, { terms })),
        )
        const outcomes = await Promise.all(racing)
        expect(outcomes.filter(({ _tag }) => _tag === 'Created')).toHaveLength(1)
        expect(outcomes.filter(({ _tag }) => _tag === 'PaymentTaken')).toHaveLength(19)
      })

      it('finds an earlier request of the same body, and none of another or of another account', async () => {
        const [mine, other] = [await open(), await open()]
        const application = applicationOf(mine)
        const { requestId } = application.verification
        const replayOf = (fingerprint: string, whose = mine) =>
          run(Effect.flatMap(Verifications, ({ findReplay }) => findReplay(whose.account.id, requestId, fingerprint)))
        expect(await replayOf('huella')).toEqual(Option.none())
        await admit(application)
        expect(await replayOf('huella')).toEqual(Option.some(underWay(application)))
        expect(await replayOf('otra')).toEqual(Option.none())
        expect(await replayOf('huella', other)).toEqual(Option.none())
        const theirs = applicationOf(other, { requestId })
        await admit(theirs)
        expect(await replayOf('huella', other)).toEqual(Option.some(underWay(theirs)))
        // A repetition is answered with the account's own.
        for (const one of [application, theirs]) {
          const again = applicationOf(one === theirs ? other : mine, { requestId })
          expect(await admit(again)).toEqual({ _tag: 'Replayed', view: underWay(one) })
        }
      })
    })

    describe('list', () => {
      it('gives the most recent first, filtered and limited, of the account alone', async () => {
        const [mine, other] = [await open(), await open()]
        const created = [1, 2, 2, 3].map((second) => applicationOf(mine, { createdAt: later(second) }))
        for (const application of created) await admit(application)
        await admit(applicationOf(other))
        const ids = created.map(({ verification }) => verification.id).reverse()
        const list = (filter: { requestId?: string; state?: 'en_proceso' | 'emitida'; limit?: number }) =>
          run(
            Effect.flatMap(Verifications, (port) =>
              port.list(mine.account.id, { requestId: null, state: null, limit: 20, ...filter }),
            ),
          ).then((found) => found.map(({ id }) => id))
        expect(await list({})).toEqual(ids)
        expect(await list({ limit: 2 })).toEqual(ids.slice(0, 2))
        expect(await list({ state: 'en_proceso' })).toEqual(ids)
        expect(await list({ state: 'emitida' })).toEqual([])
        expect(await list({ requestId: created[0]?.verification.requestId ?? '' })).toEqual(ids.slice(3))

        const [, ended = ''] = ids
        const claim = await claimOne(ended, later(3))
        expect(await resolutions((port) => port.conclude(claim, emitted))).toBe(true)
        expect(await list({})).toEqual(ids)
        expect(await list({ state: 'emitida' })).toEqual([ended])
        expect(await list({ state: 'en_proceso' })).toEqual(ids.filter((id) => id !== ended))
        const requestId = created[2]?.verification.requestId ?? ''
        expect(await list({ requestId, state: 'emitida' })).toEqual([ended])
        expect(await list({ requestId, state: 'en_proceso' })).toEqual([])
      })
    })

    describe('resolution', () => {
      it('claims what is due, once, and not before', async () => {
        const mine = await open()
        const application = applicationOf(mine, { createdAt: later(50) })
        await admit(application)
        const { id } = application.verification
        await expect(claimOne(id, later(49))).rejects.toThrow('was not claimed')
        const claim = await claimOne(id, later(50))
        const { subject, trace } = application
        expect(claim).toMatchObject({ subject, trace, crashes: 0 })
        await expect(claimOne(id, later(60))).rejects.toThrow('was not claimed')
      })

      it('keeps what the sources said while it is parked', async () => {
        const mine = await open()
        const application = applicationOf(mine)
        await admit(application)
        const { id } = application.verification
        const claim = await claimOne(id)
        const progress = { ...claim.verification.state, othersOpenedAt: later(30), evidence: allInOrder }
        expect(await resolutions((port) => port.park(claim, progress, later(90)))).toBe(true)
        expect(await resolutions((port) => port.nextDueAt)).toEqual(Option.some(later(90)))
        const again = await claimOne(id, later(90))
        expect(again.verification.state).toEqual(progress)
        expect(again.subject).toEqual(application.subject)
        expect(await resolutions((port) => port.conclude(again, inconclusive))).toBe(true)
      })

      it('leaves one that is put back as it was, from its time on', async () => {
        const mine = await open()
        const application = applicationOf(mine)
        await admit(application)
        const { id } = application.verification
        const claim = await claimOne(id)
        expect(await resolutions((port) => port.putBack(claim, later(2)))).toBe(true)
        expect(await resolutions((port) => port.putBack(claim, later(3)))).toBe(false)
        expect(await resolutions((port) => port.nextDueAt)).toEqual(Option.some(later(2)))
        const again = await claimOne(id, later(2))
        expect(again).toMatchObject({ subject: application.subject, verification: { state: claim.verification.state } })
        expect(await resolutions((port) => port.conclude(again, inconclusive))).toBe(true)
      })

      it('charges an emitted verification once and shows it as it ended', async () => {
        const mine = await open()
        const application = applicationOf(mine)
        await admit(application)
        const { id } = application.verification
        const claim = await claimOne(id)
        expect(await resolutions((port) => port.conclude(claim, emitted))).toBe(true)
        expect(await balance(mine)).toEqual({ settledCentavos: 900_00, heldCentavos: 0 })
        expect(await shownOf(mine, application)).toEqual(Array(4).fill('{"estado":"emitida"}'))
        expect(await resolutions((port) => port.conclude(claim, inconclusive))).toBe(false)
        expect(await balance(mine)).toEqual({ settledCentavos: 900_00, heldCentavos: 0 })
      })

      it('shows nothing of one whose document may not leave', async () => {
        const mine = await open()
        const application = applicationOf(mine)
        await admit(application)
        const claim = await claimOne(application.verification.id)
        expect(await resolutions((port) => port.conclude(claim, { ...inconclusive, document: null }))).toBe(true)
        expect(await shownOf(mine, application)).toEqual(Array(4).fill(null))
      })

      it('gives the held price back when it ends no_concluyente', async () => {
        const mine = await open()
        const application = applicationOf(mine)
        await admit(application)
        const claim = await claimOne(application.verification.id)
        expect(await resolutions((port) => port.conclude(claim, inconclusive))).toBe(true)
        expect(await balance(mine)).toEqual({ settledCentavos: 1_000_00, heldCentavos: 0 })
      })

      it('refuses the writes of a claim that was given up', async () => {
        const mine = await open()
        const application = applicationOf(mine)
        await admit(application)
        const old = await claimOne(application.verification.id)
        await resolutions((port) => port.park(old, old.verification.state, noon))
        const current = await claimOne(application.verification.id)
        expect(await resolutions((port) => port.park(old, old.verification.state, noon))).toBe(false)
        expect(await resolutions((port) => port.conclude(old, emitted))).toBe(false)
        expect(await balance(mine)).toEqual({ settledCentavos: 1_000_00, heldCentavos: 100_00 })
        expect(await resolutions((port) => port.conclude(current, inconclusive))).toBe(true)
      })

      it('gives back what it holds, and refuses the writes of the claims that were held', async () => {
        const mine = await open()
        const application = applicationOf(mine)
        await admit(application)
        const old = await claimOne(application.verification.id)
        await resolutions((port) => port.releaseAllExcept([]))
        const current = await claimOne(application.verification.id)
        expect(current.crashes).toBe(0)
        expect(await resolutions((port) => port.conclude(old, emitted))).toBe(false)
        expect(await resolutions((port) => port.conclude(current, inconclusive))).toBe(true)
        expect(await balance(mine)).toEqual({ settledCentavos: 1_000_00, heldCentavos: 0 })
      })

      it('gives back all but what is worked on', async () => {
        const mine = await open()
        const application = applicationOf(mine)
        await admit(application)
        const held = await claimOne(application.verification.id)
        await resolutions((port) => port.releaseAllExcept([held]))
        expect(await resolutions((port) => port.conclude(held, inconclusive))).toBe(true)
      })

      it('frees the payment of a no_concluyente for every account and keeps that of an emitida', async () => {
        const [mine, other] = [await open({ mode: 'connect' }), await open({ mode: 'connect' })]
        const terms = { mode: 'connect', priceCentavos: 100_00, paymentIntentId: unique('pi_') } as const
        for (const [ending, next] of [
          [inconclusive, 'Created'],
          [emitted, 'PaymentTaken'],
        ] as const) {
          const application = applicationOf(mine, { terms })
          if (ending === inconclusive) await admit(application)
          const id = ending === inconclusive ? application.verification.id : await currentOf(other)
          await resolutions((port) => Effect.flatMap(claimById(port, id), (claim) => port.conclude(claim, ending)))
          expect((await admit(applicationOf(other, { terms })))._tag).toBe(next)
          expect((await admit(applicationOf(mine, { terms })))._tag).toBe('PaymentTaken')
        }
      })
    })

    const currentOf = async (principal: Principal): Promise<string> => {
      const [newest] = await run(
        Effect.flatMap(Verifications, (port) =>
          port.list(principal.account.id, { requestId: null, state: 'en_proceso', limit: 1 }),
        ),
      )
      return newest?.id ?? ''
    }
    const claimById = (port: Resolutions['Service'], id: string) =>
      Effect.flatMap(port.claim(noon, plenty), (claims) =>
        Effect.fromOption(Option.fromUndefinedOr(claims.find(({ verification }) => verification.id === id))),
      )

    /** Whether a key and its account are valid. */
    const standing = (presenter: Option.Option<Presenter>) => {
      const { isRevoked, isActive } = Option.getOrThrow(presenter)
      return { isRevoked, isActive }
    }

    describe('accounts', () => {
      it('revokes every key of an account, those of others not, and says how many were in force', async () => {
        const [mine, other] = [await open(), await open()]
        const { id } = mine.account
        const outcome = await run(
          Effect.gen(function* () {
            const administration = yield* AccountAdministration
            yield* administration.issueKey(id, 'k2', `second-${id}`)
            yield* administration.issueKey(id, 'k3', `third-${id}`)
            yield* administration.revokeKey(id, 'k3')
            const first = yield* administration.revokeAllKeys(id)
            const again = yield* administration.revokeAllKeys(id)
            const keys = yield* administration.listKeys(id)
            const others = yield* administration.listKeys(other.account.id)
            const byRevoked = yield* (yield* Accounts).authenticate(`second-${id}`)
            return {
              first,
              again,
              byRevoked: standing(byRevoked),
              inForce: [...keys, ...others].filter(({ revokedAt }) => revokedAt === null),
            }
          }),
        )
        expect(outcome).toMatchObject({
          first: 2,
          again: 0,
          byRevoked: { isRevoked: true },
          inForce: [{ keyId: 'k1' }],
        })
      })

      it('tells when a key was first and last used, in whatever order that is written down, and not when another account’s of its name was', async () => {
        const [{ id }, other, third] = [(await open()).account, (await open()).account, (await open()).account]
        const outcome = await run(
          Effect.gen(function* () {
            const administration = yield* AccountAdministration
            const { noteUses } = yield* Accounts
            yield* administration.issueKey(id, 'k2', `second-${id}`)
            const use = { accountId: id, keyId: 'k1' }
            yield* noteUses([{ ...use, firstAt: later(10), lastAt: later(20) }])
            const gone = { accountId: `restored-${id}`, keyId: 'k1', firstAt: noon, lastAt: noon }
            yield* noteUses([gone, { ...use, firstAt: noon, lastAt: later(5) }])
            yield* noteUses([{ ...use, firstAt: later(30), lastAt: later(40) }])
            yield* noteUses([{ ...use, firstAt: later(25), lastAt: later(35) }])
            yield* noteUses([{ accountId: other.id, keyId: 'k1', firstAt: later(7), lastAt: later(50) }])
            yield* noteUses([])
            return yield* Effect.forEach([id, other.id, third.id], administration.listKeys)
          }),
        )
        expect(outcome).toMatchObject([
          [
            { keyId: 'k1', firstUsedAt: noon, lastUsedAt: later(40) },
            { keyId: 'k2', firstUsedAt: null, lastUsedAt: null },
          ],
          [{ keyId: 'k1', firstUsedAt: later(7), lastUsedAt: later(50) }],
          [{ keyId: 'k1', firstUsedAt: null, lastUsedAt: null }],
        ])
      })

      it('tells from when on a key is refused', async () => {
        const { id } = (await open()).account
        const outcome = await run(
          Effect.gen(function* () {
            const administration = yield* AccountAdministration
            yield* administration.issueKey(id, 'k2', `second-${id}`, noon)
            const keys = yield* administration.listKeys(id)
            const presenter = yield* (yield* Accounts).authenticate(`second-${id}`)
            return [...keys.map(({ expiresAt }) => expiresAt), Option.getOrThrow(presenter).expiresAt]
          }),
        )
        expect(outcome).toEqual([null, noon, noon])
      })

      it('keeps since when a key is revoked, however often it is revoked', async () => {
        const [{ id }, other] = [(await open()).account, (await open()).account]
        const outcome = await run(
          Effect.gen(function* () {
            const { revokeKey, revokeAllKeys, listKeys } = yield* AccountAdministration
            yield* revokeKey(id, 'k1')
            const since = (yield* listKeys(id))[0]?.revokedAt ?? null
            yield* Effect.repeat(DateTime.now, {
              until: (now) => since !== null && DateTime.toEpochMillis(now) > DateTime.toEpochMillis(since),
            })
            const again = [yield* revokeKey(id, 'k1'), yield* revokeAllKeys(id)]
            return { since, again, later: yield* listKeys(id), others: yield* listKeys(other.id) }
          }),
        )
        const { since } = outcome
        expect(since).not.toBeNull()
        expect(outcome).toMatchObject({
          again: [true, 0],
          later: [{ revokedAt: since }],
          others: [{ revokedAt: null }],
        })
      })

      it('tells that a key was revoked, and that an account is suspended', async () => {
        const mine = await open()
        const { id } = mine.account
        const outcome = await run(
          Effect.gen(function* () {
            const administration = yield* AccountAdministration
            yield* administration.issueKey(id, 'k2', `second-${id}`)
            const revoked = yield* administration.revokeKey(id, 'k2')
            const unknown = yield* administration.revokeKey(id, 'k3')
            const accounts = yield* Accounts
            const byRevoked = yield* accounts.authenticate(`second-${id}`)
            yield* administration.issueKey(id, 'k4', `fourth-${id}`)
            yield* administration.setActive(id, false)
            const bySuspended = yield* accounts.authenticate(`fourth-${id}`)
            return { revoked, unknown, byRevoked: standing(byRevoked), bySuspended: standing(bySuspended) }
          }),
        )
        expect(outcome).toEqual({
          revoked: true,
          unknown: false,
          byRevoked: { isRevoked: true, isActive: true },
          bySuspended: { isRevoked: false, isActive: false },
        })
      })

      it('opens an account once and knows none that was not opened', async () => {
        const mine = await open()
        const failures = await run(
          Effect.gen(function* () {
            const administration = yield* AccountAdministration
            const twice = yield* Effect.flip(administration.open(mine.account))
            const credit = yield* Effect.flip(
              administration.creditOnce('no-abierta', 1, 'saldo inicial', 'saldo inicial'),
            )
            return [twice._tag, credit._tag, yield* administration.find('no-abierta')]
          }),
        )
        expect(failures).toEqual(['AccountExists', 'AccountUnknown', Option.none()])
      })

      it('credits nothing beyond the largest balance', async () => {
        const mine = await open({ credit: largestBalance - 5 })
        const outcome = await run(
          Effect.gen(function* () {
            const { creditOnce, find, list } = yield* AccountAdministration
            const { id } = mine.account
            const refused = yield* Effect.flip(creditOnce(id, 6, 'spei-1', 'Abono'))
            yield* creditOnce(id, 5, 'spei-1', 'Abono')
            const found = Option.getOrThrow(yield* find(id))
            return { refused, found, listed: (yield* list).some(({ account }) => account.id === id) }
          }),
        )
        expect(outcome.refused._tag).toBe('BalanceTooLarge')
        expect(outcome.found.balance.settledCentavos).toBe(largestBalance)
        expect(outcome.listed).toBe(true)
      })

      it('is healthy and of the revision of the code', async () => {
        expect(await run(Effect.flatMap(StorageHealth, ({ check }) => check))).toEqual({ schemaIsNewer: false })
      })
    })
  })
}
