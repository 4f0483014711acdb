import { DateTime, Effect, Layer, Option } from 'effect'
import { type VerificationRecord, VerificationRecords } from '#ports/VerificationRecords.ts'
import { MemoryDatabase, type Row } from './MemoryDatabase.ts'

const recordOf = ({ verification, trace, retiredAt, dueAt, claimed }: Row): VerificationRecord => {
  const { accountId, id, requestId, state, terms, channel, createdAt, deadline } = verification
  return {
    accountId,
    verificationId: id,
    requestId,
    state: state._tag,
    reason: state._tag === 'no_concluyente' ? state.reason : null,
    mode: terms.mode,
    priceCentavos: terms.priceCentavos,
    paymentIntentId: terms.paymentIntentId,
    channel,
    trace,
    createdAt,
    deadline,
    resolvedAt: state._tag === 'en_proceso' ? null : state.resolvedAt,
    retiredAt,
    work: dueAt && { dueAt, replicaId: claimed ? 'memory' : null, crashes: 0 },
  }
}

const hostOf = ({ webhookUrl }: Row): string | null => URL.parse(webhookUrl)?.host ?? null

export const layer = Layer.effect(
  VerificationRecords,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase

    /** Most recent first, of one account or all. */
    const newest = (accountId: string | null): ReadonlyArray<Row> =>
      Array.from(tables().accounts.values())
        .filter(({ account }) => accountId === null || account.id === accountId)
        .flatMap(({ rows }) => rows)
        .toReversed()
        .toSorted((one, other) => DateTime.Order(other.verification.createdAt, one.verification.createdAt))

    return VerificationRecords.of({
      find: (accountId, verificationId) =>
        Effect.sync(() =>
          Option.map(Option.fromUndefinedOr(tables().accounts.get(accountId)?.byId.get(verificationId)), recordOf),
        ),
      // Memory does not note what sources did.
      sourcesOf: () => Effect.succeed([]),
      search: (accountId, { request, verification, payment }, limit) =>
        Effect.sync(() =>
          newest(accountId)
            .filter(
              ({ verification: { id, requestId, terms } }) =>
                (request === null || requestId === request) &&
                (verification === null || id === verification) &&
                (payment === null || (terms.paymentIntentId === payment && tables().payments.get(payment) === id)),
            )
            .slice(0, limit)
            .map(recordOf),
        ),
      list: ({ accountId, state, host, since, until }, limit) =>
        Effect.sync(() =>
          newest(accountId)
            .filter((row) => {
              const { state: own, createdAt } = row.verification
              return (
                row.retiredAt === null &&
                (state === null || own._tag === state) &&
                (host === null || hostOf(row) === host) &&
                (since === null || DateTime.isGreaterThanOrEqualTo(createdAt, since)) &&
                (until === null || DateTime.isLessThan(createdAt, until))
              )
            })
            .slice(0, limit)
            .map(recordOf),
        ),
    })
  }),
)
