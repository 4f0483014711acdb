import { Schema } from 'effect'

/**
 * The name in the population registry for a CURP. Lists are searched for this name, because the partner may send any
 * name. It is the applicant's data: encrypted with the CURP, and erased with it.
 */
export const RegisteredName = Schema.Struct({
  nombres: Schema.String,
  primerApellido: Schema.String,
  /** Null for a person with one surname. */
  segundoApellido: Schema.NullOr(Schema.String),
})
export type RegisteredName = typeof RegisteredName.Type

/** The applicant's data. The transaction that writes the verification's end erases them, whatever the end is. */
export interface Subject {
  readonly curp: string
  readonly nombre: string | null
  readonly apellidoPaterno: string | null
  readonly apellidoMaterno: string | null
}
