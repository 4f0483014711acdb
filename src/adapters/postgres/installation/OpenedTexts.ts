import { Option } from 'effect'
import type { DataKey, SealContext } from '#ports/Secrets.ts'

/** The maximum size of the cached texts, in bytes. */
const mostBytes = 16 * 1_048_576

/** This many bytes identify a sealed text: the nonce and the tag. */
const distinctBytes = 28

const nameOf = (key: DataKey, sealed: Uint8Array, { accountId, verificationId, column }: SealContext): string => {
  const mark = Buffer.from(sealed.buffer, sealed.byteOffset, Math.min(sealed.length, distinctBytes)).toString('latin1')
  return JSON.stringify([key.name, accountId, verificationId, column]) + mark
}

/**
 * A cache of recently opened texts, because decryption is most of the cost of a long list that is read repeatedly. It
 * has two halves. When the newer half is full, the older half is dropped, with the texts that were not read meanwhile.
 */
export class OpenedTexts {
  private lately = new Map<string, Uint8Array>()
  private before = new Map<string, Uint8Array>()
  private bytes = 0

  /** Clears the cache. Call it whenever the keys are forgotten. */
  clear(): void {
    this.lately.clear()
    this.before.clear()
    this.bytes = 0
  }

  private keep(name: string, text: Uint8Array): void {
    if (this.bytes + text.length > mostBytes / 2) {
      this.before = this.lately
      this.lately = new Map()
      this.bytes = 0
    }
    this.lately.set(name, text)
    this.bytes += text.length
  }

  /** The same key with the cache. Opened texts are shared, so they must not be changed. */
  remembering(key: DataKey): DataKey {
    return {
      ...key,
      open: (sealed, context) => {
        const name = nameOf(key, sealed, context)
        const known = this.lately.get(name)
        if (known !== undefined) return Option.some(known)
        const opened = Option.orElse(Option.fromUndefinedOr(this.before.get(name)), () => key.open(sealed, context))
        if (Option.isSome(opened)) this.keep(name, opened.value)
        return opened
      },
    }
  }
}
