import { createHash } from 'node:crypto'
import { type Answer, Connection } from './Connection.ts'
import { documentOf, inspect, inspectAny, isOverload } from './Inspection.ts'
import type { Account } from './oracle/Account.ts'
import type { Expectation } from './oracle/Expectation.ts'
import { type Judgement, judge } from './oracle/Judge.ts'
import { consume, create, Ledger } from './oracle/Ledger.ts'
import { ample, price } from './oracle/Terms.ts'
import { encode, type Request } from './Request.ts'
import type { Service } from './Service.ts'
import type { Tally } from './Tally.ts'
import { Violation } from './Violation.ts'

/** The accounts of a lane, by what becomes of a request that is right. */
interface Accounts {
  /** It creates. */
  readonly ample: Account
  /** It creates when its payment is good. */
  readonly connect: Account
  /** 402: the balance is below the price. */
  readonly broke: Account
  /** 429: the quota of the month is used up by the first. */
  readonly spent: Account
}

export type AccountName = keyof Accounts

/** A payment as the lever of the simulator takes it. */
interface PaymentTerms {
  readonly estado: string
  readonly moneda: string
  readonly monto: number
  readonly reembolsado: boolean
  readonly disputado: boolean
}

const isGood = ({ estado, moneda, monto, reembolsado, disputado }: PaymentTerms): boolean =>
  estado === 'succeeded' && moneda === 'MXN' && monto >= price && !reembolsado && !disputado

type Labels = ReadonlyArray<string>

/**
 * One of several clients that work at the same time. Each has accounts of its own and one request under
 * way at a time, so that what its requests must be answered does not depend on the others.
 */
export class Lane {
  readonly service: Service
  readonly accounts: Accounts
  readonly seed: number
  readonly ledger = new Ledger()
  readonly #tally: Tally
  #connection: Connection
  #ids = 0
  #story: Array<string> = []

  constructor(service: Service, seed: number, tally: Tally, accounts: Accounts) {
    this.service = service
    this.accounts = accounts
    this.seed = seed
    this.#tally = tally
    this.#connection = new Connection(service.base)
    for (const account of Object.values(accounts)) this.ledger.add(account)
  }

  static async open(service: Service, seed: number, tally: Tally): Promise<Lane> {
    const accounts = {
      ample: await service.open(ample),
      connect: await service.open({ ...ample, modo: 'connect', saldo: 0 }),
      broke: await service.open({ ...ample, saldo: price - 0.01 }),
      spent: await service.open({ ...ample, cuota_mensual: 1 }),
    }
    return new Lane(service, seed, tally, accounts)
  }

  /** A UUID that comes only once. */
  uuid(): string {
    this.#ids += 1
    const hex = createHash('sha1').update(`${this.seed} ${this.#ids}`).digest('hex')
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
  }

  /** Puts a payment into the books of the processor. */
  async pay(terms: PaymentTerms): Promise<string> {
    const { tenant } = this.accounts.connect
    const { payment_intent_id: id } = await this.service.lever('POST', '/_simulador/pagos', { ...terms, tenant })
    this.ledger.addPayment(String(id), { tenant, isGood: isGood(terms) })
    return String(id)
  }

  /** A case begins. */
  begin(): void {
    this.#story = []
  }

  /** What was sent and answered since the case began. */
  get story(): string {
    return this.#story.join('\n')
  }

  tell(line: string): void {
    this.#story.push(line)
  }

  judge(request: Request): Judgement {
    return judge(request, this.ledger)
  }

  /** Sends over the lane's connection and reads the answer. */
  async exchange(request: Request): Promise<Answer | null> {
    this.tell(`> ${shown(request)}`)
    // Between two rounds a connection may have been idle for too long.
    if (this.#connection.isClosed) this.hangUp()
    const connection = this.#connection
    connection.write(encode(request))
    const answer = await connection.answer(request.method === 'HEAD')
    // Of a body that is too large the server reads as much as it likes.
    if (answer === null || answer.status === 413 || answer.headers.get('connection') === 'close') this.hangUp()
    else if (connection.unread !== '') throw new Violation(`nothing asked for ${JSON.stringify(connection.unread)}`)
    return answer
  }

  /** The next request goes over another connection. */
  hangUp(): void {
    this.#connection.destroy()
    this.#connection = new Connection(this.service.base)
  }

  /** Judges a request, sends it and checks the answer. */
  async ask(request: Request, labels: Labels): Promise<void> {
    const due = this.judge(request)
    this.check(request, await this.exchange(request), due, labels)
  }

  /** Compares an answer with what is due, and takes down what it created and consumed. */
  check({ method }: Request, answer: Answer | null, due: Judgement, labels: Labels): void {
    if (answer !== null && this.#isShed(answer)) return
    const refusals = due.refusals.map(({ step, status, codigo }) => `${status} ${codigo} at step ${step}`)
    this.tell(`= ${[...refusals, ...(due.accepts === null ? [] : ['200'])].join(' or ')}`)
    if (answer === null) throw new Violation('the server closed without an answer')
    this.#note(answer, inspect(answer, due, method === 'HEAD'), due, labels)
    settle(answer, due)
  }

  /** Checks an answer of the HTTP server itself, which refuses what is no request. */
  checkRefusal(answer: Answer, statuses: ReadonlyArray<number>, labels: Labels): void {
    if (this.#isShed(answer)) return
    const refusals = statuses.map((status) => ({ step: 0, status, codigo: 'peticion_invalida' as const }))
    const due = { operation: null, refusals, accepts: null }
    this.#note(answer, inspect(answer, due, false), due, labels)
  }

  /** Checks an answer of which little more is known than what every answer is. */
  checkAny(answer: Answer, statuses: ReadonlyArray<number>, labels: Labels): void {
    if (this.#isShed(answer)) return
    this.#note(answer, inspectAny(answer, statuses), { operation: null, refusals: [], accepts: null }, labels)
  }

  /** Whether the request waited too long for its turn, on a machine that is busy: nothing was done for it (contract 4.32). */
  #isShed(answer: Answer): boolean {
    if (!isOverload(answer)) return false
    this.tell('< 503 of a busy machine')
    this.#tally.shed += 1
    return true
  }

  #note(answer: Answer, wrong: string, due: Expectation, labels: Labels): void {
    this.tell(`< ${answer.status} ${answer.text.slice(0, 1_000)}`)
    if (wrong !== '') throw new Violation(wrong)
    this.#tally.count(labels, due, answer)
  }
}

/** The start of a request as it was sent. */
export const shown = (request: Request): string => JSON.stringify(encode(request).toString('latin1').slice(0, 3_000))

const settle = (answer: Answer, { presented, refusals, acceptable }: Judgement): void => {
  if (presented === null) return
  const document = documentOf(answer)
  const refusal = refusals.find(({ status, codigo }) => status === answer.status && codigo === document?.['codigo'])
  const isNew = answer.status === 200 && acceptable?.earlier === null
  consume(presented, refusal?.step ?? null, isNew)
  if (isNew) create(acceptable, String(document?.['verificacion_id']))
}
