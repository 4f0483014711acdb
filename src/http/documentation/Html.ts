/** Markup that is safe to stand in a page as it is. */
export interface Html {
  readonly markup: string
}

/** What may stand in a template: text is escaped, markup is not, and nothing is nothing. */
export type Part = string | number | Html | false | null | undefined | ReadonlyArray<Part>

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const markupOf = (part: Part): string => {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

/** A template of HTML. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  markup: String.raw({ raw: strings }, ...parts.map(markupOf)),
})
