/**
 * The back end of a rental platform. It requests verifications, receives their webhooks, and reads the verifications
 * without a webhook. With the simulator:
 *
 *   npx @cotejo/simulator --forward-webhooks http://127.0.0.1:3000/webhooks/cotejo
 *   node node_modules/@cotejo/simulator/examples/partner-backend.mjs
 *   curl http://127.0.0.1:3000/applications -d '{"curp":"LIMP900101HDFRRS03"}'
 *
 * It passes the certification, which you start in place of the simulator:
 *
 *   SPEED=60 PORT=3000 node …/partner-backend.mjs           with the key and the secrets that the next command prints
 *   npx @cotejo/simulator certify --backend http://127.0.0.1:3000/applications
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import {
  Cotejo,
  CotejoError,
  type PeticionDeVerificacion,
  type Verificacion,
  type VerificacionEmitida,
} from '@cotejo/client'
import { verifyWebhook } from '@cotejo/client/webhook'

const {
  PORT = '3000',
  COTEJO_URL = 'http://127.0.0.1:4010',
  // The demo account of the simulator; no other service accepts it.
  COTEJO_KEY = 'avs_test_DOkWeCZob9EESQvcpGbsCkuFd7h1mcauZ3g7W97DIs70GPbkg',
  COTEJO_WEBHOOK_SECRETS = 'whsec_CCraEJ8EvQi+H8P8lCbfEJSXJqLS2aGhm+nLnhCgfxc=',
  /** The value of --speed of the simulator: a minute of the service is this many times shorter. */
  SPEED = '1',
} = process.env

const cotejo = new Cotejo({ baseUrl: COTEJO_URL, apiKey: COTEJO_KEY })
const minute = 60_000 / Number(SPEED)

/** An applicant on the platform; `verification` is null until the service answers. */
interface Application {
  readonly request: PeticionDeVerificacion
  readonly since: number
  verification: Verificacion | null
  /** When the request may be repeated. */
  notBefore: number
  /** How many times the landlord was notified of the end. */
  told: number
}

/** In production, two tables with unique keys. */
const applications = new Map<string, Application>()
const events = new Map<string, VerificacionEmitida | null>()

// region apply
/** Stores the request before sending it, so that every retry is the same request. */
const apply = async (curp: string, payment_intent_id?: string): Promise<Application> => {
  const solicitud_id = randomUUID()
  const application: Application = {
    request: {
      solicitud_id,
      solicitante: { curp },
      consentimiento: {
        otorgado: true,
        otorgado_en: new Date().toISOString(),
        version_aviso: '2026-01',
        evidencia_id: randomUUID(),
      },
      webhook_url: 'https://partner.example.com/webhooks/cotejo',
      // In mode connect, the applicant's payment.
      ...(payment_intent_id === undefined ? {} : { cobro: { modo: 'connect', payment_intent_id } }),
    },
    since: Date.now(),
    verification: null,
    notBefore: 0,
    told: 0,
  }
  applications.set(solicitud_id, application)
  await create(application, 'POST', { signal: AbortSignal.timeout(10_000) })
  return application
}

/** Sends the stored request. If the service may accept it later, `reconcile` sends it again. */
const create = async (application: Application, from: string, options = {}): Promise<void> => {
  const { request } = application
  try {
    learn(await cotejo.create(request, options), from)
  } catch (failure) {
    if (failure instanceof CotejoError && failure.codigo !== null) {
      // A monthly quota may ask for 30 days. Crediting the account, or confirming the payment, takes minutes.
      const waitMs = failure.status === 402 ? 5 * minute : 1_000 * (failure.retryAfterSeconds ?? 0)
      application.notBefore = Date.now() + waitMs
      const isLater = failure.retryable || failure.status === 402
      if (!isLater) applications.delete(request.solicitud_id)
    }
    throw failure
  }
}
// endregion

/** Stores the current state of a verification. An ended verification no longer changes. */
const learn = (document: Verificacion, from: string): void => {
  const application = applications.get(document.solicitud_id ?? '')
  if (application === undefined || isOver(application)) return
  application.verification = document
  if (!isOver(application)) return
  application.told += 1
  const what = document.recomendacion?.accion ?? 'no recommendation'
  console.log(`${document.solicitud_id} ${document.estado}, ${what}, by ${from}`)
}
const isOver = ({ verification }: Application): boolean => (verification?.estado ?? 'en_proceso') !== 'en_proceso'

// region reconcile
/** If the request was never answered, repeats it: this creates the verification unless it exists. */
const ask = async (application: Application): Promise<void> => {
  const { verification, notBefore } = application
  if (verification) learn(await cotejo.retrieve(verification.verificacion_id), 'GET')
  else if (Date.now() >= notBefore) await create(application, 'GET')
}

/** Reads each verification that has no webhook after 11 minutes: it ended without one, or the webhook was lost. */
const reconcile = async (): Promise<void> => {
  const late = [...applications.values()].filter((one) => !isOver(one) && Date.now() - one.since > 11 * minute)
  if (late.length === 0) return
  const { verificaciones } = await cotejo.list({ estado: 'en_proceso', limite: 100 })
  const underWay = new Set(verificaciones.map(({ solicitud_id }) => solicitud_id))
  for (const application of late) {
    if (!underWay.has(application.request.solicitud_id)) await ask(application).catch(report)
  }
}
// endregion
const report = (failure: unknown): void => console.error('not reconciled:', failure)

/** Runs one round after the other, so that no two requests for a verification overlap. */
const reconcileAgain = (): void => void setTimeout(() => reconcile().catch(report).finally(reconcileAgain), minute)

/** The bytes as received: the signature covers them. */
const bodyOf = async (request: IncomingMessage): Promise<Buffer> => Buffer.concat(await request.toArray())

// region receive
const receive = async (request: IncomingMessage): Promise<number> => {
  const rawBody = await bodyOf(request)
  const header = String(request.headers['service-signature'])
  const verdict = await verifyWebhook({ rawBody, header, secrets: COTEJO_WEBHOOK_SECRETS.split(',') })
  if (!verdict.valid) return 401
  const { event } = verdict
  const eventId = String(request.headers['service-event-id'])
  if (!events.has(eventId)) {
    // Stored before the answer, so that a crash loses nothing, and processed after it.
    events.set(eventId, event)
    console.log('received', eventId)
    if (event !== null) setImmediate(() => learn(event, 'webhook'))
  }
  return 204
}
// endregion

/** The state of an application; the certification asks for it. */
const tell = ({ verification, told }: Application) => ({
  estado: verification?.estado ?? null,
  accion: verification?.recomendacion?.accion ?? null,
  avisos: told,
})

const server = createServer(async (request, response) => {
  try {
    const route = `${request.method} ${request.url}`
    const known = applications.get(route.replace('GET /applications/', ''))
    if (route === 'POST /webhooks/cotejo') {
      response.writeHead(await receive(request)).end()
    } else if (route === 'POST /applications') {
      const { curp, payment_intent_id } = JSON.parse(String(await bodyOf(request)))
      const { verification } = await apply(curp, payment_intent_id)
      response.writeHead(201).end(JSON.stringify(verification))
    } else if (known !== undefined) {
      response.writeHead(200).end(JSON.stringify(tell(known)))
    } else {
      response.writeHead(404).end()
    }
  } catch (failure) {
    response.writeHead(502).end(JSON.stringify({ codigo: failure instanceof CotejoError ? failure.codigo : null }))
  }
})

server.listen(Number(PORT), '127.0.0.1', () => console.log('listening on', server.address()))
reconcileAgain()
