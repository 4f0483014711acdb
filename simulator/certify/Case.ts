import { plain, type Text } from '#simulator/docs/Text.ts'
import type { World } from '#simulator/package/SimulatorClient.ts'
import type { Codigo } from '#wire/Errores.ts'
import type { Backend, Belief } from './Backend.ts'
import type { Check } from './Checks.ts'

/** What happens to one creation instead of its answer. */
export type Fault =
  | { readonly refuse: Codigo; readonly retryAfterSeconds: number | null }
  /** It is carried out, and the connection is cut. */
  | 'lose the answer'
  /** It is carried out, and the answer waits. */
  | { readonly answerAfter: Promise<unknown> }

/** One attempt at creating, as it came. */
export interface Creation {
  readonly solicitudId: string
  readonly body: string
  readonly webhookUrl: string
  /** 0 while the request is in progress, or when its answer was lost. */
  status: number
  /** What the service made of it; null until then, and when it made nothing. */
  verificacionId: string | null
  /** Whether its answer has left, or was lost. */
  over: boolean
  /** When the next one may come, in milliseconds of the case, and what it shows to come earlier. */
  notBefore: number
  tooEarly: Check
}

/** Something that was seen. Its name is the same in every language. */
export interface Seen {
  readonly seconds: number
  readonly name: Sight | Check
  readonly text: Text
}
export type Sight = 'arranque' | 'creacion' | 'webhook' | 'estado' | 'consultas' | 'reinicio'

/** What holds for all attacks of one certification. */
export interface Terms {
  readonly backend: Backend
  /** How many times as fast as real time the clocks of the back end run. */
  readonly speed: number
  /** How much longer than that the back end may take, in real milliseconds. */
  readonly patienceMs: number
  /** Makes a payment of an applicant; null in mode `consumo`. */
  readonly pay: ((world: World) => Promise<string>) | null
  /** Restarts the back end, and waits for it. Attacks that need it run only if somebody said how. */
  readonly restart: () => Promise<void>
}

const asked = 'GET {backend}/{solicitud_id} → '

/** The attack cannot go on: what is wrong has been noted. */
export class Abandoned extends Error {}

/** One attack in progress: an applicant of its own, in a world of its own. */
export class Case {
  readonly attack: string
  readonly curp: string
  readonly world: World
  readonly terms: Terms
  /** What becomes of the next creations, in turn. */
  readonly faults: Array<Fault> = []
  readonly creations: Array<Creation> = []
  /** No creation reaches the service, or is answered. */
  isUnreachable = false
  /** What becomes of answers and webhooks on their way. */
  rewrite: (body: string) => string = (body) => body
  /** The payment of the applicant; null in mode `consumo`. */
  payment: string | null = null
  /** How many creations were of an earlier application of the same person. */
  #earlier = 0
  /** Why the service refused a creation, by itself; null while it did not. */
  refusal: string | null = null
  /** What it shows that a result is worked on twice. */
  repetition: Check = 'resultado_repetido'
  /** When the verification was asked for, in milliseconds of the case, and how often since the end was told. */
  readonly readings: { times: Array<number>; sinceEnd: number } = { times: [], sinceEnd: 0 }
  endWasTold = false
  /** What the service has the landlord do; null until the end, and where it says nothing. */
  accion: string | null = null
  /** From when on the verification cannot be read, in milliseconds of the case. */
  unreadableFrom = Number.POSITIVE_INFINITY
  /** What was seen, in order. */
  readonly seen: Array<Seen> = []
  /** What the back end did wrong, and what shows it. */
  readonly failed = new Map<Check, Text>()
  /** Whether the attack is over. */
  isOver = false
  readonly #began = performance.now()

  constructor(attack: string, curp: string, world: World, terms: Terms) {
    this.attack = attack
    this.curp = curp
    this.world = world
    this.terms = terms
  }

  /** The creations of the current application. */
  get own(): ReadonlyArray<Creation> {
    return this.creations.slice(this.#earlier)
  }

  /** The last creation. */
  get latest(): Creation {
    const latest = this.creations.at(-1)
    if (latest === undefined) throw new Abandoned()
    return latest
  }

  /** Milliseconds since it began. */
  get elapsedMs(): number {
    return performance.now() - this.#began
  }

  saw(name: Sight | Check, what: Text | string): void {
    const text = typeof what === 'string' ? plain(what) : what
    this.seen.push({ seconds: Number((this.elapsedMs / 1_000).toFixed(2)), name, text })
  }

  /** Notes what the back end does wrong, and what shows it. */
  fails(check: Check, what: Text | string): void {
    if (this.failed.has(check)) return
    this.failed.set(check, typeof what === 'string' ? plain(what) : what)
    this.saw(check, what)
  }

  /** So many minutes on the clocks of the back end, in real milliseconds. */
  minutes(count: number): number {
    return (count * 60_000) / this.terms.speed
  }

  /**
   * Waits for an outcome, at most `minutes` of the back end plus its patience. Returns whether it came. Time in which a
   * busy machine did not let even this process run does not count.
   */
  async until(holds: () => boolean | Promise<boolean>, minutes = 0): Promise<boolean> {
    let end = this.elapsedMs + this.minutes(minutes) + this.terms.patienceMs
    for (let wait = 20; ; wait = Math.min(wait * 1.5, 500)) {
      if (await holds()) return true
      const due = this.elapsedMs + wait
      if (due > end) return false
      await pause(wait)
      end += Math.max(0, this.elapsedMs - due)
    }
  }

  /** Longer than the 11 minutes after which a back end asks, with time for a job that runs once a minute. */
  passes(): Promise<void> {
    return pause(this.minutes(12.5) + 2_000)
  }

  /** Asks the back end to verify the applicant. It may answer late: what counts is what it requests. */
  async start(): Promise<void> {
    const { backend, pay } = this.terms
    this.payment = pay === null ? null : await pay(this.world)
    const status = await backend.start(this.curp, this.payment)
    this.saw('arranque', `POST {backend} → ${status ?? '—'}`)
  }

  /** From here on the same person applies once more. */
  appliesAgain(): void {
    this.#earlier = this.creations.length
    this.endWasTold = false
    this.readings.times = []
    this.readings.sinceEnd = 0
  }

  /** Until a creation was carried out and answered. */
  async created(minutes = 15, forgotten: Check = 'no_crea'): Promise<void> {
    const isDone = ({ verificacionId, over }: Creation) => verificacionId !== null && over
    const isInVain = () => this.refusal !== null || this.failed.has('llave_reutilizada')
    if ((await this.until(() => isInVain() || this.own.some(isDone), minutes)) && this.own.some(isDone)) return
    this.notCreated(forgotten)
  }

  /** Why there is no verification: what was seen before explains it, else what the service refused. */
  notCreated(forgotten: Check = 'no_crea'): never {
    const { refusal } = this
    if (this.failed.size === 0 && refusal !== null) {
      this.fails(refusal.startsWith('401') ? 'no_crea' : 'creacion_rechazada', refusal)
    } else if (this.failed.size === 0) this.fails(forgotten, 'POST /v1/verificaciones: —')
    throw new Abandoned()
  }

  /** What the back end believes. If it does not say, that is recorded and the attack is abandoned. */
  async belief(): Promise<Belief> {
    const belief = await this.terms.backend.belief(this.latest.solicitudId)
    if (!('wrong' in belief)) return belief
    const { es, en } = belief.wrong
    this.fails('contrato_de_certificacion', { es: asked + es, en: asked + en })
    throw new Abandoned()
  }

  /** Whether the back end comes to believe in this end within `minutes` of its time. Checks its `accion` too. */
  async believes(estado: string, check: Check, minutes = 0): Promise<boolean> {
    let isSameEnd = false
    let said = ''
    const holds = async () => {
      const belief = await this.belief()
      said = asked + JSON.stringify(belief)
      isSameEnd = belief.estado === estado
      return isSameEnd && belief.accion === this.accion
    }
    const isBelieved = await this.until(holds, minutes)
    const ended = `${estado}, ${this.accion}`
    if (isBelieved) this.saw('estado', said)
    else
      this.fails(isSameEnd ? 'accion_distinta' : check, {
        es: `${said}; terminó ${ended}`,
        en: `${said}; it ended ${ended}`,
      })
    return isSameEnd
  }
}

/** Whether it says that the verification has ended. */
export const isOver = ({ estado }: Belief): boolean => (estado ?? 'en_proceso') !== 'en_proceso'

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
