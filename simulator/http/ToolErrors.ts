import { Predicate } from 'effect'
import { HttpServerResponse } from 'effect/http'
import type { Solicitud } from '#simulator/console/Frames.ts'

/** Where agents speak to the service and to the levers; the reason is the last refusal's, so a batch has none. */
const isChannel = (url: string): boolean => /^\/(?:_simulador\/)?mcp(?:\?|$)/.test(url)

const decoder = new TextDecoder()

/** Adds to the error of a tool what the request log has of it, so that one bad argument is told from another. */
export const withReason = (
  url: string,
  response: HttpServerResponse.HttpServerResponse,
  { id, motivo }: Solicitud,
): HttpServerResponse.HttpServerResponse => {
  if (!isChannel(url) || response.body._tag !== 'Uint8Array') return response
  const text = decoder.decode(response.body.body)
  if (!text.includes('"isError":true')) return response
  const message: unknown = JSON.parse(text)
  if (!Predicate.isObject(message) || !Predicate.hasProperty(message, 'result')) return response
  const { content, _meta, ...result } = Object(message.result)
  const reason = motivo === null ? {} : { campo: motivo.campo, regla: motivo.regla }
  const facts = { solicitud: id, ...reason }
  const said = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  const words = [said.join(', '), ...(motivo === null ? [] : [motivo.explicacion.es])].join('. ')
  const added = { ...result, content: [...content, { type: 'text', text: words }], _meta: { ..._meta, ...facts } }
  const { status } = response
  return HttpServerResponse.jsonUnsafe({ ...message, result: added }, { status })
}
