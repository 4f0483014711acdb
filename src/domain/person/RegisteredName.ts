import { Schema } from 'effect'

/**
 * The name under which the population registry holds a CURP. Lists are searched by it, since the one
 * that a partner sends may be any. It is the applicant's: sealed with the CURP, and erased with it.
 */
export const RegisteredName = Schema.Struct({
  nombres: Schema.String,
  primerApellido: Schema.String,
  /** Null for who has a single surname. */
  segundoApellido: Schema.NullOr(Schema.String),
})
export type RegisteredName = typeof RegisteredName.Type
