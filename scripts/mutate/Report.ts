/** What was found: of each fault that no test caught, and of each folder. */
import { equivalents } from './equivalents.ts'

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
  /** Whether only some of its files were tried. */
  readonly isPart?: boolean
}

/** What was found in a folder, in numbers. */
export interface Figures {
  readonly caught: number
  /** Those judged to change nothing left out. */
  readonly missed: number
  /** Of these, what no test runs. */
  readonly unreached: number
  readonly equivalent: number
  readonly still: number
}

const isEquivalent = ({ file, code, mutator, replacement }: Missed): boolean =>
  equivalents.some(
    (one) =>
      one.file === file &&
      code.includes(one.code) &&
      (one.mutator ?? mutator) === mutator &&
      (one.replacement ?? replacement) === replacement,
  )

export const figuresOf = ({ caught, still, missed }: Summary): Figures => {
  const real = missed.filter((one) => !isEquivalent(one))
  const unreached = real.filter(({ isReached }) => !isReached).length
  return { caught, missed: real.length, unreached, equivalent: missed.length - real.length, still }
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
export const withCaught = ({ still, missed: before }: Summary, tried: ReadonlyArray<Tried>): Summary => {
  const left = new Map<string, number>()
  for (const { missed, outcome } of tried) {
    if (outcome !== 'caught') left.set(nameOf(missed), (left.get(nameOf(missed)) ?? 0) + 1)
  }
  const missed = before.filter((one) => {
    const count = left.get(nameOf(one)) ?? 0
    left.set(nameOf(one), count - 1)
    return count > 0
  })
  return { caught: tried.length - still - missed.length, still, missed }
}
