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

/** CPU seconds of a process and what it waited for, in its first moments; it is ended then. */
const cpuUntilReady = (command: string, args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    child.stdout.on('data', async (chunk: Buffer) => {
      printed += chunk.toString()
      const base = /Listo en (http:\S+)/.exec(printed)?.[1]
      if (base === undefined) return
      child.stdout.removeAllListeners('data')
      await isThere(base)
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      child.once('exit', () => resolve((Number(fields[11]) + Number(fields[12])) / ticksPerSecond))
      // It has nothing to keep, and would wait for the connection.
      child.kill('SIGKILL')
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
    const seconds: Record<string, Array<number>> = { 'npm start': [], 'the package': [] }
    for (let index = 0; index < rounds; index++) {
      for (const [name, args] of Object.entries(ways)) seconds[name]?.push(await cpuUntilReady(process.execPath, args))
    }
    const [source, packaged] = Object.values(seconds).map((one) => percentile(one, 0.5))
    const ratio = (packaged ?? 0) / (source ?? 1)
    const megabytes = sizeOf(packed) / 1_000_000
    report('until it is ready', {
      'npm start, ready': { value: round(source ?? 0, 2), unit: 'CPU s, p50', ofTheMost: '' },
      'the package, ready': { value: round(packaged ?? 0, 2), unit: 'CPU s, p50', ofTheMost: '' },
      'the package to npm start': { value: round(ratio, 2), unit: 'times', ofTheMost: round(ratio / most.cpu, 2) },
      installed: { value: round(megabytes, 2), unit: 'MB', ofTheMost: round(megabytes / most.megabytes, 2) },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
