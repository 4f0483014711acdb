import type { Respuesta } from './Respuesta.ts'

/** Encodes documents as JSON in UTF-8. */

const encoder = new TextEncoder()

/** The bytes have a buffer of their own, so that a stored document retains no other memory. */
export const encodeDocument = (document: Respuesta): Uint8Array => encoder.encode(JSON.stringify(document))

const opening = Buffer.from('{"verificaciones":[')
const comma = Buffer.from(',')
const closing = Buffer.from(']}')

/** A RespuestaDeLista of encoded documents, each unchanged. */
export const encodeList = (documents: ReadonlyArray<Uint8Array>): Uint8Array =>
  Buffer.concat([
    opening,
    ...documents.flatMap((document, index) => (index === 0 ? [document] : [comma, document])),
    closing,
  ])
