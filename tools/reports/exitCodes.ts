/** How a bench ends its process. */
export const exitCodes = { kept: 0, missed: 1, failed: 2 } as const
