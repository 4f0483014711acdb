import type { Solicitud, Suceso, Verificacion } from '#simulator/console/Frames.ts'

/** What happened to a verification and around it, in the order of simulated time. */

const creation = 'POST /v1/verificaciones'

/** The partner's requests. The first that was answered with the verification created it, as far as it is remembered. */
const requestsOf = ({ creado_en }: Verificacion, requests: ReadonlyArray<Solicitud>): ReadonlyArray<Suceso> => {
  const first = requests.find(({ simulada_en, metodo }) => metodo === 'POST' && simulada_en <= creado_en)
  return requests.map(({ id, simulada_en, recibida_en, metodo, ruta, estatus }) => {
    const request = `${metodo} ${ruta}`
    const isReplay = request === creation && id !== first?.id
    return {
      en: simulada_en,
      recibida_en,
      que: isReplay ? 'repeticion' : 'solicitud',
      de: request,
      resultado: String(estatus),
      service_request_id: id,
    }
  })
}

const inService = { recibida_en: null, service_request_id: null } as const

const answersOf = ({ fuentes }: Verificacion): ReadonlyArray<Suceso> =>
  fuentes.flatMap(({ fuente, desde, respondida_en, estado }) => [
    { ...inService, en: desde, que: 'fuente', de: fuente, resultado: 'preguntada' },
    ...(estado === null
      ? []
      : [{ ...inService, en: respondida_en ?? desde, que: 'fuente' as const, de: fuente, resultado: estado }]),
  ])

const endOf = (view: Verificacion): ReadonlyArray<Suceso> => {
  const { resuelto_en: en, estado, accion, nivel, motivo, modo, precio, transferencia } = view
  if (en === null) return []
  const said = [accion, nivel, motivo].filter((word) => word !== null)
  const charged =
    estado === 'emitida' ? `${modo === 'connect' ? (transferencia?.estado ?? '') : 'cargado'} ${precio}` : 'sin cargo'
  return [
    { ...inService, en, que: 'fin', de: estado, resultado: said.join(' ') },
    { ...inService, en, que: 'cobro', de: modo, resultado: charged },
  ]
}

const attemptsOf = ({ entrega }: Verificacion): ReadonlyArray<Suceso> =>
  (entrega?.intentos ?? []).map(({ en, estatus, falla }, index) => ({
    ...inService,
    en,
    que: 'webhook',
    de: `intento ${index + 1}`,
    resultado: estatus === null ? (falla ?? '') : String(estatus),
  }))

/**
 * The one timeline of a verification.
 *
 * @param requests those that were answered with it, oldest first
 */
export const storyOf = (view: Verificacion, requests: ReadonlyArray<Solicitud>): ReadonlyArray<Suceso> =>
  [...requestsOf(view, requests), ...answersOf(view), ...endOf(view), ...attemptsOf(view)].toSorted((one, other) =>
    one.en < other.en ? -1 : one.en > other.en ? 1 : 0,
  )
