/** Replicas of the service as child processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Replica {
  readonly base: string
  readonly process: ChildProcess
  readonly environment: Record<string, string>
  /** The distinct messages of its log so far. */
  readonly said: ReadonlySet<string>
}

/** The replica whose sources answer after a second or two. */
export const replicaProgram = 'scripts/chaos/replica.ts'

/**
 * Starts a replica and waits until it listens.
 *
 * @param directory the checkout of the version to run
 */
export const startReplica = (
  environment: Record<string, string>,
  program = replicaProgram,
  directory = process.cwd(),
): Promise<Replica> => {
  const child = spawn(process.execPath, [program], {
    cwd: directory,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = new Set<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) said.add(String(Reflect.get(JSON.parse(line), 'message')))
  })
  return new Promise((resolve, reject) => {
    let printed = ''
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-65_536)
      const line = printed.split('\n').find((text) => text.includes('api listening'))
      const base = /http:\/\/[\d.]+:\d+/.exec(line ?? '')?.[0]
      if (base === undefined) return
      child.stdout.off('data', read)
      child.stderr.off('data', read).resume()
      resolve({ base, process: child, environment, said })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`a replica ended with ${code}: ${printed}`)))
  })
}
