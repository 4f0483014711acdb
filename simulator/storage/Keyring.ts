import { randomBytes } from 'node:crypto'
import { Effect, Layer, Option, Redacted, Schema } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { Notebook } from './Notebook.ts'

const Keys = Schema.Struct({ digest: Schema.String, sealing: Schema.String })
const Note = Schema.fromJsonString(Keys)
const decode = Schema.decodeUnknownOption(Note)
const encode = Schema.encodeSync(Note)

const fresh = () => ({ digest: randomBytes(32).toString('base64'), sealing: randomBytes(32).toString('base64') })
const key = (base64: string) => Redacted.make(Buffer.from(base64, 'base64'))

const secrets = ({ digest, sealing }: typeof Keys.Type) =>
  Secrets.layer({ digestKey: key(digest), sealingKeys: [{ id: 'simulador', key: key(sealing) }] })

/** Secrets under keys that are made once and noted down beside the data: a toy's, not a service's way. */
export const layer = Effect.gen(function* () {
  const notebook = yield* Notebook
  const noted = Option.flatMap(yield* notebook.read('keyring'), decode)
  const keys = Option.getOrElse(noted, fresh)
  if (Option.isNone(noted)) yield* notebook.write('keyring', encode(keys))
  return secrets(keys)
}).pipe(Layer.unwrap)

let ofProcess: ReturnType<typeof secrets> | null = null

/** Secrets under keys that are drawn once in a process, for all of its worlds: what they seal ends with it. */
export const inMemory = Layer.suspend(() => {
  ofProcess ??= secrets(fresh())
  return ofProcess
})
