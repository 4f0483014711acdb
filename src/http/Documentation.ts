import { Context, Effect } from 'effect'
import { HttpRouter, HttpServerResponse } from 'effect/http'
import { openApiText } from '#wire/OpenApi.ts'
import { page } from './documentation/Page.ts'
import type { DeclaredRoute } from './middleware/UnknownRoutes.ts'

/**
 * Serves the OpenAPI document and its HTML page, both without a key. They are generated on the first request and
 * cached, because the document does not change while the process runs.
 */

/** The URL of the guides that the reference links to; null without guides. */
export const Guides = Context.Reference<string | null>('cotejo/http/Documentation/Guides', { defaultValue: () => null })

/** The page may load nothing except its own inline style. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const answer = (text: string, contentType: string) =>
  HttpServerResponse.uint8Array(new TextEncoder().encode(text), {
    contentType,
    headers: {
      'cache-control': 'public, max-age=300',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
    },
  })

export const routes: ReadonlyArray<DeclaredRoute> = [
  { method: 'GET', path: '/openapi.json' },
  { method: 'GET', path: '/docs' },
]

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const guides = yield* Guides
    const text = yield* Effect.cached(Effect.sync(openApiText))
    const document = yield* Effect.cached(Effect.map(text, (openApi) => answer(openApi, 'application/json')))
    const docs = yield* Effect.cached(
      Effect.map(text, (openApi) => answer(page(openApi, guides), 'text/html; charset=utf-8')),
    )
    yield* router.add('GET', '/openapi.json', document)
    yield* router.add('GET', '/docs', docs)
  }),
)
