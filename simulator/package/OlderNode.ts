/** What Node 20 lacks of what is used here: the package runs on it, too. */
import tls from 'node:tls'

Promise.withResolvers ??= <T>() => {
  let settle: Pick<PromiseWithResolvers<T>, 'resolve' | 'reject'> = {
    resolve: () => undefined,
    reject: () => undefined,
  }
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle }
}

URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null)

tls.getCACertificates ??= () => [...tls.rootCertificates]

Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K) => {
  const groups = new Map<K, Array<T>>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

Set.prototype.difference ??= function <T>(this: Set<T>, others: ReadonlySetLike<unknown>): Set<T> {
  return new Set([...this].filter((one) => !others.has(one)))
}

Set.prototype.symmetricDifference ??= function <T, U>(this: Set<T>, others: ReadonlySetLike<U>): Set<T | U> {
  const differing = new Set<T | U>(this)
  const keys = others.keys()
  for (let next = keys.next(); next.done !== true; next = keys.next()) {
    if (!differing.delete(next.value)) differing.add(next.value)
  }
  return differing
}
