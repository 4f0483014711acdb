import type { Codigo } from '#wire/Errores.ts'
import type { Created } from './Created.ts'
import { doubtful, type Finding, refused, refusedIf } from './Finding.ts'
import { type Payment, price, type Terms } from './Terms.ts'

/** What the oracle knows of an account: its terms, and every request of it that was accepted. */

export interface Account {
  readonly key: string
  readonly tenant: string
  readonly terms: Terms
  /** Oldest first. */
  readonly created: Array<Created>
  readonly byRequest: Map<string, Created>
  readonly byId: Map<string, Created>
  /** When it was opened, epoch milliseconds: no POST came before. */
  readonly openedAt: number
  /** Authenticated POSTs, and those of them that consumed rate. */
  readonly use: { posts: number; rated: number }
  /** Verifications that are under way, and those that were emitted. */
  readonly count: { en_proceso: number; emitida: number; no_concluyente: number }
}

export const account = (key: string, tenant: string, terms: Terms): Account => ({
  key,
  tenant,
  terms,
  created: [],
  byRequest: new Map(),
  byId: new Map(),
  openedAt: Date.now(),
  use: { posts: 0, rated: 0 },
  count: { en_proceso: 0, emitida: 0, no_concluyente: 0 },
})

/** `saldo`: each verification that was emitted was charged once; null where there is none. */
export const balanceOf = ({ terms, count }: Account): number | null =>
  terms.modo === 'connect' ? null : terms.saldo - price * count.emitida

const minute = 60_000

/** Whether so many requests are too many: sure while the account is younger than this. */
const exhausted = ({ openedAt }: Account, used: number, allowed: number, sureFor: number): Finding | null => {
  if (used < allowed) return null
  return Date.now() - openedAt < sureFor ? refused('limite_excedido') : doubtful('limite_excedido')
}

/** Step 2b: ten times the plan's requests, and 600 at least. For half the time of one of them nothing has come back. */
export const judgeCeiling = (account: Account): Finding | null => {
  const ceiling = Math.max(600, account.terms.limite_por_minuto * 10)
  return exhausted(account, account.use.posts, ceiling, minute / ceiling / 2)
}

/** The service judges a little later than this. */
const latency = 10_000

/** Step 17, first half: no 60 s hold more than the plan's requests. */
export const judgeRate = (account: Account): Finding | null =>
  exhausted(account, account.use.rated, account.terms.limite_por_minuto, minute - latency)

/** The calendar month of Mexico City, six hours behind UTC. */
const monthOf = (instant: number): string => new Date(instant - 6 * 60 * minute).toISOString().slice(0, 7)

/** Step 17, second half; another month begins at zero. */
export const judgeQuota = ({ terms, created, openedAt }: Account, latest: number): Finding | null => {
  if (terms.cuota_mensual === null || created.length < terms.cuota_mensual) return null
  return monthOf(openedAt) === monthOf(latest) ? refused('limite_excedido') : doubtful('limite_excedido')
}

/** Step 18: what is under way holds its price, or its payment. */
export const judgeBilling = (account: Account, payment: Payment | undefined): Finding | null => {
  const balance = balanceOf(account)
  const refusal: Codigo = balance === null ? 'cobro_no_verificado' : 'consumo_agotado'
  const isCovered =
    balance === null
      ? payment?.tenant === account.tenant && payment.isGood && !payment.isTaken
      : balance - account.count.en_proceso * price >= price
  return refusedIf(!isCovered, refusal)
}
