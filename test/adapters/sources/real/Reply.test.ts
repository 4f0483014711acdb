import { Duration } from 'effect'
import { afterEach, describe, expect, it } from 'vitest'
import type { RealSourcesSettings } from '#adapters/sources/real/Sources.ts'
import { callSeconds, type Over, startOver, type TestSources, waitOf } from '#test/support/realSources.ts'
import { found, type Script } from '#tools/peers/providers.ts'
import { after } from '#tools/service/verifications.ts'

/** What one call comes to: the reply, when to ask again, what the operator is told and what is logged. */

const started: Array<Over> = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))

const over = async (script: Script, changes: Partial<RealSourcesSettings> = {}) => {
  const one = await startOver(script, changes)
  started.push(one)
  return one
}
/** Under this name, at the time that stands, the draw of it is 0.84. */
const id = 'ver_0/identidad'
const shortest = 2.273

/** How often there was no place, and how many seconds calls took; other tests add to both. */
const measuredOf = async (sources: TestSources) => {
  const text = await sources.metrics()
  const read = (line: RegExp) => Number(line.exec(text)?.[1] ?? 0)
  return [
    read(/source_calls_total\{[^}]*result="sin_lugar"[^}]*\} (\S+)/),
    read(/source_call_seconds_sum\{[^}]*identidad[^}]*\} (\S+)/),
  ] as const
}

describe('no answer', () => {
  it.each([
    [1.099, 'sin_tiempo', 0],
    [1.1, 'consultada', 1],
  ])('is waited for in less than a tenth of a second: %d s before the sources close', async (closing, told, calls) => {
    const { server, sources } = await over(({ body }) => ({ body: found(body) }))
    const reply = await sources.ask('identidad', { id, closesAt: after(closing) })
    expect([sources.told(), server.connections()]).toEqual([told, calls])
    expect(waitOf(reply, sources.now())).toBe(calls === 0 ? shortest : null)
  })

  it('is waited for by more than there are places, of which few are for who failed before', async () => {
    let isDown = true
    const { server, sources } = await over(() => (isDown ? { status: 503, body: '' } : null), { concurrency: 2 })
    const before = await measuredOf(sources)
    for (const each of ['ver_1/identidad', 'ver_2/identidad']) await sources.ask('identidad', { id: each })
    isDown = false
    const first = sources.ask('identidad', { id: 'ver_1/identidad' })
    await expect.poll(server.connections).toBe(3)
    const failing = await sources.ask('identidad', { id: 'ver_2/identidad' })
    expect([sources.told(), failing._tag]).toEqual(['sin_lugar', 'NotYet'])
    expect(waitOf(failing, sources.now())).toBeGreaterThanOrEqual(1.6)
    const second = sources.ask('identidad', { id: 'ver_3/identidad' })
    await expect.poll(server.connections).toBe(4)
    expect(waitOf(await sources.ask('identidad', { id }), sources.now())).toBe(1.137)
    expect(sources.told()).toBe('sin_lugar')
    await sources.wait(callSeconds)
    await Promise.all([first, second])
    const measured = await measuredOf(sources)
    expect([measured[0] - before[0], measured[1] - before[1]]).toEqual([2, expect.closeTo(40)])
  })

  it('is asked for while the circuit is open, which is told, and closed by the first that comes', async () => {
    let isDown = true
    const breaker = { failures: 1, probeEvery: Duration.seconds(5) }
    const { sources } = await over(({ body }) => (isDown ? { status: 503, body: '' } : { body: found(body) }), {
      breaker,
    })
    const open = async () => /cotejo_source_circuit_open\{[^}]*identidad[^}]*\} (\d)/.exec(await sources.metrics())?.[1]
    expect(await open()).toBe('0')
    await sources.ask('identidad', { id: 'ver_1/identidad' })
    expect(await open()).toBe('1')
    expect(waitOf(await sources.ask('identidad', { id }), sources.now())).toBe(7.101)
    expect(sources.told()).toBe('circuito_abierto')
    isDown = false
    sources.pass(5)
    await sources.ask('identidad', { id })
    expect(await open()).toBe('0')
  })
})
