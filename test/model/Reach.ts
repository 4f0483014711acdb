import { accountNames, bodyNames, fallas, faults, fuentes, pagos } from './Steps.ts'

/** What a long search must reach, as `Run.ts` notes it. */
const wanted: ReadonlyArray<string> = [
  ...accountNames.map((account) => `create ${account} 200`),
  ...accountNames.map((account) => `create ${account} replayed`),
  ...accountNames.map((account) => `create ${account} 409 conflicto_idempotencia`),
  'create justa 402 consumo_agotado',
  'create cuota 429 limite_excedido',
  'create lenta 429 limite_excedido',
  'create conectada 402 cobro_no_verificado',
  'race 200',
  'race replayed',
  'race 409 conflicto_idempotencia',
  'race 402 cobro_no_verificado',
  ...bodyNames.map((body) => `end of ${body}`),
  'end emitida puede_continuar alto',
  'end emitida continuar_con_reservas medio',
  'end emitida no_continuar_todavia bajo',
  'end no_concluyente',
  ...Object.keys(pagos).map((pago) => `pay ${pago}`),
  ...Object.keys(faults).map((fault) => `refuse ${fault}`),
  ...fuentes.flatMap((fuente) => fallas.map((falla) => `break ${fuente} ${falla}`)),
  ...['', 'en_proceso', 'emitida', 'no_concluyente'].map((estado) => `list of ${estado || 'all'}`),
  'list refused',
  'read of its own',
  'read of another',
  'transfers none',
  'transfers some',
  'consumo consumo',
  'consumo connect',
  ...[1, 30, 60, 100, 240, 700].map((seconds) => `jump ${seconds}`),
]

/** Counts what sequences of steps have reached. */
export class Reach {
  readonly #counts = new Map<string, number>()

  note(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  /** What was reached less often than this. */
  missing(least: number): ReadonlyArray<string> {
    return wanted.filter((what) => (this.#counts.get(what) ?? 0) < least)
  }

  table(): string {
    return [...this.#counts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([what, count]) => `${String(count).padStart(9)}  ${what}`)
      .join('\n')
  }
}
