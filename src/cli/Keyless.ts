import { Layer } from 'effect'
import { Secrets } from '#ports/Secrets.ts'

const unused = (): never => {
  throw new Error('a command that was to need no keys uses one')
}

/** Replaces the keys in commands that do not use them, so that they need no key settings. */
export const keyless = Layer.succeed(Secrets, {
  digestApiKey: unused,
  routerKey: '',
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
