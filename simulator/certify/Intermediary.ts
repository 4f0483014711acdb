import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Predicate } from 'effect'
import { nextRequestId } from '#http/Answers.ts'
import type { World } from '#simulator/package/SimulatorClient.ts'
import { type Codigo, catalog, errorBody } from '#wire/Errores.ts'
import { parsed } from './Backend.ts'
import type { Case, Creation, Fault } from './Case.ts'
import { keyOf } from './Deliveries.ts'
import { credentials } from './Signing.ts'

/** A request of the back end. */
interface Arrived {
  readonly method: string
  readonly target: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** What it is answered. */
interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

const collection = '/v1/verificaciones'
/** These belong to the connection that they came over, or are generated again. */
const ofTheConnection = /^(?:host|connection|content-length|transfer-encoding|keep-alive|expect|accept-encoding|date)$/

const arrivedOf = async (request: IncomingMessage): Promise<Arrived> => ({
  method: request.method ?? 'GET',
  target: request.url ?? '/',
  headers: Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      ofTheConnection.test(name) ? [] : [[name, String(value)]],
    ),
  ),
  body: Buffer.concat(await request.toArray()).toString(),
})

/** What the service in that world answers. Only the key of the certification opens it: a demo key would open another. */
const ask = async (world: World, { method, target, headers, body }: Arrived): Promise<Answer> => {
  const { authorization } = headers
  const isOurs = authorization === `Bearer ${credentials.apiKey}`
  const key = isOurs ? keyOf(world) : 'another'
  const authorized = authorization === undefined ? headers : { ...headers, authorization: `Bearer ${key}` }
  const init = { method, headers: authorized, redirect: 'manual' as const, ...(method === 'GET' ? {} : { body }) }
  const response = await fetch(world.url + target, init)
  const kept = [...response.headers].filter(([name]) => !ofTheConnection.test(name))
  return { status: response.status, headers: Object.fromEntries(kept), body: await response.text() }
}

/** A status and, of a refusal, its code and what the log of the world has of the reason. */
const toldOf = async (world: World, { status, headers, body }: Answer): Promise<string> => {
  if (status === 200) return '200'
  const reason = await world.request(headers['service-request-id'] ?? '').catch(() => null)
  const facts = [text(parsed(body), 'codigo'), reason?.motivo?.campo, reason?.motivo?.regla]
  return [status, ...facts.filter(Predicate.isString)].join(' ')
}

const text = (document: unknown, name: string): string | null => {
  const value: unknown = Object(document)[name]
  return Predicate.isString(value) ? value : null
}

/**
 * Stands between the back end and the service: it leads every request to the world of its case, and does on the way
 * what the world does to requests.
 */
export class Intermediary {
  readonly #cases: ReadonlyArray<Case>
  /** The world for requests that belong to no case. */
  readonly #elsewhere: World
  readonly #speed: number

  constructor(cases: ReadonlyArray<Case>, elsewhere: World, speed: number) {
    this.#cases = cases
    this.#elsewhere = elsewhere
    this.#speed = speed
  }

  /** Listens on this machine until the function that comes back is called. */
  async listen(port: number): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
    const server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy())
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const address = server.address()
    const close = async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`, close }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrived = await arrivedOf(request)
    const [path = ''] = arrived.target.split('?')
    const [, id] = /^\/v1\/verificaciones\/([^/]+)$/.exec(path) ?? []
    const answer =
      path !== collection
        ? await this.#read(arrived, id)
        : arrived.method === 'POST'
          ? await this.#create(arrived)
          : await this.#list(arrived)
    if (answer === null) return void response.destroy()
    const headers = { ...answer.headers, 'simulador-velocidad': String(this.#speed) }
    response.writeHead(answer.status, headers).end(answer.body)
  }

  /** A creation, with the fault that waits for it; null when its answer is lost. */
  async #create(arrived: Arrived): Promise<Answer | null> {
    const document = parsed(arrived.body)
    const one = this.#caseOf(document)
    if (one === undefined) return ask(this.#elsewhere, arrived)
    const creation = noted(one, arrived, document)
    if (one.isUnreachable && (await this.#wouldCreate(arrived))) return unreached(one, creation)
    const next = one.faults.shift() ?? null
    if (isRefusal(next) && (await this.#wouldCreate(arrived))) return refused(one, creation, next)
    const { world } = this.#ownerOf(one, creation)
    const answer = await ask(world, arrived)
    creation.status = answer.status
    const isCreated = answer.status === 200
    if (isCreated) creation.verificacionId = text(parsed(answer.body), 'verificacion_id')
    // A fault waits for what the service would carry out.
    if (next !== null && !isCreated) one.faults.unshift(next)
    const fault = isCreated && !isRefusal(next) ? next : null
    if (fault !== null && fault !== 'lose the answer') await fault.answerAfter
    const told = fault === 'lose the answer' ? `${answer.status}, ✂` : await toldOf(world, answer)
    one.saw('creacion', `${collection} ${creation.solicitudId} → ${told}`)
    if (isFinal(answer.status)) one.refusal ??= told
    if (answer.status === 409) creation.notBefore = Number.POSITIVE_INFINITY
    creation.over = true
    if (fault === 'lose the answer') return null
    return answer.status === 200 ? { ...answer, body: one.rewrite(answer.body) } : answer
  }

  /** Whether the service would carry it out, or has carried out another with its key. */
  async #wouldCreate(arrived: Arrived): Promise<boolean> {
    const { status } = await ask(this.#elsewhere, arrived)
    return status === 200 || status === 409
  }

  /** The case that used a key first keeps it, even when another case uses it later. */
  #ownerOf(one: Case, { solicitudId }: Creation): Case {
    const owner = this.#cases.find(({ creations }) => creations.some((other) => other.solicitudId === solicitudId))
    if (owner === undefined || owner === one) return one
    one.fails('llave_reutilizada', `${solicitudId}: ${owner.attack}, ${one.attack}`)
    return owner
  }

  #caseOf(document: unknown): Case | undefined {
    const curp = text(Object(document)['solicitante'], 'curp')
    return this.#cases.find((one) => one.curp === curp)
  }

  async #read(arrived: Arrived, id: string | undefined): Promise<Answer> {
    const one = this.#cases.find(({ creations }) => creations.some(({ verificacionId }) => verificacionId === id))
    if (id === undefined || one === undefined) return ask(this.#elsewhere, arrived)
    if (one.elapsedMs >= one.unreadableFrom) return errorOf('base_no_alcanzable')
    one.readings.times.push(one.elapsedMs)
    if (one.endWasTold) one.readings.sinceEnd += 1
    const answer = await ask(one.world, arrived)
    const estado = text(parsed(answer.body), 'estado')
    if (estado !== null && estado !== 'en_proceso' && !one.endWasTold) {
      one.endWasTold = true
      one.saw('consultas', `GET ${collection}/${id} → ${estado}`)
    }
    return answer.status === 200 ? { ...answer, body: one.rewrite(answer.body) } : answer
  }

  /** The lists of all worlds as one, newest first. */
  async #list(arrived: Arrived): Promise<Answer> {
    const answers = await Promise.all(this.#cases.map(({ world }) => ask(world, arrived)))
    const wrong = answers.find(({ status }) => status !== 200)
    const [first] = answers
    if (wrong !== undefined || first === undefined) return wrong ?? ask(this.#elsewhere, arrived)
    const all = answers.flatMap(({ body }) => Object(parsed(body))['verificaciones'] ?? [])
    all.sort((a, b) => String(text(b, 'creado_en')).localeCompare(String(text(a, 'creado_en'))))
    const limit = Number(new URLSearchParams(arrived.target.split('?')[1]).get('limite') || '20')
    return { ...first, body: JSON.stringify({ ...Object(parsed(first.body)), verificaciones: all.slice(0, limit) }) }
  }
}

type Refusal = Extract<Fault, { readonly refuse: string }>

const isRefusal = (fault: Fault | null): fault is Refusal => Predicate.isObject(fault) && 'refuse' in fault

/** Whether the request is refused for what it is, so that no repetition helps. */
const isFinal = (status: number): boolean => status >= 400 && status !== 429 && status < 500

/** Remembers a creation, and what is wrong about how it comes. */
const noted = (one: Case, { body }: Arrived, document: unknown): Creation => {
  const solicitudId = text(document, 'solicitud_id') ?? ''
  const creation: Creation = {
    solicitudId,
    body,
    webhookUrl: text(document, 'webhook_url') ?? '',
    status: 0,
    verificacionId: null,
    over: false,
    notBefore: 0,
    tooEarly: 'rechazo_repetido',
  }
  const before = one.own.at(-1)
  const payment = text(Object(document)['cobro'], 'payment_intent_id')
  if (one.payment !== null && payment !== one.payment) one.fails('pago_distinto', `${payment ?? '—'} ≠ ${one.payment}`)
  one.creations.push(creation)
  if (before === undefined) return creation
  if (before.solicitudId !== solicitudId) {
    one.fails('llave_nueva_al_repetir', `solicitud_id ${before.solicitudId}, ${solicitudId}`)
  } else if (before.body !== body) {
    one.fails('cuerpo_cambiado_al_repetir', `${collection} ${solicitudId}`)
  }
  const early = before.solicitudId === solicitudId ? before.notBefore - one.elapsedMs : 0
  const by = Number.isFinite(early) ? `, −${(early / 1_000).toFixed(2)} s` : ''
  if (early > 0) one.fails(before.tooEarly, `${collection} ${solicitudId}${by}`)
  return creation
}

/** Every second creation is lost on its way; the others get a 503. */
const unreached = (one: Case, creation: Creation): Answer | null => {
  if (one.creations.length % 2 === 0)
    return refused(one, creation, { refuse: 'base_no_alcanzable', retryAfterSeconds: null })
  creation.over = true
  one.saw('creacion', `${collection} ${creation.solicitudId} ✂`)
  return null
}

/** After the other refusals nothing gets better by itself. A balance may be credited: five minutes are the least. */
const pauseMs = (one: Case, refuse: Codigo, retryAfterSeconds: number | null): number => {
  // A timer may fire a little early.
  if (retryAfterSeconds !== null) return retryAfterSeconds * 950
  if (refuse === 'consumo_agotado') return one.minutes(4.75)
  return isFinal(catalog[refuse].status) && refuse !== 'cobro_no_verificado' ? Number.POSITIVE_INFINITY : 0
}

const refused = (one: Case, creation: Creation, { refuse, retryAfterSeconds }: Refusal): Answer => {
  const { status } = catalog[refuse]
  const asked: Record<string, string> = retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
  creation.status = status
  creation.over = true
  creation.notBefore = one.elapsedMs + pauseMs(one, refuse, retryAfterSeconds)
  creation.tooEarly = retryAfterSeconds === null ? 'rechazo_repetido' : 'retry_after_ignorado'
  const wait = retryAfterSeconds === null ? '' : `, Retry-After: ${retryAfterSeconds}`
  one.saw('creacion', `${collection} ${creation.solicitudId} → ${status}${wait}`)
  return errorOf(refuse, asked)
}

const errorOf = (codigo: Codigo, headers: Record<string, string> = {}): Answer => ({
  status: catalog[codigo].status,
  headers: { 'content-type': 'application/json', 'service-request-id': nextRequestId(), ...headers },
  body: JSON.stringify(errorBody(codigo)),
})
