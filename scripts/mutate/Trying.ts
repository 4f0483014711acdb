import { round } from './Rounds.ts'

/** What became of a fault: it was there before any test began (`still`), or no test came near it (`unreached`). */
type Outcome = 'caught' | 'missed' | 'still' | 'unreached'

/** Quick tests try first: most faults need no other. In milliseconds. */
const patience = [5, 50, Number.POSITIVE_INFINITY]

/** Looks which tests reach which faults, and lets them try those. */
export const outcomesOf = async (faults: number, files: ReadonlyArray<string>): Promise<(fault: number) => Outcome> => {
  const begun = performance.now()
  const note = (text: string): void => console.log(`${((performance.now() - begun) / 1_000).toFixed(0)} s: ${text}`)
  const looked = await round({ faults, files, tries: null })
  const reaching = looked.flatMap((event) => (event.is === 'reached' ? [event] : []))
  const reached = new Set(reaching.flatMap((one) => one.faults))
  const seen = new Set(looked.flatMap((event) => (event.is === 'seen' ? event.faults : [])))
  const once = looked.flatMap((event) => (event.is === 'once' ? [event.test] : []))
  note(
    `${faults} faults, ${reached.size} reached by ${reaching.length} tests; ${once.length} tests run once only: ${once.join(' ')}`,
  )
  const caught = new Set<number>()
  let least = -1
  for (const most of patience) {
    const chosen = reaching
      .filter(({ milliseconds }) => milliseconds > least && milliseconds <= most)
      .map((one) => ({ ...one, faults: one.faults.filter((fault) => !caught.has(fault)) }))
      .filter((one) => one.faults.length > 0)
    const tries = Object.fromEntries(chosen.map((one) => [one.test, one.faults]))
    const events = await round({ faults, files: leastFirst(chosen), tries })
    for (const event of events) if (event.is === 'caught') caught.add(event.fault)
    const spoilt = events.flatMap((event) => (event.is === 'spoilt' ? [event.fault] : []))
    if (spoilt.length > 0) note(`tests fail after the faults ${spoilt.join(', ')} too`)
    note(`${caught.size} caught by tests of at most ${most} ms`)
    least = most
  }
  return (fault) =>
    caught.has(fault) ? 'caught' : reached.has(fault) ? 'missed' : seen.has(fault) ? 'still' : 'unreached'
}

/** The files in which it takes least to try everything: they are about few things, and catch most of the faults in those. */
const leastFirst = (
  tests: ReadonlyArray<{
    readonly file: string
    readonly milliseconds: number
    readonly faults: ReadonlyArray<number>
  }>,
): ReadonlyArray<string> => {
  const work = new Map<string, number>()
  for (const { file, milliseconds, faults } of tests) {
    work.set(file, (work.get(file) ?? 0) + (1 + milliseconds) * faults.length)
  }
  return [...work].toSorted(([, one], [, other]) => one - other).map(([file]) => file)
}
