import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { textOf } from '#simulator/docs/Files.ts'
import { guidePage, searchIndex } from '#simulator/docs/GuidePage.ts'
import { diagram, languages, type Page, pages } from '#simulator/docs/Pages.ts'
import type { Language } from '#simulator/docs/Text.ts'
import { consoleHeaders } from '#simulator/live/ConsolePage.ts'
import type { Lever } from './Lever.ts'

/** Another `Host` would be written into the examples. */
const plainHost = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i

const served = (path: Lever['path'], contentType: string, text: (host: string) => string): Lever => ({
  method: 'GET',
  path,
  handler: ({ headers }) =>
    Effect.sync(() => {
      const { host = '' } = headers
      const body = text(plainHost.test(host) ? host : '127.0.0.1:4010')
      return HttpServerResponse.text(body, { contentType, headers: consoleHeaders })
    }),
})

const page = (path: Lever['path'], one: Page, language: Language): Lever =>
  served(path, 'text/html; charset=utf-8', (host) => guidePage(one, language, host))

const inLanguage = (language: Language): ReadonlyArray<Lever> => [
  ...pages.slice(0, 1).map((first) => page(`/docs/${language}`, first, language)),
  ...pages.map((one) => page(`/docs/${language}/${one[language]}`, one, language)),
  served(`/docs/${language}/buscar.json`, 'application/json', () => JSON.stringify(searchIndex(language))),
]

/** The guides: a page each, and what they search in. */
export const guideLevers: ReadonlyArray<Lever> = [
  ...languages.flatMap(inLanguage),
  served(`/docs/${diagram}`, 'image/svg+xml', () => textOf(diagram)),
]
