import { useAnswer } from './Call.ts'
import type { Verificacion } from './Frames.ts'
import { lever } from './World.ts'

/** An attempt of a webhook as it arrived at the receiver. */
export interface Arrival {
  readonly event_id: string
  readonly url: string
  readonly intento: number
  readonly recibido_en: string
  readonly encabezados: Readonly<Record<string, string>>
  readonly cuerpo: string
  readonly estatus: number | null
}

/** What arrived of a verification's webhook, oldest first; null until that is known. */
export const useArrivals = ({ verificacion_id: id, entrega }: Verificacion): ReadonlyArray<Arrival> | null => {
  const path = entrega === null ? null : lever(`webhooks?verificacion_id=${id}`)
  const answer = useAnswer<{ readonly entregas: ReadonlyArray<Arrival> }>(path, entrega?.intentos.length)
  return answer?.body.entregas ?? null
}
