import { Context, Effect } from 'effect'
import { HttpRouter, HttpServerResponse } from 'effect/http'
import { openApiText } from '#wire/OpenApi.ts'
import { page } from './documentation/Page.ts'
import type { DeclaredRoute } from './middleware/UnknownRoutes.ts'

/**
 * The OpenAPI document and its page for people, both without a key. They are made on the first request
 * and kept: the document is the same as long as the process lives.
 */

/** Where guides are that go with the reference; null where there are none. */
export const Guides = Context.Reference<string | null>('cotejo/http/Documentation/Guides', { defaultValue: () => null })

/** Nothing but the page itself and its style is loaded, from nowhere. */
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
