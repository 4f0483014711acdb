import { type DateTime, Option, Predicate, Result, Schema } from 'effect'
import type { DeniedReceivers } from '#domain/delivery/DeniedReceivers.ts'
import { parse as parseWebhookUrl } from '#domain/delivery/WebhookUrl.ts'
import * as Limits from '#domain/Limits.ts'
import { isBorn, parse as parseCurp } from '#domain/person/Curp.ts'
import { isPlausible, parseInstant } from '#domain/verification/Consent.ts'
import { hostScansOf } from '#domain/wording/HostName.ts'
import { type NameSearch, searchFor } from '#domain/wording/Names.ts'
import { holdsCurp, isOpaque } from '#domain/wording/OpaqueText.ts'
import type { Scan } from '#domain/wording/Scan.ts'
import { carriesSecret } from '#domain/wording/SecretParameters.ts'
import { scansOf, type Wording, wordingOf } from '#domain/wording/Wording.ts'
import { type Rejection, reject } from './Errores.ts'
import { parseBytes } from './JsonText.ts'
import { CobroEntrada, Consentimiento, DocumentoEntrada, Peticion, SolicitanteEntrada } from './Peticion.ts'

/**
 * Steps 6 to 15 of the order in which POST /v1/verificaciones is judged (contract 4.6 to 4.15). The first
 * that fails answers. REST and MCP share them.
 */

type Judged<A> = Result.Result<A, Rejection>

/** Step 6: strict UTF-8 without byte order mark, JSON, an object, bounded depth, no duplicate member. */
export const parseBody = (body: Uint8Array): Judged<Record<string, unknown>> =>
  parseBytes(body, Limits.bodyDepth).pipe(
    Option.filter(isRecord),
    Result.fromOption(() => reject('peticion_invalida')),
  )

const isRecord = (value: unknown): value is Record<string, unknown> =>
  Predicate.isObject(value) && !Array.isArray(value)

/** The declared members of the body and of each object in it. */
const declared: ReadonlyArray<readonly [member: string | null, names: ReadonlySet<string>]> = [
  [null, new Set(Object.keys(Peticion.fields))],
  ['solicitante', new Set(Object.keys(SolicitanteEntrada.fields))],
  ['consentimiento', new Set(Object.keys(Consentimiento.fields))],
  ['cobro', new Set(Object.keys(CobroEntrada.fields))],
  ['documento', new Set(Object.keys(DocumentoEntrada.fields))],
]

/** Step 7: no undeclared member at any level. */
const hasUndeclared = (body: Record<string, unknown>): boolean =>
  declared.some(([member, names]) => {
    const value = member === null ? body : body[member]
    if (!isRecord(value)) return false
    for (const name in value) if (!names.has(name)) return true
    return false
  })

/** A request that passed steps 7 to 12. */
export interface Accepted {
  readonly peticion: Peticion
  readonly consent: typeof Consentimiento.Type
  readonly grantedAt: DateTime.Utc
  /** Finds the applicant's names in what the answer echoes. */
  readonly holdsName: NameSearch
}

const decodePeticion = Schema.decodeUnknownOption(Peticion)

/**
 * Steps 7 to 12: what every request must satisfy, replays included.
 *
 * @param latest the later of real and simulated time
 */
export const judgeForm = (
  body: Record<string, unknown>,
  idempotencyKey: string | null,
  latest: DateTime.Utc,
): Judged<Accepted> => {
  if (hasUndeclared(body)) return Result.fail(reject('campo_desconocido'))
  const { documento, consentimiento } = body
  if (documento !== undefined && documento !== null) return Result.fail(reject('ruta_no_disponible'))
  if (!isRecord(consentimiento) || consentimiento['otorgado'] !== true) {
    return Result.fail(reject('consentimiento_faltante'))
  }
  const decoded = Option.Do.pipe(
    Option.bind('peticion', () => decodePeticion(body)),
    Option.bind('consent', ({ peticion }) => Option.fromNullishOr(peticion.consentimiento)),
    Option.bind('grantedAt', ({ consent }) => parseInstant(consent.otorgado_en)),
    Option.filter(({ grantedAt }) => isPlausible(grantedAt, latest)),
  )
  if (Option.isNone(decoded)) return Result.fail(reject('peticion_invalida'))
  const { peticion, consent, grantedAt } = decoded.value
  if (!Option.exists(parseCurp(peticion.solicitante.curp), (curp) => isBorn(curp, latest))) {
    return Result.fail(reject('curp_invalida'))
  }
  if (idempotencyKey !== peticion.solicitud_id) return Result.fail(reject('peticion_invalida'))
  const { nombre, apellido_paterno, apellido_materno } = peticion.solicitante
  const names = [nombre, apellido_paterno, apellido_materno].filter(Predicate.isNotNullish)
  return Result.succeed({ peticion, consent, grantedAt, holdsName: searchFor(names) })
}

/** Steps 13 to 15: what only a new request must satisfy. */
export const judgeContent = ({ peticion, consent, holdsName }: Accepted, denied?: DeniedReceivers): Judged<void> => {
  const { solicitud_id, propiedad_id, webhook_url, solicitante } = peticion
  const url = Option.getOrNull(parseWebhookUrl(webhook_url, denied))
  if (url === null) return Result.fail(reject('peticion_invalida'))
  const path = read(url.pathAndQuery)
  const fragment = read(url.fragment)
  if ([path, fragment].some(({ scans }) => carriesSecret(scans.map(({ text }) => text)))) {
    return Result.fail(reject('peticion_invalida'))
  }
  const applicant = { curp: solicitante.curp, isNamedIn: holdsName }
  const opaque = [path, ...[solicitud_id, propiedad_id].filter(Predicate.isNotNullish).map(read)]
  const host = hostScansOf(url)
  const others = [host, fragment.scans, scansOf(consent.version_aviso), scansOf(consent.evidencia_id)]
  const isOpaqueText = ({ scans, wording }: Read) => isOpaque(scans, wording, applicant)
  if (!opaque.every(isOpaqueText) || others.some((scans) => holdsCurp(scans, applicant))) {
    return Result.fail(reject('peticion_invalida'))
  }
  const rates = [...opaque, fragment].some(({ wording }) => wording.rates) || wordingOf(host, true).rates
  return rates ? Result.fail(reject('vocabulario_no_permitido')) : Result.void
}

interface Read {
  readonly scans: ReadonlyArray<Scan>
  readonly wording: Wording
}

const read = (text: string): Read => {
  const scans = scansOf(text)
  return { scans, wording: wordingOf(scans) }
}
