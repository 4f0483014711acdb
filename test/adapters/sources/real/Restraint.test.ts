import { Duration } from 'effect'
import { afterEach, describe, expect, it } from 'vitest'
import type { RealSourcesSettings } from '#adapters/sources/real/Sources.ts'
import type { Reply } from '#ports/Sources.ts'
import {
  callSeconds,
  consultationOf,
  type Over,
  startOver,
  type TestSources,
  waitOf,
} from '#test/support/realSources.ts'
import { found, type Provider, type Script, searched } from '#tools/peers/providers.ts'
import { after } from '#tools/service/verifications.ts'

/** How the adapter spares a provider, and everybody else, when the provider does not answer as it should. */

const started: Array<Over> = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))

const start = async (script: Script, changes: Partial<RealSourcesSettings> = {}) => {
  const over = await startOver(script, changes)
  started.push(over)
  return over
}

/** What comes of calls that are not answered, when connections up to this many in all were made and their time is over. */
const whenOver = async (
  server: Provider,
  connections: number,
  sources: TestSources,
  calls: ReadonlyArray<Promise<Reply>>,
) => {
  await expect.poll(server.connections).toBe(connections)
  await sources.wait(callSeconds)
  return Promise.all(calls)
}

const down = { status: 503, body: '' }
const breaker = { failures: 3, probeEvery: Duration.seconds(5) }

describe('the breaker of a source', () => {
  it('opens after as many failures as set, one after the other, and then no connection is made', async () => {
    const { server, sources } = await start(() => down, { breaker })
    for (let calls = 0; calls < 20; calls++) await sources.ask('identidad')
    expect(server.connections()).toBe(3)
    expect(sources.log().at(-1)).toMatch(/^Warn.*source keeps failing; calls paused.*identidad/)
  })

  it('says to ask again when the next probe is due, or somewhat later', async () => {
    const { sources } = await start(() => down, { breaker })
    for (let calls = 0; calls < 3; calls++) await sources.ask('identidad')
    sources.pass(1)
    const waits = await Promise.all(
      Array.from({ length: 50 }, async () => waitOf(await sources.ask('identidad'), sources.now()) ?? 0),
    )
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(4)
    expect(Math.max(...waits)).toBeLessThanOrEqual(6.5)
    expect(new Set(waits).size).toBeGreaterThan(40)
  })

  it('lets one call through when the probe is due, and closes when that is answered', async () => {
    let isBack = false
    const { server, sources } = await start(({ body }) => (isBack ? { body: found(body) } : down), { breaker })
    for (let calls = 0; calls < 3; calls++) await sources.ask('identidad')

    sources.pass(5)
    await Promise.all(Array.from({ length: 10 }, () => sources.ask('identidad')))
    expect(server.connections()).toBe(4)

    isBack = true
    sources.pass(5)
    const replies = await Promise.all(Array.from({ length: 10 }, () => sources.ask('identidad')))
    expect(replies.filter(({ _tag }) => _tag === 'Answered')).toHaveLength(1)
    expect(sources.log().at(-1)).toMatch(/^Info.*source answers again.*identidad/)
    expect(await sources.ask('identidad')).toMatchObject({ _tag: 'Answered' })
    expect(server.connections()).toBe(6)
  })

  it('counts failures one after the other only', async () => {
    let calls = 0
    const { server, sources } = await start(
      ({ body }) => {
        calls += 1
        return calls % 3 === 0 ? { body: found(body) } : down
      },
      { breaker },
    )
    for (let round = 0; round < 30; round++) await sources.ask('identidad')
    expect(server.connections()).toBe(30)
  })

  it.each<readonly [what: string, script: Script]>([
    ['a request that is refused', () => ({ status: 422, body: '' })],
    ['a report that will not come', ({ body }) => ({ body: { ...body, resultado: 'no_disponible', curp: undefined } })],
    [
      'an answer that needs time',
      ({ body: { consulta_id } }) => ({ status: 202, body: { consulta_id, reintentar_en_segundos: 1 } }),
    ],
  ])('does not count %s', async (_, script) => {
    const { server, sources } = await start(script, { breaker })
    for (let calls = 0; calls < 10; calls++) await sources.ask('identidad')
    expect(server.connections()).toBe(10)
  })

  it.each<readonly [what: string, script: Script]>([
    ['garbage', () => ({ body: '{' })],
    ["another person's answer", ({ body }) => ({ body: found(body, { curp: 'LIMP900101HDFRRS11' }) })],
    ['a key that is not accepted', () => ({ status: 401, body: '' })],
  ])('counts %s', async (_, script) => {
    const { server, sources } = await start(script, { breaker })
    for (let calls = 0; calls < 10; calls++) await sources.ask('identidad')
    expect(server.connections()).toBe(3)
  })

  it('counts silence', async () => {
    const { server, sources } = await start(() => null, { breaker })
    for (let calls = 1; calls <= 3; calls++) await whenOver(server, calls, sources, [sources.ask('identidad')])
    await sources.ask('identidad')
    expect(server.connections()).toBe(3)
  })

  it('does not count a call that was not given its time', async () => {
    const { server, sources } = await start(() => null, { breaker })
    for (let calls = 1; calls <= 6; calls++) {
      await whenOver(server, calls, sources, [sources.ask('identidad', { closesAt: after(1.15) })])
    }
    expect(server.connections()).toBe(6)
  })

  it('counts a consultation once, however often it fails', async () => {
    const { server, sources } = await start(() => down, { breaker })
    const consultation = consultationOf('identidad')
    for (let calls = 0; calls < 10; calls++) await sources.consult(consultation)
    await sources.ask('identidad')
    expect(server.connections()).toBe(11)
    await sources.ask('identidad')
    await sources.ask('identidad')
    expect(server.connections()).toBe(12)
  })

  it('counts a consultation again that was answered since it failed', async () => {
    let answers = false
    const { server, sources } = await start(
      ({ body: { consulta_id } }) =>
        answers ? { status: 202, body: { consulta_id, reintentar_en_segundos: 1 } } : down,
      { breaker },
    )
    const consultation = consultationOf('identidad')
    for (const isAnswered of [false, true, false]) {
      answers = isAnswered
      await sources.consult(consultation)
    }
    for (let calls = 0; calls < 5; calls++) await sources.ask('identidad')
    expect(server.connections()).toBe(5)
  })

  it('does not count a failure in whose time another consultation was answered', async () => {
    const hanging = Array.from({ length: 3 }, () => consultationOf('identidad'))
    const ids = hanging.map(({ id }) => id)
    const { server, sources } = await start(
      ({ body }) => (ids.includes(String(body['consulta_id'])) ? null : { body: found(body) }),
      { breaker },
    )
    const ends = hanging.map(sources.consult)
    await expect.poll(server.connections).toBe(3)
    sources.pass(1)
    await sources.ask('identidad')
    await sources.wait(callSeconds)
    await Promise.all(ends)
    expect(await sources.ask('identidad')).toMatchObject({ _tag: 'Answered' })
  })

  it('leaves the other source alone', async () => {
    const { sources } = await start(
      ({ path, body }) => (path.startsWith('/identidad') ? down : { body: searched(body) }),
      {
        breaker,
      },
    )
    for (let calls = 0; calls < 5; calls++) await sources.ask('identidad')
    expect(await sources.ask('judicial')).toMatchObject({ _tag: 'Answered' })
  })
})

describe('the time of a call', () => {
  it.each([
    ['is that of the setting', 8, 60, 8],
    ['is what is left until a second before the sources close', 20, 8.4, 7.4],
  ])('%s', async (_, timeout, closesIn, expected) => {
    const { server, sources } = await start(() => null, { timeout: Duration.seconds(timeout) })
    const reply = sources.ask('judicial', { closesAt: after(closesIn) })
    await expect.poll(server.connections).toBe(1)
    await sources.wait(expected - 0.001)
    expect(sources.lastResult()).toBeUndefined()
    await sources.wait(0.001)
    expect(await reply).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe('tiempo_agotado')
  })
})

describe('a call for which no time is left', () => {
  it.each([0, 1, 1.09])(
    '%f s before the sources close is not made, and takes no probe of the breaker',
    async (seconds) => {
      let isBack = false
      const { server, sources } = await start(({ body }) => (isBack ? { body: found(body) } : down), { breaker })
      for (let calls = 0; calls < 3; calls++) await sources.ask('identidad')
      sources.pass(5)
      isBack = true
      expect(await sources.ask('identidad', { closesAt: after(5 + seconds) })).toMatchObject({ _tag: 'NotYet' })
      expect(server.connections()).toBe(3)
      expect(await sources.ask('identidad')).toMatchObject({ _tag: 'Answered' })
    },
  )
})

describe('the places of a source', () => {
  it('are as many as set; who finds none is told to come again soon, and nobody waits', async () => {
    const { server, sources } = await start(() => null, { concurrency: 8 })
    const taking = Array.from({ length: 8 }, () => sources.ask('identidad', { closesAt: after(3) }))
    await expect.poll(server.connections).toBe(8)

    // No time passes meanwhile.
    const replies = await Promise.all(Array.from({ length: 50 }, () => sources.ask('identidad')))
    const waits = replies.map((reply) => waitOf(reply, sources.now()) ?? 0)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.8)
    expect(Math.max(...waits)).toBeLessThanOrEqual(1.2)
    expect(server.connections()).toBe(8)
    await sources.wait(2)
    await Promise.all(taking)
    expect(server.connections()).toBe(8)
  })

  it('are a quarter for consultations that failed before', async () => {
    const { server, sources } = await start(() => null, { concurrency: 8 })
    const consultations = Array.from({ length: 8 }, () => consultationOf('identidad'))
    await whenOver(server, 8, sources, consultations.map(sources.consult))
    const replies = await whenOver(server, 10, sources, consultations.map(sources.consult))
    const waits = replies.map((reply) => waitOf(reply, sources.now()) ?? 0)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1.6)
    await whenOver(
      server,
      18,
      sources,
      Array.from({ length: 8 }, () => sources.ask('identidad')),
    )
  })

  it('are one at least for consultations that failed before', async () => {
    const { server, sources } = await start(() => null, { concurrency: 3 })
    const consultations = Array.from({ length: 3 }, () => consultationOf('identidad'))
    await whenOver(server, 3, sources, consultations.map(sources.consult))
    let told = 0
    const asked = consultations.map(async (one) => {
      await sources.consult(one)
      told += 1
    })
    // Each is connected or told to come again.
    await expect.poll(() => server.connections() - 3 + told).toBe(3)
    expect(server.connections()).toBe(4)
    await sources.wait(callSeconds)
    await Promise.all(asked)
  })

  it('are free again after whatever end, and those of the other source are its own', async () => {
    const { server, sources } = await start(
      ({ path, body }) => (path.startsWith('/judicial') ? { body: searched(body) } : null),
      { concurrency: 2 },
    )
    const hanging = [sources.ask('identidad'), sources.ask('identidad')]
    expect(await sources.ask('judicial')).toMatchObject({ _tag: 'Answered' })
    await whenOver(server, 3, sources, hanging)
    await whenOver(server, 4, sources, [sources.ask('identidad')])
    expect(sources.lastResult()).toBe('tiempo_agotado')
  })
})
