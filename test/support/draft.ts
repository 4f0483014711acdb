import { type Answer, type Sandbox, validBody } from '#tools/service/sandbox.ts'

/** A POST /v1/verificaciones still being written: valid, until it is changed. */
export interface Draft {
  /** What the account is opened with. */
  readonly plan: Record<string, unknown>
  /** What the account asked for before: nothing, something else, or another body under the same `solicitud_id`. */
  readonly earlier: 'nothing' | 'other' | 'same'
  /** Whether the account used up the protective ceiling. */
  readonly overCeiling: boolean
  /** In place of the account's own key. */
  readonly authorization: ReadonlyArray<string> | null
  /** Every value of each header; in place of the ordinary ones. */
  readonly headers: { readonly [name: string]: ReadonlyArray<string> }
  readonly body: Record<string, unknown>
  /** What is done to the JSON text, and then to its bytes. */
  readonly text: (json: string) => string
  readonly bytes: (utf8: Buffer) => Buffer
}

export type Change = (draft: Draft) => Draft

export const validDraft = (): Draft => ({
  plan: {},
  earlier: 'nothing',
  overCeiling: false,
  authorization: null,
  headers: {},
  body: validBody(),
  text: (json) => json,
  bytes: (utf8) => utf8,
})

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const replaced = (
  object: Record<string, unknown>,
  [name = '', ...rest]: ReadonlyArray<string>,
  value: unknown,
): Record<string, unknown> => {
  const inner = object[name]
  return { ...object, [name]: rest.length === 0 ? value : replaced(isRecord(inner) ? inner : {}, rest, value) }
}

/** Puts a value at a path of the body; undefined takes the member out. */
export const put =
  (path: string, value: unknown): Change =>
  (draft) => ({ ...draft, body: replaced(draft.body, path.split('.'), value) })

/** Gives a header these values; none takes it out. */
export const header =
  (name: string, ...values: ReadonlyArray<string>): Change =>
  (draft) => ({ ...draft, headers: { ...draft.headers, [name]: values } })

export const plan =
  (terms: Record<string, unknown>): Change =>
  (draft) => ({ ...draft, plan: { ...draft.plan, ...terms } })

export const text =
  (change: Draft['text']): Change =>
  (draft) => ({ ...draft, text: (json) => change(draft.text(json)) })

export const bytes =
  (change: Draft['bytes']): Change =>
  (draft) => ({ ...draft, bytes: (utf8) => change(draft.bytes(utf8)) })

/** The account has one verification more than the draft's. */
export const afterAnother: Change = (draft) => ({ ...draft, earlier: draft.earlier === 'same' ? 'same' : 'other' })

/** An account of the draft's own, brought where the draft wants it. */
const prepared = async (sandbox: Sandbox, { plan, earlier, overCeiling, body }: Draft): Promise<string> => {
  const { llave, tenant } = await sandbox.account(plan)
  if (earlier !== 'nothing') {
    const before = earlier === 'same' ? { solicitud_id: body['solicitud_id'], propiedad_id: 'p-1' } : {}
    await sandbox.create(llave, before)
  }
  if (overCeiling) sandbox.exhaustCeiling(tenant)
  return llave
}

const isOrdinary = ({ plan, earlier, overCeiling }: Draft): boolean =>
  Object.keys(plan).length === 0 && earlier === 'nothing' && !overCeiling

/**
 * The key that the draft is sent with.
 *
 * @param ordinary key of an account that no draft exhausts, for those that want nothing of theirs
 */
export const keyFor = async (sandbox: Sandbox, draft: Draft, ordinary: string): Promise<string> =>
  isOrdinary(draft) ? ordinary : prepared(sandbox, draft)

const asHeader = (id: unknown): string => (typeof id === 'string' ? id : (JSON.stringify(id) ?? ''))

/** Sends the draft. */
export const perform = async (sandbox: Sandbox, draft: Draft, ordinary: string): Promise<Answer> => {
  const llave = await keyFor(sandbox, draft, ordinary)
  const headers = {
    authorization: draft.authorization ?? [`Bearer ${llave}`],
    'idempotency-key': [asHeader(draft.body['solicitud_id'])],
    'content-type': ['application/json'],
    ...draft.headers,
  }
  const fields = Object.entries(headers).flatMap(([name, values]) => values.map((value) => [name, value] as const))
  const body = draft.bytes(Buffer.from(draft.text(JSON.stringify(draft.body))))
  return sandbox.send({ method: 'POST', path: '/v1/verificaciones', headers: fields, body })
}
