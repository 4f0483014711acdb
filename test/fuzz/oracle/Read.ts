import type { Request } from '#test/fuzz/Request.ts'
import { type Account, balanceOf } from './Account.ts'
import { type Created, misread } from './Created.ts'
import { judgeKey } from './Envelope.ts'
import { type Document, differing, type Expectation, upToRefusal } from './Expectation.ts'
import { doubtful, type Finding, refused, refusedIf, type Steps } from './Finding.ts'
import type { Ledger } from './Ledger.ts'
import { price } from './Terms.ts'

/** The four GET routes. */

type Judged = Steps<((document: Document) => string) | null>

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function* judgeOne(request: Request, ledger: Ledger, segment: string): Judged {
  const account = yield* judgeKey(request, ledger)
  const one = account?.byId.get(decoded(segment))
  yield [3, refusedIf(one === undefined, 'verificacion_no_encontrada')]
  if (account === undefined || one === undefined) return null
  // The same id in other spelling is the same URL to some and not to others.
  if (one.verificacionId !== segment) yield [3, doubtful('verificacion_no_encontrada')]
  return (document) =>
    differing(document, { verificacion_id: one.verificacionId }) + misread(document, account.terms, one)
}

const canonicalLimit = /^(?:[1-9]\d?|100)$/
/** The same numbers, written as no integer of ours is; the contract calls them neither right nor malformed. */
const otherLimit = /^\+?0*(?:[1-9]\d?|100)(?:\.0*)?$/

const judgeLimit = (limite: string): Finding | null => {
  if (canonicalLimit.test(limite)) return null
  return otherLimit.test(limite) ? doubtful('peticion_invalida') : refused('peticion_invalida')
}

const found = ({ created }: Account, solicitudId: string, estado: string): ReadonlyArray<Created> =>
  created
    .filter((one) => estado === '' || one.estado === estado)
    .filter((one) => solicitudId === '' || one.solicitudId === solicitudId)
    .toReversed()

/** What is wrong with a list in which these verifications are due. */
const mislisted = (document: Document, { terms }: Account, due: ReadonlyArray<Created>): string => {
  const documents = Array.isArray(document['verificaciones']) ? document['verificaciones'] : []
  const ids = documents.map(({ verificacion_id }) => verificacion_id)
  const wrong = differing({ ids }, { ids: due.map(({ verificacionId }) => verificacionId) })
  return wrong || due.map((one, index) => misread(documents[index], terms, one)).join('')
}

function* judgeList(request: Request, ledger: Ledger, query: string): Judged {
  const account = yield* judgeKey(request, ledger)
  if (account === undefined) return null
  const parameters = new URLSearchParams(query)
  const [ids = [], states = [], limits = []] = ['solicitud_id', 'estado', 'limite'].map((one) => parameters.getAll(one))
  const isRepeated = [ids, states, limits].some(({ length }) => length > 1)
  yield [3, refusedIf(isRepeated, 'peticion_invalida')]
  const [solicitudId = ''] = ids
  const [estado = ''] = states
  const [limite = '20'] = limits
  yield [3, refusedIf([...solicitudId].length > 200, 'peticion_invalida')]
  yield [3, refusedIf(!['', 'en_proceso', 'emitida', 'no_concluyente'].includes(estado), 'peticion_invalida')]
  yield [3, judgeLimit(limite)]
  const due = found(account, solicitudId, estado).slice(0, Number(limite))
  return (document) => mislisted(document, account, due)
}

function* judgeConsumption(request: Request, ledger: Ledger): Judged {
  const account = yield* judgeKey(request, ledger)
  if (account === undefined) return null
  const { tenant, terms } = account
  const books = { modo: terms.modo, moneda: 'MXN', monto_por_verificacion: price, saldo: balanceOf(account), tenant }
  return (document) => differing(document, books)
}

const healthy = (document: Document): string =>
  differing(document, { estado: 'arriba', base: 'alcanzable', esquema: null })

/** A target whose route is known. */
interface Target {
  readonly path: string
  readonly query: string
  /** The route's path in the document. */
  readonly template: string
}

/** Every answer that a GET of a declared path may be given. */
export const expectRead = (request: Request, ledger: Ledger, { path, query, template }: Target): Expectation => {
  const operation = { path: template, method: 'get' }
  const routes: Readonly<Record<string, () => Judged>> = {
    '/v1/verificaciones': () => judgeList(request, ledger, query),
    '/v1/verificaciones/{verificacion_id}': () => judgeOne(request, ledger, path.split('/').at(-1) ?? ''),
    '/v1/cuenta/consumo': () => judgeConsumption(request, ledger),
  }
  const steps = routes[template]
  if (steps === undefined) return { operation, refusals: [], accepts: healthy }
  const { refusals, end } = upToRefusal(steps())
  return { operation, refusals, accepts: end }
}
