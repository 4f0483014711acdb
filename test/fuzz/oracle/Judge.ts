import type { Request } from '#test/fuzz/Request.ts'
import { openApi } from '#test/support/openApi.ts'
import type { Account } from './Account.ts'
import { misread } from './Created.ts'
import { judgeEnvelope, presentedBy } from './Envelope.ts'
import { type Document, type Expectation, upToRefusal } from './Expectation.ts'
import type { Steps } from './Finding.ts'
import type { Acceptable, Ledger } from './Ledger.ts'
import { judgePeticion } from './Peticion.ts'
import { expectRead } from './Read.ts'

/**
 * What the service must answer to a request: said from docs/contract.md and the OpenAPI document, of the
 * request as it is sent and of what was accepted before.
 */
export interface Judgement extends Expectation {
  /** Whose POST it is, where that is known. */
  readonly presented: Account | null
  /** What an answer of 200 creates, or repeats. */
  readonly acceptable: Acceptable | null
}

const routes = Object.entries(openApi.paths).map(([template, methods]) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/, '[^/?#]+')}$`),
  methods: Object.keys(methods),
}))

const withoutKey = { presented: null, acceptable: null }

/** The HTTP server's own answer. */
const unrouted = (status: number, allow: ReadonlyArray<string> = []): Judgement => ({
  ...withoutKey,
  operation: null,
  refusals: [{ step: 0, status, codigo: 'peticion_invalida', allow }],
  accepts: null,
})

const acceptance =
  ({ account, verification, earlier }: Acceptable) =>
  (document: Document): string => {
    const id = String(document['verificacion_id'])
    const isWrong = earlier === null ? account.byId.has(id) : earlier.verificacionId !== id
    return (isWrong ? `verificacion_id is ${id}, ` : '') + misread(document, account.terms, earlier ?? verification)
  }

function* judgeCreation(request: Request, ledger: Ledger): Steps<Acceptable | null> {
  const enveloped = yield* judgeEnvelope(request, ledger)
  return enveloped === null ? null : yield* judgePeticion(enveloped, ledger)
}

const judgePost = (request: Request, ledger: Ledger, template: string): Judgement => {
  const { refusals, end: acceptable } = upToRefusal(judgeCreation(request, ledger))
  return {
    operation: { path: template, method: 'post' },
    refusals,
    accepts: acceptable === null ? null : acceptance(acceptable),
    acceptable,
    presented: presentedBy(request, ledger) ?? null,
  }
}

/** The origin of a target in absolute form (RFC 9112, 3.2.2). */
const origin = /^https?:\/\/[^/?#]*(?=[/?])/i

export const judge = (request: Request, ledger: Ledger): Judgement => {
  const [path = '', ...query] = request.target.replace(origin, '').split('?')
  const route = routes.find(({ pattern }) => pattern.test(path))
  if (route === undefined) return unrouted(404)
  const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase()
  if (!route.methods.includes(method)) {
    const allowed = route.methods.map((one) => one.toUpperCase())
    return unrouted(405, allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed)
  }
  if (method === 'post') return judgePost(request, ledger, route.template)
  const target = { path, query: query.join('?'), template: route.template }
  return { ...withoutKey, ...expectRead(request, ledger, target) }
}
