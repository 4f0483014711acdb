import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Config, ConfigProvider, Effect, Option, Result } from 'effect'

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

/** Settings that name the file of a secret: all that name a file, but those of certificates. */
const namesSecret = (name: string): boolean => name.endsWith('_FILE') && !/_(?:CA|CERT)_FILE$/.test(name)

/** The secrets folder of a container platform. Only the container can read it. */
const ofContainer = '/run/secrets/'

const others = { read: 0o004, enter: 0o001 } as const

const directoriesAbove = (path: string): ReadonlyArray<string> => {
  const above = dirname(path)
  return above === path ? [] : [above, ...directoriesAbove(above)]
}

/** Whether users other than owner and group of a file may read it, and every directory lets them reach it. */
const mayOthersRead = (path: string): boolean => {
  const real = realpathSync(path)
  const allows = (place: string, bit: number): boolean => (statSync(place).mode & bit) !== 0
  return allows(real, others.read) && directoriesAbove(real).every((directory) => allows(directory, others.enter))
}

/** Of the settings that name the file of a secret, those whose file other users of the machine may read. */
export const exposedFiles = (known: ReadonlySet<string>) =>
  Effect.filter(
    [...known].filter(namesSecret).toSorted(),
    Effect.fnUntraced(function* (name) {
      const path = Option.getOrElse(yield* Effect.orDie(Config.option(Config.String(name))), () => '').trim()
      if (path === '' || path.startsWith(ofContainer)) return false
      // One that cannot be read is refused where it is read.
      return Result.getOrElse(
        Result.try(() => mayOthersRead(path)),
        () => false,
      )
    }),
  )
