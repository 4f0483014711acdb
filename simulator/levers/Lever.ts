import { type DateTime, Effect, Option, Predicate, Schema, SchemaIssue } from 'effect'
import { type HttpRouter, type HttpServerRequest, HttpServerResponse } from 'effect/http'
import { parseInstant } from '#domain/verification/Consent.ts'
import { answering } from '#http/Answers.ts'
import { readBody } from '#http/RequestRules.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { parseBody } from '#wire/PeticionRules.ts'
import type { Rejection } from '#wire/Rejection.ts'

/** A lever pulled wrongly. Unlike the service, the simulator says what is wrong. */
export class LeverMisused extends Schema.TaggedError<LeverMisused>()('LeverMisused', {
  mensaje: Schema.String,
  status: Schema.optionalKey(Schema.Literals([400, 404, 409])),
}) {}

type Handled = Effect.Effect<HttpServerResponse.HttpServerResponse, LeverMisused | Rejection | StorageUnavailable>

/** A route of the simulator's own, under `/_simulador`. */
export interface Lever {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: HttpRouter.PathInput
  readonly handler: (
    request: HttpServerRequest.HttpServerRequest,
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}

const answeringLever = (handled: Handled): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  answering(Effect.catchTag(handled, 'LeverMisused', (misused) => Effect.succeed(misusedAnswer(misused))))

/** What a lever that was pulled wrongly answers. */
export const misusedAnswer = ({ mensaje, status = 400 }: Pick<LeverMisused, 'mensaje' | 'status'>) =>
  HttpServerResponse.jsonUnsafe(
    { codigo: 'peticion_invalida', mensaje },
    { status, headers: { 'cache-control': 'no-store' } },
  )

/** What the path of a request has in a place that the route names; nothing there is empty. */
export type Named = (name: string) => string

const decoded = Option.liftThrowable(decodeURIComponent)

/** A segment that cannot be decoded stays as it is, so it matches no name. */
const namedIn = (path: string, url: string): Named => {
  const segments = url.split('?')[0]?.split('/') ?? []
  const places = path.split('/')
  return (name) => {
    const segment = segments[places.indexOf(`:${name}`)] ?? ''
    return Option.getOrElse(decoded(segment), () => segment)
  }
}

/** A lever that is only read. */
export const get = (path: HttpRouter.PathInput, handler: (query: URLSearchParams, named: Named) => Handled): Lever => ({
  method: 'GET',
  path,
  handler: ({ url }) => answeringLever(handler(new URLSearchParams(url.split('?')[1] ?? ''), namedIn(path, url))),
})

/** A lever that deletes what its path names. */
export const remove = (path: HttpRouter.PathInput, handler: (named: Named) => Handled): Lever => ({
  method: 'DELETE',
  path,
  handler: ({ url }) => answeringLever(handler(namedIn(path, url))),
})

/** The largest file of a world, in bytes. */
const largestFile = 256 * 1024 * 1024

/** A lever that takes a JSON object of a closed schema, in which every member has a description. */
const taking = <Fields extends Schema.Struct.Fields>(
  method: Lever['method'],
  path: HttpRouter.PathInput,
  body: Schema.Struct<Fields> & Schema.ConstraintDecoder<unknown>,
  handler: (input: Schema.Struct<Fields>['Type'], named: Named) => Handled,
  largest?: number,
): Lever => {
  const decode = Schema.decodeUnknownEffect(body, { onExcessProperty: 'error', errors: 'all' })
  return {
    method,
    path,
    handler: (request) =>
      answeringLever(
        Effect.gen(function* () {
          const json = yield* Effect.mapError(
            Effect.fromResult(parseBody(yield* readBody(request, largest))),
            () => new LeverMisused({ mensaje: noObject }),
          )
          const input = yield* Effect.mapError(decode(json), ({ issue }) => misused(issue, sentencesOf(body)))
          return yield* handler(input, namedIn(path, request.url))
        }),
      ),
  }
}

export const post = <Fields extends Schema.Struct.Fields>(
  path: HttpRouter.PathInput,
  body: Schema.Struct<Fields> & Schema.ConstraintDecoder<unknown>,
  handler: (input: Schema.Struct<Fields>['Type'], named: Named) => Handled,
): Lever => taking('POST', path, body, handler)

export const patch = <Fields extends Schema.Struct.Fields>(
  path: HttpRouter.PathInput,
  body: Schema.Struct<Fields> & Schema.ConstraintDecoder<unknown>,
  handler: (input: Schema.Struct<Fields>['Type'], named: Named) => Handled,
): Lever => taking('PATCH', path, body, handler)

/** A lever that takes a file. */
export const put = <Fields extends Schema.Struct.Fields>(
  path: HttpRouter.PathInput,
  body: Schema.Struct<Fields> & Schema.ConstraintDecoder<unknown>,
  handler: (input: Schema.Struct<Fields>['Type'], named: Named) => Handled,
): Lever => taking('PUT', path, body, handler, largestFile)

const noObject = 'El cuerpo tiene que ser un objeto JSON, en UTF-8 y sin miembros repetidos.'

/** The members of a body as JSON Schema has them. A body with a name is a reference to its definition. */
export const membersOf = (body: Schema.Top): Readonly<Record<string, unknown>> => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(body)
  const name = String(schema['$ref'] ?? '').replace('#/$defs/', '')
  return Object(Object(definitions[name] ?? schema).properties)
}

/** What each member is, by its name. */
const sentencesOf = (body: Schema.Top): ReadonlyMap<string, string> =>
  new Map(Object.entries(membersOf(body)).map(([name, schema]) => [name, sentenceIn(schema)]))

/** The description of a member may be next to its type, or in a separate part. */
export const sentenceIn = (schema: unknown): string => {
  const parts = Predicate.hasProperty(schema, 'allOf') ? [schema, schema.allOf].flat() : [schema]
  return parts.flatMap((part) => (Predicate.hasProperty(part, 'description') ? String(part.description) : [])).join('')
}

const formatted = SchemaIssue.makeFormatterStandardSchemaV1()

/** Says what the members that are missing or wrong are to be, in texts that repeat nothing of the request. */
const misused = (issue: SchemaIssue.Issue, sentences: ReadonlyMap<string, string>): LeverMisused => {
  const names = new Set(formatted(issue).issues.map(({ path = [] }) => String(path[0])))
  const known = [...sentences].filter(([name]) => names.has(name)).map(([, sentence]) => sentence)
  const isStrange = [...names].some((name) => !sentences.has(name))
  const all = [...sentences.keys()].join(', ')
  return new LeverMisused({
    mensaje: [...(isStrange ? [`Sobra un campo; los que hay son: ${all}.`] : []), ...known].join(' '),
  })
}

/** A lever that needs no body. */
export const action = (path: HttpRouter.PathInput, handled: Handled | ((named: Named) => Handled)): Lever => ({
  method: 'POST',
  path,
  handler: ({ url }) => answeringLever(Effect.isEffect(handled) ? handled : handled(namedIn(path, url))),
})

/** What is said where another storage cannot do what memory can. */
export const memoryAlone =
  'Los mundos y las instantáneas son copias de la memoria del simulador, y con este almacén su estado está en Postgres: inicie el simulador con --storage memory.'

/** An instant in ISO 8601 with its zone. */
export const Instant = Schema.String.check(Schema.makeFilter((text) => Option.isSome(parseInstant(text))))

/** The instant that such a text names. */
export const instantOf = (text: string | null | undefined): DateTime.Utc | null =>
  Option.getOrNull(Option.flatMap(Option.fromNullishOr(text), parseInstant))

/** A member of a lever's body, and what it is in a Spanish sentence, which is all that is said when it is not. */
export const member = <S extends Schema.Top>(schema: S, sentence: string) =>
  schema.annotateKey({ description: sentence })

/** A member that may be absent; null means the same. */
export const optional = <S extends Schema.Top>(schema: S, sentence: string) =>
  member(Schema.optionalKey(Schema.NullOr(schema)), sentence)
