import { createHash } from 'node:crypto'

/** Bytes that a seed always gives in the same order. */
export const seededBytes = (seed: string): ((bytes: number) => Uint8Array) => {
  let drawn = 0
  return (bytes) => {
    drawn += 1
    return createHash('sha256').update(`${seed}\0${drawn}`).digest().subarray(0, bytes)
  }
}
