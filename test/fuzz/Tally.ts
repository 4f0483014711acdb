import type { Answer } from './Connection.ts'
import { declaredAnswers } from './Contract.ts'
import { documentOf } from './Inspection.ts'
import type { Expectation } from './oracle/Expectation.ts'

const stepsOfPost = [
  'step 1 401 llave_ausente',
  'step 2 401 llave_invalida',
  'step 2.5 429 limite_excedido',
  'step 3 413 cuerpo_demasiado_grande',
  'step 4 400 idempotency_key_ausente',
  'step 4 400 peticion_invalida',
  'step 5 400 peticion_invalida',
  'step 6 400 peticion_invalida',
  'step 7 400 campo_desconocido',
  'step 8 501 ruta_no_disponible',
  'step 9 422 consentimiento_faltante',
  'step 10 400 peticion_invalida',
  'step 11 400 curp_invalida',
  'step 12 400 peticion_invalida',
  'step 13 400 peticion_invalida',
  'step 14 400 peticion_invalida',
  'step 15 400 vocabulario_no_permitido',
  'step 16 409 conflicto_idempotencia',
  'step 17 429 limite_excedido',
  'step 18 402 consumo_agotado',
  'step 18 402 cobro_no_verificado',
]

/** How often what was answered, to what. */
export class Tally {
  requests = 0
  /** Requests to which the contract leaves more than one answer. */
  open = 0
  /** Requests that waited too long for their turn. */
  shed = 0
  readonly #byOperation = new Map<string, number>()
  readonly #byLabel = new Map<string, Map<string, number>>()
  /** By the step that refused, where the contract leaves no other. */
  readonly #byStep = new Map<string, number>()

  /**
   * Counts an answer.
   *
   * @param labels what was done to the request
   */
  count(labels: ReadonlyArray<string>, { operation, refusals, accepts }: Expectation, answer: Answer): void {
    this.requests += 1
    if (refusals.length + (accepts === null ? 0 : 1) > 1) this.open += 1
    const codigo = documentOf(answer)?.['codigo'] ?? ''
    const told = `${answer.status} ${codigo}`.trim()
    const route = operation === null ? 'elsewhere' : `${operation.method.toUpperCase()} ${operation.path}`
    add(this.#byOperation, `${route} ${told}`)
    const [refusal, ...others] = refusals.filter(({ status, codigo: due }) => `${status} ${due}` === told)
    if (operation?.method === 'post' && refusal !== undefined && others.length === 0) {
      add(this.#byStep, `step ${refusal.step} ${told}`)
    }
    for (const label of labels.length === 0 ? ['nothing'] : labels) {
      const counts = this.#byLabel.get(label) ?? new Map<string, number>()
      this.#byLabel.set(label, counts)
      add(counts, told)
    }
  }

  /** Answers that the document declares, and refusals by the steps of POST, that came less often than this. */
  missing(least: number): ReadonlyArray<string> {
    return [
      ...declaredAnswers.filter((answer) => (this.#byOperation.get(answer) ?? 0) < least),
      ...stepsOfPost.filter((step) => (this.#byStep.get(step) ?? 0) < least),
    ]
  }

  /** Of these mutations and shapes of requests, those that never came. */
  unused(labels: ReadonlyArray<string>): ReadonlyArray<string> {
    return labels.filter((label) => !this.#byLabel.has(label))
  }

  /** Every answer of every route, and every mutation with what was answered to requests that had it. */
  table(): string {
    const routes = sorted(this.#byOperation).map(([answer, count]) => `${String(count).padStart(9)}  ${answer}`)
    const labels = [...this.#byLabel]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([label, counts]) => {
        const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
        const told = sorted(counts).map(([answer, count]) => `${answer}: ${count}`)
        return `${String(all).padStart(9)}  ${label.padEnd(34)} ${told.join(', ')}`
      })
    const steps = sorted(this.#byStep).map(([step, count]) => `${String(count).padStart(9)}  ${step}`)
    return [
      'answers',
      ...routes,
      '',
      'steps of POST',
      ...steps,
      '',
      'mutations (several may be of one request)',
      ...labels,
    ].join('\n')
  }
}

const add = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

const sorted = (counts: Map<string, number>) => [...counts].toSorted(([, one], [, other]) => other - one)
