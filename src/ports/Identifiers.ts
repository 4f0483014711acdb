import { Context, type Effect } from 'effect'

/** Generates identifiers with at least 128 random bits. They reveal neither time nor count. */
export class Identifiers extends Context.Service<
  Identifiers,
  {
    /** A random `verificacion_id` or `consentimiento_id`. */
    readonly next: (prefix: 'ver' | 'con') => Effect.Effect<string>
    /**
     * The event id of a verification's end. It depends only on the verification, so it stays the same if the end is
     * reached again after a backup was restored.
     */
    readonly eventOf: (verificationId: string) => string
  }
>()('cotejo/ports/Identifiers') {}
