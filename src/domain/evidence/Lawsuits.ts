import { DateTime, Schema } from 'effect'

/**
 * What a lawsuit that the courts report means for the documentary support (contract 2.23). Courts index names, so a
 * lawsuit may belong to a namesake: only one with the person's CURP, RFC or birth date in its record is confirmed.
 */

const known = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** A lawsuit as a source reports it. An absent or null member is unknown. */
export const ReportedLawsuit = Schema.Struct({
  materia: Schema.Literals(['civil', 'mercantil', 'familiar', 'laboral', 'penal', 'administrativa']),
  estado: Schema.Literals(['concluido', 'en_curso']),
  /** `persona` only if the court's record holds the CURP, RFC or birth date; unknown counts as `nombre`. */
  certeza: known(Schema.Literals(['persona', 'nombre'])),
  /** The role of the person: plaintiff, defendant, or another. */
  papel: known(Schema.Literals(['actor', 'demandado', 'otro'])),
  /** Whether it is about a tenancy. */
  asunto: known(Schema.Literals(['arrendamiento', 'otro'])),
  /** Month of the last movement, such as `2024-05`. */
  ultimo_movimiento: known(Schema.String.check(Schema.isPattern(/^\d{4}-(?:0[1-9]|1[0-2])$/u))),
})
export type ReportedLawsuit = typeof ReportedLawsuit.Type

/**
 * - `posible`: found by name only, so it may be a namesake's.
 * - `concluido`, `en_curso`: confirmed to be the person's, and not a criminal case in progress or a tenancy in progress.
 * - `penal_en_curso`: a confirmed criminal case in progress. An accusation is not a finding.
 * - `arrendamiento_en_curso`: a confirmed lawsuit in progress about a tenancy.
 */
export const LawsuitMeaning = Schema.Literals([
  'posible',
  'concluido',
  'penal_en_curso',
  'en_curso',
  'arrendamiento_en_curso',
])
export type LawsuitMeaning = typeof LawsuitMeaning.Type

/** A lawsuit without a movement for longer than this has no effect. */
const longestPause = { months: 60 }

/** Months since year 0. */
const monthsTo = (year: number, month: number): number => year * 12 + month

const isOld = ({ ultimo_movimiento }: ReportedLawsuit, now: DateTime.Utc): boolean => {
  if (ultimo_movimiento === undefined || ultimo_movimiento === null) return false
  const [year = 0, month = 0] = ultimo_movimiento.split('-').map(Number)
  const today = DateTime.toPartsUtc(now)
  return monthsTo(today.year, today.month) - monthsTo(year, month) > longestPause.months
}

const withoutEffect: ReadonlyArray<ReportedLawsuit['materia']> = ['familiar', 'laboral', 'administrativa']

/** The rules. The first one that fits decides; null means that the lawsuit has no effect. */
export const meaningOf = (lawsuit: ReportedLawsuit, now: DateTime.Utc): LawsuitMeaning | null => {
  const { materia, estado, certeza, papel, asunto } = lawsuit
  if (papel === 'actor') return null
  if (withoutEffect.includes(materia)) return null
  if (isOld(lawsuit, now)) return null
  if (estado === 'concluido' && asunto === 'otro') return null
  if (certeza !== 'persona') return asunto === 'otro' || materia === 'penal' ? null : 'posible'
  if (estado === 'concluido') return 'concluido'
  if (materia === 'penal') return 'penal_en_curso'
  return asunto === 'arrendamiento' ? 'arrendamiento_en_curso' : 'en_curso'
}

/** The lawsuits that count, as their meanings. */
export const meaningsOf = (
  lawsuits: ReadonlyArray<ReportedLawsuit>,
  now: DateTime.Utc,
): ReadonlyArray<LawsuitMeaning> => lawsuits.flatMap((lawsuit) => meaningOf(lawsuit, now) ?? [])
