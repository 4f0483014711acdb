import { Console as NodeConsole } from 'node:console'
import { Console, Layer } from 'effect'

const output = new NodeConsole(process.stdout, process.stderr)

/** Lines that were said in this turn of the event loop. */
let waiting: Array<string> = []

const write = (): void => {
  if (waiting.length === 0) return
  const lines = waiting
  waiting = []
  output.log(lines.join('\n'))
}

/** Whoever ends the process in the middle of a turn loses none. */
process.once('exit', write)

const log = (...said: ReadonlyArray<unknown>): void => {
  if (waiting.length === 0) setImmediate(write)
  waiting.push(said.join(' '))
}

/** A console that writes the lines of one turn of the event loop together: what a write costs is several lines' worth. */
export const layer = Layer.succeed(Console.Console, { ...console, log })
