import { hash, randomBytes } from 'node:crypto'
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

/** Secrets under keys that are made once and stored next to the data. This suits a simulator, not a service. */
export const layer = Effect.gen(function* () {
  const notebook = yield* Notebook
  const noted = Option.flatMap(yield* notebook.read('keyring'), decode)
  const keys = Option.getOrElse(noted, fresh)
  if (Option.isNone(noted)) yield* notebook.write('keyring', encode(keys))
  return secrets(keys)
}).pipe(Layer.unwrap)

const known = (use: string): string => hash('sha256', `cotejo simulator: ${use} key`, 'base64')

/** Secrets under keys that every simulator knows: what one keeps in a file, another recognises. */
export const inMemory = secrets({ digest: known('digest'), sealing: known('sealing') })
