import { hash, randomBytes } from 'node:crypto'
import { Context, type Effect, Layer, Predicate } from 'effect'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'

type Body = Readonly<Record<string, unknown>>
type Digests = ReadonlyMap<string, string>

/** How many bodies are remembered. */
const capacity = 2_000

/** The fields that say something: absent and null are the same. */
const fieldsOf = (body: Body, prefix = ''): ReadonlyArray<readonly [path: string, value: unknown]> =>
  Object.entries(body).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    return Predicate.isObject(value) ? fieldsOf(Object(value), `${prefix}${name}.`) : [[`${prefix}${name}`, value]]
  })

const digestsOf = (secret: string, body: Body): Digests =>
  new Map(
    fieldsOf(body).map(([path, value]) => [
      path,
      hash('sha256', `${secret} ${path} ${JSON.stringify(value)}`, 'base64'),
    ]),
  )

/**
 * The first body of each `solicitud_id`, as keyed digests of its fields, so that a conflict can be explained without
 * keeping personal data.
 */
export class FirstBodies extends Context.Service<
  FirstBodies,
  {
    /** Notes a body that was accepted, unless one was before. */
    readonly accepted: (accountId: string, body: Body) => void
    /** The fields in which a body differs from the first; null where that is not remembered. */
    readonly differing: (accountId: string, body: Body) => ReadonlyArray<string> | null
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/FirstBodies') {
  static readonly layer = Layer.sync(FirstBodies, () => {
    const { get, reset, save } = makeCell(() => ({
      /** Known to this world alone: without it, the few CURPs that there are could be tried out. */
      secret: randomBytes(32).toString('base64'),
      bodies: new Map<string, Digests>(),
    }))
    const bodies = () => get().bodies
    const keyOf = (accountId: string, { solicitud_id: id }: Body) => JSON.stringify([accountId, id])
    return FirstBodies.of({
      accepted: (accountId, body) => {
        const key = keyOf(accountId, body)
        if (bodies().has(key)) return
        const [oldest] = bodies().keys()
        if (bodies().size >= capacity && oldest !== undefined) bodies().delete(oldest)
        bodies().set(key, digestsOf(get().secret, body))
      },
      differing: (accountId, body) => {
        const first = bodies().get(keyOf(accountId, body))
        if (first === undefined) return null
        const now = digestsOf(get().secret, body)
        return [...new Set([...first.keys(), ...now.keys()])].filter((path) => first.get(path) !== now.get(path)).sort()
      },
      reset,
      save,
    })
  })
}
