/** What a program of ours holds, once its garbage was collected. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentMegabytes } from './measure.ts'

const noted = join(tmpdir(), `cotejo-weighing-${process.pid}`)

/** Options of Node by which a program collects its garbage when it is asked to, and notes what is left. */
export const weighable = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import { writeFileSync } from 'node:fs'
    process.on('SIGUSR2', () => {
      gc()
      const { heapUsed, external } = process.memoryUsage()
      writeFileSync(${JSON.stringify(noted)}, String(heapUsed + external))
    })`)}`,
]

/** What it holds in its heap and in buffers, and what it has of the machine, in KB. */
export const weighed = async (
  base: string,
  pid: number,
): Promise<{ readonly used: number; readonly resident: number }> => {
  rmSync(noted, { force: true })
  process.kill(pid, 'SIGUSR2')
  // It is noted before one of these is answered.
  while (!existsSync(noted)) await (await fetch(`${base}/_salud`)).text()
  const used = Number(readFileSync(noted, 'utf8')) / 1_024
  rmSync(noted)
  return { used, resident: residentMegabytes(pid) * 1_024 }
}
