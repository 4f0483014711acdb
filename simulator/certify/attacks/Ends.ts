import type { Attack } from '#simulator/certify/Attack.ts'
import { attempt, deliver, end, endWithWebhook } from '#simulator/certify/Deliveries.ts'

/** When the interface advises to ask after what had no webhook, and some time for a job that runs once a minute. */
const askedAfterMinutes = 15

const lostWebhook: Attack = {
  name: 'webhook_perdido',
  title: { es: 'El webhook se pierde, y llega tarde', en: 'The webhook is lost, and comes late' },
  prefix: 'ROJI',
  run: async (one) => {
    void one.start()
    await one.created()
    const webhook = await endWithWebhook(one)
    if (!(await one.believes('emitida', 'webhook_perdido_sin_consulta', askedAfterMinutes))) return
    const how = { es: 'auténtico, después de la consulta', en: 'genuine, after it was asked for' }
    if ((await attempt(one, webhook, how)) !== 'taken') one.fails('webhook_rechazado', how)
  },
}

const noWebhook: Attack = {
  name: 'sin_webhook',
  title: { es: 'no_concluyente, sin webhook', en: 'no_concluyente, without webhook' },
  prefix: 'NOEX',
  run: async (one) => {
    void one.start()
    await one.created()
    await end(one)
    await one.believes('no_concluyente', 'no_concluyente_no_visto', askedAfterMinutes)
  },
}

const lateEnd: Attack = {
  name: 'fin_tardio',
  title: { es: 'El final llega después de 11 minutos', en: 'The end comes after 11 minutes' },
  prefix: 'LIMP',
  run: async (one) => {
    void one.start()
    await one.created()
    await one.passes()
    const webhook = await endWithWebhook(one)
    const how = { es: 'auténtico, después de 12 minutos', en: 'genuine, after 12 minutes' }
    if (await deliver(one, webhook, { how })) await one.believes('emitida', 'abandona_antes_del_fin', 1)
  },
}

export const endsAttacks: ReadonlyArray<Attack> = [lostWebhook, noWebhook, lateEnd]
