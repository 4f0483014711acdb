import { Layer } from 'effect'
import { Secrets } from '#ports/Secrets.ts'

const unused = (): never => {
  throw new Error('a command that was to need no keys uses one')
}

/** In place of the keys, for commands that use none: so nobody needs to have them. */
export const keyless = Layer.succeed(Secrets, {
  digestApiKey: unused,
  fingerprint: unused,
  digestListKey: unused,
  seal: unused,
  open: unused,
  newDataKey: unused,
  dataKey: unused,
  signReceipt: unused,
  receiptKey: '',
  sealingKeyId: '',
  givenKeys: [],
})
