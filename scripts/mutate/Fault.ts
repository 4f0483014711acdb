/** A fault that can be planted. */
export interface Fault {
  readonly mutator: string
  /** Where the code that it replaces begins and ends. */
  readonly start: number
  readonly end: number
  /** What is replaced: a value, a member of an object, a statement, or what is between two braces. */
  readonly form: 'expression' | 'member' | 'statement' | 'block'
  /** What stands in its place; of a member, a statement or a block nothing does. */
  readonly replacement: string
}
