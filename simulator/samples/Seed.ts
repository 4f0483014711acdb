import { createHash } from 'node:crypto'

const digestBytes = 32

/** Fills arrays with bytes that a seed always gives in the same order. */
export const seededBytes = (seed: string): ((bytes: Uint8Array) => Uint8Array) => {
  let drawn = 0
  return (bytes) => {
    for (let start = 0; start < bytes.length; start += digestBytes) {
      drawn += 1
      const block = createHash('sha256').update(`${seed}\0${drawn}`).digest()
      bytes.set(block.subarray(0, bytes.length - start), start)
    }
    return bytes
  }
}
