/** A fault that survives because the program does the same with it, and why. */
interface Equivalent {
  readonly file: string
  /** A part of the line as it stands. */
  readonly code: string
  readonly mutator: string
  /** What stands in its place; any where it is left out. */
  readonly replacement?: string
  readonly because: string
}

/** Faults that survived and were judged to be none. */
export const equivalents: ReadonlyArray<Equivalent> = []
