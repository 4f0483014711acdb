import type { Respuesta } from './Respuesta.ts'

/** Documents as they are sent: JSON in UTF-8. Buffers, of which short ones share their memory: it costs less to be given back. */

export const encode = (document: Respuesta): Uint8Array => Buffer.from(JSON.stringify(document))

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
