import type { Outcome } from './Report.ts'
import { round } from './Rounds.ts'
import type { Event } from './Work.ts'

interface Reaching {
  readonly file: string
  readonly milliseconds: number
  readonly faults: ReadonlyArray<number>
}

/** Quick tests try first: most faults need no other. In milliseconds. */
const patience = [5, 50, Number.POSITIVE_INFINITY]

/**
 * Looks which tests reach which faults, and lets them try those.
 *
 * @param caught those of which this is known; the others are put in
 * @param write told what is known, whenever more is
 */
export const tryAll = async (
  faults: number,
  files: ReadonlyArray<string>,
  caught: Set<number>,
  write: (outcomeOf: (fault: number) => Outcome) => void,
): Promise<void> => {
  const begun = performance.now()
  const note = (text: string): void => console.log(`${((performance.now() - begun) / 1_000).toFixed(0)} s: ${text}`)
  const looked: Array<Event> = []
  await round({ faults, files, tries: null }, (events) => {
    for (const event of events) looked.push(event)
  })
  const reaching = looked.flatMap((event) => (event.is === 'reached' ? [event] : []))
  const reached = new Set(reaching.flatMap((one) => one.faults))
  const seen = new Set(looked.flatMap((event) => (event.is === 'seen' ? event.faults : [])))
  const once = looked.flatMap((event) => (event.is === 'once' ? [event.test] : []))
  note(
    `${faults} faults, ${reached.size} reached by ${reaching.length} tests; ${once.length} tests run once only: ${once.join('; ')}`,
  )
  const patient = patientWith(reaching)
  const outcomeOf = (fault: number): Outcome =>
    caught.has(fault) ? 'caught' : reached.has(fault) ? 'missed' : seen.has(fault) ? 'still' : 'unreached'
  write(outcomeOf)
  let least = -1
  for (const most of patience) {
    const chosen = reaching
      .filter(({ milliseconds }) => milliseconds > least && milliseconds <= most)
      .map((one) => ({ ...one, faults: one.faults.filter((fault) => !caught.has(fault) && patient(fault, one)) }))
      .filter((one) => one.faults.length > 0)
    const tries = Object.fromEntries(chosen.map((one) => [one.test, one.faults]))
    await round({ faults, files: leastFirst(chosen), tries }, (events) => {
      for (const event of events) if (event.is === 'caught') caught.add(event.fault)
      const spoilt = events.flatMap((event) => (event.is === 'spoilt' ? [event.fault] : []))
      if (spoilt.length > 0) note(`tests fail after the faults ${spoilt.join(', ')} too`)
      write(outcomeOf)
    })
    note(`${caught.size} caught by tests of at most ${most} ms`)
    least = most
  }
}

/** Of the tests that reach a fault these try it in any case, and others for so long, in milliseconds. The quickest and those about few things do first. */
const [surely, longEnough] = [3, 1_000]

/** What it takes to try everything: little where a test is quick, and about few things. */
const workOf = ({ milliseconds, faults }: Reaching): number => (1 + milliseconds) * faults.length

/** Whether a test is among those that try a fault. */
const patientWith = (tests: ReadonlyArray<Reaching>): ((fault: number, test: Reaching) => boolean) => {
  const chosen = new Map<number, { count: number; milliseconds: number }>()
  const trying = new Map<Reaching, ReadonlySet<number>>()
  for (const test of tests.toSorted((one, other) => workOf(one) - workOf(other))) {
    const its = test.faults.filter((fault) => {
      const until = chosen.get(fault) ?? { count: 0, milliseconds: 0 }
      if (until.count >= surely && until.milliseconds + test.milliseconds > longEnough) return false
      chosen.set(fault, { count: until.count + 1, milliseconds: until.milliseconds + test.milliseconds })
      return true
    })
    trying.set(test, new Set(its))
  }
  return (fault, test) => trying.get(test)?.has(fault) ?? false
}

/** The files in which it takes least to try everything: they are about few things, and catch most of the faults in those. */
const leastFirst = (tests: ReadonlyArray<Reaching>): ReadonlyArray<string> => {
  const work = new Map<string, number>()
  for (const test of tests) {
    work.set(test.file, (work.get(test.file) ?? 0) + workOf(test))
  }
  return [...work].toSorted(([, one], [, other]) => one - other).map(([file]) => file)
}
