import { batchMessages, listLimit, startQueue } from '#domain/Limits.ts'

const listCost = listLimit.max / startQueue.listedPerUnit

const occurrences = (body: Buffer, text: string): number => {
  let count = 0
  for (let at = body.indexOf(text); at >= 0 && count < batchMessages; count += 1) at = body.indexOf(text, at + 1)
  return count
}

/** An escape of a lower-case letter or `_`. No client needs it, and it would hide the words that are counted. */
const hiding = /\\u00(?:5f|[67])/i

/**
 * Estimates the cost of a body of messages before it is parsed. Each message costs 1, up to the limit of a batch. A
 * message that asks for a list costs as much as the longest list.
 */
export const costOf = (body: Uint8Array): number => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (hiding.test(bytes.toString('latin1'))) return batchMessages * listCost
  return Math.max(1, occurrences(bytes, '"jsonrpc"')) + (listCost - 1) * occurrences(bytes, 'listar_verificaciones')
}
