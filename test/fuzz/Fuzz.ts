import fc from 'fast-check'
import { settle } from './Books.ts'
import { anyCase } from './cases/AnyCase.ts'
import { Lane } from './Lane.ts'
import { type Service, startService } from './Service.ts'
import { Tally } from './Tally.ts'
import { Violation } from './Violation.ts'

/** How many clients work at the same time. */
const width = 16

/** After so many cases everything that is under way ends; and after half of them in a short run. */
const round = 5_000

/** How long a violation is made smaller, in milliseconds; one that hangs takes its time. */
const shrinking = 10_000

export interface Options {
  readonly cases: number
  readonly seed: number
  /** Where in the run of the seed a violation was found; then that case alone is played. */
  readonly path: string | undefined
  /** Is told how far it has come. */
  readonly tell: (line: string) => void
}

export interface Report {
  /** What the service did that it may not, with the requests that show it. */
  readonly violations: ReadonlyArray<string>
  readonly tally: Tally
  readonly cases: number
  readonly created: number
  /** How long cases were played, the ends of the rounds left out. */
  readonly seconds: number
  /** Resident memory of the service in megabytes, at the start and after each round. */
  readonly memory: ReadonlyArray<number>
}

/** What the lanes of a round have in common. */
interface Progress {
  cases: number
  failing: Lane | null
}

const messageOf = (error: unknown): string =>
  error instanceof Violation ? error.message : String(error instanceof Error ? error.stack : error)

/** Plays cases on a lane up to the first that shows a violation, and makes that one smaller. */
const playOn = async (lane: Lane, options: Options, progress: Progress): Promise<ReadonlyArray<string>> => {
  const { service } = lane
  let found = ''
  let shrinkUntil = Number.POSITIVE_INFINITY
  const property = fc.asyncProperty(anyCase, async ({ play }) => {
    if ((progress.failing ?? lane) !== lane || performance.now() > shrinkUntil) return
    progress.cases += 1
    lane.begin()
    try {
      await play(lane)
      if (service.complaint !== '') throw new Violation('the service complains')
    } catch (error) {
      if (progress.failing === null) {
        progress.failing = lane
        shrinkUntil = performance.now() + shrinking
      }
      lane.hangUp()
      // Of a service that has complained every later case is a violation too, and none is smaller.
      if (found === '' || service.complaint === '') found = `${messageOf(error)}\n${lane.story}`
      throw error
    }
  })
  const { cases: numRuns, seed, path } = options
  const { failed, counterexamplePath } = await fc.check(property, {
    numRuns,
    seed,
    ...(path === undefined ? {} : { path }),
  })
  return failed ? [`TEST_SEED=${seed} FUZZ_PATH=${counterexamplePath}\n${service.complaint} ${found}`] : []
}

/** One round of all lanes, and what is wrong in it or after it. */
const play = async (
  lanes: ReadonlyArray<Lane>,
  options: Options,
  progress: Progress,
): Promise<ReadonlyArray<string>> => {
  const cases = Math.ceil(options.cases / lanes.length)
  const found = await Promise.all(
    lanes.map((lane, index) => playOn(lane, { ...options, cases, seed: options.seed + index }, progress)),
  )
  return found.flat()
}

/** What is wrong when a round is over. */
const settled = async (service: Service, lanes: ReadonlyArray<Lane>, since: number): Promise<ReadonlyArray<string>> => {
  try {
    return await settle(service, lanes, since)
  } catch (error) {
    return [`after a round: ${messageOf(error)}\n${lanes.map(({ story }) => story).join('\n')}`]
  }
}

const openLanes = (service: Service, { seed, path }: Options, tally: Tally): Promise<ReadonlyArray<Lane>> => {
  const count = path === undefined ? width : 1
  return Promise.all(Array.from({ length: count }, (_, index) => Lane.open(service, seed + index, tally)))
}

/** Plays so many cases against a sandbox of its own. */
export const fuzz = async (options: Options): Promise<Report> => {
  const service = await startService()
  try {
    const tally = new Tally()
    const progress: Progress = { cases: 0, failing: null }
    const lanes = await openLanes(service, options, tally)
    const rounds = Math.max(2, Math.ceil(options.cases / round))
    const memory = [service.memory]
    const violations: Array<string> = []
    let milliseconds = 0
    for (let index = 0; index < rounds && violations.length === 0; index++) {
      const start = performance.now()
      const since = Date.now()
      const part = { ...options, cases: options.cases / rounds, seed: options.seed + index * width }
      violations.push(...(await play(lanes, part, progress)))
      milliseconds += performance.now() - start
      if (violations.length === 0) violations.push(...(await settled(service, lanes, since)))
      if (service.isAlive) memory.push(service.memory)
      options.tell(
        `${progress.cases} cases, ${tally.requests} requests, ${(milliseconds / 1_000).toFixed(1)} s, ${memory.at(-1)} MB`,
      )
    }
    const created = lanes.reduce((sum, { ledger }) => sum + ledger.created, 0)
    return { violations, tally, cases: progress.cases, created, seconds: milliseconds / 1_000, memory }
  } finally {
    await service.stop()
  }
}
