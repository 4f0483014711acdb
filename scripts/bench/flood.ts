/**
 * A partner that asks for one thing after another, alone and while somebody else floods the replica with bodies that
 * are too large. The flood comes from a thread of its own.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { percentile, processorSeconds, round } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import type { Flood } from './flooder.ts'
import { type Ended, Line } from './lines.ts'
import { sized } from './sized.ts'

const seconds = { asking: sized(5, 1), ahead: sized(1, 0.2) }
const connections = 48
const pauseMillis = 50
/** A partner keeps this part of its answers. */
const aim = 0.5

/** Asks, and pauses after each answer. */
const patiently = async (base: string, pid: number, next: () => string) => {
  const ends: Array<Ended> = []
  const line = new Line(base)
  const before = processorSeconds(pid)
  const until = performance.now() + seconds.asking * 1_000
  while (performance.now() < until) {
    ends.push(await line.ask(next()))
    await sleep(pauseMillis)
  }
  line.close()
  const busy = (processorSeconds(pid) - before) / seconds.asking
  return figures(ends, busy)
}

const figures = (ends: ReadonlyArray<Ended>, busy: number) => {
  const took = ends.filter(({ status }) => status === 200).map((end) => end.took)
  return {
    answers: took.length,
    'p50 ms': round(percentile(took, 0.5)),
    'p99 ms': round(percentile(took, 0.99)),
    '503': ends.filter(({ status }) => status === 503).length,
    'CPU of the replica': round(busy, 2),
    other: ends.filter(({ status }) => status !== 200 && status !== 503).length,
  }
}

/**
 * @param next a partner's next request
 * @param another the key of another partner
 */
export const flooded = async (base: string, pid: number, next: () => string, another: string): Promise<void> => {
  const during = async (key: string | null) => {
    const data: Flood = { base, key, connections, millis: (seconds.asking + 2 * seconds.ahead) * 1_000 }
    const worker = new Worker(new URL('./flooder.ts', import.meta.url), { workerData: data })
    const ended = once(worker, 'exit')
    await sleep(seconds.ahead * 1_000)
    const result = await patiently(base, pid, next)
    await ended
    return result
  }
  await patiently(base, pid, next)
  const alone = await patiently(base, pid, next)
  const stranger = await during(null)
  const partner = await during(another)
  report(
    `a partner that asks, and again ${pauseMillis} ms after each answer, for ${seconds.asking} s; the flood comes over ${connections} connections`,
    { alone, 'while a stranger floods': stranger, 'while another partner floods': partner },
  )
  const of = (meanwhile: typeof alone) => ({
    'answers / alone': { value: meanwhile.answers / alone.answers, atLeast: aim },
    'refused or without an answer': { value: meanwhile['503'] + meanwhile.other, atMost: 0 },
    'p99 / alone': { value: meanwhile['p99 ms'] / alone['p99 ms'] },
  })
  const named = Object.entries({ stranger, partner }).flatMap(([who, meanwhile]) =>
    Object.entries(of(meanwhile)).map(([name, figure]) => [`${name}, ${who}`, figure]),
  )
  judge('during a flood', Object.fromEntries(named))
}
