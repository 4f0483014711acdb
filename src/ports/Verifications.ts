import { Context, type Effect, type Option } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import type { Admission, Stage } from '#domain/account/Admission.ts'
import type { QuotaMonth } from '#domain/account/Quota.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { ConsentProof } from '#domain/verification/Consent.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { InProgress, ListFilter, Verification } from '#domain/verification/Verification.ts'
import type { VerificationView } from '#domain/verification/VerificationView.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A valid request, ready to be admitted. */
export interface AdmissionRequest {
  readonly principal: Principal
  readonly verification: Verification & { readonly state: InProgress }
  /** Keyed digest of the canonical body. */
  readonly fingerprint: string
  /** Kept sealed, with the verification. */
  readonly consentProof: ConsentProof
  readonly subject: Subject
  readonly webhookUrl: string
  readonly propertyId: string | null
  /** The month in which it counts against the quota. */
  readonly quotaMonth: QuotaMonth
  /** Where what is done for it belongs. */
  readonly trace: Trace | null
}

/** Verifications as partners create and read them, always within one account. */
export class Verifications extends Context.Service<
  Verifications,
  {
    /** Judges replay, rate, quota and billing and creates, atomically (steps 16 to 18): all of it, or a stage. */
    readonly admit: (request: AdmissionRequest, stage?: Stage) => Effect.Effect<Admission, StorageUnavailable>
    /** The verification of an earlier request with this `solicitud_id` and the same body, if there is one. */
    readonly findReplay: (
      accountId: string,
      requestId: string,
      fingerprint: string,
    ) => Effect.Effect<Option.Option<VerificationView>, StorageUnavailable>
    readonly read: (accountId: string, id: string) => Effect.Effect<Option.Option<VerificationView>, StorageUnavailable>
    /** Most recent first. */
    readonly list: (
      accountId: string,
      filter: ListFilter,
    ) => Effect.Effect<ReadonlyArray<VerificationView>, StorageUnavailable>
  }
>()('cotejo/ports/Verifications') {}
