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
