import { type DateTime, Predicate, Result } from 'effect'
import { asCurl } from '#simulator/console/Snippets.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { judgeContent, judgeForm } from '#wire/PeticionRules.ts'
import { isMasked } from './Masking.ts'
import type { WholeRequest } from './RequestLog.ts'

type Body = Readonly<Record<string, unknown>>

/** What another body cannot mend: money, or a limit that a wait passes. */
const beyondTheBody: ReadonlySet<string> = new Set(['402', '429'])

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

/**
 * The request that was refused as it would have been accepted, ready to be pasted: personal data are those of the
 * sandbox. Null where no other request to create helps.
 *
 * @param apiKey of the account, or of one that there is
 * @param latest the later of real and simulated time
 */
export const correctedCurl = (whole: WholeRequest, apiKey: string, latest: DateTime.Utc): string | null => {
  const { solicitud, encabezados, cuerpo } = whole
  const { metodo, ruta, estatus, motivo, id } = solicitud
  const { host = '' } = encabezados
  const isCreation = metodo === 'POST' && ruta === '/v1/verificaciones'
  if (motivo === null || !isCreation || beyondTheBody.has(String(estatus)) || isMasked(host)) return null
  const unused = sampleRequest(`sol-${id.slice(-8)}`)
  // A conflict is about the name, which belongs to the first body.
  const { solicitud_id: name, ...rest } = cuerpo ?? {}
  const sent = estatus === 409 || name === undefined ? rest : { solicitud_id: name, ...rest }
  const found = nearest(sent, unused, latest)
  const peticion = { ...found, solicitud_id: String(found['solicitud_id']) }
  return asCurl({ base: `http://${host}`, apiKey, peticion, pulls: [] })
}
