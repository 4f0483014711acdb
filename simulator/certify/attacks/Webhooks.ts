import type { Attack } from '#simulator/certify/Attack.ts'
import { type Case, isOver } from '#simulator/certify/Case.ts'
import { attempt, concluded, deliver, endWithWebhook, genuine, type Webhook } from '#simulator/certify/Deliveries.ts'
import { forged } from '#simulator/certify/Forgery.ts'
import { credentials, foreignSecret } from '#simulator/certify/Signing.ts'
import type { Text } from '#simulator/docs/Text.ts'

/** A forged webhook takes the event of the genuine one that follows. */
const beforeTheGenuine = async (one: Case, { body }: Webhook): Promise<void> => {
  const webhook = await endWithWebhook(one)
  const { eventId } = webhook
  const how = { es: 'falso, con el evento del que sigue', en: 'forged, with the event of the one that follows' }
  if ((await attempt(one, { eventId, body }, how, { secret: foreignSecret })) === 'taken')
    return one.fails('firma_no_verificada', how)
  const check = 'evento_anotado_sin_verificar'
  if (await deliver(one, webhook, { check })) await one.believes('emitida', check)
}

const forgedWebhooks: Attack = {
  name: 'webhooks_falsos',
  title: { es: 'Webhooks falsos', en: 'Forged webhooks' },
  prefix: 'LIMP',
  run: async (one, specimen) => {
    void one.start()
    await one.created()
    const webhook = forged(specimen, one)
    const ways = [
      [{ es: 'sin firma', en: 'without signature' }, null],
      [{ es: 'firmado con otro secreto', en: 'signed with another secret' }, { secret: foreignSecret }],
    ] as const
    for (const [how, signing] of ways) {
      if ((await attempt(one, webhook, how, signing)) === 'taken') one.fails('firma_no_verificada', how)
    }
    const how = { es: 'con la firma de otro cuerpo', en: 'with the signature of another body' }
    if ((await attempt(one, webhook, how, { signs: specimen.body })) === 'taken') one.fails('firma_no_verificada', how)
    if (isOver(await one.belief())) one.fails('firma_no_verificada', { es: 'lo creyó', en: 'it was believed' })
    // Who believed the forged one has no use for another.
    if (one.failed.has('firma_no_verificada')) return
    // Who asks for it because the webhook brought it may; the job of 11 minutes is not to make up for it, however late the end.
    one.unreadableFrom = one.minutes(10)
    await beforeTheGenuine(one, webhook)
    one.unreadableFrom = Number.POSITIVE_INFINITY
  },
}

const oldWebhooks: Attack = {
  name: 'webhooks_viejos',
  title: { es: 'Webhooks firmados a otra hora', en: 'Webhooks signed at another time' },
  prefix: 'LIMP',
  run: async (one, specimen) => {
    void one.start()
    await one.created()
    const webhook = forged(specimen, one)
    for (const secondsOff of [-3_600, -400, 400]) {
      const off = Math.abs(secondsOff)
      const how =
        secondsOff < 0
          ? { es: `firmado hace ${off} s`, en: `signed ${off} s ago` }
          : { es: `firmado ${off} s en el futuro`, en: `signed ${off} s in the future` }
      if ((await attempt(one, webhook, how, { secondsOff })) === 'taken') one.fails('firma_vieja_aceptada', how)
    }
    if (!one.failed.has('firma_vieja_aceptada')) await concluded(one)
  },
}

const otherBytes: Attack = {
  name: 'otros_bytes',
  title: { es: 'El mismo cuerpo, escrito de otra manera', en: 'The same body, written in another way' },
  prefix: 'MARC',
  run: async (one) => {
    void one.start()
    await one.created()
    const { eventId, body } = await endWithWebhook(one)
    const spaced = JSON.stringify(JSON.parse(body), null, 1)
    const how = { es: 'auténtico, con espacios y saltos', en: 'genuine, with spaces and line breaks' }
    const isTaken = await deliver(one, { eventId, body: spaced }, { how, check: 'cuerpo_reserializado' })
    if (isTaken) await one.believes('emitida', 'resultado_no_visto')
  },
}

const repeated: Attack = {
  name: 'webhooks_repetidos',
  title: { es: 'El mismo webhook varias veces', en: 'The same webhook several times' },
  prefix: 'ROJI',
  run: async (one) => {
    void one.start()
    await one.created()
    const webhook = await endWithWebhook(one)
    if (!(await deliver(one, webhook))) return
    const how = { es: 'repetido', en: 'repeated' }
    const answers = await Promise.all([1, 2, 3].map(() => attempt(one, webhook, how)))
    if (answers.includes('refused')) one.fails('duplicado_rechazado', how)
    if (answers.includes('unanswered')) one.fails('webhook_rechazado', how)
    await one.believes('emitida', 'resultado_no_visto')
  },
}

/** Several copies before the first was worked on: some may be refused, then they come again. */
const atOnce: Attack = {
  name: 'webhooks_simultaneos',
  title: {
    es: 'El mismo webhook varias veces en el mismo instante',
    en: 'The same webhook several times at one instant',
  },
  prefix: 'MARC',
  run: async (one) => {
    one.repetition = 'deduplicacion_no_atomica'
    void one.start()
    await one.created()
    const webhook = await endWithWebhook(one)
    const how = { es: 'a la vez que otros', en: 'at once with others' }
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => attempt(one, webhook, how)))
    if (!answers.every((answer) => answer === 'taken') && !(await deliver(one, webhook))) return
    one.endWasTold = true
    await one.believes('emitida', 'resultado_no_visto')
  },
}

/** The end comes while the answer to the creation waits; `meet` sends its webhook, and lets the answer go. */
const whileTheAnswerWaits = (
  name: string,
  title: Text,
  meet: (one: Case, webhook: Webhook, answer: () => Promise<void>) => Promise<boolean>,
): Attack => ({
  name,
  title,
  prefix: 'MARC',
  run: async (one) => {
    const answered = Promise.withResolvers<void>()
    one.faults.push({ answerAfter: answered.promise })
    const isStarted = one.start()
    try {
      const isCarriedOut = () =>
        one.refusal !== null || one.creations.some(({ verificacionId }) => verificacionId !== null)
      if (!(await one.until(isCarriedOut, 1)) || one.refusal !== null) one.notCreated()
      const webhook = await endWithWebhook(one)
      const isTaken = await meet(one, webhook, () => {
        answered.resolve()
        return isStarted
      })
      if (one.failed.size > 0 || (!isTaken && !(await deliver(one, webhook)))) return
      one.endWasTold = true
      await one.believes('emitida', 'resultado_no_visto')
    } finally {
      answered.resolve()
    }
  },
})

const overwritten = { es: 'la respuesta lo borró', en: 'the answer overwrote it' }

const beforeTheAnswer = whileTheAnswerWaits(
  'webhook_antes_de_la_respuesta',
  { es: 'El webhook llega antes que la respuesta', en: 'The webhook comes before the answer' },
  async (one, webhook, answer) => {
    // Who does not know it yet may refuse it, or work on it after the answer: the service comes again.
    const isTaken = (await attempt(one, webhook, genuine)) === 'taken'
    const isKnown = isTaken && (await one.until(async () => isOver(await one.belief())))
    await answer()
    if (isKnown && !isOver(await one.belief())) one.fails('resultado_perdido', overwritten)
    return isTaken
  },
)

const withTheAnswer = whileTheAnswerWaits(
  'webhook_con_la_respuesta',
  { es: 'El webhook y la respuesta llegan a la vez', en: 'The webhook and the answer come at once' },
  async (one, webhook, answer) => {
    // The job of 11 minutes is not to make up for what was lost.
    one.unreadableFrom = one.minutes(10)
    const isAnswered = answer()
    const how = { es: 'a la vez que la respuesta', en: 'at once with the answer' }
    const isTaken = (await attempt(one, webhook, how)) === 'taken'
    await isAnswered
    const isKnown = !isTaken || (await one.until(async () => isOver(await one.belief())))
    if (!isKnown) one.fails('resultado_perdido', overwritten)
    one.unreadableFrom = Number.POSITIVE_INFINITY
    return isTaken
  },
)

const newEvent: Attack = {
  name: 'evento_nuevo',
  title: { es: 'Un Service-Event que no conoce', en: 'An unknown Service-Event' },
  prefix: 'LIMP',
  run: async (one, specimen) => {
    void one.start()
    await one.created()
    const { verificacionId, solicitudId } = one.latest
    const body = JSON.stringify({
      verificacion_id: verificacionId,
      solicitud_id: solicitudId,
      estado: 'en_proceso',
      recomendacion: null,
    })
    const how = { es: 'de otro evento', en: 'of another event' }
    const { eventId } = forged(specimen, one)
    const reception = await attempt(one, { eventId, body }, how, { event: 'verificacion.futura' })
    if (reception !== 'taken') return one.fails('evento_nuevo_rechazado', how)
    const { avisos } = await one.belief()
    if (avisos > 0) return one.fails('evento_nuevo_rechazado', `avisos: ${avisos}`)
    await concluded(one)
  },
}

const duringRotation: Attack = {
  name: 'rotacion_en_curso',
  title: { es: 'Mientras se rota el secreto de firma', en: 'While the signing secret is rotated' },
  prefix: 'LIMP',
  run: async (one) => {
    void one.start()
    await one.created()
    const how = { es: 'firmado con los dos secretos', en: 'signed with both secrets' }
    const signing = { next: credentials.nextSecret }
    if (await deliver(one, await endWithWebhook(one), { how, signing }))
      await one.believes('emitida', 'resultado_no_visto')
  },
}

const afterRotation: Attack = {
  name: 'rotacion_hecha',
  title: { es: 'El secreto de firma ya es el siguiente', en: 'The signing secret is the next one' },
  prefix: 'ROJI',
  run: async (one) => {
    void one.start()
    await one.created()
    const how = { es: 'firmado con el secreto siguiente', en: 'signed with the next secret' }
    const delivery = { how, signing: { secret: credentials.nextSecret }, check: 'secreto_siguiente_rechazado' } as const
    if (await deliver(one, await endWithWebhook(one), delivery)) await one.believes('emitida', 'resultado_no_visto')
  },
}

const restart: Attack = {
  name: 'reinicio',
  title: { es: 'El backend se reinicia', en: 'The back end is restarted' },
  prefix: 'MARC',
  needs: 'restart',
  run: async (one) => {
    one.repetition = 'estado_perdido'
    await one.start()
    await one.created()
    await one.terms.restart()
    const webhook = await endWithWebhook(one)
    const isTaken = await deliver(one, webhook, { check: 'estado_perdido' })
    if (!isTaken || !(await one.believes('emitida', 'estado_perdido'))) return
    await one.terms.restart()
    await attempt(one, webhook, { es: 'repetido', en: 'repeated' })
    await one.believes('emitida', 'estado_perdido')
  },
}

export const webhookAttacks: ReadonlyArray<Attack> = [
  forgedWebhooks,
  oldWebhooks,
  otherBytes,
  repeated,
  atOnce,
  beforeTheAnswer,
  withTheAnswer,
  newEvent,
  duringRotation,
  afterRotation,
  restart,
]
