import { afterAll, describe, expect, it } from 'vitest'
import { startSandbox } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

/** Microseconds of this thread on a processor that many of a GET take, the least of some tries: it is told in steps. */
const costOf = async (path: string): Promise<number> => {
  const costs: Array<number> = []
  for (let nth = 0; nth < 3; nth++) {
    const before = process.threadCpuUsage()
    for (let each = 0; each < 20; each++) await sandbox.call('GET', path)
    const { user, system } = process.threadCpuUsage(before)
    costs.push(user + system)
  }
  return Math.min(...costs)
}

describe('a long path costs about what any of its length costs', () => {
  const length = 15_000
  it.each(['%', '%25', '%41', '%2', ';', '%3B', '/', '%2F', 'ñ', '%C3%B1'])('made of %j', async (part) => {
    const plain = await costOf(`/v1/verificaciones/${'a'.repeat(length)}`)
    const cost = await costOf(`/v1/verificaciones/${part.repeat(length / part.length)}`)
    // Quadratic ones cost about forty times as much.
    expect(cost).toBeLessThan(12 * Math.max(plain, 4_000))
  })
})
