import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { BillingMode } from '#domain/verification/Terms.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { State, Verification } from '#domain/verification/Verification.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A verification as operators see it: its state, without data of the applicant. */
export interface VerificationRecord {
  readonly accountId: string
  readonly verificationId: string
  readonly requestId: string
  readonly state: State['_tag']
  /** Why a `no_concluyente` has no recommendation, while its content is kept. */
  readonly reason: string | null
  readonly mode: BillingMode
  readonly priceCentavos: number
  readonly paymentIntentId: string | null
  readonly channel: Verification['channel']
  /** Null if its request was not traced, or its content was removed. */
  readonly trace: Trace | null
  readonly createdAt: DateTime.Utc
  readonly deadline: DateTime.Utc
  readonly resolvedAt: DateTime.Utc | null
  /** When its content was removed; null if it is kept. */
  readonly retiredAt: DateTime.Utc | null
  /** The state of its work while it is `en_proceso`. */
  readonly work: {
    readonly dueAt: DateTime.Utc
    /** The process that works on it now; null if none. */
    readonly replicaId: string | null
    /** How many processes died while they worked on it. */
    readonly crashes: number
  } | null
}

/** What a source did for a verification. */
export interface SourceRecord {
  readonly source: string
  /** The number of calls, and how many of them failed. */
  readonly tries: number
  readonly failures: number
  /** The first call; before it, when the source started to wait. */
  readonly firstAt: DateTime.Utc
  /** When `result` was last recorded. */
  readonly lastAt: DateTime.Utc
  /** `consultada`, `pendiente`, or the reason for a missing answer or call. */
  readonly result: string
  readonly lastFailure: string | null
  readonly lastFailureAt: DateTime.Utc | null
}

/** Selects verifications; null does not filter. */
export interface VerificationFilter {
  readonly accountId: string | null
  readonly state: State['_tag'] | null
  /** The receiver's host, with the port if `webhook_url` has one. */
  readonly host: string | null
  /** When it was created: at or after `since`, and before `until`. */
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
}

export const allVerifications: VerificationFilter = {
  accountId: null,
  state: null,
  host: null,
  since: null,
  until: null,
}

/** Finds verifications for operators, including retired ones. */
export class VerificationRecords extends Context.Service<
  VerificationRecords,
  {
    readonly find: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<Option.Option<VerificationRecord>, StorageUnavailable>
    /** The calls to its sources, in the order of the first calls, while its content is kept. */
    readonly sourcesOf: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<ReadonlyArray<SourceRecord>, StorageUnavailable>
    /** Searches by the one identifier given, in one account or in all; most recent first. */
    readonly search: (
      accountId: string | null,
      by: {
        readonly request: string | null
        readonly verification: string | null
        readonly payment: string | null
      },
      limit: number,
    ) => Effect.Effect<ReadonlyArray<VerificationRecord>, StorageUnavailable>
    /** Most recent first. Retired verifications are found only by id. */
    readonly list: (
      filter: VerificationFilter,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<VerificationRecord>, StorageUnavailable>
  }
>()('cotejo/ports/VerificationRecords') {}
