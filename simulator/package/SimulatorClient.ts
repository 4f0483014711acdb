/**
 * The levers of a simulator as typed methods, without dependencies. Fields are the interface's own, in Spanish;
 * `docs/simulator.md` says what each lever does.
 */

/** An account with what a real service would show only once. */
export interface Cuenta {
  readonly tenant: string
  readonly modo: 'consumo' | 'connect'
  readonly llave: string
  readonly secreto_firma: string
  /** Pesos. */
  readonly monto_por_verificacion: number
  readonly moneda: string
  /** Pesos; null in mode `connect`. */
  readonly saldo: number | null
  readonly limite_por_minuto: number
  readonly cuota_mensual: number | null
}

export interface NuevaCuenta {
  readonly modo: Cuenta['modo']
  readonly tenant?: string
  readonly monto_por_verificacion?: number
  readonly saldo?: number
  readonly limite_por_minuto?: number
  readonly cuota_mensual?: number | null
}

export interface Reloj {
  /** ISO 8601, on the simulated clock. */
  readonly ahora: string
  /** Simulated seconds per real second. */
  readonly velocidad: number
}

export interface CambioDeReloj {
  readonly avanzar_segundos?: number
  readonly hasta_lo_siguiente?: boolean
  readonly velocidad?: number
  readonly congelado?: boolean
  readonly ahora?: string
}

export interface NuevoMundo {
  readonly nombre?: string
  /** Makes identifiers and latencies repeatable. */
  readonly semilla?: string
  readonly ahora?: string
  readonly velocidad?: number
  /** Time stands still but for jumps. */
  readonly congelado?: boolean
  readonly cuentas?: ReadonlyArray<NuevaCuenta>
}

/** An attempt of a webhook as it arrived. */
export interface Entrega {
  readonly event_id: string
  readonly verificacion_id: string | null
  readonly url: string
  readonly intento: number
  readonly recibido_en: string
  /** By lower-case name. */
  readonly encabezados: Readonly<Record<string, string>>
  /** The raw text, as it was signed. */
  readonly cuerpo: string
  /** What the receiver answered; null when the sender was gone by then. */
  readonly estatus: number | null
}

export interface Pago {
  readonly payment_intent_id?: string
  readonly estado: string
  readonly moneda: string
  /** Pesos. */
  readonly monto: number
  readonly tenant?: string
  readonly reembolsado?: number
  readonly disputado?: boolean
}

/** What the sources say of one CURP. What is left out they say as its scenario has it. */
export interface Hallazgos {
  readonly identidad?:
    | 'no_existe'
    | 'falla'
    | {
        readonly estatus: 'activa' | 'baja'
        /** Whether the names agree, where none are given `no_proporcionado`; as they were given when absent. */
        readonly nombre?: 'coincide' | 'no_coincide' | 'no_proporcionado'
        readonly validacion: 'valida' | 'no_valida'
        readonly credencial: 'coincide' | 'no_coincide' | 'no_localizada'
      }
    | null
  readonly listas?:
    | 'falla'
    | {
        readonly internacionales: ReadonlyArray<string>
        readonly fiscal: ReadonlyArray<string>
        /** Kinds of list that do not match, and hold somebody alike. */
        readonly posibles?: ReadonlyArray<string>
      }
    | null
  readonly judicial?:
    | 'falla'
    | { readonly juicios: ReadonlyArray<{ readonly materia: string; readonly estado: 'concluido' | 'en_curso' }> }
    | null
}

/** How to reach one thing of the catalogue. */
export interface Receta {
  /** What it leads to: a factor, a step, a level, an explanation of one, or an end without recommendation. */
  readonly para: 'factor' | 'paso' | 'nivel' | 'explicacion' | 'sin_recomendacion'
  readonly codigo: string
  /** For the request of the verification. Each recipe has a CURP of its own. */
  readonly solicitante: {
    readonly curp: string
    readonly nombre?: string
    readonly apellido_paterno?: string
    readonly apellido_materno?: string
  }
  readonly hallazgos: Hallazgos & { readonly curp: string }
  /** Of the whole world, until they are taken back. */
  readonly fallas: ReadonlyArray<{ readonly fuente: Fuente; readonly falla: FallaDeFuente }>
  /** How the verification ends. */
  readonly fin: { readonly estado: string; readonly accion: string | null; readonly nivel: string | null }
}

export type Fuente = 'identidad' | 'listas' | 'judicial'
export type FallaDeFuente = 'caida' | 'colgada' | 'lenta' | 'basura' | 'goteo' | 'enorme' | 'otra_persona'
export type Fallo = 'error_interno' | 'respuesta_retenida' | 'base_no_alcanzable' | 'limite_excedido'

/** A lever answered an error. */
export class LeverError extends Error {
  override readonly name = 'LeverError'
  readonly status: number

  constructor(status: number, mensaje: string) {
    super(mensaje)
    this.status = status
  }
}

/** A simulator that has too much waiting refuses before it begins: so often a lever is pulled again. */
const mostRefusals = 30

const call = async (url: string, method: string, body?: unknown, refusals = 0): Promise<unknown> => {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await response.text()
  const wait = response.headers.get('retry-after')
  if (response.status === 503 && wait !== null && refusals < mostRefusals) {
    await new Promise((resolve) => setTimeout(resolve, Number(wait) * 1_000))
    return call(url, method, body, refusals + 1)
  }
  const answer: unknown = text === '' ? null : JSON.parse(text)
  if (response.ok) return answer
  const { mensaje = text } = Object(answer)
  throw new LeverError(response.status, `${method} ${url}: ${response.status} ${mensaje}`)
}

/** One world: a sandbox of its own, with levers. `await using` ends it. */
export class World implements AsyncDisposable {
  readonly name: string
  /** Where the API begins, for the partner's client: the key says which world is meant. */
  readonly url: string
  /** The accounts that it began with. */
  readonly accounts: ReadonlyArray<Cuenta>

  constructor(url: string, name: string, accounts: ReadonlyArray<Cuenta>) {
    this.url = url
    this.name = name
    this.accounts = accounts
  }

  /** The first of its accounts in this mode. */
  account(modo: Cuenta['modo'] = 'consumo'): Cuenta {
    const found = this.accounts.find((one) => one.modo === modo)
    if (found === undefined) throw new TypeError(`the world ${this.name} has no account in mode ${modo}`)
    return found
  }

  /** Calls a lever of this world by its path, as `/reloj`. */
  lever<A>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<A> {
    // What a lever answers is what its document says.
    return call(`${this.url}/_simulador/mundos/${this.name}${path}`, method, body) as Promise<A>
  }

  clock = (): Promise<Reloj> => this.lever('GET', '/reloj')
  setClock = (change: CambioDeReloj): Promise<Reloj> => this.lever('POST', '/reloj', change)
  /** Jumps; all work that falls due on the way is done when it comes back. */
  advance = (seconds: number): Promise<Reloj> => this.setClock({ avanzar_segundos: seconds })
  openAccount = (account: NuevaCuenta): Promise<Cuenta> => this.lever('POST', '/cuentas', account)
  /** What a source does from now on; null mends it. */
  breakSource = (fuente: Fuente, falla: FallaDeFuente | null): Promise<unknown> =>
    this.lever('POST', '/fuentes', { fuente, falla })
  /** The next creations answer this error and create nothing. */
  failNext = (codigo: Fallo, veces = 1): Promise<unknown> => this.lever('POST', '/fallos', { codigo, veces })
  /** What the receiver behind a `webhook_url` answers, in turn; the last stays. */
  scriptReceiver = (url: string, estatus: ReadonlyArray<number>, demora_ms = 0): Promise<unknown> =>
    this.lever('POST', '/webhooks/respuestas', { url, estatus, demora_ms })
  /**
   * Webhooks of an account, or to one `webhook_url`, go to a receiver of yours, whose answers count; null ends it.
   * It is on this machine, or where the simulator's settings allow it.
   */
  sendWebhooks = (
    whose: { readonly tenant: string } | { readonly url: string },
    destino: string | null,
  ): Promise<unknown> => this.lever('POST', '/webhooks/destinos', { ...whose, destino })
  /** What the sources say of one CURP; null takes a part back. */
  scriptFindings = (curp: string, hallazgos: Hallazgos): Promise<unknown> =>
    this.lever('POST', '/hallazgos', { curp, ...hallazgos })
  /** One recipe for everything that a verification can come to. */
  recipes = async (): Promise<ReadonlyArray<Receta>> =>
    (await this.lever<{ readonly recetas: ReadonlyArray<Receta> }>('GET', '/recetas')).recetas
  /** Does what a recipe says but for the request, whose `solicitante` is returned. */
  prepare = async (para: Receta['para'], codigo: string): Promise<Receta['solicitante']> => {
    const recipe = (await this.recipes()).find((one) => one.para === para && one.codigo === codigo)
    if (recipe === undefined) throw new TypeError(`there is no recipe for ${para} ${codigo}`)
    const { curp, ...hallazgos } = recipe.hallazgos
    await this.scriptFindings(curp, hallazgos)
    for (const { fuente, falla } of recipe.fallas) await this.breakSource(fuente, falla)
    return recipe.solicitante
  }
  /** Every attempt of a webhook as it arrived, oldest first. */
  deliveries = async (verificacion_id?: string): Promise<ReadonlyArray<Entrega>> => {
    const query = verificacion_id === undefined ? '' : `?verificacion_id=${encodeURIComponent(verificacion_id)}`
    return (await this.lever<{ readonly entregas: ReadonlyArray<Entrega> }>('GET', `/webhooks${query}`)).entregas
  }
  /** Makes a payment of an applicant, or changes one. */
  putPayment = (pago: Pago): Promise<Pago & { readonly payment_intent_id: string }> =>
    this.lever('POST', '/pagos', pago)
  /** Keeps all state as it is now; the function that comes back restores it. */
  snapshot = async (): Promise<() => Promise<void>> => {
    const { instantanea } = await this.lever<{ readonly instantanea: string }>('POST', '/instantaneas')
    return () => this.lever('POST', `/instantaneas/${instantanea}/restaurar`)
  }
  reset = (): Promise<void> => this.lever('POST', '/reiniciar')

  /** Ends it; its keys are nobody's from then on. */
  async close(): Promise<void> {
    await call(`${this.url}/_simulador/mundos/${this.name}`, 'DELETE')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** A simulator that runs somewhere on this machine. */
export class SimulatorClient {
  readonly url: string

  /** @param url where it is, as `http://127.0.0.1:4010` */
  constructor(url: string) {
    this.url = url.replace(/\/+$/, '')
  }

  /** Makes a world. */
  async world(settings: NuevoMundo = {}): Promise<World> {
    const answer = await call(`${this.url}/_simulador/mundos`, 'POST', settings)
    const { mundo, cuentas } = answer as { readonly mundo: string; readonly cuentas: ReadonlyArray<Cuenta> }
    return new World(this.url, mundo, cuentas)
  }
}
