import { Schema } from 'effect'
import type { Answer } from '#tools/service/sandbox.ts'
import { Lista, Respuesta } from '#wire/Respuesta.ts'

const closed = { onExcessProperty: 'error' } as const
const decodeVerification = Schema.decodeUnknownSync(Respuesta, closed)
const decodeList = Schema.decodeUnknownSync(Lista, closed)

/** The verification of an answer; fails when the document is not of the contract. */
export const verificationOf = ({ body }: Answer): Respuesta => decodeVerification(body)

/** The verifications of an answer; fails when the document is not of the contract. */
export const verificationsOf = ({ body }: Answer): ReadonlyArray<Respuesta> => decodeList(body).verificaciones
