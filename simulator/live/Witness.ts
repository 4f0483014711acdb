import { Effect, Layer, Option } from 'effect'
import { scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { Deliveries } from '#ports/Deliveries.ts'
import { DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { Resolutions } from '#ports/Resolutions.ts'
import { Sources } from '#ports/Sources.ts'
import { Transfers } from '#ports/Transfers.ts'
import { Verifications } from '#ports/Verifications.ts'
import { ScriptedFindings } from '#simulator/sources/ScriptedFindings.ts'
import { Destinations } from '#simulator/webhooks/Destinations.ts'
import { Inbox } from '#simulator/webhooks/Inbox.ts'
import { Chronicle } from './Chronicle.ts'
import { attempted, consulted, resent, transferred } from './Views.ts'

/** Each port as it was, telling the chronicle of what it did: whatever the storage, and without asking it. */

/** The name alone: nothing of the CURP is kept. */
const scenarioNamed = (curp: string): string | null =>
  scenarios.find(({ prefix }) => prefix !== null && curp.startsWith(prefix))?.name ?? null

/** Notes what was done, where it was. */
const noting = <E, R>(done: Effect.Effect<boolean, E, R>, note: () => void): Effect.Effect<boolean, E, R> =>
  Effect.tap(done, (isDone) => Effect.sync(() => isDone && note()))

const verifications = Layer.effect(
  Verifications,
  Effect.gen(function* () {
    const inner = yield* Verifications
    const { during, expected, created } = yield* Chronicle
    const scripts = yield* Effect.serviceOption(ScriptedFindings)
    const isScripted = (curp: string) => Option.exists(scripts, ({ of }) => Object.keys(of(curp)).length > 0)
    const admit: (typeof inner)['admit'] = (application, stage) =>
      Effect.suspend(() => {
        if (stage === 'precheck') return inner.admit(application, stage)
        const { verification, webhookUrl, subject } = application
        expected(verification, webhookUrl, isScripted(subject.curp) ? null : scenarioNamed(subject.curp))
        return inner.admit(application, stage).pipe(
          Effect.tap(({ _tag }) => Effect.sync(() => created(verification, _tag === 'Created'))),
          Effect.onError(() => Effect.sync(() => created(verification, false))),
          during,
        )
      })
    return Verifications.of({ ...inner, admit })
  }),
)

const resolutions = Layer.effect(
  Resolutions,
  Effect.gen(function* () {
    const inner = yield* Resolutions
    const { during, ended } = yield* Chronicle
    return Resolutions.of({
      ...inner,
      conclude: (claim, ending) =>
        during(noting(inner.conclude(claim, ending), () => ended(claim.verification, ending))),
    })
  }),
)

const sources = Layer.effect(
  Sources,
  Effect.gen(function* () {
    const { consult } = yield* Sources
    const { retell } = yield* Chronicle
    return Sources.of({
      consult: (consultation) =>
        Effect.tap(consult(consultation), (reply) =>
          Effect.sync(() => {
            const [verificationId = ''] = consultation.id.split('/')
            retell(verificationId, (view) => consulted(view, consultation, reply))
          }),
        ),
    })
  }),
)

const deliveries = Layer.effect(
  Deliveries,
  Effect.gen(function* () {
    const inner = yield* Deliveries
    const { retell } = yield* Chronicle
    const { answerer } = yield* Inbox
    const { owned } = yield* Destinations
    return Deliveries.of({
      ...inner,
      claim: (now, room) =>
        Effect.tap(inner.claim(now, room), (claims) =>
          Effect.sync(() => {
            for (const { verificationId, accountId } of claims) owned(verificationId, accountId)
          }),
        ),
      record: (claim, attempt, after) =>
        noting(inner.record(claim, attempt, after), () =>
          retell(claim.verificationId, (view) => attempted(view, attempt, after, answerer(claim.verificationId))),
        ),
    })
  }),
)

const deliveryRecords = Layer.effect(
  DeliveryRecords,
  Effect.gen(function* () {
    const inner = yield* DeliveryRecords
    const { retell } = yield* Chronicle
    return DeliveryRecords.of({
      ...inner,
      resend: (accountId, verificationId, at) =>
        noting(inner.resend(accountId, verificationId, at), () => retell(verificationId, (view) => resent(view, at))),
    })
  }),
)

const transfers = Layer.effect(
  Transfers,
  Effect.gen(function* () {
    const inner = yield* Transfers
    const { retell } = yield* Chronicle
    return Transfers.of({
      ...inner,
      record: (claim, outcome, after) =>
        noting(inner.record(claim, outcome, after), () =>
          retell(claim.verificationId, (view) => ({ ...view, transferencia: transferred(outcome, after) })),
        ),
    })
  }),
)

/** The ports that move verifications, watched. */
export const watched = Layer.mergeAll(verifications, resolutions, sources, deliveries, deliveryRecords, transfers).pipe(
  Layer.provideMerge(Chronicle.layer),
)
