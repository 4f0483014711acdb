import { judgeBilling, judgeQuota, judgeRate } from './Account.ts'
import { judgeOpacity, judgeUrl, judgeVocabulary } from './Content.ts'
import type { Enveloped } from './Envelope.ts'
import { refusedIf, type Steps } from './Finding.ts'
import { isObject, judgeConsent, judgeCurp, judgeDocument, judgeFields, judgeValues, textOf } from './Form.ts'
import type { Acceptable, Ledger } from './Ledger.ts'

/** Steps 7 to 18 of the order of judgement, whatever channel the body came through. */

/** The same text for the same decoded values; an absent member is a null one (contract 4.26). */
const contentOf = (value: unknown): string => {
  if (!isObject(value)) return JSON.stringify(value)
  const members = [...value].filter(([, one]) => one !== null).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${contentOf(one)}`)}}`
}

const acceptableOf = ({ account, body }: Enveloped, ledger: Ledger): Acceptable => {
  const solicitudId = textOf(body, 'solicitud_id')
  const isPaid = account.terms.modo === 'connect'
  const verification = {
    solicitudId,
    content: contentOf(body),
    curp: textOf(body, 'solicitante', 'curp'),
    payment: isPaid ? ledger.paymentOf(textOf(body, 'cobro', 'payment_intent_id')) : undefined,
    estado: 'en_proceso' as const,
  }
  return { account, verification, earlier: account.byRequest.get(solicitudId) ?? null }
}

export function* judgePeticion(enveloped: Enveloped, ledger: Ledger): Steps<Acceptable> {
  const { account, body, key } = enveloped
  yield [7, judgeFields(body)]
  yield [8, judgeDocument(body)]
  yield [9, judgeConsent(body)]
  yield [10, judgeValues(body, ledger.latest)]
  yield [11, judgeCurp(body, ledger.latest)]
  yield [12, refusedIf(!key.equals(Buffer.from(textOf(body, 'solicitud_id'))), 'peticion_invalida')]

  const acceptable = acceptableOf(enveloped, ledger)
  const { earlier, verification } = acceptable
  if (earlier?.content === verification.content) return acceptable
  yield [13, judgeUrl(body)]
  yield [14, judgeOpacity(body)]
  yield [15, judgeVocabulary(body)]
  yield [16, refusedIf(earlier !== null, 'conflicto_idempotencia')]
  yield [17, judgeRate(account)]
  yield [17, judgeQuota(account, ledger.latest)]
  yield [18, judgeBilling(account, verification.payment)]
  return acceptable
}
