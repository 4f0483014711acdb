import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { ListBasis } from '#domain/evidence/Findings.ts'
import type { Level } from '#domain/recommendation/Recommendation.ts'
import type { Consent, ConsentProof } from '#domain/verification/Consent.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** What a recommendation came from, and nothing of the applicant. */
export interface VerificationBasis {
  readonly engineVersion: string
  readonly level: Level
  readonly explanation: string
  readonly determinants: ReadonlyArray<string>
  /** Null where the lists were not ours, or could not be consulted. */
  readonly lists: ListBasis | null
}

/** What is kept of a person in one verification that ended. */
export interface KeptOfPerson {
  readonly consent: Consent & ConsentProof
  readonly webhookUrl: string
  readonly propertyId: string | null
  /** What partners are answered; null where nothing may be shown. */
  readonly document: unknown
  /** Null of one that was not emitted. */
  readonly basis: VerificationBasis | null
  readonly webhook: {
    readonly state: string
    readonly attempts: ReadonlyArray<{ readonly startedAt: DateTime.Utc; readonly status: number | null }>
  } | null
}

/** What a person may ask for: to have what is kept, and to have it removed. */
export class Erasure extends Context.Service<
  Erasure,
  {
    /** The verification of a `solicitud_id`, whatever is left of it. */
    readonly verificationOf: (
      accountId: string,
      requestId: string,
    ) => Effect.Effect<Option.Option<string>, StorageUnavailable>
    /** None of one that is under way, or was removed. */
    readonly kept: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<Option.Option<KeptOfPerson>, StorageUnavailable>
    /**
     * Removes at once what the retention removes (contract 3.12), the webhook too although it is still to be sent. One
     * that is under way, or was removed, stays as it is.
     */
    readonly erase: (accountId: string, verificationId: string) => Effect.Effect<void, StorageUnavailable>
  }
>()('cotejo/ports/Erasure') {}
