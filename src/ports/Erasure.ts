import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { ListBasis } from '#domain/evidence/Findings.ts'
import type { Level } from '#domain/recommendation/Recommendation.ts'
import type { Consent, ConsentProof } from '#domain/verification/Consent.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** What a recommendation was based on, without data of the applicant. */
export interface VerificationBasis {
  readonly engineVersion: string
  readonly level: Level
  readonly explanation: string
  readonly determinants: ReadonlyArray<string>
  /** Null if the lists were not searched by this service, or were unavailable. */
  readonly lists: ListBasis | null
  /** How many lawsuits by name were left out (contract 3.15). */
  readonly clearedLawsuits: number
}

/** What is stored about a person in one ended verification. */
export interface KeptOfPerson {
  readonly consent: Consent & ConsentProof
  readonly webhookUrl: string
  readonly propertyId: string | null
  /** The document that partners receive; null if it must not be shown. */
  readonly document: unknown
  /** Null if the verification was not emitted. */
  readonly basis: VerificationBasis | null
  readonly webhook: {
    readonly state: string
    readonly attempts: ReadonlyArray<{ readonly startedAt: DateTime.Utc; readonly status: number | null }>
  } | null
}

/** What a person may request: a copy of the stored data, or its removal. */
export class Erasure extends Context.Service<
  Erasure,
  {
    /** The verification with this `solicitud_id`, even if its content was removed. */
    readonly verificationOf: (
      accountId: string,
      requestId: string,
    ) => Effect.Effect<Option.Option<string>, StorageUnavailable>
    /** `None` if the verification is in progress or its content was removed. */
    readonly kept: (
      accountId: string,
      verificationId: string,
    ) => Effect.Effect<Option.Option<KeptOfPerson>, StorageUnavailable>
    /**
     * Removes the content now, as the retention would later (contract 3.12), including a webhook that is still pending.
     * Does nothing if the verification is in progress or its content was already removed.
     */
    readonly erase: (accountId: string, verificationId: string) => Effect.Effect<void, StorageUnavailable>
  }
>()('cotejo/ports/Erasure') {}
