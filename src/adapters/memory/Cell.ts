import { Effect, Predicate } from 'effect'

/** Keeps a state as it is now, and puts back what was kept, as often as that is wanted. */
export interface Save {
  /** What it returns is never changed. */
  readonly keep: () => unknown
  /** @param kept what the same kind of state kept */
  readonly put: (kept: unknown) => void
}

/** State in memory that can be emptied, kept as it is at one moment, and brought back to that. */
export interface Cell<S> {
  readonly get: () => S
  readonly reset: Effect.Effect<void>
  readonly save: Save
}

/**
 * A copy of what may change: arrays, maps, sets and plain objects, each once however many ways lead to it.
 * Instances of classes (instants, secrets, bytes) are never changed, and are shared.
 */
const copied = <A>(root: A): A => {
  const copies = new Map<unknown, unknown>()
  const copy = (value: unknown): unknown => {
    if (!Predicate.isObjectOrArray(value)) return value
    if (copies.has(value)) return copies.get(value)
    if (Array.isArray(value)) {
      const array: Array<unknown> = []
      copies.set(value, array)
      for (const item of value) array.push(copy(item))
      return array
    }
    if (value instanceof Map) {
      const map = new Map()
      copies.set(value, map)
      for (const [key, item] of value) map.set(key, copy(item))
      return map
    }
    if (value instanceof Set) {
      const set = new Set()
      copies.set(value, set)
      for (const item of value) set.add(copy(item))
      return set
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    const record: Record<string, unknown> = {}
    copies.set(value, record)
    for (const [key, item] of Object.entries(value)) record[key] = copy(item)
    return record
  }
  // The copy has the shape of what was copied.
  return copy(root) as A
}

/** @param fresh the state at the start */
export const makeCell = <S>(fresh: () => S): Cell<S> => {
  let state = fresh()
  return {
    get: () => state,
    reset: Effect.sync(() => {
      state = fresh()
    }),
    save: {
      keep: () => copied(state),
      put: (kept) => {
        // What is put back was kept by the same kind of cell.
        state = copied(kept) as S
      },
    },
  }
}

/** Keeps several states at one moment. */
export const saveAll = (cells: ReadonlyArray<{ readonly save: Save }>): Save => ({
  keep: () => cells.map(({ save }) => save.keep()),
  put: (kept) => {
    if (Array.isArray(kept)) for (const [index, { save }] of cells.entries()) save.put(kept[index])
  },
})
