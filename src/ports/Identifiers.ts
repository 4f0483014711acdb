import { Context, type Effect } from 'effect'

/** Where identifiers come from: at least 128 bits that nobody can guess each, telling neither time nor count. */
export class Identifiers extends Context.Service<
  Identifiers,
  {
    /** `verificacion_id` or `consentimiento_id`: random. */
    readonly next: (prefix: 'ver' | 'con') => Effect.Effect<string>
    /** The event id of a verification's end: always the same, also where the end is reached again after a backup was restored. */
    readonly eventOf: (verificationId: string) => string
  }
>()('cotejo/ports/Identifiers') {}
