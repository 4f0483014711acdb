import { Predicate } from 'effect'
import { Cotejo } from '#client/Client.ts'
import { plain, type Text } from '#simulator/docs/Text.ts'
import type { World } from '#simulator/package/SimulatorClient.ts'
import { parsed } from './Backend.ts'
import { type Case, pause } from './Case.ts'
import type { Check } from './Checks.ts'
import { type Signing, usualSigning, webhookHeaders } from './Signing.ts'

/** A webhook as the service made it. */
export interface Webhook {
  readonly eventId: string
  readonly body: string
}

/** Longer than any verification of the sandbox takes, in seconds. */
const wholeSeconds = 600
/** A jump ends sooner where its work takes too long: then there is another. */
const mostJumps = 100
/** The first waits of the service's schedule, in minutes. */
const waitMinutes = [0.5, 2]

/** A body, if it is of a verification, with something that may be added to the interface. */
const adding = (change: (document: object) => object) => (body: string) => {
  const document = parsed(body)
  return Predicate.isObject(document) ? JSON.stringify(change(document)) : body
}

/** A field that the document does not declare. */
export const withNewField = adding((document) => ({ ...document, campo_futuro: { version: 2, notas: ['…'] } }))

const newFactor = { codigo: 'FACTOR_FUTURO', efecto: 'limita', texto: '…', fuente: 'fuente_futura' }
const newStep = { codigo: 'PASO_FUTURO', texto: '…' }

/** A factor and a step whose codes are not in the catalogue; the last step stays the last, of five at most. */
export const withNewCodes = adding((document) => {
  const recomendacion = Object(Object(document).recomendacion)
  const { sustento_documental: sustento, siguientes_pasos: pasos } = recomendacion
  if (sustento === undefined) return document
  return {
    ...document,
    recomendacion: {
      ...recomendacion,
      sustento_documental: { ...sustento, factores: [...sustento.factores, newFactor] },
      siguientes_pasos: [...pasos.slice(0, -1).slice(0, 3), newStep, ...pasos.slice(-1)],
    },
  }
})

/** The key of the account that is certified. */
export const keyOf = ({ accounts: [account] }: World): string => account?.llave ?? ''

/** Moves a world, whose clock stands still, until something has happened. */
export const moved = async <A>(world: World, happened: () => Promise<A | undefined>): Promise<A> => {
  for (let jumps = 0; jumps < mostJumps; jumps++) {
    const found = await happened()
    if (found !== undefined) return found
    await world.advance(wholeSeconds)
  }
  throw new Error(`nothing comes of the world ${world.name}`)
}

/** What a verification has the landlord do; null where it says nothing. */
const accionOf = (verification: unknown): string | null => Object(Object(verification).recomendacion).accion ?? null

/** Brings the verification to its end, which has no webhook. */
export const end = async (one: Case): Promise<void> => {
  const { world, latest } = one
  const cotejo = new Cotejo({ baseUrl: world.url, apiKey: keyOf(world) })
  await moved(world, async () => {
    const document = await cotejo.retrieve(latest.verificacionId ?? '')
    one.accion = accionOf(document)
    return document.estado === 'en_proceso' ? undefined : document
  })
}

/** The webhook that the service sent for the end. */
export const endWithWebhook = async (one: Case): Promise<Webhook> => {
  const { world, latest } = one
  const found = async () => (await world.deliveries(latest.verificacionId ?? '')).at(0)
  const { event_id: eventId, cuerpo } = await moved(world, found)
  one.accion = accionOf(parsed(cuerpo))
  return { eventId, body: one.rewrite(cuerpo) }
}

/** What became of a webhook: `unanswered` where no answer came in time. */
type Reception = 'taken' | 'refused' | 'unanswered'

/** Sends a webhook once. */
export const attempt = async (
  one: Case,
  { eventId, body }: Webhook,
  how: Text,
  signing: Partial<Signing> | null = {},
): Promise<Reception> => {
  const signed = Object.entries(webhookHeaders(eventId, body, { ...usualSigning, ...signing }))
  const isSigned = signing !== null
  const headers = Object.fromEntries(signed.filter(([name]) => isSigned || name !== 'Service-Signature'))
  const status = await one.terms.backend.deliver(one.latest.webhookUrl, headers, body)
  const { es, en } = status === null ? unanswered : plain(String(status))
  one.saw('webhook', { es: `webhook ${how.es} → ${es}`, en: `webhook ${how.en} → ${en}` })
  if (status === null) return 'unanswered'
  return status >= 200 && status < 300 ? 'taken' : 'refused'
}

const unanswered: Text = { es: 'no contestó a tiempo', en: 'no answer in time' }
export const genuine: Text = { es: 'auténtico', en: 'genuine' }

/** Sends a webhook as the service does, again after a failure. */
export const deliver = async (
  one: Case,
  webhook: Webhook,
  { how = genuine, signing = {}, check = 'webhook_rechazado' }: Partial<Delivery> = {},
): Promise<boolean> => {
  const receptions = new Set<Reception>()
  for (const minutes of [0, ...waitMinutes]) {
    await pause(one.minutes(minutes))
    receptions.add(await attempt(one, webhook, how, signing))
    if (!receptions.has('taken')) continue
    one.endWasTold = true
    return true
  }
  // Who is merely slow has said nothing of what is attacked here.
  if (receptions.has('refused')) one.fails(check, { es: 'nunca 2xx', en: 'never 2xx' })
  else one.fails('webhook_rechazado', unanswered)
  return false
}

interface Delivery {
  readonly how: Text
  readonly signing: Partial<Signing>
  /** What a refusal shows. */
  readonly check: Check
}

/** The end, its webhook, and that the back end learns of it. */
export const concluded = async (one: Case, check: Check = 'resultado_no_visto'): Promise<void> => {
  const refused = check === 'resultado_no_visto' ? 'webhook_rechazado' : check
  if (await deliver(one, await endWithWebhook(one), { check: refused })) await one.believes('emitida', check)
}
