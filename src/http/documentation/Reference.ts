import type { Html } from './Html.ts'
import type { Translations } from './OpenApiDocument.ts'
import type { Language } from './Words.ts'

/** An error code as the reference explains it. */
export interface ErrorText {
  readonly codigo: string
  readonly statuses: string
  /** The body that is returned. */
  readonly body: string
  readonly when: string
  /** Whether to try again, where `when` does not say so. */
  readonly again: string | null
}

/** What the reference of an OpenAPI document shows. */
export interface Reference {
  readonly language: Language
  /** The OpenAPI document as text, and where it is served. */
  readonly openapi: string
  readonly source: string
  /** Where the page itself is served. */
  readonly address: string
  readonly errors: ReadonlyArray<ErrorText>
  /** The texts that replace those of the document. */
  readonly texts: Translations
  /** A key for the examples; null where the reader has one of their own. */
  readonly key: string | null
  /** More for the top of the page. */
  readonly top: Html | null
}
