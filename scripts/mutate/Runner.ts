import { relative } from 'node:path'
import { type RunnerTestFile, type RunnerTestCase as Test, TestRunner, type TestTryOptions } from 'vitest'
import { listener, ordersIn, type Told, tell } from './Work.ts'

/** Runs each test once as it is, then once for each fault that it is to try, and after each that it caught as it is. */

const { awake } = globalThis
const { tries } = ordersIn()
const news = listener()
const caught = new Set<number>()
const seen = new Set<number>()
/** Before a test takes fake ones. */
const [every, never] = [setInterval, clearInterval]

/**
 * A test that waits longer waits for ever: so many ticks of a hundredth of a second. On a busy machine they come late, and
 * while a test works not at all.
 */
const longest = (usualMilliseconds: number): number => 200 + 2 * usualMilliseconds

const pathOf = ({ filepath }: { readonly filepath: string }): string => relative(process.cwd(), filepath)

/** Files whose tests tried anything in this process. */
const triedBy = new Set<string>()

/** Ends this process, which kept something of a fault: the file begins anew in another. */
const end = (told: Told): void => {
  tell(told)
  process.kill(process.pid, 'SIGKILL')
}

/** What the next run of a test is for. */
type Run = { readonly is: 'plain' | 'again' | 'done' } | { readonly is: 'try' | 'check'; readonly fault: number }

export default class Planter extends TestRunner {
  #left: Array<number> = []
  #run: Run = { is: 'plain' }
  #hasFailed = false
  #passes = 0
  #milliseconds = 0

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test)
    if (test.mode !== 'run' && test.mode !== 'queued') return
    this.#look()
    this.#left = [...(tries?.[test.id] ?? [])]
    if (tries !== null && this.#left.length === 0) test.mode = 'skip'
    this.#run = { is: 'plain' }
    test.repeats = tries === null ? 1 : 1 + 2 * this.#left.length
  }

  override onBeforeTryTask(test: Test, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options)
    this.#hasFailed = false
    this.#note()
    const { is } = this.#run
    if (is === 'try') {
      tell({ is: 'begun', fault: this.#run.fault, test: test.id })
      awake.wake(this.#run.fault, 20 * this.#passes + 100_000)
    } else awake.wake(0)
  }

  async runTask(test: Test): Promise<void> {
    const body = TestRunner.getTestFn(test)
    if (this.#run.is === 'done' || body === undefined) return
    const begun = performance.now()
    const isHung = Promise.withResolvers<never>()
    const usual = this.#run.is === 'plain' ? 120_000 : this.#milliseconds
    let ticks = 0
    const timer = every(() => {
      ticks += 1
      if (ticks > longest(usual)) isHung.reject(new Error('no end'))
    }, 10)
    try {
      await Promise.race([body(), isHung.promise])
    } catch {
      this.#hasFailed = true
    } finally {
      never(timer)
    }
    if (this.#run.is === 'plain' || this.#run.is === 'again') this.#milliseconds = performance.now() - begun
  }

  override async onAfterRetryTask(test: Test, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options)
    const { result } = test
    if (result === undefined) return
    this.#judge(test, this.#hasFailed || result.state === 'fail')
    result.state = 'pass'
    delete result.errors
    result.attempts = []
  }

  override onAfterRunFiles(files: Array<RunnerTestFile>): void {
    super.onAfterRunFiles(files)
    this.#note()
    tell({ is: 'seen', faults: [...seen] })
    seen.clear()
    for (const { filepath, result } of files) {
      const file = pathOf({ filepath })
      const [error] = result?.errors ?? []
      tell(
        error === undefined
          ? { is: 'finished', file }
          : { is: 'broken', file, why: String(error.stack ?? error.message) },
      )
    }
  }

  #judge(test: Test, hasFailed: boolean): void {
    const run = this.#run
    const file = pathOf(test.file)
    if (run.is === 'plain') {
      this.#passes = awake.all
      if (hasFailed && triedBy.difference(new Set([file])).size > 0) end({ is: 'stale', file })
      if (hasFailed) tell({ is: 'once', test: `${file}: ${test.name}` })
      this.#run = hasFailed ? { is: 'done' } : tries === null ? { is: 'again' } : this.#next()
    } else if (run.is === 'again') {
      if (hasFailed) tell({ is: 'once', test: `${file}: ${test.name}` })
      else tell({ is: 'reached', file, test: test.id, faults: awake.reached(), milliseconds: this.#milliseconds })
      this.#run = { is: 'done' }
    } else if (run.is === 'try') {
      triedBy.add(file)
      tell({ is: hasFailed ? 'caught' : 'missed', fault: run.fault, test: test.id })
      if (hasFailed) caught.add(run.fault)
      this.#run = hasFailed ? { is: 'check', fault: run.fault } : this.#next()
    } else if (run.is === 'check') {
      if (hasFailed) end({ is: 'spoilt', fault: run.fault })
      this.#run = this.#next()
    }
  }

  #next(): Run {
    this.#look()
    for (let fault = this.#left.shift(); fault !== undefined; fault = this.#left.shift()) {
      if (!caught.has(fault)) return { is: 'try', fault }
    }
    return { is: 'done' }
  }

  /** What other processes caught. */
  #look(): void {
    for (const event of news()) if (event.is === 'caught') caught.add(event.fault)
  }

  #note(): void {
    if (tries === null) for (const fault of awake.reached()) seen.add(fault)
  }
}
