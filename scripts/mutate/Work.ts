import { appendFileSync, closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'

/** What the program and the processes that run the tests tell each other, by files. */

/** Where the programs with their faults are, and the files below. */
export const place = 'dist/mutation'
export const planted = `${place}/planted`
const journal = `${place}/journal`
const ordersFile = `${place}/orders.json`

/** What a process is to do. */
export interface Orders {
  /** Files of tests, the first first. */
  readonly files: ReadonlyArray<string>
  /** How many faults there are; they are numbered from 1. */
  readonly faults: number
  /** What each test is to try, by its identifier; null to look which faults each reaches. */
  readonly tries: Readonly<Record<string, ReadonlyArray<number>>> | null
}

/** What happened, in a process. */
export type Event = { readonly process: number } & (
  | {
      readonly is: 'reached'
      readonly file: string
      readonly test: string
      readonly faults: ReadonlyArray<number>
      readonly milliseconds: number
    }
  /** The test fails when it runs again, so that it can try nothing. */
  | { readonly is: 'once'; readonly test: string }
  /** Faults that were reached, be it while modules were loaded. */
  | { readonly is: 'seen'; readonly faults: ReadonlyArray<number> }
  | { readonly is: 'begun'; readonly fault: number; readonly test: string }
  | { readonly is: 'caught' | 'missed'; readonly fault: number; readonly test: string }
  /** The test fails without the fault too, after it. */
  | { readonly is: 'spoilt'; readonly fault: number }
  /** The test passed, and fails now, after the tries of other files. */
  | { readonly is: 'stale'; readonly file: string }
  | { readonly is: 'finished'; readonly file: string }
  /** The file cannot be loaded, or its hooks fail. */
  | { readonly is: 'broken'; readonly file: string; readonly why: string }
)
export type Told = Event extends infer One ? (One extends Event ? Omit<One, 'process'> : never) : never

export const give = (orders: Orders): void => {
  writeFileSync(ordersFile, JSON.stringify(orders))
  writeFileSync(journal, '')
}

export const ordersIn = (): Orders => JSON.parse(readFileSync(ordersFile, 'utf8'))

export const tell = (event: Told): void =>
  appendFileSync(journal, `${JSON.stringify({ ...event, process: process.pid })}\n`)

/** Reads what was told since it was last asked. */
export const listener = (): (() => ReadonlyArray<Event>) => {
  let read = 0
  return () => {
    const file = openSync(journal, 'r')
    try {
      const parts: Array<Buffer> = []
      for (;;) {
        const part = Buffer.alloc(1 << 20)
        const length = readSync(file, part, 0, part.length, read + parts.reduce((sum, one) => sum + one.length, 0))
        if (length === 0) break
        parts.push(part.subarray(0, length))
      }
      const whole = Buffer.concat(parts)
      const end = whole.lastIndexOf('\n') + 1
      read += end
      return whole
        .toString('utf8', 0, end)
        .split('\n')
        .filter(Boolean)
        .map((line): Event => JSON.parse(line))
    } finally {
      closeSync(file)
    }
  }
}
