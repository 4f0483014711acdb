import type {
  Abono,
  ArchivoDeMundo,
  Borrado,
  CambioDeCuenta,
  CambioDeDestino,
  CambioDeFuente,
  CambioDeHallazgos,
  CambioDePago,
  CambioDeReloj,
  Comprobacion,
  Cuenta,
  EleccionDeReceta,
  Entrega,
  EtapaDelSecreto,
  FallaDelProcesador,
  FirmaPorComprobar,
  GuionDelReceptor,
  LlaveEmitida,
  Mundo,
  NuevaAclaracion,
  NuevaCuenta,
  NuevaLlave,
  NuevoMundo,
  Pago,
  PedidoDeFallos,
  Receta,
  Reloj,
  Secreto,
  Solicitud,
  SolicitudEntera,
  Transferencias,
} from './Levers.ts'

/**
 * The levers of a simulator as typed methods, without dependencies. Fields are the interface's own, in Spanish;
 * `docs/simulator/controls.md` says what each lever does.
 */

/**
 * The findings of the sources about one CURP. A field that is omitted follows the CURP's scenario; null removes the
 * findings.
 */
export type Hallazgos = Omit<CambioDeHallazgos, 'curp'>
export type Fuente = CambioDeFuente['fuente']
export type FallaDeFuente = NonNullable<CambioDeFuente['falla']>
export type Fallo = PedidoDeFallos['codigo']

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

/** Calls a lever by its whole address. */
export const call = async (url: string, method: string, body?: unknown, refusals = 0): Promise<unknown> => {
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

const accountPath = (tenant: string, ...rest: ReadonlyArray<string>): string =>
  ['/cuentas', tenant, ...rest].map((segment, index) => (index === 0 ? segment : encodeURIComponent(segment))).join('/')

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
  lever<A>(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<A> {
    // What a lever answers is what its document says.
    return call(`${this.url}/_simulador/mundos/${this.name}${path}`, method, body) as Promise<A>
  }

  clock = (): Promise<Reloj> => this.lever('GET', '/reloj')
  setClock = (change: CambioDeReloj): Promise<Reloj> => this.lever('POST', '/reloj', change)
  /**
   * Jumps; all work that falls due on the way is done when it comes back. A webhook that falls due is sent on the way:
   * it waits for the answer of your receiver, so do not call it from there.
   */
  advance = (seconds: number): Promise<Reloj> => this.setClock({ avanzar_segundos: seconds })
  openAccount = (account: NuevaCuenta): Promise<Cuenta> => this.lever('POST', '/cuentas', account)
  /** The accounts as they are now, with balances, keys and when each key was last used. */
  listAccounts = async (): Promise<ReadonlyArray<Cuenta>> =>
    (await this.lever<{ readonly cuentas: ReadonlyArray<Cuenta> }>('GET', '/cuentas')).cuentas
  /** Changes price, limits, billing mode or state; price, limits and mode apply to new verifications. */
  changeAccount = (tenant: string, change: CambioDeCuenta): Promise<Cuenta> =>
    this.lever('PATCH', accountPath(tenant), change)
  /** From the next request on its keys answer 401 `llave_invalida`; what is in progress ends. */
  suspendAccount = (tenant: string): Promise<Cuenta> => this.changeAccount(tenant, { estado: 'suspendida' })
  activateAccount = (tenant: string): Promise<Cuenta> => this.changeAccount(tenant, { estado: 'activa' })
  /** Credits an account in pesos; a negative amount corrects its balance. The same reference counts once. */
  credit = (tenant: string, monto: number, referencia: string): Promise<Cuenta> =>
    this.lever('POST', accountPath(tenant, 'abonos'), { monto, referencia } satisfies Abono)
  issueKey = (tenant: string, key: NuevaLlave = {}): Promise<LlaveEmitida> =>
    this.lever('POST', accountPath(tenant, 'llaves'), key)
  revokeKey = (tenant: string, nombre: string): Promise<void> =>
    this.lever('DELETE', accountPath(tenant, 'llaves', nombre))
  /** The stages of a rotation of the signing secret. */
  rotateSecret = (tenant: string, accion: EtapaDelSecreto['accion']): Promise<Secreto> =>
    this.lever('POST', accountPath(tenant, 'secreto'), { accion } satisfies EtapaDelSecreto)
  /** Erases a verification that has ended; the answer is the signed receipt. */
  erase = (verificacion_id: string): Promise<Borrado> =>
    this.lever('POST', `/verificaciones/${encodeURIComponent(verificacion_id)}/borrar`)
  /** Applies retention as of the simulated time, and returns how many verifications it removed. */
  applyRetention = async (): Promise<number> =>
    (await this.lever<{ readonly retiradas: number }>('POST', '/retencion')).retiradas
  /** Sets the fault of a source from now on; null fixes the source. */
  breakSource = (fuente: Fuente, falla: FallaDeFuente | null): Promise<unknown> =>
    this.lever('POST', '/fuentes', { fuente, falla } satisfies CambioDeFuente)
  /**
   * The next creations answer this error and create nothing. `conexion_cortada` and `respuesta_tardia` create the
   * verification.
   */
  failNext = (codigo: Fallo, veces = 1): Promise<unknown> =>
    this.lever('POST', '/fallos', { codigo, veces } satisfies PedidoDeFallos)
  /** What the receiver behind a `webhook_url` answers, in turn; the last stays. */
  scriptReceiver = (url: string, estatus: ReadonlyArray<number>, demora_ms = 0): Promise<unknown> =>
    this.lever('POST', '/webhooks/respuestas', { url, estatus: [...estatus], demora_ms } satisfies GuionDelReceptor)
  /**
   * Webhooks of an account, or to one `webhook_url`, go to a receiver of yours, whose answers count; null ends it.
   * It is on this machine, or where the simulator's settings allow it.
   */
  sendWebhooks = (
    whose: { readonly tenant: string } | { readonly url: string },
    destino: string | null,
  ): Promise<unknown> => this.lever('POST', '/webhooks/destinos', { ...whose, destino } satisfies CambioDeDestino)
  /** Sets the findings of the sources about one CURP; null removes a part. */
  scriptFindings = (curp: string, hallazgos: Hallazgos): Promise<unknown> =>
    this.lever('POST', '/hallazgos', { curp, ...hallazgos } satisfies CambioDeHallazgos)
  /**
   * Findings are about another person than the one with this CURP: a kind of list, or lawsuits by name. They are left out
   * from the next verification on, until `quitar`.
   */
  clearFindings = (aclaracion: NuevaAclaracion): Promise<unknown> => this.lever('POST', '/aclaraciones', aclaracion)
  /** One recipe for everything that a verification can come to. */
  recipes = async (): Promise<ReadonlyArray<Receta>> =>
    (await this.lever<{ readonly recetas: ReadonlyArray<Receta> }>('GET', '/recetas')).recetas
  /** Does everything in a recipe except for the request. Returns the `solicitante` of the request. */
  prepare = async (para: Receta['para'], codigo: string): Promise<Receta['solicitante']> => {
    const recipe = await this.lever<Receta>('POST', '/recetas', { para, codigo } satisfies EleccionDeReceta)
    return recipe.solicitante
  }
  /** Every attempt of a webhook as it arrived, oldest first. */
  deliveries = async (verificacion_id?: string): Promise<ReadonlyArray<Entrega>> => {
    const query = verificacion_id === undefined ? '' : `?verificacion_id=${encodeURIComponent(verificacion_id)}`
    return (await this.lever<{ readonly entregas: ReadonlyArray<Entrega> }>('GET', `/webhooks${query}`)).entregas
  }
  /** Sends the webhook of a verification again: the same event, the same bytes. With a stopped clock, it leaves at `advance(0)`. */
  resendWebhook = (verificacion_id: string): Promise<unknown> =>
    this.lever('POST', '/webhooks/reenviar', { verificacion_id })
  /** Whether a signature is good and, if not, why. */
  checkSignature = (firma: FirmaPorComprobar): Promise<Comprobacion> => this.lever('POST', '/webhooks/comprobar', firma)
  /** Makes a payment of an applicant, or changes one. */
  putPayment = (pago: CambioDePago): Promise<Pago> => this.lever('POST', '/pagos', pago)
  /** What the processor has transferred. */
  transfers = async (): Promise<Transferencias['transferencias']> =>
    (await this.lever<Transferencias>('GET', '/transferencias')).transferencias
  /** The processor's next calls fail. */
  breakProcessor = (falla: FallaDelProcesador): Promise<unknown> => this.lever('POST', '/procesador/fallas', falla)
  /** The last requests that came, newest first and without controls, and why one was refused. */
  requests = async (limite = 100): Promise<ReadonlyArray<Solicitud>> =>
    (await this.lever<{ readonly solicitudes: ReadonlyArray<Solicitud> }>('GET', `/solicitudes?limite=${limite}`))
      .solicitudes
  /**
   * A request whole, with personal data masked: why it was refused, the same as it would have been accepted, and what
   * it led to.
   *
   * @param id the `Service-Request-Id` of its answer, `requestId` of an error of `@cotejo/client`
   */
  request = (id: string): Promise<SolicitudEntera> => this.lever('GET', `/solicitudes/${encodeURIComponent(id)}`)
  /** Keeps all state as it is now; the function that comes back restores it. */
  snapshot = async (): Promise<() => Promise<void>> => {
    const { instantanea } = await this.lever<{ readonly instantanea: string }>('POST', '/instantaneas')
    return () => this.lever('POST', `/instantaneas/${instantanea}/restaurar`)
  }
  /** Everything in it, for a file that another process loads. */
  save = (): Promise<ArchivoDeMundo> => this.lever('GET', '/mundo')
  /** Replaces everything in it by what was saved, here or elsewhere; the accounts that it then has are returned. */
  load = async (file: ArchivoDeMundo): Promise<ReadonlyArray<Cuenta>> =>
    (await this.lever<Mundo>('PUT', '/mundo', file)).cuentas
  reset = (): Promise<void> => this.lever('POST', '/reiniciar')

  /** Ends the world. Its keys no longer belong to a world. */
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
    // What a lever answers is what its document says.
    const { mundo, cuentas } = answer as Mundo
    return new World(this.url, mundo, cuentas)
  }
}
