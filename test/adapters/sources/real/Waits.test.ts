import { DateTime } from 'effect'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { consultationOf, type Over, startOver, waitOf } from '#test/support/realSources.ts'
import { type Script, searched } from '#tools/peers/providers.ts'
import { after } from '#tools/service/verifications.ts'

/** When a source that has not answered yet is asked again. */

const started: Array<Over> = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))

const start = async (script: Script) => {
  const over = await startOver(script)
  started.push(over)
  return over
}

const down = { status: 503, body: '' }

describe('a source that failed', () => {
  it.each([
    [0, 2],
    [3, 2],
    [8, 4],
    [40, 20],
    [60, 30],
    [500, 30],
  ])('%i s after it was first asked is asked again in about %i s', async (passed, expected) => {
    const { sources } = await start(() => down)
    const waits = await Promise.all(
      Array.from({ length: 20 }, async () => {
        return waitOf(await sources.ask('identidad', { startedAt: after(-passed) }), sources.now()) ?? 0
      }),
    )
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(expected * 0.8)
    expect(Math.max(...waits)).toBeLessThanOrEqual(expected * 1.2 + 0.001)
    expect(new Set(waits).size).toBeGreaterThan(15)
  })

  it('is asked again at the same time by every replica', async () => {
    const consultation = consultationOf('identidad')
    const replies = await Promise.all([1, 2].map(async () => (await start(() => down)).sources.consult(consultation)))
    expect(replies[0]).toEqual(replies[1])
  })

  it.each([
    ['17', 17],
    ['3600', 60],
  ])('and says Retry-After: %s is left alone for that long, at most a minute', async (seconds, expected) => {
    const { sources } = await start(() => ({ ...down, status: 429, headers: { 'retry-after': seconds } }))
    expect(waitOf(await sources.ask('judicial'), sources.now())).toBe(expected)
  })

  it('and says Retry-After: 1 is left alone for longer, after it has failed for long', async () => {
    const { sources } = await start(() => ({ ...down, headers: { 'retry-after': '1' } }))
    const wait = waitOf(await sources.ask('judicial', { startedAt: after(-60) }), sources.now())
    expect(wait).toBeGreaterThanOrEqual(24)
  })

  it.each(['-1', 'Wed, 21 Oct 2026 07:28:00 GMT', '1e3', ''])('and says Retry-After: %s says nothing', async (text) => {
    const { sources } = await start(() => ({ ...down, headers: { 'retry-after': text } }))
    expect(waitOf(await sources.ask('judicial'), sources.now())).toBeLessThan(2.5)
  })
})

describe('a source that needs time (202)', () => {
  it.each([
    [0, 1],
    [1, 1],
    [15, 15],
    [60, 60],
    [61, 60],
    [86_400, 60],
  ])('and says %i s is asked again in %i s', async (reintentar_en_segundos, expected) => {
    const { sources } = await start(({ body }) => ({
      status: 202,
      body: { consulta_id: body['consulta_id'], reintentar_en_segundos },
    }))
    expect(waitOf(await sources.ask('identidad'), sources.now())).toBe(expected)
    expect(sources.lastResult()).toBe('pendiente')
  })

  it.each([-1, 0.5, 86_401, '15', null])('and says %s says nothing that can be understood', async (seconds) => {
    const { sources } = await start(({ body }) => ({
      status: 202,
      body: { consulta_id: body['consulta_id'], reintentar_en_segundos: seconds },
    }))
    await sources.ask('identidad')
    expect(sources.lastResult()).toBe('respuesta_ilegible')
  })

  it('for another consultation is not believed', async () => {
    const { sources } = await start(() => ({ status: 202, body: { consulta_id: 'ver_9', reintentar_en_segundos: 9 } }))
    await sources.ask('identidad')
    expect(sources.lastResult()).toBe('respuesta_ajena')
  })

  it('answers when it is asked again under the same id', async () => {
    const seen = new Set<unknown>()
    const { sources } = await start(({ body }) => {
      const { consulta_id } = body
      if (seen.has(consulta_id)) return { body: searched(body) }
      seen.add(consulta_id)
      return { status: 202, body: { consulta_id, reintentar_en_segundos: 5 } }
    })
    const consultation = consultationOf('judicial')
    expect(await sources.consult(consultation)).toMatchObject({ _tag: 'NotYet' })
    expect(await sources.consult(consultation)).toMatchObject({ _tag: 'Answered' })
  })
})

describe('the waits', () => {
  it('are never in the past, and never longer than half a minute and a fifth, or the minute that was asked for', async () => {
    const { sources } = await start(() => down)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 60 }), async (passed, pass) => {
        sources.pass(pass)
        const startedAt = DateTime.subtract(sources.now(), { seconds: passed })
        const wait = waitOf(await sources.ask('identidad', { startedAt }), sources.now())
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(36)
      }),
      { numRuns: 100 },
    )
  })
})
