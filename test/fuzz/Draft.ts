import { type Json, json, type Member, type Path, replaced, textAt, within, without, write } from './Json.ts'
import { headerBytes, type Request } from './Request.ts'

/** A POST /v1/verificaciones still being written: right, until it is changed. */
export interface Draft {
  /** Values of one character for each byte; null follows the `solicitud_id` of the body. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string | null]>
  readonly body: Json
  /** What is done to the JSON text, and then to its bytes. */
  readonly text: (json: string) => string
  readonly bytes: (utf8: Buffer) => Buffer
  readonly chunks: number | null
}

export type Change = (draft: Draft) => Draft

export const draftOf = (key: string, peticion: unknown): Draft => ({
  headers: [
    ['Host', 'sandbox'],
    ['Authorization', `Bearer ${key}`],
    ['Idempotency-Key', null],
    ['Content-Type', 'application/json'],
  ],
  body: json(peticion),
  text: (unchanged) => unchanged,
  bytes: (unchanged) => unchanged,
  chunks: null,
})

/** What a header cannot hold. */
const unsendable = /^$|[\u0000-\u001f\u007f]|\p{Cs}/u

/** The header that goes with a body: its `solicitud_id`, where a header can hold that. */
export const idempotencyKeyOf = (body: Json): string => {
  const id = textAt(body, ['solicitud_id'])
  return id === undefined || unsendable.test(id) ? 'sol-1' : headerBytes(id)
}

export const requestOf = ({ headers, body, text, bytes, chunks }: Draft): Request => ({
  method: 'POST',
  target: '/v1/verificaciones',
  headers: headers.map(([name, value]) => [name, value ?? idempotencyKeyOf(body)] as const),
  body: bytes(Buffer.from(text(write(body)))),
  chunks,
})

/** Gives a header these values in place of those it has; none takes it out. */
export const header =
  (name: string, ...values: ReadonlyArray<string | null>): Change =>
  (draft) => ({
    ...draft,
    headers: [
      ...draft.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase()),
      ...values.map((value) => [name, value] as const),
    ],
  })

/** Changes what a header says. */
export const inHeader =
  (name: string, change: (value: string) => string): Change =>
  (draft) => ({
    ...draft,
    headers: draft.headers.map(
      ([one, value]) => [one, one === name && value !== null ? change(value) : value] as const,
    ),
  })

/** Sends the values of a header under another name. */
export const renamed =
  (name: string, other: string): Change =>
  (draft) => ({ ...draft, headers: draft.headers.map(([one, value]) => [one === name ? other : one, value] as const) })

export const inBody =
  (change: (body: Json) => Json): Change =>
  (draft) => ({ ...draft, body: change(draft.body) })

/** Where the schema has objects. */
export const objects: ReadonlyArray<Path> = [[], ['solicitante'], ['consentimiento'], ['cobro'], ['documento']]

/** What an object has where it is not there yet, so that it is right in all but what is done to it. */
const fresh: Record<string, unknown> = { cobro: { modo: 'consumo' }, documento: { tipo: 'ine' } }

const freshMembers = (path: Path): ReadonlyArray<Member> => {
  const node = json(fresh[path.join('.')] ?? {})
  return 'members' in node ? node.members : []
}

/** Changes the members of the object at a path, which is made where there is none. */
export const inObject = (path: Path, change: (members: ReadonlyArray<Member>) => ReadonlyArray<Member>): Change =>
  inBody((body) => within(body, path, change, freshMembers(path)))

/** Puts a value at a path, in the place of the one that is there. */
export const putting = (path: Path, value: Json): Change =>
  inObject(path.slice(0, -1), (members) => replaced(members, path.at(-1) ?? '', value))

export const dropping = (path: Path): Change =>
  inObject(path.slice(0, -1), (members) => without(members, path.at(-1) ?? ''))

export const inText =
  (change: (json: string) => string): Change =>
  (draft) => ({ ...draft, text: (json) => change(draft.text(json)) })

export const inBytes =
  (change: (utf8: Buffer) => Buffer): Change =>
  (draft) => ({ ...draft, bytes: (utf8) => change(draft.bytes(utf8)) })
