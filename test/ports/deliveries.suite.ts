import { DateTime, Duration, Effect, type Layer, ManagedRuntime, Option, Redacted } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '#domain/account/Account.ts'
import { type AttemptOutcome, attempted, kindDue } from '#domain/delivery/Delivery.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import { Deliveries, type DeliveryClaim } from '#ports/Deliveries.ts'
import { allDeliveries, DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { type Ending, Resolutions } from '#ports/Resolutions.ts'
import { SigningSecretAdministration } from '#ports/SigningSecretAdministration.ts'
import { Verifications } from '#ports/Verifications.ts'
import { applicationOf, emitted, inconclusive, later, noon, plenty, unique } from '#test/support/storedVerifications.ts'

export type Storage =
  | AccountAdministration
  | Accounts
  | Deliveries
  | DeliveryRecords
  | Resolutions
  | SigningSecretAdministration
  | Verifications

const emittedAt = later(120)
const ok: AttemptOutcome = { _tag: 'Answered', status: 204 }
const refused: AttemptOutcome = { _tag: 'Answered', status: 500 }
const silent: AttemptOutcome = { _tag: 'Failed', reason: 'tiempo_agotado' }
const after = (instant: DateTime.Utc, wait: Duration.Input) => DateTime.addDuration(instant, wait)

/** What every storage must do with webhooks, memory and Postgres alike. */
export const deliveriesSuite = (name: string, makeLayer: () => Promise<Layer.Layer<Storage>>): void => {
  describe(`deliveries: ${name}`, () => {
    let runtime: ManagedRuntime.ManagedRuntime<Storage, never>
    beforeEach(async () => {
      runtime = ManagedRuntime.make(await makeLayer())
    })
    afterEach(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, Storage>) => runtime.runPromise(effect)
    const deliveries = <A, E>(use: (port: Deliveries['Service']) => Effect.Effect<A, E>) =>
      run(Effect.flatMap(Deliveries, use))
    const records = <A, E>(use: (port: DeliveryRecords['Service']) => Effect.Effect<A, E>) =>
      run(Effect.flatMap(DeliveryRecords, use))
    const secrets = <A, E>(use: (port: SigningSecretAdministration['Service']) => Effect.Effect<A, E>) =>
      run(Effect.flatMap(SigningSecretAdministration, use))
    const claim = (at = emittedAt, room = plenty) => deliveries((port) => port.claim(at, room))

    const open = (secret: string | null = 'whsec_uno'): Promise<Principal> =>
      run(
        Effect.gen(function* () {
          const administration = yield* AccountAdministration
          const id = unique('cuenta-')
          yield* administration.open({
            id,
            mode: 'consumo',
            plan: { priceCentavos: 1, requestsPerMinute: 100_000, monthlyQuota: null },
          })
          yield* administration.issueKey(id, 'k1', `digest-${id}`)
          yield* administration.creditOnce(id, 1_000_00, 'saldo inicial', 'saldo inicial')
          if (secret !== null) yield* (yield* SigningSecretAdministration).issue(id, Redacted.make(secret))
          return Option.getOrThrow(yield* (yield* Accounts).authenticate(`digest-${id}`))
        }),
      )

    /** Ends a verification of the account, and gives its id. */
    const end = (principal: Principal, ending: Ending = emitted, webhookUrl = 'https://partner.example.com/avs') =>
      run(
        Effect.gen(function* () {
          const application = { ...applicationOf(principal), webhookUrl }
          yield* (yield* Verifications).admit(application)
          const resolutions = yield* Resolutions
          for (const one of yield* resolutions.claim(noon, plenty)) yield* resolutions.conclude(one, ending)
          return application.verification.id
        }),
      )

    /** Records how an attempt ended, right when it was claimed. */
    const record = (held: DeliveryClaim, outcome: AttemptOutcome, at: DateTime.Utc) => {
      const kind = kindDue(held.delivery, at)
      const attempt = { kind, outcome, startedAt: at, took: Duration.millis(7) }
      return deliveries((port) => port.record(held, attempt, attempted(held.delivery, kind, outcome, at)))
    }
    const only = (claims: ReadonlyArray<DeliveryClaim>): DeliveryClaim => {
      const [first, ...others] = claims
      if (first === undefined || others.length > 0) throw new Error(`${claims.length} were claimed`)
      return first
    }

    it('are due at once when a verification is emitted, with its bytes and the secret of its account', async () => {
      const mine = await open()
      const id = await end(mine)
      expect(await deliveries((port) => port.nextDueAt)).toEqual(Option.some(emittedAt))
      expect(await claim(later(119))).toEqual([])
      const { request, ...held } = only(await claim())
      const { trace } = applicationOf(mine)
      expect(held).toMatchObject({ accountId: mine.account.id, verificationId: id, trace })
      expect(held.delivery).toEqual({ state: 'pendiente', attempts: 0, dueAt: emittedAt, resendAt: null })
      expect(request).toMatchObject({ url: 'https://partner.example.com/avs', eventId: emitted.eventId })
      expect(Buffer.from(request?.body ?? [])).toEqual(Buffer.from(emitted.document ?? []))
      expect(Redacted.value(request?.secrets.current ?? Redacted.make(''))).toBe('whsec_uno')
      expect(request?.secrets.next).toBeNull()
    })

    it('do not exist for a no_concluyente', async () => {
      await end(await open(), inconclusive)
      expect(await claim(later(100_000))).toEqual([])
      expect(await deliveries((port) => port.nextDueAt)).toEqual(Option.none())
    })

    it('are tried six times at growing distances, then are agotada for good', async () => {
      const mine = await open()
      const id = await end(mine)
      let at = emittedAt
      for (const wait of ['30 seconds', '2 minutes', '10 minutes', '1 hour', '6 hours'] as const) {
        expect(await record(only(await claim(at)), refused, at)).toBe(true)
        const next = after(at, wait)
        expect(await deliveries((port) => port.nextDueAt)).toEqual(Option.some(next))
        expect(await claim(after(next, '-1 millis'))).toEqual([])
        at = next
      }
      expect(await record(only(await claim(at)), silent, at)).toBe(true)
      expect(await claim(after(at, '30 days'))).toEqual([])
      const { delivery, attempts } = Option.getOrThrow(await records((port) => port.find(mine.account.id, id)))
      expect(delivery).toMatchObject({ state: 'agotada', attempts: 6, dueAt: null })
      expect(attempts.map(({ number, status, failure }) => [number, status, failure])).toEqual([
        ...[1, 2, 3, 4, 5].map((number) => [number, 500, null]),
        [6, null, 'tiempo_agotado'],
      ])
      expect(attempts[0]).toMatchObject({ kind: 'programado', startedAt: emittedAt, tookMillis: 7 })
    })

    it('end with the first 2xx', async () => {
      await end(await open())
      await record(only(await claim()), refused, emittedAt)
      expect(await records((port) => port.count(emittedAt))).toMatchObject({ pending: 1, failing: 1, exhausted: 0 })
      await record(only(await claim(later(150))), ok, later(150))
      expect(await claim(later(1_000_000))).toEqual([])
      expect(await records((port) => port.count(later(1_000_000)))).toEqual({
        pending: 0,
        failing: 0,
        exhausted: 0,
        oldestDueAt: Option.none(),
      })
    })

    it('are held by one claim at a time, and a lost claim writes nothing', async () => {
      const mine = await open()
      const id = await end(mine)
      const lost = only(await claim())
      expect(await claim()).toEqual([])
      await deliveries((port) => port.releaseAllExcept([lost]))
      expect(await claim()).toEqual([])
      await deliveries((port) => port.releaseAllExcept([]))
      const held = only(await claim())
      expect(await record(lost, ok, emittedAt)).toBe(false)
      expect(await record(held, refused, emittedAt)).toBe(true)
      expect(await record(held, ok, emittedAt)).toBe(false)
      const { delivery, attempts } = Option.getOrThrow(await records((port) => port.find(mine.account.id, id)))
      expect(delivery).toMatchObject({ state: 'pendiente', attempts: 1 })
      expect(attempts).toHaveLength(1)
    })

    it('are sent again when an operator asks, without counting among the six', async () => {
      const mine = await open()
      const id = await end(mine)
      const resend = (at: DateTime.Utc) => records((port) => port.resend(mine.account.id, id, at))
      const found = async () => Option.getOrThrow(await records((port) => port.find(mine.account.id, id))).delivery
      await record(only(await claim()), refused, emittedAt)
      expect(await resend(later(125))).toBe(true)
      const again = only(await claim(later(125)))
      expect(kindDue(again.delivery, later(125))).toBe('reenvio')
      // Asked for once more while it is under way: that is another one.
      await resend(later(126))
      expect(await record(again, refused, later(125))).toBe(true)
      expect(await found()).toMatchObject({ state: 'pendiente', attempts: 1, dueAt: later(150), resendAt: later(126) })
      expect(await record(only(await claim(later(126))), ok, later(126))).toBe(true)
      await resend(later(200))
      const afterwards = only(await claim(later(200)))
      expect(afterwards.request?.eventId).toBe(again.request?.eventId)
      await record(afterwards, silent, later(200))
      expect(await found()).toMatchObject({ state: 'entregada', attempts: 1, dueAt: null, resendAt: null })
      expect(await records((port) => port.resend('cuenta-ajena', id, later(200)))).toBe(false)
    })

    it('are claimed fairly, within the room of each account and host', async () => {
      const [busy, calm] = [await open(), await open()]
      for (let index = 0; index < 12; index++) await end(busy, emitted, `https://hangs.example.com/${index}`)
      const other = await end(busy, emitted, 'https://answers.example.com/1')
      const mine = await end(calm, emitted, 'https://calm.example.com/1')
      const first = await claim(emittedAt, { most: 100, perAccount: 5, perHost: 4 })
      const ids = first.map(({ verificationId }) => verificationId)
      expect(ids).toEqual(expect.arrayContaining([other, mine]))
      expect(first.filter(({ request }) => request?.url.startsWith('https://hangs.'))).toHaveLength(4)
      // What is held already takes its room.
      expect(await claim(emittedAt, { most: 100, perAccount: 7, perHost: 4 })).toEqual([])
      expect(await claim(emittedAt, { most: 100, perAccount: 7, perHost: 100 })).toHaveLength(2)
      expect(await claim(emittedAt, { most: 3, perAccount: 100, perHost: 100 })).toHaveLength(3)
    })

    it('of an account that holds none come before the backlogs of others, however few places are free', async () => {
      for (const host of ['a', 'b', 'c']) {
        const dead = await open()
        for (let index = 0; index < 5; index++) await end(dead, emitted, `https://${host}.example.com/${index}`)
      }
      // Every backlog has begun, and its places are taken.
      await claim(emittedAt, { most: 3, perAccount: 10, perHost: 10 })
      const mine = await end(await open(), emitted, 'https://z.example.com/avs')
      const [next] = await claim(emittedAt, { most: 1, perAccount: 10, perHost: 10 })
      expect(next?.verificationId).toBe(mine)
    })

    it('are put off without an attempt when nothing can be sent', async () => {
      const mine = await open()
      const id = await end(mine)
      const held = only(await claim())
      expect(await deliveries((port) => port.park(held, later(150)))).toBe(true)
      expect(await deliveries((port) => port.park(held, later(160)))).toBe(false)
      expect(await claim(later(149))).toEqual([])
      expect(only(await claim(later(150))).delivery).toMatchObject({ attempts: 0, dueAt: later(150) })
      const { attempts } = Option.getOrThrow(await records((port) => port.find(mine.account.id, id)))
      expect(attempts).toEqual([])
    })

    it.each([
      ['both, which are due', [120, 125], [150, 150]],
      ['both, the one asked for later', [120, 160], [150, 160]],
      ['both, the one of the schedule later', [250, 125], [250, 150]],
      ['the one asked for, alone', [null, 125], [null, 150]],
    ] as const)('that could not be sent keep what is to be tried, and not before then: %s', async (_, due, parked) => {
      const at = (second: number | null) => (second === null ? null : later(second))
      const mine = await open()
      const id = await end(mine)
      const [dueAt, resendAt] = due
      if (dueAt !== 120) {
        const first = only(await claim())
        const begun = { kind: 'programado', startedAt: emittedAt, took: Duration.zero, outcome: refused } as const
        const left = {
          ...first.delivery,
          state: dueAt === null ? 'agotada' : 'pendiente',
          attempts: 1,
          dueAt: at(dueAt),
        } as const
        expect(await deliveries((port) => port.record(first, begun, left))).toBe(true)
      }
      expect(await records((port) => port.resend(mine.account.id, id, later(resendAt)))).toBe(true)
      const held = only(await claim(later(125)))
      expect(held.delivery).toMatchObject({ dueAt: at(dueAt), resendAt: later(resendAt) })
      expect(await deliveries((port) => port.park(held, later(150)))).toBe(true)
      expect(await claim(later(149))).toEqual([])
      expect(only(await claim(later(150))).delivery).toMatchObject({ dueAt: at(parked[0]), resendAt: at(parked[1]) })
    })

    it('share the room of one host between the accounts that have it', async () => {
      for (let index = 0; index < 6; index++) await end(await open(), emitted, 'https://gateway.example.com/avs')
      expect(await claim(emittedAt, { most: 100, perAccount: 10, perHost: 4 })).toHaveLength(4)
      expect(await claim(emittedAt, { most: 100, perAccount: 10, perHost: 4 })).toEqual([])
    })

    it('wait for the first signing secret of their account', async () => {
      const mine = await open(null)
      await end(mine)
      expect(await claim()).toEqual([])
      expect(await deliveries((port) => port.nextDueAt)).toEqual(Option.none())
      const issue = (secret: string) => secrets((port) => port.issue(mine.account.id, Redacted.make(secret)))
      expect(await issue('whsec_uno')).toBe(true)
      expect(await issue('whsec_dos')).toBe(false)
      expect(Redacted.value(only(await claim()).request?.secrets.current ?? Redacted.make(''))).toBe('whsec_uno')
      const unknown = secrets((port) => Effect.flip(port.issue('nadie', Redacted.make('whsec_uno'))))
      expect(await unknown).toMatchObject({ _tag: 'AccountUnknown' })
    })

    it('are signed with both secrets from rotation to activation', async () => {
      const mine = await open()
      const { id } = mine.account
      await end(mine)
      const signing = async (at: DateTime.Utc) => {
        const held = only(await claim(at))
        await record(held, refused, at)
        const { current, next } = held.request?.secrets ?? { current: Redacted.make(''), next: null }
        return [Redacted.value(current), next && Redacted.value(next)]
      }
      expect(await secrets((port) => port.activate(id))).toBe(false)
      expect(await secrets((port) => port.rotate('nadie', Redacted.make('whsec_x')))).toBe(false)
      expect(await secrets((port) => port.rotate(id, Redacted.make('whsec_olvidado')))).toBe(true)
      expect(await secrets((port) => port.rotate(id, Redacted.make('whsec_dos')))).toBe(true)
      expect(await secrets((port) => port.isTried(id))).toBe(false)
      expect(await signing(emittedAt)).toEqual(['whsec_uno', 'whsec_dos'])
      expect(await secrets((port) => port.isTried(id))).toBe(false)
      expect((await secrets((port) => port.list(id))).map(({ role }) => role)).toEqual(['actual', 'siguiente'])
      expect(await secrets((port) => port.activate(id))).toBe(true)
      expect(await signing(later(150))).toEqual(['whsec_dos', null])
      expect((await secrets((port) => port.list(id))).map(({ role }) => role)).toEqual(['actual'])
    })

    it('are signed with the current secret alone once a rotation is given up, and those of others as before', async () => {
      const [mine, other, third] = [await open(), await open('whsec_tres'), await open('whsec_cinco')]
      const { id } = mine.account
      expect(await secrets((port) => port.abort(id))).toBe(false)
      await secrets((port) => port.rotate(id, Redacted.make('whsec_dos')))
      await secrets((port) => port.rotate(other.account.id, Redacted.make('whsec_cuatro')))
      await secrets((port) => port.rotate(third.account.id, Redacted.make('whsec_seis')))
      expect(await secrets((port) => port.abort(id))).toBe(true)
      expect(await secrets((port) => port.activate(third.account.id))).toBe(true)
      expect(await secrets((port) => port.abort(id))).toBe(false)
      expect((await secrets((port) => port.list(id))).map(({ role }) => role)).toEqual(['actual'])
      for (const one of [mine, other, third]) await end(one)
      const signing = (await claim()).map(({ accountId, request }) => {
        const { current, next } = request?.secrets ?? { current: Redacted.make(''), next: null }
        return [accountId, Redacted.value(current), next && Redacted.value(next)]
      })
      expect(signing).toHaveLength(3)
      expect(signing).toEqual(
        expect.arrayContaining([
          [id, 'whsec_uno', null],
          [other.account.id, 'whsec_tres', 'whsec_cuatro'],
          [third.account.id, 'whsec_seis', null],
        ]),
      )
    })

    it('tell that a receiver took one that both secrets signed', async () => {
      const mine = await open()
      for (let webhooks = 0; webhooks < 3; webhooks++) await end(mine)
      await secrets((port) => port.rotate(mine.account.id, Redacted.make('whsec_dos')))
      const next = (await secrets((port) => port.list(mine.account.id))).find(({ role }) => role === 'siguiente')
      const afterwards = DateTime.add(next?.issuedAt ?? emittedAt, { seconds: 1 })
      const moved: AttemptOutcome = { _tag: 'Answered', status: 300 }
      // Taken before there was another secret; not taken; taken.
      const ends = [
        [ok, emittedAt],
        [moved, afterwards],
        [ok, afterwards],
      ] as const
      const tried = []
      for (const [outcome, at] of ends) {
        await record(only(await claim(emittedAt, { ...plenty, most: 1 })), outcome, at)
        tried.push(await secrets((port) => port.isTried(mine.account.id)))
      }
      expect(tried).toEqual([false, false, true])
    })

    it('are listed by host, with its port where the URL has one, whatever case it is written in', async () => {
      const mine = await open()
      const id = await end(mine, emitted, 'https://Partner.Example.COM:8443/avs')
      const listed = (host: string) =>
        records((port) => port.list({ ...allDeliveries, accountId: mine.account.id, host }, 10))
      expect(await listed('partner.example.com')).toEqual([])
      expect(await listed('partner.example.com:8443')).toMatchObject([{ verificationId: id }])
    })

    it('are of a process, and not late, while they are under way', async () => {
      const mine = await open()
      const id = await end(mine)
      const seen = async () => {
        const { delivery } = Option.getOrThrow(await records((port) => port.find(mine.account.id, id)))
        const { oldestDueAt } = await records((port) => port.count(later(200)))
        return [delivery.replicaId !== null, oldestDueAt]
      }
      expect(await seen()).toEqual([false, Option.some(emittedAt)])
      const held = only(await claim())
      expect(await seen()).toEqual([true, Option.none()])
      await record(held, ok, emittedAt)
      expect(await seen()).toEqual([false, Option.none()])
    })

    it('are recorded all, however many attempts of an account end at once', async () => {
      const mine = await open()
      await run(
        Effect.gen(function* () {
          const [verifications, resolutions] = [yield* Verifications, yield* Resolutions]
          const applications = Array.from({ length: 150 }, () => applicationOf(mine))
          yield* Effect.forEach(applications, (one) => verifications.admit(one), { concurrency: 'unbounded' })
          const claims = yield* resolutions.claim(noon, plenty)
          yield* Effect.forEach(claims, (one) => resolutions.conclude(one, emitted), { concurrency: 'unbounded' })
        }),
      )
      const held = await claim()
      const recorded = await Promise.all(held.map((one) => record(one, ok, emittedAt)))
      expect(recorded).toEqual(Array(150).fill(true))
      expect(
        await records((port) => port.list({ ...allDeliveries, accountId: mine.account.id, state: 'entregada' }, 1_000)),
      ).toHaveLength(150)
    })

    it('are counted, and listed most recent first, for their account alone', async () => {
      const [mine, other] = [await open(), await open()]
      const [first, second] = [await end(mine), await end(mine)]
      await end(other)
      const list = (state: 'pendiente' | 'entregada' | null) =>
        records((port) => port.list({ ...allDeliveries, accountId: mine.account.id, state }, 10))
      expect(await list(null)).toMatchObject([
        { verificationId: second, emittedAt },
        { verificationId: first, emittedAt },
      ])
      expect(await records((port) => port.count(later(200)))).toEqual({
        pending: 3,
        failing: 0,
        exhausted: 0,
        oldestDueAt: Option.some(emittedAt),
      })
      for (const held of await claim()) await record(held, ok, emittedAt)
      expect(await list('pendiente')).toEqual([])
      expect(await list('entregada')).toHaveLength(2)
    })
  })
}
