import { type DateTime, Option } from 'effect'
import { type Access, type Books, type ProcessorTransfer, secondsOf, settlementOf } from './Books.ts'
import { intentDocument, transferDocument } from './Documents.ts'
import type { Form } from './Form.ts'
import type { ProcessorCall } from './ProcessorFaults.ts'
import { done, impossible, malformed, missing, type Reply, unrecognized } from './Reply.ts'

/** A request whose key opens something. */
export interface Request {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly form: Form
  readonly access: Access
  readonly idempotencyKey: string | undefined
  readonly now: DateTime.Utc
  /** An id that nothing has yet, for what may be made. */
  readonly freshId: string
}

/** A route of the API, as far as it is simulated. */
export interface Route {
  readonly call: ProcessorCall
  readonly execute: (books: Books, request: Request) => Reply
}

const intentPath = /^\/v1\/payment_intents\/([^/]+)$/
const wholeNumber = /^[1-9]\d{0,7}$/
const pageLength = { default: 10, most: 100 }

const decoded = Option.liftThrowable(decodeURIComponent)

const isExpandable = (property: string | undefined): boolean =>
  property === 'latest_charge' || property === 'latest_charge.balance_transaction'

/** Refuses parameters that the route does not know. */
const strange = ({ form }: Request, known: ReadonlyArray<string>): Reply | null => {
  const unknown = [...form.names].find((name) => !known.includes(name))
  return unknown === undefined
    ? null
    : malformed('parameter_unknown', unknown, `Received unknown parameter: ${unknown}`)
}

const consult = (books: Books, request: Request): Reply => {
  const id = Option.getOrElse(decoded(intentPath.exec(request.path)?.[1] ?? ''), () => '')
  const expanded = request.form.members('expand').map(([, property]) => property)
  const other = expanded.find((property) => !isExpandable(property))
  if (other !== undefined) return impossible(`This property cannot be expanded (${other}).`)
  const payment = books.paymentOf(request.access, id)
  return (
    strange(request, ['expand']) ??
    (payment === undefined ? missing('payment_intent', id) : done(intentDocument(payment, expanded)))
  )
}

const list = (books: Books, request: Request): Reply => {
  const { one } = request.form
  const refusal = strange(request, ['transfer_group', 'destination', 'limit', 'starting_after'])
  if (refusal !== null) return refusal
  const limit = one('limit') ?? String(pageLength.default)
  if (!wholeNumber.test(limit) || Number(limit) > pageLength.most) {
    return malformed('parameter_invalid_integer', 'limit', `Invalid integer: ${limit}`)
  }
  const all = books
    .transfersOf(request.access)
    .filter(({ group }) => one('transfer_group') === null || group === one('transfer_group'))
    .filter(({ destination }) => one('destination') === null || destination === one('destination'))
  const after = one('starting_after')
  const start = after === null ? 0 : 1 + all.findIndex(({ id }) => id === after)
  if (after !== null && start === 0) {
    return impossible(`No such transfer: '${after}'`, { code: 'resource_missing', param: 'starting_after' })
  }
  const data = all.slice(start, start + Number(limit))
  const has_more = start + data.length < all.length
  return done({ object: 'list', url: '/v1/transfers', has_more, data: data.map(transferDocument) })
}

const transferParameters = [
  'amount',
  'currency',
  'destination',
  'source_transaction',
  'transfer_group',
  'metadata',
  'description',
]

/** What a transfer may not be made of, before anything is looked at. */
const malformedTransfer = (request: Request): Reply | null => {
  const { one } = request.form
  const refusal = strange(request, transferParameters)
  if (refusal !== null) return refusal
  const absent = ['amount', 'currency', 'destination'].find((name) => one(name) === null)
  if (absent !== undefined) return malformed('parameter_missing', absent, `Missing required param: ${absent}.`)
  const amount = one('amount') ?? ''
  return wholeNumber.test(amount)
    ? null
    : malformed('parameter_invalid_integer', 'amount', `Invalid integer: ${amount}`)
}

const create = (books: Books, request: Request): Reply => {
  const refusal = malformedTransfer(request)
  if (refusal !== null) return refusal
  const { one, members } = request.form
  const { access, now, freshId } = request
  const [amount, currency, destination] = [Number(one('amount')), one('currency') ?? '', one('destination') ?? '']
  const source = one('source_transaction')

  if (destination !== access.destination) {
    return impossible(`No such destination: '${destination}'`, { code: 'resource_missing', param: 'destination' })
  }
  if (source === null) {
    return impossible('You have insufficient available funds in your Stripe account.', { code: 'balance_insufficient' })
  }
  const payment = books.chargedPaymentOf(access, source)
  if (payment === undefined) {
    return impossible(`No such charge: '${source}'`, { code: 'resource_missing', param: 'source_transaction' })
  }
  if (payment.status !== 'succeeded') {
    return impossible('The charge has not succeeded.', { param: 'source_transaction' })
  }
  if (settlementOf(payment) !== currency) {
    return impossible(
      `The currency of source_transaction's balance transaction (${settlementOf(payment)}) must be that of the transfer (${currency}).`,
    )
  }
  if (payment.group !== null && one('transfer_group') !== payment.group) {
    return impossible('The transfer_group must be that of source_transaction.', { param: 'transfer_group' })
  }
  if (amount > books.leftOf(payment)) {
    return impossible('Transfers using this transaction as a source must not exceed the source amount.')
  }
  const transfer: ProcessorTransfer = {
    id: `tr_${freshId}`,
    ...access,
    amountCentavos: amount,
    currency,
    sourceTransaction: source,
    paymentIntentId: payment.id,
    group: one('transfer_group'),
    metadata: Object.fromEntries(members('metadata')),
    created: secondsOf(now),
  }
  books.transfers().push(transfer)
  return done(transferDocument(transfer))
}

/** The route of a request, or the answer for an unknown route. */
export const routeOf = (method: string, path: string): Route | Reply => {
  if (method === 'GET' && intentPath.test(path)) return { call: 'consultar_pago', execute: consult }
  if (method === 'GET' && path === '/v1/transfers') return { call: 'listar_transferencias', execute: list }
  if (method === 'POST' && path === '/v1/transfers') return { call: 'crear_transferencia', execute: create }
  return unrecognized(method, path)
}
