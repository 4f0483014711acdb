import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { referenceOf } from '#http/Documentation.ts'
import { style } from '#http/documentation/style.ts'
import { textOf } from '#simulator/docs/Files.ts'
import { baseFor, guidePage, references, textFor } from '#simulator/docs/GuidePage.ts'
import { diagram, languages, served, shownIn } from '#simulator/docs/Pages.ts'
import { sandboxReference } from '#simulator/docs/SandboxReference.ts'
import { consoleHeaders } from '#simulator/live/ConsolePage.ts'
import { leverTexts } from './English.ts'
import { guide } from './Guide.ts'
import type { Lever } from './Lever.ts'
import { leversText } from './OpenApi.ts'
import { searchIndex } from './SearchIndex.ts'

/** A document for a reader at a base URL. */
const document = (path: Lever['path'], contentType: string, text: (base: string) => string): Lever => ({
  method: 'GET',
  path,
  handler: ({ headers }) =>
    Effect.sync(() => {
      const body = text(baseFor(headers['host']))
      return HttpServerResponse.text(body, { contentType, headers: consoleHeaders })
    }),
})

const page = 'text/html; charset=utf-8'
const markdown = 'text/markdown; charset=utf-8'

/** `llms-full.txt`: the short guide, and every page that exists in English. */
const everything = (base: string): string =>
  [guide, ...shownIn('en').map((one) => textFor(one, base))].join('\n\n---\n\n')

const controls = referenceOf(
  () => ({
    openapi: leversText(),
    source: '/_simulador/openapi.json',
    address: references.controls,
    texts: leverTexts,
  }),
  false,
  sandboxReference,
)

/** The documents for people and agents: a page each, its Markdown, what they search in, and the reference of the controls. */
export const guideLevers: ReadonlyArray<Lever> = [
  ...languages.flatMap((language) => [
    ...shownIn(language)
      .slice(0, 1)
      .map((first) => document(`/docs/${language}`, page, (base) => guidePage(first, base))),
    document(`/docs/${language}/buscar.json`, 'application/json', () => JSON.stringify(searchIndex(language))),
  ]),
  ...served.flatMap((one) => [
    document(one.address, page, (base) => guidePage(one, base)),
    document(`${one.address}.md`, markdown, (base) => textFor(one, base)),
  ]),
  { method: 'GET', path: references.controls, handler: (request) => Effect.sync(() => controls(request)) },
  document('/docs/estilo.css', 'text/css; charset=utf-8', () => style),
  document(`/docs/${diagram}`, 'image/svg+xml', () => textOf(diagram)),
  document('/llms-full.txt', 'text/plain; charset=utf-8', everything),
]
