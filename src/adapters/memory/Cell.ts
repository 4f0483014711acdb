import { Effect, Predicate } from 'effect'

/** Saves the current state, and restores a saved one any number of times. */
export interface Save {
  /** Its result never changes. */
  readonly keep: () => unknown
  /** @param kept the result of `keep` of the same kind of state */
  readonly put: (kept: unknown) => void
}

export interface Cell<S> {
  readonly get: () => S
  readonly reset: Effect.Effect<void>
  readonly save: Save
}

/**
 * Copies arrays, maps, sets and plain objects. An object that is reachable in several ways is copied once. Instances of
 * classes (instants, secrets, bytes) are never changed, so they are shared.
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
  return copy(root) as A
}

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

export const saveAll = (cells: ReadonlyArray<{ readonly save: Save }>): Save => ({
  keep: () => Object.fromEntries(cells.map(({ save }, index) => [String(index), save.keep()])),
  put: (kept) => {
    const states = Object(kept)
    for (const [index, { save }] of cells.entries()) save.put(states[String(index)])
  },
})
