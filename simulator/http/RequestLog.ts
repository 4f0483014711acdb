import { Context, DateTime, Effect, Layer, Predicate } from 'effect'
import { type Headers, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { CurrentRequest } from '#application/CurrentRequest.ts'
import { ceiling } from '#domain/Limits.ts'
import { codigoOf } from '#http/Answers.ts'
import { type DeclaredRoute, routeOf } from '#http/UnknownRoutes.ts'
import { monotonicMillis, Time } from '#ports/Time.ts'
import type { Motivo, Solicitud, SolicitudEntera } from '#simulator/console/Frames.ts'
import { ruleWords } from '#simulator/console/Rules.ts'
import { refusalHeader } from '#wire/AdditionalHeaders.ts'
import { rules } from '#wire/OrderOfJudgement.ts'
import type { Rejection } from '#wire/Rejection.ts'
import { onItsWay } from './Accidents.ts'
import { type Masked, maskedRequest } from './Masking.ts'
import { overheard } from './Overheard.ts'
import { noNotes, RequestNotes } from './RequestNotes.ts'
import { undeclaredIn } from './Undeclared.ts'

type Notes = typeof RequestNotes.Service

/** Which limit was met, and when the next request fits. */
const limitOf = ({ rule, retryAfterSeconds = 0 }: Rejection, { principal }: Notes): Motivo['limite'] => {
  if (principal === null) return null
  const { requestsPerMinute, monthlyQuota } = principal.account.plan
  const met = { espera_segundos: retryAfterSeconds }
  if (rule === 'limite_por_minuto') return { ...met, maximo: requestsPerMinute, ventana: 'minuto' }
  if (rule === 'cuota_mensual') return { ...met, maximo: monthlyQuota ?? 0, ventana: 'mes' }
  if (rule !== 'tope_de_creacion') return null
  return { ...met, maximo: Math.max(ceiling.least, requestsPerMinute * ceiling.factor), ventana: 'minuto' }
}

/** Explains why a request was refused, without any value of the request. */
const reasonOf = (refusal: Rejection, notes: Notes, body: Uint8Array | null): Motivo => {
  // Only an error on demand comes without a rule.
  const { rule = 'a_pedido', field = null } = refusal
  const paso = rule === 'a_pedido' ? null : rules[rule][0]
  const [es, en] = ruleWords[rule]
  const undeclared = refusal.codigo === 'campo_desconocido' ? undeclaredIn(body, field) : null
  const lever = notes.processorFailed ? 'POST /_simulador/procesador/fallas' : null
  return {
    paso,
    campo: field,
    regla: rule,
    explicacion: { es, en },
    enlace: `/docs#error-${refusal.codigo}`,
    sobran: undeclared?.sobran ?? null,
    declarados: undeclared?.declarados ?? null,
    difieren: notes.differing,
    limite: limitOf(refusal, notes),
    palanca: rule === 'a_pedido' ? 'POST /_simulador/fallos' : lever,
  }
}

/** Where agents speak to the service and to the levers; the reason is the last refusal's, so a batch has none. */
const isChannel = (url: string): boolean => /^\/(?:_simulador\/)?mcp\/?(?:\?|$)/.test(url)

const decoder = new TextDecoder()

/** Adds to the error of a tool what the request log has of it, so that one bad argument is told from another. */
const withReason = (
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
  const reason =
    motivo === null
      ? {}
      : {
          campo: motivo.campo,
          regla: motivo.regla,
          sobran: motivo.sobran?.join(' '),
          declarados: motivo.declarados?.join(' '),
        }
  const facts = { solicitud: id, ...reason }
  const said = Object.entries(facts).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name}: ${value}`],
  )
  const words = [said.join(', '), ...(motivo === null ? [] : [motivo.explicacion.es])].join('. ')
  // The simulator says more than the service.
  const own = content.filter((part: { readonly text: string }) => !part.text.startsWith(refusalHeader))
  const added = { ...result, content: [...own, { type: 'text', text: words }], _meta: { ..._meta, ...facts } }
  const { status } = response
  return HttpServerResponse.jsonUnsafe({ ...message, result: added }, { status })
}

/** How many requests are remembered. */
const capacity = 1_000
/** What the console loads would drown what it shows. */
const ownFiles = '/_simulador/consola/'
/** Levers are the simulator's own, and say in their answer what is wrong with a body. */
const ownLevers = '/_simulador'

/** Characters of an answer that are kept; a longer one is not. */
const longestAnswer = 20_000

/** A request with what may be shown of its headers and body, and what was answered. */
export interface WholeRequest extends Masked {
  readonly solicitud: Solicitud
  readonly respuesta: SolicitudEntera['respuesta']
}

/** The last requests, without values that could identify a person. */
export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** Newest first, without levers. */
    readonly last: (limit: number) => Effect.Effect<ReadonlyArray<Solicitud>>
    readonly find: (id: string) => WholeRequest | undefined
    /** The requests that were answered with a verification, oldest first. */
    readonly about: (verificationId: string) => ReadonlyArray<Solicitud>
    /** The requests after the first `seen`, oldest first, as far as they are remembered; and how many came in total. */
    readonly since: (seen: number) => { readonly entries: ReadonlyArray<Solicitud>; readonly seen: number }
    readonly reset: Effect.Effect<void>
    /** Answers a request and remembers how. Paths that no route has are not repeated. */
    readonly recording: (
      routes: ReadonlyArray<DeclaredRoute>,
    ) => <E, R>(
      handled: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>
  }
>()('cotejo/simulator/RequestLog') {
  static readonly layer = Layer.effect(
    RequestLog,
    Effect.gen(function* () {
      const time = yield* Time
      const entries: Array<WholeRequest> = []
      const listed = (from: number) => entries.slice(from).map(({ solicitud }) => solicitud)
      let forgotten = 0

      return RequestLog.of({
        last: (limit) =>
          Effect.sync(() =>
            listed(0)
              .filter(({ ruta }) => !ruta.startsWith(ownLevers))
              .slice(-limit)
              .reverse(),
          ),
        find: (id) => entries.findLast(({ solicitud }) => solicitud.id === id),
        about: (id) => listed(0).filter(({ verificacion_id }) => verificacion_id === id),
        since: (seen) => ({ entries: listed(Math.max(0, seen - forgotten)), seen: forgotten + entries.length }),
        reset: Effect.sync(() => {
          forgotten += entries.splice(0).length
        }),
        recording: (routes) => {
          const route = routeOf(routes)
          return (handled) =>
            Effect.gen(function* () {
              const request = yield* HttpServerRequest.HttpServerRequest
              const { method, url, headers } = request
              if (url.startsWith(ownFiles)) return yield* handled
              const heard = overheard(request)
              const receivedAt = yield* DateTime.now
              const start = yield* monotonicMillis
              const simulated = yield* time.now
              const notes = noNotes()
              const response = yield* handled.pipe(
                Effect.provideService(RequestNotes, notes),
                Effect.provideService(HttpServerRequest.HttpServerRequest, heard.request),
              )
              const ms = (yield* monotonicMillis) - start
              if (entries.length >= capacity) forgotten += entries.splice(0, capacity / 10).length
              const current = yield* CurrentRequest
              const refusal = current?.refusal ?? null
              const solicitud: Solicitud = {
                id: current?.id ?? '',
                recibida_en: DateTime.formatIso(receivedAt),
                simulada_en: DateTime.formatIso(simulated),
                metodo: method,
                ruta: route(url),
                estatus: response.status,
                codigo: refusal?.codigo ?? notes.accident ?? codigoOf(response),
                ms,
                canal: channelOf(url, headers),
                tenant: notes.principal?.account.id ?? null,
                verificacion_id: verificationOf(url, response),
                motivo: refusal && reasonOf(refusal, notes, heard.body()),
              }
              const body = url.startsWith(ownLevers) ? null : heard.body()
              const masked = maskedRequest(headers, body, response.status < firstRefusal)
              entries.push({ solicitud, ...masked, respuesta: answerOf(url, response) })
              yield* told(solicitud)
              yield* onItsWay(notes.accident)
              return withReason(url, response, solicitud)
            })
        },
      })
    }),
  )
}

/** From here on an answer says that nothing came of the request. */
const firstRefusal = 400

/** The line of a refusal in the terminal. */
const told = ({ id, codigo, motivo }: Solicitud): Effect.Effect<void> => {
  if (motivo === null) return Effect.void
  const { paso, campo, regla, explicacion, sobran, declarados, difieren, limite, palanca } = motivo
  const lists = { sobran, declarados, difieren }
  const written = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list?.join() ?? null]))
  const facts = { paso, campo, regla, ...written, ...limite, palanca }
  const said = Object.entries(facts).filter(([, fact]) => fact !== null)
  return Effect.logInfo(
    'request refused',
    { service_request_id: id, codigo, ...Object.fromEntries(said) },
    explicacion.es,
  )
}

/**
 * What was answered. Our documents hold nothing of the applicant. An answer over MCP may repeat what the host sent, so
 * only the text of a tool's result is kept.
 */
const answerOf = (url: string, { headers, body }: HttpServerResponse.HttpServerResponse): WholeRequest['respuesta'] => {
  const text = body._tag === 'Uint8Array' && body.body.length <= longestAnswer ? decoder.decode(body.body) : null
  const isShown =
    text !== null && !url.startsWith(ownLevers) && (!url.startsWith('/mcp') || identifiedOverMcp.test(text))
  return { encabezados: { ...headers }, cuerpo: isShown ? text : null }
}

/** Only a browser says that a request comes from a page of the same origin, which is ours, or from its user. */
const channelOf = (url: string, headers: Headers.Headers): Solicitud['canal'] => {
  if (['same-origin', 'none'].includes(headers['sec-fetch-site'] ?? '')) return 'consola'
  return url.startsWith('/mcp') || headers['x-canal'] === 'mcp' ? 'mcp' : 'api'
}

/** Our own documents begin with their id. */
const identified = /^\{"verificacion_id":"(ver_\w+)"/
/** So does the text of a tool's answer, in every revision. Quotes of what a partner sent are escaped once more. */
const identifiedOverMcp = /"text":"\{\\"verificacion_id\\":\\"(ver_\w+)\\"/

/** The verification that we answered with, the first one of a batch of messages; null of any other answer. */
const verificationOf = (url: string, { body }: HttpServerResponse.HttpServerResponse): string | null => {
  if (body._tag !== 'Uint8Array') return null
  const found = url.startsWith('/mcp')
    ? identifiedOverMcp.exec(decoder.decode(body.body))
    : identified.exec(decoder.decode(body.body.subarray(0, 64)))
  return found?.[1] ?? null
}
