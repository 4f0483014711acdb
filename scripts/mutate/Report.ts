/** What was found: of each fault that no test caught, and of each folder. */

/** A fault that no test caught. */
export interface Missed {
  readonly file: string
  readonly line: number
  /** The line as it stands. */
  readonly code: string
  readonly mutator: string
  /** What stood in its place, or in that of a part of it. */
  readonly replacement: string
  /** Whether any test runs the line. */
  readonly isReached: boolean
}

/** What was found in a folder. */
export interface Summary {
  readonly caught: number
  /** Faults that are there before any test begins, which are not tried. */
  readonly still: number
  readonly missed: ReadonlyArray<Missed>
}

/** What became of a fault: it was there before any test began (`still`), or no test came near it (`unreached`). */
export type Outcome = 'caught' | 'missed' | 'still' | 'unreached'

/** A fault that was planted, and what became of it. */
interface Tried {
  readonly missed: Omit<Missed, 'isReached'>
  readonly outcome: Outcome
}

/** What was found of these. */
export const summaryOf = (tried: ReadonlyArray<Tried>): Summary => {
  const having = (...outcomes: ReadonlyArray<Outcome>) => tried.filter(({ outcome }) => outcomes.includes(outcome))
  return {
    caught: having('caught').length,
    still: having('still').length,
    missed: having('missed', 'unreached').map(({ missed, outcome }) => ({
      ...missed,
      isReached: outcome === 'missed',
    })),
  }
}

const nameOf = ({ file, line, mutator, replacement }: Omit<Missed, 'isReached'>): string =>
  JSON.stringify([file, line, mutator, replacement])

/** What was known, less what was caught meanwhile. */
export const withCaught = ({ missed: before }: Summary, tried: ReadonlyArray<Tried>): Summary => {
  const left = new Map<string, number>()
  for (const { missed, outcome } of tried) {
    if (outcome !== 'caught') left.set(nameOf(missed), (left.get(nameOf(missed)) ?? 0) + 1)
  }
  const missed = before.filter((one) => {
    const count = left.get(nameOf(one)) ?? 0
    left.set(nameOf(one), count - 1)
    return count > 0
  })
  const caught = tried.filter(({ outcome }) => outcome === 'caught').length
  return { caught, still: tried.length - caught - missed.length, missed }
}
