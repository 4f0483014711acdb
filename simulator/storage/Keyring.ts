import { randomBytes } from 'node:crypto'
import { Effect, Layer, Option, Redacted, Schema } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { Notebook } from './Notebook.ts'

const Note = Schema.fromJsonString(Schema.Struct({ digest: Schema.String, sealing: Schema.String }))
const decode = Schema.decodeUnknownOption(Note)
const encode = Schema.encodeSync(Note)

const fresh = () => ({ digest: randomBytes(32).toString('base64'), sealing: randomBytes(32).toString('base64') })
const key = (base64: string) => Redacted.make(Buffer.from(base64, 'base64'))

/** Secrets under keys that are made once and noted down beside the data: a toy's, not a service's way. */
export const layer = Effect.gen(function* () {
  const notebook = yield* Notebook
  const noted = Option.flatMap(yield* notebook.read('keyring'), decode)
  const keys = Option.getOrElse(noted, fresh)
  if (Option.isNone(noted)) yield* notebook.write('keyring', encode(keys))
  return Secrets.layer({ digestKey: key(keys.digest), sealingKeys: [{ id: 'simulador', key: key(keys.sealing) }] })
}).pipe(Layer.unwrap)
