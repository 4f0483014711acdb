import type { Fault } from './Fault.ts'

/** A program in which every fault is planted, and sleeps: `faultAt(its number)` says whether it is the one that is awake. */

const wrappings: Readonly<Record<Fault['form'], (called: string, fault: Fault) => readonly [string, string]>> = {
  expression: (called, { replacement }) => [`(!${called}?(`, `):(${replacement}))`],
  member: (called) => [`...(${called}?{}:{`, `})`],
  statement: (called) => [`{if(!${called}){`, '}}'],
  block: (called) => [`if(!${called}){`, '}'],
}

/** @param first the number of the first of its faults */
export const withSwitches = (program: string, faults: ReadonlyArray<Fault>, first: number): string => {
  const outerFirst = faults
    .map((fault, place) => ({ fault, number: first + place }))
    .toSorted((one, other) => one.fault.start - other.fault.start || other.fault.end - one.fault.end)
  let written = 'const faultAt=globalThis.faultAt;'
  let place = 0
  const open: Array<{ readonly end: number; readonly closing: string }> = []
  const goTo = (position: number): void => {
    written += program.slice(place, position)
    place = position
  }
  const closeUntil = (position: number): void => {
    for (let last = open.at(-1); last !== undefined && last.end <= position; last = open.at(-1)) {
      goTo(last.end)
      written += last.closing
      open.pop()
    }
  }
  for (const { fault, number } of outerFirst) {
    closeUntil(fault.start)
    goTo(fault.start)
    const [opening, closing] = wrappings[fault.form](`faultAt(${number})`, fault)
    written += opening
    open.push({ end: fault.end, closing })
  }
  closeUntil(program.length)
  return written + program.slice(place)
}
