import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { BillingMode } from '#domain/verification/Terms.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { State, Verification } from '#domain/verification/Verification.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A verification as the operator sees it: how it stands, and nothing of the applicant. */
export interface VerificationRecord {
  readonly accountId: string
  readonly verificationId: string
  readonly requestId: string
  readonly state: State['_tag']
  /** Why there is no recommendation, of a `no_concluyente` that is still kept. */
  readonly reason: string | null
  readonly mode: BillingMode
  readonly priceCentavos: number
  readonly paymentIntentId: string | null
  readonly channel: Verification['channel']
  /** Null where its request was not traced, and of what is removed. */
  readonly trace: Trace | null
  readonly createdAt: DateTime.Utc
  readonly deadline: DateTime.Utc
  readonly resolvedAt: DateTime.Utc | null
  /** When its content was removed. */
  readonly retiredAt: DateTime.Utc | null
  /** The work on it, while `en_proceso`. */
  readonly work: {
    readonly dueAt: DateTime.Utc
    /** The process that works on it now. */
    readonly replicaId: string | null
    /** How many processes died while they did. */
    readonly crashes: number
  } | null
}

/** What a source did for a verification. */
export interface SourceRecord {
  readonly source: string
  /** Times that it was called; those of them that failed. */
  readonly tries: number
  readonly failures: number
  /** When it was first called; where it never was, since when it waits. */
  readonly firstAt: DateTime.Utc
  /** When `result` was so. */
  readonly lastAt: DateTime.Utc
  /** `consultada`, `pendiente`, or why there is no answer; also why it was not called. */
  readonly result: string
  readonly lastFailure: string | null
  readonly lastFailureAt: DateTime.Utc | null
}

/** Which verifications; null does not choose. */
export interface VerificationFilter {
  readonly accountId: string | null
  readonly state: State['_tag'] | null
  /** The host of the receiver, with its port where `webhook_url` has one. */
  readonly host: string | null
  /** When it was created: from `since` on, before `until`. */
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

/** Verifications as an operator looks them up, retired ones included. */
export class VerificationRecords extends Context.Service<
  VerificationRecords,
  {
    readonly find: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<Option.Option<VerificationRecord>, StorageUnavailable>
    /** What the sources did, in the order in which they were first asked, while its content is kept. */
    readonly sourcesOf: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<ReadonlyArray<SourceRecord>, StorageUnavailable>
    /** By the one name that is given, in all accounts or one; most recent first. */
    readonly search: (
      accountId: string | null,
      by: {
        readonly request: string | null
        readonly verification: string | null
        readonly payment: string | null
      },
      limit: number,
    ) => Effect.Effect<ReadonlyArray<VerificationRecord>, StorageUnavailable>
    /** Most recent first. Retired ones are found by id alone. */
    readonly list: (
      filter: VerificationFilter,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<VerificationRecord>, StorageUnavailable>
  }
>()('cotejo/ports/VerificationRecords') {}
