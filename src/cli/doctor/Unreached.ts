/** What Node calls a certificate that comes from no authority that it knows. */
const untrusted = /\b(?:UNABLE_TO_\w*(?:ISSUER|LEAF)\w*|\w*SELF_SIGNED\w*)\b/

/** What to look at when the database is not reached, by what is known of it. */
export const unreachedAdvice = (details: string): string =>
  untrusted.test(details)
    ? 'Its certificate is not trusted: name its authority in COTEJO_DATABASE_CA_FILE.'
    : 'Check DATABASE_URL, and that Postgres runs and lets this machine in.'

/** The same of a provider or the processor, which are told together, and so by name. */
export const unreachedPeerAdvice = (what: string, code: string, authoritySetting: string): string =>
  untrusted.test(code)
    ? `The certificate of ${what} is not trusted: name its authority in ${authoritySetting}.`
    : `Look at ${what}.`
