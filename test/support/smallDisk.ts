import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { startPostgres } from '#tools/postgres/postgres.ts'

/**
 * A program for a mount namespace of its own: a server on a small disk, put at the directory of its argument,
 * which it fills, and empties again, when told to on its standard input.
 */

const run = async (disk: string): Promise<void> => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=192m,mode=755', 'tmpfs', disk])
  const { url } = await startPostgres({ dataDirectory: join(disk, 'data'), durable: true })
  const filler = join(disk, 'filler')
  console.log(`url ${url}`)
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'empty') await rm(filler)
    else {
      const file = createWriteStream(filler)
      const full = finished(file).catch(() => undefined)
      while (!file.destroyed) await new Promise((resolve) => file.write(Buffer.alloc(65_536), resolve))
      await full
    }
    console.log(`done ${line}`)
  }
}

if (import.meta.main) await run(process.argv[2] ?? '')
