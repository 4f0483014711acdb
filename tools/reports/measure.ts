/** Shared by the benchmarks: processes, percentiles and parallel runs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** The value below which this part of the sorted samples lies. */
export const percentile = (samples: ReadonlyArray<number>, part: number): number => {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits))

/** The CPU seconds of a process (Linux, where a tick is 10 ms). */
export const processorSeconds = (pid: number): number => {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) / 100
}

/** Resident memory of a process in MB (Linux). */
export const residentMegabytes = (pid: number): number => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return round(Number(kilobytes) / 1_024, 0)
}

/** The most resident memory that a process ever had, in MB (Linux); 0 if it has ended. */
export const peakMegabytes = (pid: number): number => {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
    return round(Number(kilobytes) / 1_024, 0)
  } catch {
    return 0
  }
}

/** Starts a program of ours and waits until it prints that it listens. The match is its address. */
export const startProgram = async (
  args: ReadonlyArray<string>,
  env: Record<string, string> = {},
): Promise<{ readonly base: string; readonly pid: number; readonly stop: () => Promise<void> }> => {
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const base = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-65_536)
      const address = /(?:Listo en|listening on) (http:\S+)/.exec(printed)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} exited with ${code}: ${printed}`)))
  })
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { base, pid: child.pid ?? 0, stop }
}

/** Runs `task` for each index, `width` at once. */
export const inParallel = async (
  count: number,
  width: number,
  task: (index: number) => Promise<void>,
): Promise<void> => {
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next
      next += 1
      await task(index)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
}
