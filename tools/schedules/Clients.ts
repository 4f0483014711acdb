/** Partners that request, repeat, read and check their balance at any replica, until they have seen the end. */
import { setTimeout } from 'node:timers/promises'
import type { World } from '#tools/sweep/World.ts'
import type { Answering } from './Crew.ts'
import type { Draw } from './Draw.ts'
import type { Event } from './History.ts'

interface Crew {
  /** The current replicas. */
  readonly replicas: () => ReadonlyArray<Answering>
}

/** How long a partner waits before it asks again, in milliseconds. */
const patience = { broken: 5, healed: 200 }

export interface Client {
  /** Abandons the pending request. The partner asks again. */
  readonly giveUp: () => void
  /** Asks less often from now on. */
  readonly calm: () => void
  /** Resolves when the partner has seen the end of its verification. */
  readonly done: Promise<void>
  /** Stops asking, done or not. */
  readonly stop: () => void
}

type Fields = Readonly<Record<string, unknown>>

const call = async (url: string, { apiKey, body }: World, method: 'GET' | 'POST', signal: AbortSignal) => {
  const asked = performance.now()
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const post = { body: JSON.stringify(body), headers: { ...headers, 'idempotency-key': String(body['solicitud_id']) } }
  const response = await fetch(url, { method, signal, ...(method === 'POST' ? post : { headers }) })
  const fields: Fields = JSON.parse(await response.text())
  return { asked, answered: performance.now(), status: response.status, fields }
}

export const startClient = (world: World, crew: Crew, draw: Draw, tell: (event: Event) => void): Client => {
  let gaveUp = new AbortController()
  let isStopped = false
  let wait = patience.broken
  /** Asks a random replica; null without an answer. */
  const ask = async (path: string, method: 'GET' | 'POST') => {
    if (isStopped) await new Promise(() => {})
    gaveUp = new AbortController()
    const { base, ended } = draw.from(crew.replicas())
    const signal = AbortSignal.any([gaveUp.signal, ended])
    const answer = await call(`${base}${path}`, world, method, signal).catch(() => null)
    if (answer === null || answer.status >= 500) await setTimeout(10)
    return answer
  }
  const request = async (): Promise<string> => {
    for (;;) {
      const answer = await ask('/v1/verificaciones', 'POST')
      if (answer?.status !== 200) continue
      const { asked, answered, fields } = answer
      const id = String(fields['verificacion_id'])
      tell({ _tag: 'Acknowledged', request: `${world.mode} ${world.body['solicitud_id']}`, id, asked, answered })
      return id
    }
  }
  const read = async (id: string): Promise<string> => {
    const answer = await ask(`/v1/verificaciones/${id}`, 'GET')
    if (answer === null) return ''
    const { asked, answered, status, fields } = answer
    const state = String(fields['estado'])
    tell({ _tag: 'Read', id, status, state, asked, answered })
    return status === 200 ? state : ''
  }
  const look = async (): Promise<void> => {
    const answer = await ask('/v1/cuenta/consumo', 'GET')
    const balance = answer?.status === 200 ? answer.fields['saldo'] : null
    if (answer === null || balance === null || balance === undefined) return
    const { asked, answered } = answer
    tell({ _tag: 'Balance', centavos: Math.round(Number(balance) * 100), asked, answered })
  }
  const live = async (): Promise<void> => {
    let id = await request()
    while (!['emitida', 'no_concluyente'].includes(await read(id))) {
      const what = draw.below(4)
      if (what === 0) id = await request()
      if (what === 1) await look()
      await setTimeout(wait)
    }
    await request()
    await look()
  }
  return {
    giveUp: () => gaveUp.abort(),
    calm: () => {
      wait = patience.healed
    },
    done: live(),
    stop: () => {
      isStopped = true
      gaveUp.abort()
    },
  }
}
