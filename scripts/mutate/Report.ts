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
