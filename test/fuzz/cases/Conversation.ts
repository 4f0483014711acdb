import { type Answer, Connection } from '#test/fuzz/Connection.ts'
import type { Lane } from '#test/fuzz/Lane.ts'
import type { Request } from '#test/fuzz/Request.ts'
import { Violation } from '#test/fuzz/Violation.ts'

/** Bytes over a connection of their own, and what is answered to them. */

/** An answer that is due. */
export interface Due {
  /** It may be as this request is answered. */
  readonly request?: Request
  /** It may be the refusal of the HTTP server itself, with one of these statuses. */
  readonly statuses?: ReadonlyArray<number>
}

/** What the HTTP server may still say to what is left when the client has gone. */
const afterwards = [400, 408, 431]

export class Conversation {
  readonly #lane: Lane
  readonly #labels: ReadonlyArray<string>
  readonly #connection: Connection

  constructor(lane: Lane, label: string) {
    this.#lane = lane
    this.#labels = [label]
    this.#connection = new Connection(lane.service.base)
  }

  say(...pieces: ReadonlyArray<Uint8Array | string>): void {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece)
      this.#lane.tell(`> raw ${JSON.stringify(bytes.toString('latin1').slice(0, 3_000))}`)
      this.#connection.write(bytes)
    }
  }

  /** Each piece on its own. */
  async sayInPieces(pieces: ReadonlyArray<Uint8Array>): Promise<void> {
    for (const piece of pieces) {
      this.say(piece)
      await this.#connection.flush()
    }
  }

  /** The next answer, whatever it is. */
  answer(isBodiless = false): Promise<Answer | null> {
    return this.#connection.answer(isBodiless)
  }

  /** Whether an answer is one that is due. */
  check(answer: Answer | null, { request, statuses = [] }: Due): void {
    if (answer !== null && (request === undefined || statuses.includes(answer.status)) && isRefusal(answer)) {
      this.#lane.checkRefusal(answer, statuses, this.#labels)
    } else if (request !== undefined) {
      this.#lane.check(request, answer, this.#lane.judge(request), this.#labels)
    } else {
      throw new Violation(`another answer is due than ${answer?.status} ${answer?.text}`)
    }
  }

  /** Whether an answer is of the contract and of one of these statuses, or says that all is well. */
  checkAny(answer: Answer | null, statuses: ReadonlyArray<number>): void {
    if (answer === null) throw new Violation('the server closed without an answer')
    this.#lane.checkAny(answer, statuses, this.#labels)
  }

  /** Hears what is due, in its order, up to the answer that ends the connection. */
  async hear(...due: ReadonlyArray<Due>): Promise<void> {
    for (const one of due) {
      const answer = await this.answer(one.request?.method === 'HEAD')
      this.check(answer, one)
      if (answer?.headers.get('connection') === 'close') break
    }
  }

  /** Waits so long for bytes, or the end, where it is not known whether the server will say anything. */
  listen(milliseconds: number): Promise<void> {
    return this.#connection.listen(milliseconds)
  }

  /** Sends no more; the server must close, and may refuse what is left. */
  async end(due: Due = {}): Promise<void> {
    for (const answer of await this.#connection.finish()) {
      this.check(answer, { ...due, statuses: [...afterwards, ...(due.statuses ?? [])] })
    }
  }

  /** Sends no more; the server must close, and what it says is of the contract. */
  async endWithAny(statuses: ReadonlyArray<number>): Promise<void> {
    for (const answer of await this.#connection.finish()) this.checkAny(answer, statuses)
  }

  /** Goes away at once. */
  leave(): void {
    this.#connection.destroy()
  }
}

const isRefusal = ({ text }: Answer): boolean => text.includes('"peticion_invalida"')
