/** What Node 20 lacks of what is used here: the package runs on it, too. */

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
