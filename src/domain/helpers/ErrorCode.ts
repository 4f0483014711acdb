/**
 * The code of an error from the runtime, a library or the database, for example `ECONNREFUSED`. Unlike the message, it
 * quotes no data. Null without a code.
 */
export const errorCodeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null
