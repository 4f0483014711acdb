import { errorsInEnglish } from '#http/documentation/English.ts'
import { textsInEnglish } from '#http/documentation/EnglishTexts.ts'
import { readDocument, type Translations } from '#http/documentation/OpenApiDocument.ts'
import { operationsOf } from '#http/documentation/Page.ts'
import { documentIn, inEnglish, references } from '#simulator/docs/GuidePage.ts'
import { shownIn } from '#simulator/docs/Pages.ts'
import type { Language } from '#simulator/docs/Text.ts'
import { Codigo, catalog } from '#wire/Errores.ts'
import { openApiText } from '#wire/OpenApi.ts'
import { leverTexts } from './English.ts'
import { leversText } from './OpenApi.ts'

/** A section that the search finds. */
interface Section {
  readonly title: string
  readonly heading: string
  readonly address: string
  readonly text: string
}

/** The operations of a reference; names of fields are in the text. */
const operationsIn = (openapi: string, texts: Translations, page: string): ReadonlyArray<Section> => {
  const document = readDocument(openapi, texts)
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
  ...operationsIn(openApiText(), language === 'en' ? textsInEnglish : {}, inEnglish(references.service, language)),
  ...operationsIn(leversText(), language === 'en' ? leverTexts : {}, inEnglish(references.controls, language)),
  ...Codigo.literals.map((codigo) => ({
    title: 'Cotejo',
    heading: `${codigo} (HTTP ${catalog[codigo].status})`,
    address: `${inEnglish(references.service, language)}#error-${codigo}`,
    text: language === 'en' ? errorsInEnglish[codigo].join(' ') : catalog[codigo].cuando,
  })),
]
