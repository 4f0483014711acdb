/** A fault that survives because the program does the same with it, and why. */
export interface Equivalent {
  readonly file: string
  /** A part of the line as it stands. */
  readonly code: string
  /** Any where it is left out. */
  readonly mutator?: string
  /** What stands in its place; any where it is left out. */
  readonly replacement?: string
  readonly because: string
}

export const groups = 'the form has all of its groups or does not match'
export const beyond = 'what lies beyond the end of a text is neither letter nor digit nor blank'
export const shortcut = 'it only spares work: what follows comes to the same answer'
