import { Context, Effect } from 'effect'
import { HttpRouter, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { Codigo, catalog, errorBody, statusesOf } from '#wire/Errores.ts'
import { openApiText } from '#wire/OpenApi.ts'
import { answering } from './Answers.ts'
import { taking } from './connection/Turn.ts'
import { errorsInEnglish } from './documentation/English.ts'
import { textsInEnglish } from './documentation/EnglishTexts.ts'
import type { Html } from './documentation/Html.ts'
import { page } from './documentation/Page.ts'
import type { ErrorText, Reference } from './documentation/Reference.ts'
import { writtenBase } from './documentation/Samples.ts'
import type { Language } from './documentation/Words.ts'
import type { DeclaredRoute } from './UnknownRoutes.ts'

/**
 * Serves the OpenAPI document and its HTML page, both without a key. They are generated on the first request and
 * cached, because the document does not change while the process runs.
 */

/** What the simulator adds to the reference. */
interface Sandbox {
  /** The top of the page: links, and the script that searches and copies. */
  readonly top: (language: Language) => Html
  /** A key that works. */
  readonly key: string
}

/** Null in a service that is not the simulator: its page has no script and no key. */
export const Sandbox = Context.Reference<Sandbox | null>('cotejo/http/Documentation/Sandbox', {
  defaultValue: () => null,
})

/** The page may load nothing except its own inline style and icon; in the simulator, also a script of the same server. */
const policyOf = (hasScript: boolean) =>
  `default-src 'none'; img-src data:; style-src 'unsafe-inline';${hasScript ? " script-src 'self'; connect-src 'self';" : ''} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const answer = (text: string, contentType: string, hasScript: boolean) =>
  HttpServerResponse.text(text, {
    contentType,
    headers: {
      'cache-control': 'public, max-age=300',
      'content-security-policy': policyOf(hasScript),
      'x-content-type-options': 'nosniff',
    },
  })

/** Another `Host` would be written into the examples. */
const plainHost = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i
const loopback = /^(?:localhost|127\.[\d.]+|\[::1\])(?::|$)/

/**
 * Where the reader reaches the service, by the request's own `Host`; null if it cannot be shown. TLS may end before the
 * service, so other hosts than this machine are shown with https.
 */
export const baseOf = (host: string | undefined, isSandbox: boolean): string | null => {
  if (host === undefined || !plainHost.test(host)) return null
  return `${isSandbox || loopback.test(host) ? 'http' : 'https'}://${host}`
}

const errorsIn: Record<Language, ReadonlyArray<ErrorText>> = { es: [], en: [] }
for (const codigo of Codigo.literals) {
  const [when, again] = errorsInEnglish[codigo]
  const text = { codigo, statuses: statusesOf(codigo), body: JSON.stringify(errorBody(codigo), null, 2) }
  errorsIn.es = [...errorsIn.es, { ...text, when: catalog[codigo].cuando, again: null }]
  // References to sections of the contract lead nowhere here, and the contract's table has no sentences.
  const sentence = `${when.charAt(0).toUpperCase()}${when.slice(1).replace(/ \(\d+\.\d+\)/g, '')}.`
  errorsIn.en = [...errorsIn.en, { ...text, when: sentence, again: `${again}.` }]
}

type Source = Pick<Reference, 'openapi' | 'source' | 'address' | 'texts'>

/** Answers with the reference of a document, in the language of `?lang=`; a page is rendered once. */
export const referenceOf = (source: () => Source, hasErrors: boolean, sandbox: Sandbox | null) => {
  const pages = new Map<Language, string>()
  const rendered = (language: Language): string => {
    const known = pages.get(language)
    if (known !== undefined) return known
    const from = source()
    const texts = language === 'en' ? from.texts : {}
    const errors = hasErrors ? errorsIn[language] : []
    const top = sandbox === null ? null : sandbox.top(language)
    const text = page({ ...from, language, errors, texts, top, key: sandbox === null ? null : sandbox.key })
    pages.set(language, text)
    return text
  }
  return ({ url, headers }: HttpServerRequest.HttpServerRequest) => {
    const language = new URLSearchParams(url.split('?')[1]).get('lang') === 'en' ? 'en' : 'es'
    const base = baseOf(headers['host'], sandbox !== null)
    const text = base === null ? rendered(language) : rendered(language).replaceAll(writtenBase, base)
    return answer(text, 'text/html; charset=utf-8', sandbox !== null)
  }
}

export const routes: ReadonlyArray<DeclaredRoute> = [
  { method: 'GET', path: '/openapi.json' },
  { method: 'GET', path: '/docs' },
]

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const sandbox = yield* Sandbox
    const document = yield* Effect.cached(Effect.sync(() => answer(openApiText(), 'application/json', false)))
    const reference = referenceOf(
      () => ({ openapi: openApiText(), source: '/openapi.json', address: '/docs', texts: textsInEnglish }),
      true,
      sandbox,
    )
    yield* router.add('GET', '/openapi.json', document)
    // Each page is made for its reader, so it is not made before its turn.
    const turned = answering(taking(1)(Effect.map(HttpServerRequest.HttpServerRequest, reference)))
    yield* router.add('GET', '/docs', turned)
  }),
)
