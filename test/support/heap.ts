import type { ChildProcess } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#tools/service/server.ts'

/** Flags by which a Node process writes its heap into a directory when it is asked to, texts at their full length. */
export const heapFlags = (directory: string): ReadonlyArray<string> => [
  '--heapsnapshot-signal=SIGUSR2',
  `--diagnostic-dir=${directory}`,
  '--heap-snapshot-string-limit=1000000',
]

const strings = '"strings":['

/**
 * Every text in the heap of a process that was started with these flags, after its garbage was collected.
 *
 * @param answers waits until the process answers: it does nothing else while it writes
 */
export const heapTexts = async (
  child: ChildProcess,
  directory: string,
  answers: () => Promise<unknown>,
): Promise<string> => {
  const written = async () => (await readdir(directory)).find((name) => name.endsWith('.heapsnapshot'))
  child.kill('SIGUSR2')
  await until(async () => (await written()) !== undefined)
  await answers()
  const path = join(directory, (await written()) ?? '')
  const snapshot = await readFile(path, 'utf8')
  await rm(path)
  const at = snapshot.indexOf(strings)
  if (at < 0) throw new Error(`${path} is no whole snapshot`)
  return snapshot.slice(at)
}
