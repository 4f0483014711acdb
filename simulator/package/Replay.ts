import type { Grabacion, Paso } from './Levers.ts'
import { LeverError, type SimulatorClient, type World } from './SimulatorClient.ts'

/** A step that was answered otherwise than when it was recorded. */
export interface Difference {
  /** From 0. */
  readonly step: number
  readonly ruta: string
  /** HTTP status, as it was recorded and as it is now. */
  readonly recorded: number
  readonly answered: number
}

export interface Replay {
  /** Its clock stands at the instant at which the recording was taken. */
  readonly world: World
  /** Empty where all went as it did. */
  readonly differences: ReadonlyArray<Difference>
}

/** A jump with much to do on its way may end before it has come so far. */
const mostJumps = 1_000

const goTo = async (world: World, instant: string): Promise<void> => {
  for (let jumps = 0; jumps < mostJumps; jumps++) {
    const { ahora } = await world.setClock({ ahora: instant })
    if (Date.parse(ahora) >= Date.parse(instant)) return
  }
  throw new Error(`the clock does not come to ${instant}`)
}

/** The same value, with recorded identifiers replaced by those in this world. */
const renamed = (value: unknown, names: ReadonlyMap<unknown, string>): unknown => {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names))
  if (typeof value !== 'object' || value === null) return names.get(value) ?? value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member, names)]))
}

/** A key is allowed so many requests in a real minute, however long they took when they were recorded. */
const mostWaits = 10

interface Answer {
  readonly status: number
  readonly body: unknown
}

const asked = async (url: string, key: string, step: Paso, cuerpo: unknown, waits = 0): Promise<Answer> => {
  const solicitudId = String(Object(cuerpo)['solicitud_id'])
  const authorization = `Bearer ${key}`
  // A header carries bytes, so each UTF-8 byte becomes one character.
  const idempotencyKey = String.fromCharCode(...new TextEncoder().encode(solicitudId))
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': idempotencyKey }
  const sent = fetch(url + step.ruta, { method: 'POST', headers, body: JSON.stringify(cuerpo) })
  const response = await sent.catch(() => null)
  if (response === null) {
    // A recorded fault cut the connection once the verification was created.
    const query = `?solicitud_id=${encodeURIComponent(solicitudId)}`
    const list = await fetch(url + step.ruta + query, { headers: { authorization } })
    const [created] = Object(await list.json()).verificaciones ?? []
    return { status: created === undefined ? 0 : 200, body: created }
  }
  const body: unknown = await response.json()
  const wait = response.headers.get('retry-after')
  if (response.status !== 429 || step.estatus === 429 || wait === null || waits === mostWaits) {
    return { status: response.status, body }
  }
  await new Promise((resolve) => setTimeout(resolve, Number(wait) * 1_000))
  return asked(url, key, step, cuerpo, waits + 1)
}

/** Pulls a recorded lever. The client does not return the status of a success, so this returns the recorded one. */
const pulled = async (world: World, { metodo, ruta, estatus }: Paso, cuerpo: unknown): Promise<Answer> => {
  const body = metodo === 'DELETE' ? undefined : cuerpo
  try {
    return { status: estatus, body: await world.lever<unknown>(metodo, ruta, body) }
  } catch (cause) {
    if (cause instanceof LeverError) return { status: cause.status, body: null }
    throw cause
  }
}

/** A recording may come from anywhere. */
const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A path, with recorded identifiers replaced by those in this world. */
const renamedPath = (ruta: string, names: ReadonlyMap<unknown, string>): string =>
  ruta
    .split('/')
    .map((segment) => {
      const name = names.get(decoded(segment))
      return name === undefined ? segment : encodeURIComponent(name)
    })
    .join('/')

interface Key {
  readonly tenant: string
  readonly nombre: string
  readonly llave: string
  readonly vence_en: string | null
}

/** The keys of the accounts in the new world that are accepted. */
class Keys {
  #keys: ReadonlyArray<Key> = []

  constructor(accounts: World['accounts']) {
    for (const account of accounts) this.#add(account)
  }

  #add({ tenant, llaves }: Pick<World['accounts'][number], 'tenant' | 'llaves'>): void {
    this.#keys = [...this.#keys, ...llaves.map((key) => ({ tenant, ...key }))]
  }

  /** A key of an account that is valid at an instant; without a valid key, the first of its keys. */
  of(tenant: string, instant: string): string {
    const own = this.#keys.filter((key) => key.tenant === tenant)
    const isFresh = ({ vence_en }: Key) => vence_en === null || Date.parse(vence_en) > Date.parse(instant)
    return (own.find(isFresh) ?? own[0])?.llave ?? ''
  }

  /** Notes what a lever answered of accounts and keys. */
  hear(metodo: Paso['metodo'], ruta: string, body: object): void {
    const [, cuentas, tenant = '', llaves, nombre] = ruta.split('/').map(decoded)
    if (cuentas !== 'cuentas') return
    if (tenant === '' && 'llaves' in body) this.#add(Object(body))
    if (llaves !== 'llaves') return
    if (metodo === 'POST') this.#keys = [...this.#keys, { tenant, ...Object(body) }]
    else this.#keys = this.#keys.filter((key) => key.tenant !== tenant || key.nombre !== nombre)
  }
}

const someWorld = 'http://simulator/_simulador/mundos/m'

/** Whether a path stays in the world that it is replayed in. A recording may come from an untrusted source. */
const staysInWorld = ({ ruta }: Paso): boolean =>
  /^\/[\x21-\x7e]*$/.test(ruta) && URL.parse(someWorld + ruta)?.href.startsWith(`${someWorld}/`) === true

/** Does in a new world all that was recorded, each step at its instant. */
export const replay = async (simulator: SimulatorClient, recording: Grabacion, name?: string): Promise<Replay> => {
  const { semilla, ahora, cuentas, pasos, hasta } = recording
  const stray = pasos.findIndex((paso) => !staysInWorld(paso))
  if (stray >= 0)
    throw new LeverError(400, `El paso ${stray + 1} de la grabación tiene una ruta que no es de su mundo.`)
  const named = name === undefined ? {} : { nombre: name }
  const world = await simulator.world({ ...named, semilla, ahora, cuentas, congelado: true })
  const keys = new Keys(world.accounts)
  const names = new Map<unknown, string>()
  const differences: Array<Difference> = []
  for (const [step, paso] of pasos.entries()) {
    await goTo(world, paso.en)
    const cuerpo = renamed(paso.cuerpo, names)
    const ruta = renamedPath(paso.ruta, names)
    const key = paso.cuenta === null ? null : keys.of(paso.cuenta, paso.en)
    const { status, body } =
      key === null ? await pulled(world, { ...paso, ruta }, cuerpo) : await asked(world.url, key, paso, cuerpo)
    if (status !== paso.estatus) differences.push({ step, ruta: paso.ruta, recorded: paso.estatus, answered: status })
    keys.hear(paso.metodo, ruta, Object(body))
    for (const [what, recorded] of Object.entries(paso.identificadores)) names.set(recorded, String(Object(body)[what]))
  }
  await goTo(world, hasta)
  return { world, differences }
}
