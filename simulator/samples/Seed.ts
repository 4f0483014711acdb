import { createHash } from 'node:crypto'
import { Context, type Effect } from 'effect'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'

const digestBytes = 32

/** Fills arrays with bytes that a seed always gives in the same order, from the first again after a reset. */
export const seededBytes = (seed: string) => {
  const { get, reset, save } = makeCell(() => ({ seed, drawn: 0 }))
  let block = { of: '', bytes: Buffer.alloc(0) }
  const fill = (bytes: Uint8Array): Uint8Array => {
    const state = get()
    for (let index = 0; index < bytes.length; index++) {
      const number = Math.floor(state.drawn / digestBytes)
      const of = `${state.seed}\0${number}`
      if (block.of !== of) {
        block = { of, bytes: createHash('sha256').update(of).digest() }
      }
      bytes[index] = block.bytes[state.drawn % digestBytes] ?? 0
      state.drawn += 1
    }
    return bytes
  }
  return { fill, reset, save }
}

/** How far the seed has been drawn from. */
export class Draw extends Context.Service<
  Draw,
  {
    /** From the first again. */
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/Draw') {}
