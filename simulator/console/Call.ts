import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { lever } from './World.ts'

/** What the service or a lever answered. */
export interface Answer<A> {
  readonly status: number
  /** The bytes as they came. */
  readonly text: string
  readonly body: A
}

/** The last thing that went wrong or well, shown until the next. */
export const notice = signal<{ readonly isError: boolean; readonly text: string } | null>(null)

/** A header carries bytes, so each UTF-8 byte becomes one character. */
const bytesOf = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text))

/** The body of an answer. One that is not JSON, such as the page of a proxy, is its text. */
const bodyOf = (text: string) => {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return { codigo: '', mensaje: text.replace(/<[^<>]*>/g, ' ') }
  }
}

/** Calls this simulator. An answer of whatever status is one. */
export const call = async <A = unknown>(
  method: string,
  path: string,
  options: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer<A>> => {
  const { body, headers = {} } = options
  const sent = Object.entries(headers).map(([name, value]) => [name, bytesOf(value)])
  const response = await fetch(path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...Object.fromEntries(sent) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text, body: bodyOf(text) }
}

/** Pulls a lever; a refusal is shown as the simulator words it, and answered with null. */
export const pull = async <A = unknown>(path: string, body?: unknown, method = 'POST'): Promise<Answer<A> | null> => {
  try {
    type Told = A & { readonly mensaje?: string }
    const answer = await call<Told>(method, lever(path), body === undefined ? {} : { body })
    const isRefused = answer.status >= 400
    notice.value = isRefused ? { isError: true, text: answer.body.mensaje ?? String(answer.status) } : null
    return isRefused ? null : answer
  } catch (cause) {
    notice.value = { isError: true, text: String(cause) }
    return null
  }
}

/** What a GET answers, asked again whenever `version` changes; null until it came, and when it was refused. */
export const useAnswer = <A>(path: string | null, version: unknown, key?: string): Answer<A> | null => {
  const [answer, setAnswer] = useState<{ readonly path: string; readonly answer: Answer<A> } | null>(null)
  useEffect(() => {
    if (path === null) return
    let isCurrent = true
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    call<A>('GET', path, { headers }).then(
      (came) => isCurrent && setAnswer(came.status < 400 ? { path, answer: came } : null),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [path, version, key])
  return answer?.path === path ? answer.answer : null
}
