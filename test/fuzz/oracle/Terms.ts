/** Of every plan, in pesos. */
export const price = 100

/** As the lever of the simulator takes them; `saldo` in pesos. */
export interface Terms {
  readonly modo: 'consumo' | 'connect'
  readonly saldo: number
  readonly limite_por_minuto: number
  readonly cuota_mensual: number | null
}

/** Terms that no run exhausts. */
export const ample: Terms = { modo: 'consumo', saldo: 100_000_000, limite_por_minuto: 1_000_000, cuota_mensual: null }

/** A payment on the platform of an account in mode `connect`. */
export interface Payment {
  readonly tenant: string
  /** Confirmed, in MXN, of the price or more, neither given back nor disputed. */
  readonly isGood: boolean
  isTaken: boolean
}
