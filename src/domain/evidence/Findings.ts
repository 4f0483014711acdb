import { Schema } from 'effect'
import { LawsuitMeaning } from './Lawsuits.ts'

/**
 * What each source may report, normalized: closed vocabularies only, no free text, no names, no file numbers. The
 * adapters discard everything else.
 */

/** The registry does not know the CURP: no recommendation can be reached. */
const IdentityUnknown = Schema.TaggedStruct('no_existe', {})

export const IdentityKnown = Schema.TaggedStruct('existe', {
  /**
   * - `activa`: the CURP is in force.
   * - `reemplazada`: it was cancelled by a procedure that leaves the person another CURP, such as a correction.
   * - `baja`: it was cancelled for another reason, such as a death or a forged document.
   */
  estatus: Schema.Literals(['activa', 'reemplazada', 'baja']),
  /**
   * Whether the registry's name agrees with the one given. `no_concluye`: they may be the same name, written
   * differently. `no_proporcionado`: no full name was given.
   */
  nombre: Schema.Literals(['coincide', 'no_concluye', 'no_coincide', 'no_proporcionado']),
  /** Validation against the population registry. */
  validacion: Schema.Literals(['valida', 'no_valida']),
  /** Voter credential; `no_localizada` if none was found to compare with. */
  credencial: Schema.Literals(['coincide', 'no_coincide', 'no_localizada']),
})

/** `identidad`: registry look-up, population-registry validation and voter credential. */
export const IdentityFindings = Schema.Union([IdentityUnknown, IdentityKnown])
export type IdentityFindings = typeof IdentityFindings.Type

const internationalKinds = ['sanciones', 'personas_expuestas', 'vigilancia'] as const

/** The kinds of list that a person is searched for in. */
export const ListKind = Schema.Literals([...internationalKinds, 'fiscal'])
export type ListKind = typeof ListKind.Type

/**
 * `listas`: the kinds of international list that match, and the person's situations in the tax authority's list of
 * non-existent operations. Only `definitivo` counts.
 */
export const ListFindings = Schema.Struct({
  internacionales: Schema.Array(Schema.Literals(internationalKinds)),
  fiscal: Schema.Array(Schema.Literals(['presunto', 'definitivo', 'desvirtuado', 'sentencia_favorable'])),
  /** Kinds of list with a similar entry that is not a match: only the person can clarify it. */
  posibles: Schema.optionalKey(Schema.Array(ListKind)),
  /** Kinds of list that were searched. Absent means all of them. */
  consultadas: Schema.optionalKey(Schema.Array(ListKind)),
})
export type ListFindings = typeof ListFindings.Type

/**
 * The basis of the findings of `listas`, for the operator only and without data of the person: the lists that were
 * searched, and the rules by which entries were judged. It keeps the rules' names of that day. The verdict `cleared` is of
 * an entry that was left out (contract 3.15).
 */
export const ListBasis = Schema.Struct({
  versions: Schema.Array(Schema.Struct({ list: Schema.String, cutOff: Schema.String, importedAt: Schema.String })),
  judged: Schema.Array(
    Schema.Struct({
      list: Schema.String,
      verdict: Schema.String,
      rule: Schema.String,
      birth: Schema.String,
      /** How the name agreed; null if the CURP decided. */
      name: Schema.NullOr(Schema.Struct({ surnames: Schema.String, givenNames: Schema.String, slips: Schema.Int })),
    }),
  ),
})
export type ListBasis = typeof ListBasis.Type

/** `judicial`: what each lawsuit that counts means for the support (`Lawsuits.ts`). The others are not stored. */
export const JudicialFindings = Schema.Struct({
  juicios: Schema.Array(LawsuitMeaning),
  /** How many lawsuits by name were left out, for the operator only (contract 3.15). Absent means none. */
  aclarados: Schema.optionalKey(Schema.Int),
})
export type JudicialFindings = typeof JudicialFindings.Type

const Unavailable = Schema.TaggedStruct('no_disponible', {})
const consulted = <F extends Schema.Top>(findings: F) =>
  Schema.Union([Schema.TaggedStruct('consultada', { findings }), Unavailable])
const Listed = Schema.TaggedStruct('consultada', { findings: ListFindings, basis: Schema.optionalKey(ListBasis) })

/** The answers of the three sources; null for a source that has not answered or was never attempted. */
export const Evidence = Schema.Struct({
  identidad: Schema.NullOr(consulted(IdentityFindings)),
  listas: Schema.NullOr(Schema.Union([Listed, Unavailable])),
  judicial: Schema.NullOr(consulted(JudicialFindings)),
})
export type Evidence = typeof Evidence.Type
