/**
 * JSON as step 6 wants it (RFC 8259), read a second time and in another way than the service reads it:
 * by descent, one pattern for each token.
 */

const blank = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y
const word = /true|false|null/y

class NotJson extends Error {}

class Reader {
  #at = 0
  readonly #text: string
  readonly #maximumDepth: number

  constructor(text: string, maximumDepth: number) {
    this.#text = text
    this.#maximumDepth = maximumDepth
  }

  #token(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? null
    this.#at += found?.length ?? 0
    return found
  }

  #take(sign: string): boolean {
    this.#token(blank)
    const found = this.#text.startsWith(sign, this.#at)
    if (found) this.#at += sign.length
    return found
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw new NotJson()
  }

  #string(): string {
    this.#token(blank)
    const found = this.#token(string)
    if (found === null) throw new NotJson()
    return String(JSON.parse(found))
  }

  /** Reads up to the closing sign what commas part. */
  #parts(depth: number, close: string, one: () => void): void {
    if (depth > this.#maximumDepth) throw new NotJson()
    if (this.#take(close)) return
    do one()
    while (this.#take(','))
    this.#expect(close)
  }

  #value(depth: number): unknown {
    if (this.#take('[')) {
      const items: Array<unknown> = []
      this.#parts(depth, ']', () => void items.push(this.#value(depth + 1)))
      return items
    }
    if (this.#take('{')) {
      const members = new Map<string, unknown>()
      this.#parts(depth, '}', () => {
        const name = this.#string()
        if (members.has(name)) throw new NotJson()
        this.#expect(':')
        members.set(name, this.#value(depth + 1))
      })
      return members
    }
    this.#token(blank)
    const scalar = this.#token(number) ?? this.#token(word)
    return scalar === null ? this.#string() : JSON.parse(scalar)
  }

  document(): unknown {
    const value = this.#value(1)
    this.#token(blank)
    if (this.#at < this.#text.length) throw new NotJson()
    return value
  }
}

/** The value, its objects as maps; undefined when the text is not such JSON. */
export const readJson = (text: string, maximumDepth: number): unknown => {
  try {
    return new Reader(text, maximumDepth).document()
  } catch (error) {
    if (error instanceof NotJson) return undefined
    throw error
  }
}
