import { describe, expect, it } from 'vitest'
import type { Happening, ListenOptions, Position } from '#client/Listen.ts'
import { listen } from '#client/Listen.ts'
import type { Fetch } from '#client/Transport.ts'
import { documents, inProgress } from '#client/testing.ts'
import type { Verificacion } from '#client/Verification.ts'

interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const receiver = 'http://127.0.0.1:3000/webhooks'
const ok = (body: unknown): Reply => ({ status: 200, body })
const failed = (status: number, codigo: string, headers = {}): Reply => ({
  status,
  body: { codigo, mensaje: 'x' },
  headers,
})
const named = <D extends Verificacion>(document: D, verificacion_id: string): D => ({ ...document, verificacion_id })
const emitted = (id: string) => named(documents.nivel.alto, id)
const going = (id: string) => named(inProgress, id)
const inconclusive = (id: string) => named(documents.sin_recomendacion.curp_inexistente, id)
const listed = (...verificaciones: ReadonlyArray<Verificacion>): Reply => ok({ verificaciones })

/** Listens to a service that replies as it is told, until nothing is left to reply; what was asked, and how it waited. */
const heard = async (
  replies: ReadonlyArray<Reply>,
  options: Partial<ListenOptions> = {},
  statuses: ReadonlyArray<number> = [],
) => {
  const left = [...replies]
  const answers = [...statuses]
  const asked: Array<string> = []
  const slept: Array<number> = []
  const told: Array<Happening> = []
  let position: Position | null = null
  const stop = new AbortController()
  const fetch: Fetch = (url, { method }) => {
    asked.push(`${method} ${url.replace('https://service', '')}`)
    const reply = url === receiver ? { status: answers.shift() ?? 200, body: null } : left.shift()
    if (reply === undefined) throw new Error('nothing is left to reply')
    const headers = new Headers({ ...Object(reply).headers })
    return Promise.resolve({ status: reply.status, headers, text: () => Promise.resolve(JSON.stringify(reply.body)) })
  }
  const clock = {
    now: () => 0,
    sleep: (ms: number) => {
      slept.push(ms)
      if (left.length === 0) stop.abort()
      return Promise.resolve()
    },
  }
  const given: ListenOptions = {
    baseUrl: 'https://service',
    apiKey: 'avs_test_x',
    secret: 'whsec_x',
    to: receiver,
    position: { done: [], open: [] },
    keep: (kept) => {
      position = kept
    },
    tell: (happening) => void told.push(happening),
    fetch,
    signal: stop.signal,
    ...options,
  }
  await listen(given, clock)
  return { asked, slept, told, position }
}

const list = 'GET /v1/verificaciones?limite=100'
const read = (id: string) => `GET /v1/verificaciones/${id}`
const post = `POST ${receiver}`

describe('listen', () => {
  it('looks every 5 s, reads one once it was emitted, and delivers it once', async () => {
    const { asked, slept, told, position } = await heard([
      listed(going('ver_1')),
      listed(emitted('ver_1')),
      ok(emitted('ver_1')),
      listed(emitted('ver_1')),
    ])
    expect(asked).toEqual([list, list, read('ver_1'), post, list])
    expect(slept).toEqual([5_000, 5_000, 5_000])
    expect(told).toEqual([{ what: 'delivered', id: 'ver_1', status: 200 }])
    expect(position).toEqual({ done: ['ver_1'], open: [] })
  })

  it('passes over what ended before its first start, unless all is wanted', async () => {
    const replies = [listed(going('ver_2'), emitted('ver_1'), inconclusive('ver_0'))]
    const first = await heard(replies, { position: null })
    expect([first.asked, first.told]).toEqual([[list], [{ what: 'started', earlier: 2 }]])
    expect(first.position).toMatchObject({ open: ['ver_2'] })
    const all = await heard([...replies, ok(emitted('ver_1'))], { position: null, all: true })
    expect(all.asked).toEqual([list, read('ver_1'), post])
  })

  it('posts again at the next look what was not accepted, without reading it again', async () => {
    const replies = [listed(emitted('ver_1')), ok(emitted('ver_1')), listed(emitted('ver_1'))]
    const { asked, told } = await heard(replies, {}, [500, 204])
    expect(asked).toEqual([list, read('ver_1'), post, list, post])
    expect(told).toEqual([
      { what: 'refused', id: 'ver_1', status: 500 },
      { what: 'delivered', id: 'ver_1', status: 204 },
    ])
  })

  it('reads what left the list, and lets go of what ended without recommendation or is no longer kept', async () => {
    const open = ['ver_gone', 'ver_out', 'ver_end']
    const { asked, position } = await heard(
      [listed(inconclusive('ver_end')), failed(404, 'verificacion_no_encontrada'), ok(emitted('ver_out'))],
      { position: { done: [], open } },
    )
    expect(asked).toEqual([list, read('ver_gone'), read('ver_out'), post])
    expect(position).toMatchObject({ open: [] })
  })

  it('waits longer while the service fails, up to 30 s, and as long as it asks', async () => {
    const busy = failed(503, 'base_no_alcanzable')
    const { slept, told } = await heard([
      ...Array.from({ length: 6 }, () => busy),
      failed(503, 'base_no_alcanzable', { 'retry-after': '90' }),
      listed(),
    ])
    expect(slept).toEqual([7_500, 11_250, 16_875, 25_312.5, 30_000, 30_000, 90_000, 5_000])
    expect(told[0]).toEqual({ what: 'unreachable', reason: '503 base_no_alcanzable' })
  })

  it('ends with a key that is refused, and says that some may be missing after a full list', async () => {
    await expect(heard([failed(401, 'llave_invalida')])).rejects.toMatchObject({ status: 401 })
    const full = Array.from({ length: 100 }, (_, index) => going(`ver_${index}`))
    expect((await heard([listed(...full)])).told).toEqual([{ what: 'missed' }])
  })

  it('keeps its position at the first start of an account without verifications', async () => {
    expect((await heard([listed()], { position: null })).position).toEqual({ done: [], open: [] })
  })

  it('delivers the others when one verification cannot be read: 500', async () => {
    const { asked, told } = await heard([
      listed(emitted('ver_2'), emitted('ver_1')),
      failed(500, 'error_interno'),
      ok(emitted('ver_2')),
    ])
    expect(asked).toEqual([list, read('ver_1'), read('ver_2'), post])
    expect(told).toEqual([
      { what: 'delivered', id: 'ver_2', status: 200 },
      { what: 'unreachable', reason: '500 error_interno' },
    ])
  })

  it('says that some may be missing where all of a full list are wanted at the first start', async () => {
    const full = Array.from({ length: 100 }, (_, index) => going(`ver_${index}`))
    const { told } = await heard([listed(...full)], { position: null, all: true })
    expect(told).toEqual([{ what: 'started', earlier: 0 }, { what: 'missed' }])
  })

  it('ends when its position cannot be kept', async () => {
    const keep = () => {
      throw new Error('ENOSPC')
    }
    await expect(heard([listed(emitted('ver_1'))], { keep })).rejects.toThrow('ENOSPC')
  })

  it('delivers nothing more once it is stopped', async () => {
    const stop = new AbortController()
    const replies = [listed(emitted('ver_2'), emitted('ver_1')), ok(emitted('ver_1')), ok(emitted('ver_2'))]
    const { asked } = await heard(replies, { signal: stop.signal, tell: () => stop.abort() })
    expect(asked).toEqual([list, read('ver_1'), post])
  })
})
