import { type AccountName, type BodyName, type fallas, type fuentes, type PaymentName, paymentCount } from './Steps.ts'

/** A small model of the contract: what each answer must be, said a second time and as simply as can be. */

type Falla = Exclude<(typeof fallas)[number], null>
type Faults = Partial<Record<(typeof fuentes)[number], Falla>>

/** How a verification must end. */
export interface Outcome {
  readonly estado: 'emitida' | 'no_concluyente'
  readonly accion: string | null
  readonly nivel: string | null
  readonly consultadas: number
  readonly disponibles: number
}

export interface Modelled {
  readonly id: string
  readonly request: number
  readonly body: BodyName
  readonly payment: number | null
  readonly createdAt: number
  /** Faults of the sources when it was created; null once they changed while it was under way. */
  faults: Faults | null
  ended: Outcome | null
}

export interface ModelAccount {
  readonly mode: 'consumo' | 'connect'
  readonly perMinute: number
  readonly quota: number | null
  settled: number
  /** POSTs that consumed rate. A sequence runs in less than a minute of real time. */
  rated: number
  /** What each payment is. Only those of an account in mode connect count. */
  readonly payments: Array<PaymentName>
  /** Oldest first. */
  readonly verifications: Array<Modelled>
}

export const price = 100

export const openings: Record<
  AccountName,
  { modo: string; saldo?: number; limite_por_minuto?: number; cuota_mensual?: number }
> = {
  holgada: { modo: 'consumo', saldo: 100_000 },
  justa: { modo: 'consumo', saldo: 250 },
  cuota: { modo: 'consumo', saldo: 100_000, cuota_mensual: 2 },
  lenta: { modo: 'consumo', saldo: 100_000, limite_por_minuto: 1 },
  conectada: { modo: 'connect' },
}

export const opened = (name: AccountName): ModelAccount => {
  const { modo, saldo = 0, limite_por_minuto = 600, cuota_mensual = null } = openings[name]
  return {
    mode: modo === 'connect' ? 'connect' : 'consumo',
    perMinute: limite_por_minuto,
    quota: cuota_mensual,
    settled: saldo,
    rated: 0,
    payments: Array.from({ length: paymentCount }, () => 'bueno'),
    verifications: [],
  }
}

const byScenario: Record<BodyName, readonly [accion: string, nivel: string] | null> = {
  LIMP: ['puede_continuar', 'alto'],
  GOMC: ['puede_continuar', 'alto'],
  MARC: ['continuar_con_reservas', 'medio'],
  ROJF: ['continuar_con_reservas', 'medio'],
  ROJI: ['no_continuar_todavia', 'bajo'],
  LERT: ['no_continuar_todavia', 'bajo'],
  FALL: null,
  NOEX: null,
}

const inconclusive = (consultadas: number, disponibles: number): Outcome => ({
  estado: 'no_concluyente',
  accion: null,
  nivel: null,
  consultadas,
  disponibles,
})

const isDown = (falla: Falla | undefined): boolean => falla === 'caida' || falla === 'colgada' || falla === 'basura'

/** How a verification ends whose sources failed alike all its life; null where that cannot be told simply. */
export const outcomeOf = (body: BodyName, faults: Faults): Outcome | null => {
  const usual = byScenario[body]
  if (isDown(faults.identidad) || body === 'FALL') return inconclusive(0, 1)
  if (usual === null) return inconclusive(1, 1)
  if (Object.values(faults).includes('lenta')) return null
  const missing = [faults.listas, faults.judicial].filter(isDown).length
  if (missing === 2) return inconclusive(1, 3)
  const [accion, nivel] = usual
  const emitted = { estado: 'emitida', accion, nivel, consultadas: 3 - missing, disponibles: 3 } as const
  if (missing === 0) return emitted
  // Lists or lawsuits that could not be consulted say nothing against anyone; at best medio.
  const unseen = (body === 'LERT' && isDown(faults.listas)) || nivel === 'alto' || nivel === 'medio'
  return unseen ? { ...emitted, accion: 'continuar_con_reservas', nivel: 'medio' } : emitted
}

/** Seconds of simulated time before which it must be under way, and from which it must have ended. */
export const lifetime = (body: BodyName, faults: Faults): readonly [number, number] => {
  const all = Object.values(faults)
  if (all.includes('colgada') || all.includes('lenta')) return [0, 600]
  if (isDown(faults.identidad)) return faults.identidad === 'caida' ? [0, 0] : [36, 89]
  if (body === 'FALL' || body === 'NOEX') return [36, 89]
  return faults.judicial === 'caida' ? [36, 223] : [90, 223]
}

/** The verification that a payment backs: one under way, or emitted. */
const backedBy = ({ verifications }: ModelAccount, payment: number): Modelled | undefined =>
  verifications.find((one) => one.payment === payment && one.ended?.estado !== 'no_concluyente')

const backs = (account: ModelAccount, payment: number | null): boolean => {
  if (payment === null || backedBy(account, payment) !== undefined) return false
  const pago = account.payments[payment]
  return pago === 'bueno' || pago === 'justo'
}

/** Whether a payment may become this. One that backs something was confirmed, and can but be given back. */
export const mayBecome = (account: ModelAccount, payment: number, pago: PaymentName): boolean =>
  backedBy(account, payment) === undefined || ['bueno', 'justo', 'devuelto', 'parcial', 'disputado'].includes(pago)

/** What must have been transferred: the price of each emitted verification, once. */
export const transfersOf = ({ mode, verifications }: ModelAccount): ReadonlyArray<Modelled> =>
  mode === 'connect' ? verifications.filter(({ ended }) => ended?.estado === 'emitida') : []

export type Expected =
  | { readonly status: number; readonly codigo: string }
  | { readonly status: 200; readonly replayed: Modelled }
  | { readonly status: 200; readonly replayed: null }

/** A request, as far as it is right by itself. */
export type Asked = Pick<Modelled, 'request' | 'body' | 'payment'>

/** What POST answers to a request that is right by itself (steps 16 to 18), consuming what it consumes. */
export const judge = (account: ModelAccount, { request, body, payment }: Asked): Expected => {
  const earlier = account.verifications.find((one) => one.request === request)
  if (earlier !== undefined) {
    return earlier.body === body && earlier.payment === payment
      ? { status: 200, replayed: earlier }
      : { status: 409, codigo: 'conflicto_idempotencia' }
  }
  if (account.rated >= account.perMinute) return { status: 429, codigo: 'limite_excedido' }
  if (account.quota !== null && account.verifications.length >= account.quota)
    return { status: 429, codigo: 'limite_excedido' }
  account.rated += 1
  if (account.mode === 'connect') {
    return backs(account, payment) ? { status: 200, replayed: null } : { status: 402, codigo: 'cobro_no_verificado' }
  }
  const held = account.verifications.filter(({ ended }) => ended === null).length * price
  if (account.settled - held < price) return { status: 402, codigo: 'consumo_agotado' }
  return { status: 200, replayed: null }
}
