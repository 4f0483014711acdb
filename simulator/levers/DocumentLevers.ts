import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { answer } from '#http/Answers.ts'
import { baseFor } from '#simulator/docs/GuidePage.ts'
import { guide } from './Guide.ts'
import type { Lever } from './Lever.ts'
import { leversText } from './OpenApi.ts'

const served = (path: Lever['path'], contentType: string, text: () => string): Lever => ({
  method: 'GET',
  path,
  handler: () =>
    Effect.sync(() => HttpServerResponse.text(text(), { contentType, headers: { 'cache-control': 'no-store' } })),
})

/** Where each part is, for a program that knows only the address. */
const parts = {
  api: '/v1/verificaciones',
  mcp: '/mcp',
  openapi: '/openapi.json',
  docs: '/docs',
  guia: '/llms.txt',
  consola: '/_simulador',
  palancas: '/_simulador/openapi.json',
  salud: '/_salud',
}

/** Leads a browser to the console, and tells a program the address of each part. */
const root: Lever = {
  method: 'GET',
  path: '/',
  handler: ({ headers: { accept = '', host } }) =>
    Effect.sync(() => {
      const addresses = Object.entries(parts).map(([name, path]) => [name, `${baseFor(host)}${path}`])
      return HttpServerResponse.setHeaders(
        accept.includes('text/html')
          ? HttpServerResponse.redirect('/_simulador')
          : answer(Object.fromEntries(addresses)),
        { vary: 'accept', 'cache-control': 'no-store' },
      )
    }),
}

/** The documents about the levers and the rest of the API, for programs and for agents. */
export const documentLevers: ReadonlyArray<Lever> = [
  root,
  served('/_simulador/openapi.json', 'application/json', leversText),
  served('/llms.txt', 'text/plain; charset=utf-8', () => guide),
]
