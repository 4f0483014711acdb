import { Result, Schema } from 'effect'
import { listLimit, shortTextLength } from '#domain/Limits.ts'
import * as Parameters from '#wire/Parameters.ts'
import { Peticion } from '#wire/Peticion.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'
import { Estado } from '#wire/Respuesta.ts'

/**
 * The arguments of the tools. They are the routes' inputs, described for an agent, which sees no headers and no status.
 */

/** The declared schema. The arguments are judged as a request body, without decoding. */
export const Crear = Peticion.pipe(
  Schema.fieldsAssign({
    solicitud_id: Peticion.fields.solicitud_id.annotateKey({
      description:
        'Identificador de la solicitud, único en la cuenta (se recomienda un UUID), sin espacios al principio ni al final. Debe ser opaco y no describir a la persona. Al reintentar se repite el mismo.',
    }),
    consentimiento: Peticion.fields.consentimiento.annotateKey({
      description:
        'El consentimiento expreso de la persona solicitante, recabado de ella misma. Obligatorio: sin él la petición se rechaza con `consentimiento_faltante`.',
    }),
  }),
)

/*
 * A reading tool has a closed schema and refuses an unknown argument. The routes ignore unknown parameters, but an
 * agent would believe that a filter which it invented was applied.
 */

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

export const Consultar = Schema.Struct({
  verificacion_id: Schema.String.annotateKey({
    description: Parameters.verificacionId.description,
    maxLength: shortTextLength,
  }),
})

export const Listar = Schema.Struct({
  solicitud_id: optional(Schema.String).annotateKey({
    description: Parameters.solicitudId.description,
    maxLength: shortTextLength,
  }),
  estado: optional(Schema.String).annotateKey({
    description: Parameters.estado.description,
    enum: Estado.literals,
  }),
  limite: optional(Schema.Int.check(Schema.isBetween({ minimum: listLimit.min, maximum: listLimit.max }))).annotateKey({
    description: 'Cuántas verificaciones devolver a lo más.',
    default: listLimit.default,
  }),
})

export type RawArguments = Readonly<Record<string, unknown>>

/** Decodes arguments by their schema: an undeclared one is `campo_desconocido`, any other error `peticion_invalida`. */
export const reading = <Fields extends Schema.Struct.Fields>(
  schema: Schema.Struct<Fields> & Schema.ConstraintDecoder<unknown>,
) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (raw: RawArguments) =>
    Object.keys(raw).every((name) => Object.hasOwn(schema.fields, name))
      ? Result.fromOption(decode(raw), () => reject('parametro_invalido'))
      : Result.fail(reject('argumento_no_declarado'))
}

export const readNothing = (raw: RawArguments): Result.Result<void, Rejection> =>
  Object.keys(raw).length === 0 ? Result.void : Result.fail(reject('argumento_no_declarado'))
