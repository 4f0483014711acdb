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
  /** When the next one may come by its `Retry-After`, in milliseconds of the case. */
  notBefore: number
}

/** What holds for all attacks of one certification. */
export interface Terms {
  readonly backend: Backend
  /** How many times as fast as real time the clocks of the back end run. */
  readonly speed: number
  /** How much longer than that the back end may take, in real milliseconds. */
  readonly patienceMs: number
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
  /** Whether answers and webhooks have an undeclared field. */
  widened = false
  /** How often the verification was asked for, and how often since the end was told. */
  readonly readings = { all: 0, sinceEnd: 0 }
  endWasTold = false
  /** What the service has the landlord do; null until the end, and where it says nothing. */
  accion: string | null = null
  /** From when on the verification cannot be read, in milliseconds of the case. */
  unreadableFrom = Number.POSITIVE_INFINITY
  /** What was seen, in order. */
  readonly seen: Array<Text> = []
  readonly failed = new Set<Check>()
  readonly #began = performance.now()

  constructor(attack: string, curp: string, world: World, terms: Terms) {
    this.attack = attack
    this.curp = curp
    this.world = world
    this.terms = terms
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

  saw(what: Text | string): void {
    const { es, en } = typeof what === 'string' ? plain(what) : what
    const at = `+${(this.elapsedMs / 1_000).toFixed(2)} s  `
    this.seen.push({ es: at + es, en: at + en })
  }

  /** Notes what the back end does wrong, and what shows it. */
  fails(check: Check, what: Text | string): void {
    if (this.failed.has(check)) return
    this.failed.add(check)
    this.saw(what)
  }

  /** So many minutes on the clocks of the back end, in real milliseconds. */
  minutes(count: number): number {
    return (count * 60_000) / this.terms.speed
  }

  /** Waits for an outcome, at most `minutes` of the back end plus its patience. Returns whether it came. */
  async until(holds: () => boolean | Promise<boolean>, minutes = 0): Promise<boolean> {
    const end = this.elapsedMs + this.minutes(minutes) + this.terms.patienceMs
    for (let wait = 20; ; wait = Math.min(wait * 1.5, 500)) {
      if (await holds()) return true
      if (this.elapsedMs >= end) return false
      await pause(wait)
    }
  }

  /** Asks the back end to verify the applicant. It may answer late: what counts is what it requests. */
  async start(): Promise<void> {
    const status = await this.terms.backend.start(this.curp)
    this.saw(`POST {backend} → ${status ?? '—'}`)
  }

  /** Until a creation was carried out and answered. */
  async created(minutes = 15): Promise<void> {
    const isDone = ({ verificacionId, over }: Creation) => verificacionId !== null && over
    const isMixedUp = () => this.failed.has('llave_reutilizada')
    const isCreated = await this.until(() => isMixedUp() || this.creations.some(isDone), minutes)
    if (isMixedUp()) throw new Abandoned()
    if (isCreated) return
    this.fails('no_crea', 'POST /v1/verificaciones: —')
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
    if (isBelieved) this.saw(said)
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
