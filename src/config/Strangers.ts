import { ConfigProvider, Effect } from 'effect'

/** What our settings begin with. */
const prefix = 'COTEJO'

/** The names that are given something and begin as settings do, but are none of `known`: written wrongly, most likely. */
export const strangers = Effect.fnUntraced(function* (known: ReadonlySet<string>) {
  const provider = yield* ConfigProvider.ConfigProvider
  const found: Array<string> = []
  const paths = [[prefix]]
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const node = yield* provider.load(path)
    if (node === undefined || node._tag === 'Array') continue
    const name = path.join('_')
    if (node.value !== undefined && !known.has(name)) found.push(name)
    if (node._tag === 'Record') for (const key of node.keys) paths.push([...path, key])
  }
  return found.toSorted()
})
