import { Result } from 'effect'
import { XMLParser } from 'fast-xml-parser'
import { refuse, textOf } from './ListFile.ts'

export interface XmlForm {
  /** Elements that may occur several times, at any depth. */
  readonly repeated: ReadonlySet<string>
  /** Elements that are not read: most of a large file. */
  readonly passedOver: ReadonlySet<string>
}

/** The outermost element of an XML text that ends before the element does; null for any other text. */
const unclosedRoot = (text: string): string | null => {
  const root = /^\s*(?:<\?[^>]*\?>\s*)*<([\w:.-]{1,64})/.exec(text)?.[1]
  return root === undefined || text.trimEnd().endsWith(`</${root}>`) ? null : root
}

const unreadable = (text: string, error: unknown): string => {
  const root = unclosedRoot(text)
  if (root !== null) return `The file is cut off: <${root}> is not closed.`
  return `The file is not XML: ${error instanceof Error ? error.message : 'unreadable'}.`
}

/**
 * Parses XML, with attributes as `@name`. An element without content is an empty text, and every value is text. A
 * document type declaration is refused, because entities could expand without limit or refer to files.
 */
export const readXml = (bytes: Uint8Array, { repeated, passedOver }: XmlForm): unknown => {
  const text = textOf(bytes)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) refuse('The file declares a document type, which this list does not.')
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    // Decodes characters written by number.
    htmlEntities: true,
    isArray: (name) => repeated.has(name),
    updateTag: (name) => !passedOver.has(name),
  })
  return Result.getOrElse(
    Result.try(() => parser.parse(text, true)),
    (error) => refuse(unreadable(text, error)),
  )
}
