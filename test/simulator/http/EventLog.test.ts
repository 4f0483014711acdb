import { describe, expect, it } from '@effect/vitest'
import { Effect } from 'effect'
import { onTestFinished, vi } from 'vitest'
import { layer } from '#simulator/http/EventLog.ts'

describe('the log of the simulator', () => {
  it.live('has a line for each event: when, what, and its facts by name', () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const printed = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)))
      onTestFinished(() => printed.mockRestore())
      yield* Effect.provide(
        Effect.andThen(
          Effect.logInfo('webhook attempt', { status: 503, to: 'partner' }),
          Effect.logWarning('nobody answers', ['a', 1]),
        ),
        layer,
      )
      expect(lines).toEqual([
        expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} {2}webhook attempt {2}status=503 to=partner$/),
        expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} {2}WARN {2}nobody answers/),
      ])
    }),
  )
})
