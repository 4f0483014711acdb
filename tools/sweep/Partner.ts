/** A partner that repeats its request until it is answered 200. */
import { setTimeout } from 'node:timers/promises'
import type { World } from './World.ts'

interface Answer {
  readonly status: number
  readonly id: string
  readonly state: string
}

const answered = async (response: Response): Promise<Answer> => {
  const fields: Record<string, unknown> = JSON.parse(await response.text())
  return { status: response.status, id: String(fields['verificacion_id']), state: String(fields['estado']) }
}

const headersOf = ({ apiKey }: World) => ({ authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' })

/** Requests the verification once; null without an answer. */
const request = (world: World, base: string, signal: AbortSignal): Promise<Answer | null> =>
  fetch(`${base}/v1/verificaciones`, {
    method: 'POST',
    headers: { ...headersOf(world), 'idempotency-key': String(world.body['solicitud_id']) },
    body: JSON.stringify(world.body),
    signal,
  }).then(answered, () => null)

/** Repeats the request until it is answered 200; null if the partner gives up first. */
export const insistUntil = async (world: World, base: string, signal: AbortSignal): Promise<Answer | null> => {
  while (!signal.aborted) {
    const answer = await request(world, base, signal)
    if (answer?.status === 200) return answer
    await setTimeout(50)
  }
  return null
}

/** Repeats the request until it is answered 200. */
export const insist = async (world: World, base: string): Promise<Answer> => {
  const answer = await insistUntil(world, base, new AbortController().signal)
  if (answer === null) throw new Error('the partner gave up')
  return answer
}

export const read = async (world: World, base: string, id: string): Promise<Answer> =>
  answered(await fetch(`${base}/v1/verificaciones/${id}`, { headers: headersOf(world) }))
