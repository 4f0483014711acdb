import { Option } from 'effect'
import type { DataKey, SealContext } from '#ports/Secrets.ts'

/** Bytes of texts that are kept, at most. */
const mostBytes = 16 * 1_048_576

/** As many characters of a sealed text as tell it from every other: the nonce and the tag. */
const distinctBytes = 28

const nameOf = (key: DataKey, sealed: Uint8Array, { accountId, verificationId, column }: SealContext): string => {
  const mark = Buffer.from(sealed.buffer, sealed.byteOffset, Math.min(sealed.length, distinctBytes)).toString('latin1')
  return JSON.stringify([key.name, accountId, verificationId, column]) + mark
}

/**
 * Texts that were opened lately. What partners read again and again, as the newest of a list, is opened once: the seal is
 * most of what a long list costs. Half of the room is for what was asked for last; what was not asked for meanwhile goes.
 */
export class OpenedTexts {
  private lately = new Map<string, Uint8Array>()
  private before = new Map<string, Uint8Array>()
  private bytes = 0

  /** Forgets all of them, as whoever forgets their keys does. */
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

  /** The same key, which opens nothing again that is still kept. What it gives is everybody's: it must not be changed. */
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
