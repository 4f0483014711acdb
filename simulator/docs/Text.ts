/** What is said to people, in both languages. */
export interface Text {
  readonly es: string
  readonly en: string
}

export type Language = keyof Text

/** What reads the same in both. */
export const plain = (text: string): Text => ({ es: text, en: text })
