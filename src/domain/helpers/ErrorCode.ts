/**
 * The code that the runtime, a library or the database gave an error, as `ECONNREFUSED`: unlike the message it
 * quotes nothing. Null when it has none.
 */
export const errorCodeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null
