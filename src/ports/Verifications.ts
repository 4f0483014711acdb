import { Context, type Effect, type Option } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import type { Admission, Stage } from '#domain/account/Admission.ts'
import type { QuotaMonth } from '#domain/account/Quota.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { ConsentProof } from '#domain/verification/Consent.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { InProgress, ListFilter, Verification, VerificationView } from '#domain/verification/Verification.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A valid request, ready for admission. */
export interface AdmissionRequest {
  readonly principal: Principal
  readonly verification: Verification & { readonly state: InProgress }
  /** The keyed digest of the canonical body. */
  readonly fingerprint: string
  /** Stored encrypted, with the verification. */
  readonly consentProof: ConsentProof
  readonly subject: Subject
  readonly webhookUrl: string
  readonly propertyId: string | null
  /** The month whose quota it counts against. */
  readonly quotaMonth: QuotaMonth
  /** The trace that its later work belongs to. */
  readonly trace: Trace | null
}

/** Creates and reads verifications for partners, always within one account. */
export class Verifications extends Context.Service<
  Verifications,
  {
    /**
     * Checks replay, rate, quota and billing, and creates the verification, all atomically (steps 16 to 18), or runs
     * one stage.
     */
    readonly admit: (request: AdmissionRequest, stage?: Stage) => Effect.Effect<Admission, StorageUnavailable>
    /** The earlier verification with this `solicitud_id` and the same body, if one exists. */
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
