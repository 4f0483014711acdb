import { DateTime, Result } from 'effect'
import { type Coverage, coverage } from '#domain/evidence/Coverage.ts'
import type { Evidence, ListBasis } from '#domain/evidence/Findings.ts'
import type { SourceName } from '#domain/evidence/Source.ts'
import { sourcesCloseBefore } from '#domain/Limits.ts'
import type { RegisteredName } from '#domain/person/Subject.ts'
import { engineVersion, noRecommendations, recommend } from '#domain/recommendation/Engine.ts'
import type { Recommendation } from '#domain/recommendation/Recommendation.ts'
import type { Consent } from './Consent.ts'
import type { BillingMode, Terms } from './Terms.ts'

/** The sources are being consulted. `identidad` is first; the others start once it has answered. */
export interface InProgress {
  readonly _tag: 'en_proceso'
  readonly identityOpenedAt: DateTime.Utc
  /** When `listas` and `judicial` were started, concurrently; null before. */
  readonly othersOpenedAt: DateTime.Utc | null
  /** The name to search `listas` for; null before `identidad` has answered, or if it returned none. */
  readonly registeredName: RegisteredName | null
  readonly evidence: Evidence
}

/** A final state with a recommendation. */
interface Emitted {
  readonly _tag: 'emitida'
  readonly recommendation: Recommendation
  readonly coverage: Coverage
  readonly engineVersion: string
  /** The basis of the findings of `listas`, for the operator only; null if they do not come from imported lists. */
  readonly listBasis: ListBasis | null
  /** How many lawsuits by name were left out, for the operator only (contract 3.15). */
  readonly clearedLawsuits: number
  readonly resolvedAt: DateTime.Utc
}

/** Reasons for the absence of a recommendation. */
export const inconclusiveReasons = [
  ...noRecommendations,
  'tiempo_agotado',
  'respuesta_retenida',
  'fallas_repetidas',
] as const

/** A final state without a recommendation. */
export interface Inconclusive {
  readonly _tag: 'no_concluyente'
  /** The reason, for the operator. Partners see only that nothing was charged. */
  readonly reason: (typeof inconclusiveReasons)[number]
  readonly coverage: Coverage
  readonly resolvedAt: DateTime.Utc
}

/** The states of a verification, with their names on the wire (contract 3.1). */
export type State = InProgress | Emitted | Inconclusive
export type Final = Emitted | Inconclusive

/** A verification without the applicant's data, which are stored separately and only while `en_proceso`. */
export interface Verification {
  readonly id: string
  readonly accountId: string
  /** The partner's `solicitud_id`. */
  readonly requestId: string
  readonly consent: Consent
  readonly terms: Terms
  readonly channel: 'api' | 'mcp'
  readonly createdAt: DateTime.Utc
  /** When the time budget is exhausted. */
  readonly deadline: DateTime.Utc
  readonly state: State
}

/** A filter for an account's verifications. Null does not filter. */
export interface ListFilter {
  readonly requestId: string | null
  readonly state: State['_tag'] | null
  readonly limit: number
}

type OutcomeOf<S extends SourceName> = NonNullable<Evidence[S]>

/** The final answer of one source. `identidad` may also give the registered name. */
export type SourceAnswer = {
  readonly [S in SourceName]: {
    readonly source: S
    readonly outcome: OutcomeOf<S>
    readonly registeredName?: S extends 'identidad' ? RegisteredName : never
  }
}[SourceName]

export type Event =
  | ({ readonly _tag: 'SourceAnswered'; readonly at: DateTime.Utc } & SourceAnswer)
  /** 30 s before the budget ends: missing answers count as `no_disponible`. */
  | { readonly _tag: 'SourcesClosed'; readonly at: DateTime.Utc }
  | { readonly _tag: 'BudgetExhausted'; readonly at: DateTime.Utc }
  /** The work on this verification ended its worker too many times. */
  | { readonly _tag: 'WorkAbandoned'; readonly at: DateTime.Utc }

export const begin = (at: DateTime.Utc): InProgress => ({
  _tag: 'en_proceso',
  identityOpenedAt: at,
  othersOpenedAt: null,
  registeredName: null,
  evidence: { identidad: null, listas: null, judicial: null },
})

export const sourcesCloseAt = (verification: Pick<Verification, 'deadline'>): DateTime.Utc =>
  DateTime.subtractDuration(verification.deadline, sourcesCloseBefore)

/** The event that time alone causes for a verification in progress; null if none. */
export const timeout = (verification: Pick<Verification, 'deadline'>, now: DateTime.Utc): Event | null => {
  if (DateTime.isGreaterThanOrEqualTo(now, verification.deadline)) return { _tag: 'BudgetExhausted', at: now }
  if (DateTime.isGreaterThanOrEqualTo(now, sourcesCloseAt(verification))) return { _tag: 'SourcesClosed', at: now }
  return null
}

/** A consultation that was started and has no outcome yet. */
export interface PendingConsultation {
  readonly source: SourceName
  readonly startedAt: DateTime.Utc
}

export const pendingConsultations = (state: InProgress): ReadonlyArray<PendingConsultation> => {
  const { evidence, identityOpenedAt, othersOpenedAt } = state
  if (evidence.identidad === null) return [{ source: 'identidad', startedAt: identityOpenedAt }]
  if (othersOpenedAt === null) return []
  const others = ['listas', 'judicial'] as const
  return others.filter((source) => evidence[source] === null).map((source) => ({ source, startedAt: othersOpenedAt }))
}

const inconclusive = (reason: Inconclusive['reason'], evidence: Evidence, at: DateTime.Utc): Inconclusive => ({
  _tag: 'no_concluyente',
  reason,
  coverage: coverage(evidence),
  resolvedAt: at,
})

/**
 * The state in place of an emitted one whose document does not pass the output control. It is not stored as emitted and
 * nothing is charged (contract 1.13). The coverage stays, because the sources were consulted.
 */
export const withhold = ({ coverage, resolvedAt }: Emitted): Inconclusive => ({
  _tag: 'no_concluyente',
  reason: 'respuesta_retenida',
  coverage,
  resolvedAt,
})

const listBasisOf = ({ listas }: Evidence): ListBasis | null =>
  listas?._tag === 'consultada' ? (listas.basis ?? null) : null

const clearedLawsuitsOf = ({ judicial }: Evidence): number =>
  judicial?._tag === 'consultada' ? (judicial.findings.aclarados ?? 0) : 0

const conclude = (evidence: Evidence, at: DateTime.Utc): Final =>
  Result.match(recommend(evidence), {
    onFailure: (reason) => inconclusive(reason, evidence, at),
    onSuccess: (recommendation): Emitted => ({
      _tag: 'emitida',
      recommendation,
      coverage: coverage(evidence),
      engineVersion,
      listBasis: listBasisOf(evidence),
      clearedLawsuits: clearedLawsuitsOf(evidence),
      resolvedAt: at,
    }),
  })

/** The evidence, with each pending consultation counted as `no_disponible`. */
const closed = (state: InProgress): Evidence => {
  const missing = pendingConsultations(state).map(({ source }) => [source, { _tag: 'no_disponible' }] as const)
  return { ...state.evidence, ...Object.fromEntries(missing) }
}

const answered = (state: InProgress, event: Event & { _tag: 'SourceAnswered' }): State => {
  const { source, outcome, at, registeredName = state.registeredName } = event
  if (!pendingConsultations(state).some((pending) => pending.source === source)) return state
  const evidence: Evidence = { ...state.evidence, [source]: outcome }
  const { identidad, listas, judicial } = evidence
  const noIdentity = identidad === null || identidad._tag === 'no_disponible' || identidad.findings._tag === 'no_existe'
  if (noIdentity || (listas !== null && judicial !== null)) return conclude(evidence, at)
  return { ...state, evidence, registeredName, othersOpenedAt: state.othersOpenedAt ?? at }
}

/**
 * The lifecycle: total and pure. Final states ignore every event, and an answer that is unexpected or repeated changes
 * nothing. Further effects depend on the final state alone (contract 3.1): an emitted verification is charged and its
 * webhook is sent, and the hold of any other is released (`domain/account/Settlement.ts`).
 */
export const reduce = (state: State, event: Event): State => {
  if (state._tag !== 'en_proceso') return state
  switch (event._tag) {
    case 'SourceAnswered':
      return answered(state, event)
    case 'SourcesClosed':
      return conclude(closed(state), event.at)
    case 'BudgetExhausted':
      return inconclusive('tiempo_agotado', closed(state), event.at)
    case 'WorkAbandoned':
      return inconclusive('fallas_repetidas', closed(state), event.at)
  }
}

export const reduceAll = (state: State, events: ReadonlyArray<Event>): State => events.reduce(reduce, state)

/**
 * The values of a verification `en_proceso` that its document needs. The rest of the document follows from the mode and
 * the environment.
 */
export interface InProgressView {
  readonly _tag: 'InProgress'
  readonly id: string
  readonly requestId: string
  readonly consentId: string
  readonly mode: BillingMode
  readonly createdAt: DateTime.Utc
}

/** An ended verification with the document that was rendered at its end. It never changes. */
interface EndedView {
  readonly _tag: 'Ended'
  readonly id: string
  /** JSON in UTF-8; null if it did not pass the output control, so that it is never returned. */
  readonly document: Uint8Array | null
}

/** A verification as partners see it. */
export type VerificationView = InProgressView | EndedView

type Shown = Pick<Verification, 'id' | 'requestId' | 'consent' | 'terms' | 'createdAt'>

export const inProgressView = ({ id, requestId, consent, terms, createdAt }: Shown): InProgressView => ({
  _tag: 'InProgress',
  id,
  requestId,
  consentId: consent.id,
  mode: terms.mode,
  createdAt,
})
