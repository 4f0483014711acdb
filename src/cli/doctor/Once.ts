import { type Finding, type Found, fault } from './Check.ts'

/** A line of what `doctor` prints. */
type Line = Pick<Found, 'check' | keyof Finding>

const behind = (line: string): Finding => fault('not checked', `Fix the line ${line} first.`)

/**
 * Reports a problem in one line. Checks that failed because of it only refer to that line.
 *
 * @param needsDatabase whether a check asks the database
 */
export const toldOnce = (
  found: ReadonlyArray<Found>,
  needsDatabase: (check: string) => boolean,
): ReadonlyArray<Line> => {
  const lossOf = (name: string) => found.find(({ check }) => check === name)?.lost ?? null
  const [settings, database] = [lossOf('settings'), lossOf('database')]
  const known = settings?._tag === 'Settings' ? settings.problems : []
  return found.map(({ lost, ...line }) => {
    if (lost === null) return line
    if (lost._tag === 'Settings') {
      const isKnown = line.check !== 'settings' && lost.problems.every((problem) => known.includes(problem))
      return isKnown ? { check: line.check, ...behind('settings') } : line
    }
    const isBehind = line.check !== 'database' && needsDatabase(line.check) && database?._tag === 'Unreached'
    return isBehind ? { check: line.check, ...behind('database') } : line
  })
}
