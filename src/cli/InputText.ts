import { Console, Effect, Stdio, Stream } from 'effect'
import type { Refused } from './Failures.ts'

/**
 * The standard input, from which people's data is read: what stands on a command line is seen by others and stays in the
 * history of the shell.
 *
 * @param hint shown at a terminal
 * @param unreadable how the command fails if it cannot be read
 */
export const inputText = Effect.fnUntraced(function* (hint: string, unreadable: Refused) {
  const { stdin, stdinIsTerminal } = yield* Stdio.Stdio
  if (yield* stdinIsTerminal) yield* Console.error(hint)
  return yield* Effect.mapError(Stream.mkString(Stream.decodeText(stdin)), () => unreadable)
})
