import { batchMessages, listLimit, startQueue } from '#domain/Limits.ts'

const listCost = listLimit.max / startQueue.listedPerUnit

const occurrences = (body: Buffer, text: string): number => {
  let count = 0
  for (let at = body.indexOf(text); at >= 0 && count < batchMessages; count += 1) at = body.indexOf(text, at + 1)
  return count
}

/** An escape of a small letter or `_`, which nobody needs, and which hides the words that are counted. */
const hiding = /\\u00(?:5f|[67])/i

/**
 * What a body of messages seems to cost: as many as it holds, up to those that are answered, and those that ask for a
 * list as the longest one. What it holds is read in its turn.
 */
export const costOf = (body: Uint8Array): number => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (hiding.test(bytes.toString('latin1'))) return batchMessages * listCost
  return Math.max(1, occurrences(bytes, '"jsonrpc"')) + (listCost - 1) * occurrences(bytes, 'listar_verificaciones')
}
