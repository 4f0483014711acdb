import { Context, type Effect } from 'effect'

/** Where identifiers come from: at least 128 random bits each, telling neither time nor count. */
export class Identifiers extends Context.Service<
  Identifiers,
  {
    /** `verificacion_id`, `consentimiento_id`, and the webhook's event id, in that order of prefixes. */
    readonly next: (prefix: 'ver' | 'con' | 'evt') => Effect.Effect<string>
  }
>()('cotejo/ports/Identifiers') {}
