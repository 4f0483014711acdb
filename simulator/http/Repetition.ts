import { type DateTime, Predicate, Result } from 'effect'
import type { SolicitudEntera } from '#simulator/console/Frames.ts'
import { asCurl } from '#simulator/console/Snippets.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { judgeContent, judgeForm } from '#wire/PeticionRules.ts'
import { isMasked } from './Masking.ts'
import type { WholeRequest } from './RequestLog.ts'

type Body = Readonly<Record<string, unknown>>

/**
 * Problems that another body cannot fix: money, a limit that passes with time, or a request to resend unchanged. After
 * a conflict, only the partner knows whether the first body was meant, or another verification.
 */
const beyondTheBody: ReadonlySet<number> = new Set([402, 409, 429, 500, 503])

const isAccepted = (body: Body, latest: DateTime.Utc): boolean =>
  Result.isSuccess(Result.flatMap(judgeForm(body, String(body['solicitud_id']), latest), (one) => judgeContent(one)))

type Leaf = readonly [outer: string, inner: string | null, value: unknown]

/** A body's single values, with the way to each. */
const leavesOf = (body: Body): ReadonlyArray<Leaf> =>
  Object.entries(body).flatMap(([outer, value]): ReadonlyArray<Leaf> => {
    if (!Predicate.isObject(value)) return [[outer, null, value]]
    return Object.entries(value).map(([inner, leaf]): Leaf => [outer, inner, leaf])
  })

/** A body that is accepted, with every value of the one that was sent that may be shown and does not spoil it. */
const nearest = (sent: Body, start: Body, latest: DateTime.Utc): Body => {
  let best = start
  for (const [outer, inner, value] of leavesOf(sent)) {
    if (isMasked(outer) || isMasked(inner) || isMasked(value)) continue
    const next = { ...best, [outer]: inner === null ? value : { ...Object(best[outer]), [inner]: value } }
    if (isAccepted(next, latest)) best = next
  }
  return best
}

/** What answers alike however often it is asked for. */
const readings: ReadonlySet<string> = new Set(['/v1/verificaciones', '/v1/cuenta/consumo', '/_salud'])

type Repetition = NonNullable<SolicitudEntera['repeticion']>

/**
 * The request once more, as it would be accepted. A creation gets a person of the sandbox, and another `solicitud_id`
 * if its own is taken, or if its CURP was malformed (contract 7.1). Null if no change helps.
 *
 * @param isUsed whether a request with this `solicitud_id` was accepted
 * @param prefix of the CURP of the scenario; null if it is not known
 * @param latest the later of real and simulated time
 */
export const repetitionOf = (
  whole: WholeRequest,
  isUsed: (solicitudId: string) => boolean,
  prefix: string | null,
  latest: DateTime.Utc,
): Repetition | null => {
  const { solicitud, encabezados, cuerpo } = whole
  const { metodo, ruta, estatus, codigo, id, verificacion_id } = solicitud
  if (metodo === 'GET') {
    if (readings.has(ruta)) return { metodo, ruta, cuerpo: null }
    return verificacion_id === null ? null : { metodo, ruta: `/v1/verificaciones/${verificacion_id}`, cuerpo: null }
  }
  const isCreation = metodo === 'POST' && ruta === '/v1/verificaciones'
  if (!isCreation || beyondTheBody.has(estatus)) return null
  const unused = sampleRequest(`sol-${id.slice(-8)}`, prefix ?? undefined)
  // If a body could not be read, the header still has the name.
  const { solicitud_id: name = encabezados['idempotency-key'], ...rest } = cuerpo ?? {}
  const isTaken = codigo === 'curp_invalida' || isUsed(String(name))
  const sent = isTaken || name === undefined ? rest : { solicitud_id: name, ...rest }
  return { metodo, ruta, cuerpo: nearest(sent, unused, latest) }
}

/**
 * The request that was refused as it would have been accepted, ready to be pasted.
 *
 * @param repetition of it
 * @param apiKey of the account, or of one that there is
 */
export const correctedCurl = (
  { solicitud, encabezados }: WholeRequest,
  repetition: Repetition | null,
  apiKey: string,
): string | null => {
  const { host = '' } = encabezados
  const cuerpo = repetition?.cuerpo ?? null
  if (solicitud.motivo === null || cuerpo === null || isMasked(host)) return null
  const peticion = { ...cuerpo, solicitud_id: String(cuerpo['solicitud_id']) }
  return asCurl({ base: `http://${host}`, apiKey, peticion, pulls: [] })
}
