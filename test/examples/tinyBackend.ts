import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { Cotejo, CotejoError, type PeticionDeVerificacion, type Verificacion } from '#client/Client.ts'
import { verifyWebhook } from '#client/verifyWebhook.ts'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { pause } from '#simulator/certify/Case.ts'
import { credentials } from '#simulator/certify/Signing.ts'

/** What this back end can be made to do wrong. */
export type Fault =
  | `key: ${'wrong' | 'one for all' | 'of the CURP' | 'of the birth date' | 'new at each retry' | 'new after 402'}`
  | `request: ${'CURP in propiedad_id' | 'no notice version'}`
  | `retry: ${'never' | 'new body' | 'new consent later' | 'deaf to Retry-After' | 'short timer' | 'refusals too' | 'forgets' | 'drops 402'}`
  | `payment: ${'the first for all'}`
  | `signature: ${'none' | 'any t' | 'any t to come' | 'parsed body' | 'one secret' | 'after the event'}`
  | `event: ${'worked on again' | '409 again' | 'read, then written' | 'unknown refused' | 'any is a result' | 'never answered'}`
  | `result: ${'overwritten by the answer' | 'unknown field refused' | 'unknown code throws' | 'one action'}`
  | `poll: ${'never' | 'without end' | 'storm' | 'gives up'}`
  | `tell: ${'only estado' | 'wrapped'}`
  | 'restart: forgets'

interface Application {
  request: PeticionDeVerificacion
  readonly since: number
  verification: Verificacion | null
  told: number
  notBefore: number
  isBusy: boolean
}

const bytesOf = async (request: IncomingMessage): Promise<Buffer> => Buffer.concat(await request.toArray())
const knownFields = (): ReadonlySet<string> =>
  new Set(
    Object.keys(
      JSON.parse(readFileSync('docs/openapi.json', 'utf8')).components.schemas.RespuestaDeVerificacion.properties,
    ),
  )
const isEnded = (verification: Verificacion | null): boolean => (verification?.estado ?? 'en_proceso') !== 'en_proceso'

/** Does not read `Retry-After`. */
const deafFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init)
  const headers = new Headers(answer.headers)
  headers.delete('retry-after')
  return new Response(answer.body, { status: answer.status, headers })
}

/** A partner's back end that does everything right, except for its faults. */
export const tinyBackend = async (url: string, speed: number, faults: ReadonlyArray<Fault>) => {
  const has = (fault: Fault): boolean => faults.includes(fault)
  const minute = 60_000 / speed
  const retriesItself = has('key: new at each retry') || has('retry: new body')
  // A demo key opens another world of the same simulator.
  const { apiKey } = has('key: wrong') ? credentialsOf('demo-consumo') : credentials
  const settings = { baseUrl: url, apiKey }
  const reader = new Cotejo({ ...settings, maxRetries: 0 })
  const writer = new Cotejo({
    ...settings,
    ...(retriesItself || has('retry: never') ? { maxRetries: 0 } : {}),
    ...(has('retry: deaf to Retry-After') ? { fetch: deafFetch } : {}),
  })
  let applications = new Map<string, Application>()
  let events = new Set<string>()
  let isClosed = false
  let firstPayment: string | null = null

  const learn = (document: Verificacion, isForced = false): void => {
    const application = applications.get(document.solicitud_id ?? '')
    if (application === undefined || (isEnded(application.verification) && !isForced)) return
    application.verification = document
    if (isEnded(document) || isForced) application.told += 1
  }

  const keyOf = (curp: string): string => {
    if (has('key: one for all')) return 'solicitud'
    if (has('key: of the birth date')) return `solicitud-${curp.slice(4, 10)}`
    return has('key: of the CURP') ? createHash('sha256').update(curp).digest('hex') : randomUUID()
  }

  const renamed = (application: Application): void => {
    application.request = { ...application.request, solicitud_id: randomUUID() }
    applications.set(application.request.solicitud_id, application)
  }

  const consent = () => ({
    otorgado: true as const,
    otorgado_en: new Date().toISOString(),
    version_aviso: has('request: no notice version') ? '' : '2026-01',
    evidencia_id: randomUUID(),
  })

  /** Whether the creation is to be repeated at once. */
  const failed = async (application: Application, failure: CotejoError): Promise<boolean> => {
    const { codigo, retryable, retryAfterSeconds } = failure
    const wait = (retryAfterSeconds ?? 0) * 1_000
    application.notBefore = Date.now() + wait
    if (codigo === 'cobro_no_verificado' && has('key: new after 402')) renamed(application)
    const isKept = retryable || (codigo === 'cobro_no_verificado' && !has('retry: drops 402'))
    if (!isKept && has('retry: refusals too')) return pause(200).then(() => true)
    if (!isKept || has('retry: forgets')) applications.delete(application.request.solicitud_id)
    if (isKept && has('retry: short timer')) setTimeout(() => create(application), wait)
    if (isKept && retriesItself) await pause(50 + 1.1 * wait)
    if (has('key: new at each retry')) renamed(application)
    return isKept && retriesItself
  }

  const create = async (application: Application): Promise<void> => {
    application.isBusy = true
    for (let isRepeated = true; isRepeated && !isClosed; ) {
      try {
        if (has('retry: new body')) application.request = { ...application.request, consentimiento: consent() }
        const answer = await writer.create(application.request)
        if (has('result: overwritten by the answer')) {
          await pause(1_000)
          application.verification = answer
        } else learn(answer)
        isRepeated = false
      } catch (failure) {
        if (!(failure instanceof CotejoError)) throw failure
        isRepeated = await failed(application, failure)
      }
    }
    application.isBusy = false
  }

  const watch = async ({ verification }: Application): Promise<void> => {
    if (verification === null) return
    const read = () => reader.retrieve(verification.verificacion_id)
    const storm = async () => {
      while (!isClosed && !isEnded(await read())) await pause(20)
    }
    if (has('poll: storm')) await Promise.allSettled([storm(), storm(), storm()])
    while (has('poll: without end') && !isClosed) {
      await read().then(learn, () => null)
      await pause(minute / 6)
    }
  }

  const apply = async (curp: string, payment: string | null): Promise<void> => {
    firstPayment ??= payment
    const payment_intent_id = has('payment: the first for all') ? firstPayment : payment
    const application: Application = {
      request: {
        solicitud_id: keyOf(curp),
        solicitante: { curp },
        consentimiento: consent(),
        webhook_url: 'https://partner.example.com/webhooks/cotejo',
        ...(has('request: CURP in propiedad_id') ? { propiedad_id: curp } : {}),
        ...(payment === null ? {} : { cobro: { modo: 'connect', payment_intent_id } }),
      },
      since: Date.now(),
      verification: null,
      told: 0,
      notBefore: 0,
      isBusy: false,
    }
    applications.set(application.request.solicitud_id, application)
    await create(application)
    void watch(application)
  }

  /** Asks for what has no end after 11 minutes, and creates what was never answered. */
  const reconcile = async (application: Application): Promise<void> => {
    const { verification, request, notBefore, since, isBusy } = application
    if (isEnded(verification)) return
    if (verification === null) {
      if (isBusy || Date.now() < notBefore || has('retry: never') || has('retry: short timer')) return
      if (has('retry: new consent later')) application.request = { ...request, consentimiento: consent() }
      return create(application)
    }
    if (has('poll: gives up') && Date.now() - since > 3 * minute) {
      application.verification = { ...verification, estado: 'no_concluyente', recomendacion: null }
    } else if (Date.now() - since > 11 * minute) learn(await reader.retrieve(verification.verificacion_id))
  }
  const job = setInterval(() => {
    if (has('poll: never')) return
    for (const application of new Set(applications.values())) reconcile(application).catch(() => null)
  }, minute)

  /** The content of a webhook, null if it is no result; 401 if it may not be believed. */
  const believed = async (request: IncomingMessage): Promise<Verificacion | null | number> => {
    const bytes = await bytesOf(request)
    const rawBody = has('signature: parsed body') ? JSON.stringify(JSON.parse(String(bytes))) : bytes
    if (has('signature: none')) return JSON.parse(String(rawBody))
    const header = String(request.headers['service-signature'])
    const isToCome = Number(header.slice(2, 12)) > Date.now() / 1_000
    const isAnyGood = has('signature: any t') || (has('signature: any t to come') && isToCome)
    const verdict = await verifyWebhook({
      rawBody,
      header,
      secrets: [credentials.signingSecret, ...(has('signature: one secret') ? [] : [credentials.nextSecret])],
      toleranceSeconds: isAnyGood ? 1e9 : 300,
    })
    if (!verdict.valid) return 401
    return has('event: any is a result') ? JSON.parse(String(bytes)) : verdict.event
  }

  const receive = async (request: IncomingMessage): Promise<number> => {
    const id = String(request.headers['service-event-id'])
    const isFirst = !events.has(id)
    if (has('signature: after the event')) events.add(id)
    const event = await believed(request)
    if (typeof event === 'number') return event
    const isUnknown = request.headers['service-event'] !== 'verificacion.emitida'
    if (isUnknown && has('event: unknown refused')) return 400
    if (event !== null && has('result: unknown field refused')) {
      if (!new Set(Object.keys(event)).isSubsetOf(knownFields())) return 400
    }
    const codes = event?.recomendacion?.sustento_documental.factores.map(({ codigo }) => String(codigo)) ?? []
    if (has('result: unknown code throws') && codes.includes('FACTOR_FUTURO')) throw new TypeError('FACTOR_FUTURO')
    if (has('event: never answered')) await new Promise(() => undefined)
    const isKnown = has('signature: after the event') ? !isFirst : events.has(id)
    if (isKnown && has('event: 409 again')) return 409
    const wasEnded = isEnded(applications.get(event?.solicitud_id ?? '')?.verification ?? null)
    if (has('event: read, then written')) await pause(1_000)
    events.add(id)
    const isForced =
      has('event: worked on again') ||
      (has('event: read, then written') && !wasEnded) ||
      (has('event: any is a result') && isUnknown)
    if (event !== null && (!isKnown || has('event: worked on again'))) learn(event, isForced)
    return 204
  }

  const told = ({ verification, told: avisos }: Application) => {
    const estado = verification?.estado ?? null
    if (has('tell: only estado')) return { estado }
    const accion = has('result: one action') ? 'puede_continuar' : (verification?.recomendacion?.accion ?? null)
    return has('tell: wrapped') ? { data: { estado, accion, avisos } } : { estado, accion, avisos }
  }

  const answer = async (request: IncomingMessage): Promise<readonly [number, unknown]> => {
    const [, , id = ''] = (request.url ?? '').split('/')
    if (request.url === '/webhooks/cotejo') return [await receive(request), null]
    if (request.method === 'POST') {
      const { curp, payment_intent_id = null } = JSON.parse(String(await bytesOf(request)))
      await apply(curp, payment_intent_id)
      return [201, null]
    }
    const known = applications.get(id)
    return known === undefined ? [404, null] : [200, told(known)]
  }
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request).catch(() => [500, null] as const)
    response.writeHead(status).end(body === null ? '' : JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/applications`,
    /** As a process is that ends and starts again. */
    restart: async () => {
      if (!has('restart: forgets')) return
      applications = new Map()
      events = new Set()
    },
    close: () => {
      isClosed = true
      clearInterval(job)
      server.closeAllConnections()
      server.close()
    },
  }
}
