import { ceiling } from '#domain/Limits.ts'
import type { Motivo } from '#simulator/console/Frames.ts'
import { ruleWords } from '#simulator/console/Rules.ts'
import { rules } from '#wire/OrderOfJudgement.ts'
import type { Rejection } from '#wire/Rejection.ts'
import type { RequestNotes } from './RequestNotes.ts'

type Notes = typeof RequestNotes.Service

/** Which limit was met, and when the next request fits. */
const limitOf = ({ rule, retryAfterSeconds = 0 }: Rejection, { principal }: Notes): Motivo['limite'] => {
  if (principal === null) return null
  const { requestsPerMinute, monthlyQuota } = principal.account.plan
  const met = { espera_segundos: retryAfterSeconds }
  if (rule === 'limite_por_minuto') return { ...met, maximo: requestsPerMinute, ventana: 'minuto' }
  if (rule === 'cuota_mensual') return { ...met, maximo: monthlyQuota ?? 0, ventana: 'mes' }
  if (rule !== 'tope_de_creacion') return null
  return { ...met, maximo: Math.max(ceiling.least, requestsPerMinute * ceiling.factor), ventana: 'minuto' }
}

/** Explains why a request was refused, without any value of the request. */
export const reasonOf = (refusal: Rejection, notes: Notes): Motivo => {
  // Only an error on demand comes without a rule.
  const { rule = 'a_pedido', field = null } = refusal
  const paso = rule === 'a_pedido' ? null : rules[rule][0]
  const [es, en] = ruleWords[rule]
  const lever = notes.processorFailed ? 'POST /_simulador/procesador/fallas' : null
  return {
    paso,
    campo: field,
    regla: rule,
    explicacion: { es, en },
    enlace: `/docs#error-${refusal.codigo}`,
    difieren: notes.differing,
    limite: limitOf(refusal, notes),
    palanca: rule === 'a_pedido' ? 'POST /_simulador/fallos' : lever,
  }
}
