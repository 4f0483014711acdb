/** The exit codes of a bench: all aims met, an aim missed, or an error. */
export const exitCodes = { kept: 0, missed: 1, failed: 2 } as const
