/** How many come back of so many a minute. */
const refilled = (perMinute: number, milliseconds: number): number => Math.ceil((perMinute * milliseconds) / 60_000)

/** What some requests at once were answered. */
interface Asked {
  readonly passed: number
  readonly refused: number
}

/**
 * Asks until the protective ceiling of contract 4.2b refuses.
 *
 * @param perMinute the ceiling
 * @returns how many passed beyond the ceiling, and how many may have, since it comes back as time goes by
 */
export const untilCeiling = async (
  perMinute: number,
  ask: () => Promise<Asked>,
): Promise<{ readonly surplus: number; readonly most: number }> => {
  const start = performance.now()
  let passed = 0
  for (let refused = 0; refused === 0; ) {
    const asked = await ask()
    passed += asked.passed
    refused = asked.refused
  }
  return { surplus: passed - perMinute, most: refilled(perMinute, performance.now() - start) }
}
