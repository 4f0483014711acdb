import { ConfigProvider, Effect } from 'effect'

/** What our settings begin with. */
const prefix = 'COTEJO'

/** What Kubernetes says, to every container, of services whose names begin as our settings do. */
const ofServices = /_SERVICE_(?:HOST|PORT)(?:_|=)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|=)|_PORT=(?:tcp|udp|sctp):/

/** Environment variables that begin like settings but are not in `known`: probably misspelt. */
export const unknownVariables = Effect.fnUntraced(function* (known: ReadonlySet<string>) {
  const provider = yield* ConfigProvider.ConfigProvider
  const found: Array<string> = []
  const paths = [[prefix]]
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const node = yield* provider.load(path)
    if (node === undefined || node._tag === 'Array') continue
    const name = path.join('_')
    const isGiven = node.value !== undefined && !ofServices.test(`${name}=${node.value}`)
    if (isGiven && !known.has(name)) found.push(name)
    if (node._tag === 'Record') for (const key of node.keys) paths.push([...path, key])
  }
  return found.toSorted()
})
