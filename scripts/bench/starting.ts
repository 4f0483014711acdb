/** Until it is ready: the simulator as a package installs it, beside `npm start`. And what is installed. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile, round } from './measure.ts'
import { report } from './report.ts'
import { sized } from './sized.ts'

const rounds = sized(7, 1)
const most = { cpu: 0.35, megabytes: 3 }
/** Of /proc/PID/stat: ticks in user and in system mode. */
const ticksPerSecond = 100

const isThere = async (base: string): Promise<void> => {
  await (await fetch(`${base}/_salud`)).text()
}

/** Nothing is kept of what was compiled. */
const first = { NODE_DISABLE_COMPILE_CACHE: '1' }
const later = {}

/**
 * CPU seconds of a process and what it waited for, in its first moments; it is ended then.
 *
 * @param signal SIGTERM lets it keep what it has compiled
 */
const cpuUntilReady = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    })
    let printed = ''
    child.stdout.on('data', async (chunk: Buffer) => {
      printed += chunk.toString()
      const base = /Listo en (http:\S+)/.exec(printed)?.[1]
      if (base === undefined) return
      child.stdout.removeAllListeners('data')
      await isThere(base)
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      child.once('exit', () => resolve((Number(fields[11]) + Number(fields[12])) / ticksPerSecond))
      // It would wait for the connection.
      child.kill(signal)
    })
    child.once('error', reject)
  })

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(join(folder, name)).size,
    0,
  )

export const starting = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'cotejo-starting-'))
  try {
    execFileSync(process.execPath, ['scripts/build.ts', '--out', folder, '--only', 'simulator'], { stdio: 'ignore' })
    const packed = join(folder, 'simulator')
    const ways = {
      'npm start': ['--disable-warning=ExperimentalWarning', 'simulator/main.ts', '--port', '0'],
      'the package': [join(packed, 'cotejo-simulator.js'), '--port', '0'],
    }
    const measured: Record<string, Array<number>> = {}
    for (const args of Object.values(ways)) await cpuUntilReady(args, later, 'SIGTERM')
    for (let index = 0; index < rounds; index++) {
      for (const [start, env] of Object.entries({ first, later })) {
        for (const [name, args] of Object.entries(ways)) {
          const seconds = await cpuUntilReady(args, env)
          measured[`${name}, ${start}`] = [...(measured[`${name}, ${start}`] ?? []), seconds]
        }
      }
    }
    const median = (name: string): number => percentile(measured[name] ?? [], 0.5)
    const row = (name: string) => ({ value: round(median(name), 2), unit: 'CPU s, p50', ofTheMost: '' })
    const ratio = (start: string) => {
      const times = median(`the package, ${start}`) / median(`npm start, ${start}`)
      return { value: round(times, 2), unit: 'times', ofTheMost: round(times / most.cpu, 2) }
    }
    const megabytes = sizeOf(packed) / 1_000_000
    report('until it is ready', {
      'npm start, the first': row('npm start, first'),
      'the package, the first': row('the package, first'),
      'the package to npm start': ratio('first'),
      'npm start, a later one': row('npm start, later'),
      'the package, a later one': row('the package, later'),
      'of later ones, the package to npm start': ratio('later'),
      installed: { value: round(megabytes, 2), unit: 'MB', ofTheMost: round(megabytes / most.megabytes, 2) },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
