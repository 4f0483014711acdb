/** Markup that is safe to insert into a page unchanged. */
export interface Html {
  readonly markup: string
}

/** A value in a template. Text is escaped, markup is not, and null, undefined and false produce nothing. */
export type Part = string | number | Html | false | null | undefined | ReadonlyArray<Part>

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const markupOf = (part: Part): string => {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  markup: String.raw({ raw: strings }, ...parts.map(markupOf)),
})
