import { type DateTime, Option, Predicate, Result, Schema, type SchemaIssue } from 'effect'
import { type DeniedReceivers, parse as parseWebhookUrl } from '#domain/delivery/WebhookUrl.ts'
import { parseBytes } from '#domain/helpers/StrictJson.ts'
import * as Limits from '#domain/Limits.ts'
import { containsCurp, isBorn, parse as parseCurp } from '#domain/person/Curp.ts'
import { isPlausible, parseInstant } from '#domain/verification/Consent.ts'
import { carriesSecret } from '#domain/wording/CredentialForms.ts'
import { disclosedBy, type NameSearch, searchFor } from '#domain/wording/OpaqueText.ts'
import { decoded, type Reading, readingOf } from '#domain/wording/Tokens.ts'
import { ratesInHost, type Wording, wordingOf } from '#domain/wording/Wording.ts'
import type { Rule } from './OrderOfJudgement.ts'
import { CobroEntrada, Consentimiento, DocumentoEntrada, Peticion, SolicitanteEntrada } from './Peticion.ts'
import { type Rejection, reject } from './Rejection.ts'

type Broken = readonly [rule: Rule, path: ReadonlyArray<PropertyKey>]

const brokenBy = (issue: SchemaIssue.Issue | undefined): Broken => {
  switch (issue?._tag) {
    case 'Pointer': {
      const [rule, path] = brokenBy(issue.issue)
      return [rule, [...issue.path, ...path]]
    }
    case 'Composite':
    case 'AnyOf':
      return brokenBy(issue.issues[0])
    case 'MissingKey':
      return ['campo_ausente', []]
    case 'Filter':
      return ['texto_fuera_de_forma', []]
    default:
      return ['tipo_incorrecto', []]
  }
}

const decode = Schema.decodeUnknownResult(Peticion)

/** Why a body does not match the schema (step 10): the first rule that it breaks, and the declared field. */
export const schemaRejection = (body: Record<string, unknown>): Rejection => {
  const [rule, path] = brokenBy(
    Result.match(decode(body), { onSuccess: () => undefined, onFailure: ({ issue }) => issue }),
  )
  return reject(rule, { field: path.join('.') })
}

/**
 * Steps 6 to 15 of the order in which POST /v1/verificaciones is judged (contract 4.6 to 4.15). The first step that
 * fails determines the answer. REST and MCP share them.
 */

type Judged<A> = Result.Result<A, Rejection>

const refuse = (rule: Rule, field: string | null): Judged<never> =>
  Result.fail(reject(rule, field === null ? {} : { field }))

/** Step 6: strict UTF-8 without byte order mark, JSON, an object, limited depth, no duplicate member. */
export const parseBody = (body: Uint8Array): Judged<Record<string, unknown>> =>
  parseBytes(body, Limits.bodyDepth).pipe(
    Option.filter(isRecord),
    Result.fromOption(() => reject('json_invalido')),
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

/** The names that the body declares, or an object in it. */
export const declaredMembers = (member: string | null): ReadonlySet<string> =>
  declared.find(([name]) => name === member)?.[1] ?? new Set()

/** Step 7: no undeclared member at any level. */
const holdsUndeclared = (value: unknown, names: ReadonlySet<string>): boolean => {
  if (!isRecord(value)) return false
  for (const name in value) if (!names.has(name)) return true
  return false
}

/** A request that passed steps 7 to 12. */
export interface Accepted {
  readonly peticion: Peticion
  readonly consent: typeof Consentimiento.Type
  readonly grantedAt: DateTime.Utc
  /** Finds the applicant's names in values that the answer echoes. */
  readonly holdsName: NameSearch
}

/**
 * Steps 7 to 12: every request must satisfy them, replays included.
 *
 * @param latest the later of real and simulated time
 */
export const judgeForm = (
  body: Record<string, unknown>,
  idempotencyKey: string | null,
  latest: DateTime.Utc,
): Judged<Accepted> => {
  const strange = declared.find(([member, names]) => holdsUndeclared(member === null ? body : body[member], names))
  if (strange !== undefined) return refuse('campo_no_declarado', strange[0])
  const { documento, consentimiento } = body
  if (documento !== undefined && documento !== null) return refuse('documento_reservado', 'documento')
  if (!isRecord(consentimiento) || consentimiento['otorgado'] !== true) {
    return refuse('sin_consentimiento', isRecord(consentimiento) ? 'consentimiento.otorgado' : 'consentimiento')
  }
  const peticion = Result.getOrNull(decode(body))
  const consent = peticion?.consentimiento
  if (!peticion || !consent) return Result.fail(schemaRejection(body))
  const grantedAt = Option.getOrNull(parseInstant(consent.otorgado_en))
  if (grantedAt === null) return refuse('instante_invalido', 'consentimiento.otorgado_en')
  if (!isPlausible(grantedAt, latest)) return refuse('instante_futuro', 'consentimiento.otorgado_en')
  const curp = Option.getOrNull(parseCurp(peticion.solicitante.curp))
  if (curp === null) return refuse('curp_sin_forma', 'solicitante.curp')
  if (!isBorn(curp, latest)) return refuse('curp_por_nacer', 'solicitante.curp')
  if (idempotencyKey !== peticion.solicitud_id) return refuse('idempotency_key_distinta', 'Idempotency-Key')
  const { nombre, apellido_paterno, apellido_materno } = peticion.solicitante
  const names = [nombre, apellido_paterno, apellido_materno].filter(Predicate.isNotNullish)
  return Result.succeed({ peticion, consent, grantedAt, holdsName: searchFor(names) })
}

/** Steps 13 to 15: only a new request must satisfy them. */
export const judgeContent = ({ peticion, consent, holdsName }: Accepted, denied?: DeniedReceivers): Judged<void> => {
  const { solicitud_id, propiedad_id, webhook_url, solicitante } = peticion
  const url = Option.getOrNull(parseWebhookUrl(webhook_url, denied))
  if (url === null) return refuse('url_no_publica', 'webhook_url')
  const path = read(url.pathAndQuery)
  const fragment = read(url.fragment)
  const afterHost = [url.pathAndQuery, path.reading.text, url.fragment, fragment.reading.text]
  if (carriesSecret(afterHost)) return refuse('url_con_secreto', 'webhook_url')
  const applicant = { curp: solicitante.curp, isNamedIn: holdsName }
  const opaque: ReadonlyArray<readonly [field: string, read: Read]> = [
    ['webhook_url', path],
    ['solicitud_id', read(solicitud_id)],
    ...(Predicate.isNotNullish(propiedad_id) ? [['propiedad_id', read(propiedad_id)] as const] : []),
  ]
  for (const [field, { reading, wording }] of opaque) {
    const disclosed = disclosedBy(reading, wording, applicant)
    if (disclosed !== null) return refuse(disclosed, field)
  }
  const others = [
    ['webhook_url', decoded(url.writtenHost)],
    ['webhook_url', url.host],
    ['webhook_url', fragment.reading.text],
    ['consentimiento.version_aviso', decoded(consent.version_aviso)],
    ['consentimiento.evidencia_id', decoded(consent.evidencia_id)],
  ] as const
  for (const [field, text] of others) if (containsCurp(text, solicitante.curp)) return refuse('lleva_curp', field)
  const rating = opaque.find(([, { wording }]) => wording.rates)
  if (rating !== undefined) return refuse('palabra_no_permitida', rating[0])
  return fragment.wording.rates || ratesInHost(url.writtenHost)
    ? refuse('palabra_no_permitida', 'webhook_url')
    : Result.void
}

interface Read {
  readonly reading: Reading
  readonly wording: Wording
}

const read = (text: string): Read => {
  const reading = readingOf(text)
  return { reading, wording: wordingOf(reading) }
}
