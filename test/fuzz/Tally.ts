import type { Answer } from './Connection.ts'
import { declaredAnswers } from './Contract.ts'
import { documentOf } from './Inspection.ts'
import type { Expectation } from './oracle/Expectation.ts'

/** How often what was answered, to what. */
export class Tally {
  requests = 0
  /** Requests to which the contract leaves more than one answer. */
  open = 0
  /** Requests that waited too long for their turn. */
  shed = 0
  readonly #byOperation = new Map<string, number>()
  readonly #byLabel = new Map<string, Map<string, number>>()

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
    for (const label of labels.length === 0 ? ['nothing'] : labels) {
      const counts = this.#byLabel.get(label) ?? new Map<string, number>()
      this.#byLabel.set(label, counts)
      add(counts, told)
    }
  }

  /** Answers that the document declares and that came less often than this. */
  missing(least: number): ReadonlyArray<string> {
    return declaredAnswers.filter((answer) => (this.#byOperation.get(answer) ?? 0) < least)
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
    return ['answers', ...routes, '', 'mutations (several may be of one request)', ...labels].join('\n')
  }
}

const add = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

const sorted = (counts: Map<string, number>) => [...counts].toSorted(([, one], [, other]) => other - one)
