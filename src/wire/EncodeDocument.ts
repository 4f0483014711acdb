import type { Respuesta } from './Respuesta.ts'

/** Documents as they are sent: JSON in UTF-8. */

const encoder = new TextEncoder()

/** The bytes are all that their memory holds: a document that is kept keeps nothing else. */
export const encodeDocument = (document: Respuesta): Uint8Array => encoder.encode(JSON.stringify(document))

const opening = Buffer.from('{"verificaciones":[')
const comma = Buffer.from(',')
const closing = Buffer.from(']}')

/** RespuestaDeLista of documents that are encoded, each as it is. */
export const encodeList = (documents: ReadonlyArray<Uint8Array>): Uint8Array =>
  Buffer.concat([
    opening,
    ...documents.flatMap((document, index) => (index === 0 ? [document] : [comma, document])),
    closing,
  ])
