import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Console, Effect } from 'effect'
import { afterEach, expect, it, vi } from 'vitest'
import * as Lines from '#src/observability/Lines.ts'

afterEach(() => vi.restoreAllMocks())

it('lines of one turn of the event loop are written together, in their order', async () => {
  const written: Array<unknown> = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(text) > 0)
  const inTurns = Effect.gen(function* () {
    yield* Console.log('one', 1)
    yield* Console.log('two')
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    yield* Console.log('three')
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  })
  await Effect.runPromise(Effect.provide(inTurns, Lines.layer))
  expect(written).toEqual(['one 1\ntwo\n', 'three\n'])
})

const saying = (end: string) => `
  import { Console, Effect } from 'effect'
  import * as Lines from '#src/observability/Lines.ts'
  Effect.runSync(Effect.provide(Effect.andThen(Console.log('one'), Console.log('two')), Lines.layer))
  ${end}`

it.each([
  ['by itself', '', 0],
  ['at once', 'process.exit(3)', 3],
  ['by an error', "throw new Error('three')", 1],
])('a process that ends %s has said all of its lines', async (_, end, code) => {
  const run = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', saying(end)])
  const { stdout, exitCode } = await run.then(
    (ended) => ({ ...ended, exitCode: 0 }),
    (error: { stdout: string; code: number }) => ({ ...error, exitCode: error.code }),
  )
  expect([stdout, exitCode]).toEqual(['one\ntwo\n', code])
})
