import { Context, type Effect, type Option } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import type { Verdict } from '#domain/account/Admission.ts'
import type { QuotaMonth } from '#domain/account/Quota.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { ConsentProof } from '#domain/verification/Consent.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { InProgress, ListFilter, Shown, Verification } from '#domain/verification/Verification.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** A valid request, ready to be admitted. */
export interface Application {
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

/** A verification `en_proceso`, as far as readers need to know it. */
interface UnderWay {
  readonly _tag: 'UnderWay'
  readonly verification: Shown
}

/** One that ended, by the document that its end was rendered to, for good. */
interface Ended {
  readonly _tag: 'Ended'
  readonly id: string
  /** JSON in UTF-8; null where it did not pass the output control, and so is shown to nobody. */
  readonly document: Uint8Array | null
}

/** How a verification stands for those who read it. */
export type Standing = UnderWay | Ended

/** What admission decided. Anything but `Created` left no trace, save that rate was consumed. */
export type Admission =
  | { readonly _tag: 'Created'; readonly verification: Application['verification'] }
  /** The one that came before, untouched. */
  | { readonly _tag: 'Replayed'; readonly standing: Standing }
  | Exclude<Verdict, { readonly _tag: 'Created' | 'Replayed' | 'Screened' }>

/** Verifications as partners create and read them, always within one account. */
export class Verifications extends Context.Service<
  Verifications,
  {
    /** Judges replay, rate, quota and billing and creates, atomically (steps 16 to 18). */
    readonly admit: (application: Application) => Effect.Effect<Admission, StorageUnavailable>
    /**
     * Steps 16 and 17 alone, for mode `connect`, where the processor is asked before creating: none
     * when billing is next. Rate is consumed here.
     */
    readonly screen: (application: Application) => Effect.Effect<Option.Option<Admission>, StorageUnavailable>
    /** Admits what `screen` let pass: as `admit`, but that the rate was consumed and is not judged again. */
    readonly admitScreened: (application: Application) => Effect.Effect<Admission, StorageUnavailable>
    /** The verification of an earlier request with this `solicitud_id` and the same body, if there is one. */
    readonly recall: (
      accountId: string,
      requestId: string,
      fingerprint: string,
    ) => Effect.Effect<Option.Option<Standing>, StorageUnavailable>
    readonly read: (accountId: string, id: string) => Effect.Effect<Option.Option<Standing>, StorageUnavailable>
    /** Most recent first. */
    readonly list: (accountId: string, filter: ListFilter) => Effect.Effect<ReadonlyArray<Standing>, StorageUnavailable>
  }
>()('cotejo/ports/Verifications') {}
