import { Result } from 'effect'
import { XMLParser } from 'fast-xml-parser'
import { refuse, textOf } from './ListFile.ts'

export interface XmlForm {
  /** Elements of which there may be several, wherever they stand. */
  readonly repeated: ReadonlySet<string>
  /** Elements that nobody reads: most of a large file. */
  readonly passedOver: ReadonlySet<string>
}

/** The outermost element of a text that begins as XML and ends before that element does; null of any other. */
const unclosedRoot = (text: string): string | null => {
  const root = /^\s*(?:<\?[^>]*\?>\s*)*<([\w:.-]{1,64})/.exec(text)?.[1]
  return root === undefined || text.trimEnd().endsWith(`</${root}>`) ? null : root
}

const unreadable = (text: string, error: unknown): string => {
  const root = unclosedRoot(text)
  if (root !== null) return `The file is cut off: <${root}> is not closed.`
  return `The file is no XML: ${error instanceof Error ? error.message : 'unreadable'}.`
}

/**
 * What an XML file holds, with its attributes as `@name`: an element without content is an empty text, and every value is
 * one. One that declares a document type is refused: entities could grow without end, or name files.
 */
export const readXml = (bytes: Uint8Array, { repeated, passedOver }: XmlForm): unknown => {
  const text = textOf(bytes)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) refuse('The file declares a document type, which this list does not.')
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    // Letters may be written by their numbers.
    htmlEntities: true,
    isArray: (name) => repeated.has(name),
    updateTag: (name) => !passedOver.has(name),
  })
  return Result.getOrElse(
    Result.try(() => parser.parse(text, true)),
    (error) => refuse(unreadable(text, error)),
  )
}
