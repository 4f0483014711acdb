import { Cotejo } from '#client/Client.ts'
import type { World } from '#simulator/package/SimulatorClient.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import type { Case } from './Case.ts'
import { keyOf, moved, type Webhook } from './Deliveries.ts'

/** A genuine webhook of another verification, from which forged ones are made. */
export interface Specimen extends Webhook {
  readonly verificacionId: string
  readonly solicitudId: string
}

/** Makes the service send a genuine webhook. */
export const specimenOf = async (world: World): Promise<Specimen> => {
  const sample = sampleRequest('certificacion-ensayo', 'ROJI')
  const request = { ...sample, consentimiento: { ...sample.consentimiento, otorgado: true as const } }
  const { verificacion_id } = await new Cotejo({ baseUrl: world.url, apiKey: keyOf(world) }).create(request)
  const found = async () => (await world.deliveries(verificacion_id)).at(0)
  const { event_id: eventId, cuerpo: body } = await moved(world, found)
  return { eventId, body, verificacionId: verificacion_id, solicitudId: request.solicitud_id }
}

/** A webhook that reports the end of this case although it has not ended. */
export const forged = ({ eventId, body, verificacionId, solicitudId }: Specimen, { latest }: Case): Webhook => ({
  // An event of its own, that the genuine one is not taken for repeated.
  eventId: `evt_${eventId.slice(4).split('').reverse().join('')}`,
  body: body.replaceAll(verificacionId, latest.verificacionId ?? '').replaceAll(solicitudId, latest.solicitudId),
})
