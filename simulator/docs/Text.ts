/** What is said to people, in both languages. */
export interface Text {
  readonly es: string
  readonly en: string
}

export type Language = keyof Text

/** A text that is identical in both languages. */
export const plain = (text: string): Text => ({ es: text, en: text })
