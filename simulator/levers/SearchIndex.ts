import type { OpenApiDocument } from '#http/documentation/OpenApiDocument.ts'
import { operationsOf } from '#http/documentation/Page.ts'
import { documentIn, inEnglish, references } from '#simulator/docs/GuidePage.ts'
import { shownIn } from '#simulator/docs/Pages.ts'
import type { Language } from '#simulator/docs/Text.ts'
import { catalog } from '#wire/Errores.ts'
import { openApiText } from '#wire/OpenApi.ts'
import { leversText } from './OpenApi.ts'

/** A section that the search finds. */
interface Section {
  readonly title: string
  readonly heading: string
  readonly address: string
  readonly text: string
}

/** The operations of a reference; names of fields are in the text. */
const operationsIn = (openapi: string, page: string): ReadonlyArray<Section> => {
  const document: OpenApiDocument = JSON.parse(openapi)
  return operationsOf(document).map(({ method, path, operation }) => ({
    title: document.info.title,
    heading: `${operation.summary} (${method} ${path})`,
    address: `${page}#${operation.operationId}`,
    text: `${operation.operationId} ${JSON.stringify([operation.description, operation.parameters, operation.requestBody])}`,
  }))
}

/** What the search looks through: each section of each page, each operation, and each error code. */
export const searchIndex = (language: Language): ReadonlyArray<Section> => [
  ...shownIn(language).flatMap((page) => {
    const { title, sections } = documentIn(page)
    return sections.map(({ level, heading, anchor, text }) => ({
      title,
      heading,
      address: `${page.address}${level === 1 ? '' : `#${anchor}`}`,
      text,
    }))
  }),
  ...operationsIn(openApiText(), inEnglish(references.service, language)),
  ...operationsIn(leversText(), inEnglish(references.controls, language)),
  ...Object.entries(catalog).map(([codigo, { status, cuando }]) => ({
    title: 'Cotejo',
    heading: `${codigo} (HTTP ${status})`,
    address: `${inEnglish(references.service, language)}#error-${codigo}`,
    text: cuando,
  })),
]
