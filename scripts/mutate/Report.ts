import { readFileSync } from 'node:fs'

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

interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string
        readonly mutants: ReadonlyArray<{
          readonly mutatorName: string
          readonly replacement?: string
          readonly status: string
          readonly location: { readonly start: { readonly line: number } }
        }>
      }
    >
  >
}

/** Reads a report of Stryker. */
export const summaryOf = (path: string): Summary => {
  const { files }: Report = JSON.parse(readFileSync(path, 'utf8'))
  const all = Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants.map(({ mutatorName: mutator, replacement = '', status, location: { start } }) => ({
      status,
      found: {
        file,
        line: start.line,
        code: lines[start.line - 1]?.trim() ?? '',
        mutator,
        replacement,
        isReached: status === 'Survived',
      },
    }))
  })
  const having = (...statuses: ReadonlyArray<string>) => all.filter(({ status }) => statuses.includes(status))
  return {
    caught: having('Killed', 'Timeout').length,
    still: having('Ignored').length,
    missed: having('Survived', 'NoCoverage').map(({ found }) => found),
  }
}
