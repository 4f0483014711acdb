import { Schema } from 'effect'
import { SourceName } from '#domain/evidence/Source.ts'

/** Suggested action for the landlord (contract 2.14). */
export const Action = Schema.Literals(['puede_continuar', 'continuar_con_reservas', 'no_continuar_todavia'])
export type Action = typeof Action.Type

/** How solid the documentary support is. It rates the support, never the person. */
export const Level = Schema.Literals(['alto', 'medio', 'bajo'])
export type Level = typeof Level.Type

/** One reason that strengthens or limits the documentary support. */
export const Factor = Schema.Struct({
  code: Schema.String,
  effect: Schema.Literals(['fortalece', 'limita']),
  text: Schema.String,
  /** The source that it comes from; null for coverage factors. */
  source: Schema.NullOr(SourceName),
  /** What was consulted, in one sentence; never the content of a record. */
  reviewed: Schema.NullOr(Schema.String),
  /** What it means for the landlord's decision. */
  meaning: Schema.NullOr(Schema.String),
})
export type Factor = typeof Factor.Type

/** The recommendation as it was emitted. It includes the texts, so that it always reads the same. */
export const Recommendation = Schema.Struct({
  action: Action,
  message: Schema.String,
  level: Level,
  factors: Schema.Array(Factor),
  microexplanation: Schema.String,
  explanation: Schema.String,
  /** Codes of the factors that defined the level; each one appears in `factors`. */
  determinants: Schema.Array(Schema.String),
  /** At most five; the last is always `DECISION_DEL_ARRENDADOR`. */
  steps: Schema.Array(Schema.Struct({ code: Schema.String, text: Schema.String })),
})
export type Recommendation = typeof Recommendation.Type
