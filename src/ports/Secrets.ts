import { Context } from 'effect'

/** Keyed digests, so that what is stored cannot be tried out against a small space of inputs. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** What is stored of an API key, and looked up by. */
    readonly digestApiKey: (key: string) => string
    /** What is stored of a request, to recognise the same body again. */
    readonly fingerprint: (canonicalBody: string) => string
  }
>()('cotejo/ports/Secrets') {}
