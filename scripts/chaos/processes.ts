/** Replicas of the service as child processes. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Replica {
  readonly base: string
  readonly process: ChildProcess
  readonly environment: Record<string, string>
}

/** Starts a replica and waits until it listens. */
export const startReplica = (
  environment: Record<string, string>,
  program = 'scripts/chaos/replica.ts',
): Promise<Replica> => {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let printed = ''
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-65_536)
      const line = printed.split('\n').find((text) => text.includes('api listening'))
      const base = /http:\/\/[\d.]+:\d+/.exec(line ?? '')?.[0]
      if (base !== undefined) resolve({ base, process: child, environment })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`a replica ended with ${code}: ${printed}`)))
  })
}
