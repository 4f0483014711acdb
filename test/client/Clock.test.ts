import { getEventListeners } from 'node:events'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '#client/Clock.ts'
import { failureOf } from '#test/support/client.ts'

const reason = new Error('the caller has gone')

describe('a sleep', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
  })

  it('ends when its time has come, and leaves no listener behind', async () => {
    const { signal } = new AbortController()
    let awake = false
    const sleep = systemClock.sleep(1_000, signal).then(() => {
      awake = true
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(awake).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await sleep
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('ends with its signal, and leaves no timer behind', async () => {
    const caller = new AbortController()
    const sleep = systemClock.sleep(1_000, caller.signal)
    caller.abort(reason)
    expect(await failureOf(sleep)).toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not begin when its signal is aborted already', async () => {
    expect(await failureOf(systemClock.sleep(1_000, AbortSignal.abort(reason)))).toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
  })
})
