import type { Codigo } from '#wire/Errores.ts'

/** What a step of the order of judgement says against a request. */
export interface Finding {
  readonly codigo: Codigo
  /** False where the contract leaves it open: the step may refuse the request, or let it pass. */
  readonly isSure: boolean
}

export const refused = (codigo: Codigo): Finding => ({ codigo, isSure: true })
export const doubtful = (codigo: Codigo): Finding => ({ codigo, isSure: false })

/** Refused when the condition holds. */
export const refusedIf = (condition: boolean, codigo: Codigo): Finding | null => (condition ? refused(codigo) : null)

/** What one step after the other finds, each asked only when none before it surely refuses. */
export type Steps<A> = Generator<readonly [step: number, finding: Finding | null], A>
