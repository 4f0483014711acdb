import { DateTime, Effect, Option } from 'effect'
import { LedgerEntries } from '#adapters/postgres/operators/LedgerEntries.ts'
import { DeliveryRecords } from '#ports/DeliveryRecords.ts'
import { isCall } from '#ports/SourceJournal.ts'
import { TransferRecords } from '#ports/TransferRecords.ts'
import { type SourceRecord, type VerificationRecord, VerificationRecords } from '#ports/VerificationRecords.ts'
import { attemptOf } from './Deliveries.ts'
import { type Facts, instant, pesos } from './Output.ts'

interface Happened {
  readonly at: DateTime.Utc | null
  readonly what: string
}

const inOrder = (events: ReadonlyArray<Happened>): ReadonlyArray<Facts> =>
  events
    .flatMap(({ at, what }) => (at === null ? [] : [{ at, what }]))
    .toSorted((one, other) => DateTime.Order(one.at, other.at))
    .map(({ at, what }) => ({ at: instant(at), what }))

/** What a source did; that it is not called is told once, as it was last. */
const happenedAt = (record: SourceRecord): ReadonlyArray<Happened> => {
  const { source, tries, firstAt, lastAt, result, failures, lastFailure, lastFailureAt } = record
  const waits: Happened = { at: lastAt, what: `${source} waits: ${result}` }
  if (tries === 0) return [{ ...waits, at: firstAt }]
  const last: Happened = isCall(result) ? { at: lastAt, what: `${source}: ${result}, try ${tries}` } : waits
  return [
    { at: firstAt, what: `${source} asked` },
    ...(lastFailure === null || (tries > 1 && result === lastFailure)
      ? []
      : [
          {
            at: lastFailureAt,
            what: `${source} failed: ${lastFailure}${failures > 1 ? `, the last of ${failures}` : ''}`,
          },
        ]),
    ...(tries > 1 || last === waits ? [last] : []),
  ]
}

/** All that is kept of a verification, without anything of the applicant: what happened when, and each part of it. */
export const wholeOf = Effect.fnUntraced(function* (record: VerificationRecord) {
  const { accountId, verificationId } = record
  const found = yield* Effect.all({
    sources: VerificationRecords.use((port) => port.sourcesOf(accountId, verificationId)),
    entries: LedgerEntries.use((port) => port.ofVerification(accountId, verificationId)),
    webhook: DeliveryRecords.use((port) => port.find(accountId, verificationId)),
    transfer: TransferRecords.use((port) => port.find(accountId, verificationId)),
  })
  const { sources, entries } = found
  const webhook = Option.getOrNull(found.webhook)
  const transfer = Option.getOrNull(found.transfer)
  const end = record.reason === null ? record.state : `${record.state}: ${record.reason}`
  const timeline = inOrder([
    { at: record.createdAt, what: `created over ${record.channel}` },
    ...sources.flatMap(happenedAt),
    { at: record.resolvedAt, what: end },
    ...entries.map(({ recordedAt, kind, centavos }) => ({
      at: recordedAt,
      what: `${kind} of ${pesos(centavos).toFixed(2)}`,
    })),
    ...(webhook?.attempts ?? []).map(({ startedAt, number, status, failure }) => ({
      at: startedAt,
      what: `webhook, attempt ${number}: ${status ?? failure}`,
    })),
    { at: record.retiredAt, what: 'its content was removed' },
  ])
  return {
    timeline,
    sources: sources.map(
      (one): Facts => ({
        source: one.source,
        result: one.result,
        tries: one.tries,
        failures: one.failures,
        lastFailure: one.lastFailure,
        first: instant(one.firstAt),
        last: instant(one.lastAt),
      }),
    ),
    entries: entries.map(
      ({ entryId, kind, centavos, reason, recordedAt }): Facts => ({
        entry: entryId,
        kind,
        pesos: pesos(centavos),
        recorded: instant(recordedAt),
        reason,
      }),
    ),
    webhook: { webhook: webhook?.delivery.state ?? null, webhookDue: instant(webhook?.delivery.dueAt ?? null) },
    attempts: (webhook?.attempts ?? []).map(attemptOf),
    transfer:
      transfer === null
        ? []
        : [
            {
              state: transfer.state,
              pesos: pesos(transfer.amountCentavos),
              attempts: transfer.attempts,
              due: instant(transfer.dueAt),
              transfer: transfer.transferId,
              lastFailure: transfer.lastFailure,
            } satisfies Facts,
          ],
  }
})
