import { hash } from 'node:crypto'
import { Effect, Layer, Option, Redacted, Schema } from 'effect'
import * as Secrets from '#adapters/platform/Secrets.ts'
import { Notebook } from './Notebook.ts'

const Keys = Schema.Struct({ digest: Schema.String, sealing: Schema.String })
const Note = Schema.fromJsonString(Keys)
const decode = Schema.decodeUnknownOption(Note)
const encode = Schema.encodeSync(Note)

const key = (base64: string) => Redacted.make(Buffer.from(base64, 'base64'))

const secrets = ({ digest, sealing }: typeof Keys.Type) =>
  Secrets.layer({ digestKey: key(digest), sealingKeys: [{ id: 'simulador', key: key(sealing) }] })

const known = (use: string): string => hash('sha256', `cotejo simulator: ${use} key`, 'base64')

/** Keys that every simulator knows: what one keeps in a file, another opens. This suits a simulator, not a service. */
const usual = { digest: known('digest'), sealing: known('sealing') }

/** Secrets under the keys that are noted with the data, for the commands of an operator. */
export const layer = Effect.gen(function* () {
  const notebook = yield* Notebook
  const noted = Option.flatMap(yield* notebook.read('keyring'), decode)
  const keys = Option.getOrElse(noted, () => usual)
  if (Option.isNone(noted)) yield* notebook.write('keyring', encode(keys))
  return secrets(keys)
}).pipe(Layer.unwrap)

export const inMemory = secrets(usual)
