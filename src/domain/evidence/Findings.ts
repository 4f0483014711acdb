import { Schema } from 'effect'

/**
 * What each source may report, normalised: closed vocabularies only, no free text, no names, no
 * file numbers. Whatever else a source says is discarded where it is received.
 */

/** The registry does not know the CURP: no recommendation can be reached. */
const IdentityUnknown = Schema.TaggedStruct('no_existe', {})

export const IdentityKnown = Schema.TaggedStruct('existe', {
  /** Whether the registry holds the CURP as active or cancelled. */
  estatus: Schema.Literals(['activa', 'baja']),
  /** Whether the registry's name agrees with the one given; `no_proporcionado` when none was given. */
  nombre: Schema.Literals(['coincide', 'no_coincide', 'no_proporcionado']),
  /** Validation against the population registry. */
  validacion: Schema.Literals(['valida', 'no_valida']),
  /** Voter credential; `no_localizada` when there is none to compare with. */
  credencial: Schema.Literals(['coincide', 'no_coincide', 'no_localizada']),
})

/** `identidad`: registry look-up, population-registry validation and voter credential. */
export const IdentityFindings = Schema.Union([IdentityUnknown, IdentityKnown])
export type IdentityFindings = typeof IdentityFindings.Type

/**
 * `listas`: which kinds of international list match, and the situations under which the tax
 * authority's list of non-existent operations holds the person. `desvirtuado` and
 * `sentencia_favorable` are cleared and never count.
 */
export const ListFindings = Schema.Struct({
  internacionales: Schema.Array(Schema.Literals(['sanciones', 'personas_expuestas', 'vigilancia'])),
  fiscal: Schema.Array(Schema.Literals(['presunto', 'definitivo', 'desvirtuado', 'sentencia_favorable'])),
})
export type ListFindings = typeof ListFindings.Type

/** `judicial`: lawsuits by kind and status. */
export const JudicialFindings = Schema.Struct({
  juicios: Schema.Array(
    Schema.Struct({
      materia: Schema.Literals(['civil', 'mercantil', 'familiar', 'laboral', 'penal', 'administrativa']),
      estado: Schema.Literals(['concluido', 'en_curso']),
    }),
  ),
})
export type JudicialFindings = typeof JudicialFindings.Type

const Unavailable = Schema.TaggedStruct('no_disponible', {})
const consulted = <F extends Schema.Top>(findings: F) =>
  Schema.Union([Schema.TaggedStruct('consultada', { findings }), Unavailable])

/**
 * What the three sources answered so far; null for a source that has not answered or was never
 * attempted.
 */
export const Evidence = Schema.Struct({
  identidad: Schema.NullOr(consulted(IdentityFindings)),
  listas: Schema.NullOr(consulted(ListFindings)),
  judicial: Schema.NullOr(consulted(JudicialFindings)),
})
export type Evidence = typeof Evidence.Type
