import { type Html, html, type Part } from './Html.ts'
import { documentOf, heading, markdown } from './Markdown.ts'
import type { OpenApiDocument, Paths, Response } from './OpenApiDocument.ts'
import { bodyOf, curlOf, type Placed } from './Samples.ts'
import { list, values } from './Schemas.ts'
import { style } from './style.ts'
import { type Language, type Word, wordsIn } from './Words.ts'

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
  /** The summaries of operations that replace those of the document, by `operationId`. */
  readonly summaries: Readonly<Record<string, string>>
  /** A key for the examples; null where the reader has one of their own. */
  readonly key: string | null
  /** More for the top of the page. */
  readonly top: Html | null
}

const placed = (paths: Paths = {}): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

export const operationsOf = ({ paths, webhooks }: OpenApiDocument): ReadonlyArray<Placed> => [
  ...placed(paths),
  ...placed(webhooks),
]

const codeBlock = (text: string): Html => html`<div class="code"><pre tabindex="0"><code>${text}</code></pre></div>`

const method = (name: string): Html => html`<span class="method ${name.toLowerCase()}">${name}</span>`

const link = (address: string, text: Part): Html => html`<li><a href="#${address}">${text}</a></li>`

const render = (reference: Reference) => {
  const document: OpenApiDocument = JSON.parse(reference.openapi)
  const { language, errors, key } = reference
  const word = wordsIn(language)
  const { typeOf, field, fields } = values(document.components.schemas, language)
  const server = document.servers[0]?.url.replace(/\/$/, '') ?? ''
  const summaryOf = ({ operation }: Placed) => reference.summaries[operation.operationId] ?? operation.summary
  /** Without the details that follow. */
  const titleOf = (one: Placed) => summaryOf(one).split(/[.:;] /)[0]
  const places: Record<string, Word> = { header: 'header', path: 'path', query: 'query' }
  const headersShown = new Set<string>()

  const parameters = ({ operation }: Placed): Part =>
    operation.parameters.length > 0 &&
    html`<h3>${word('parameters')}</h3>
${list(
  operation.parameters.map(({ name, description, schema, example, required, in: place }) =>
    field(
      name,
      {
        ...schema,
        ...(description !== undefined && { description }),
        ...(example !== undefined && { examples: [example] }),
      },
      `${word(places[place] ?? 'query')}${required ? `, ${word('required')}` : ''}`,
    ),
  ),
)}`

  /** A header is explained once. */
  const responseHeaders = ({ headers = {} }: Response): Part => {
    const news = Object.entries(headers).filter(
      ([name, { description }]) => !headersShown.has(`${name} ${description}`),
    )
    for (const [name, { description }] of news) headersShown.add(`${name} ${description}`)
    return (
      news.length > 0 &&
      list(
        news.map(([name, { description, schema, example }]) =>
          field(name, { ...schema, description, examples: [example] }, word('header')),
        ),
      )
    )
  }

  const codesOf = (response: Response): ReadonlyArray<string> => {
    const names = Object.keys(response.content?.['application/json'].examples ?? {})
    return names.filter((name) => errors.some(({ codigo }) => codigo === name))
  }

  const response = ([status, one]: readonly [string, Response]): Html => {
    const codes = codesOf(one)
    const schema = one.content?.['application/json'].schema
    const words =
      codes.length > 0
        ? html`<ul>${codes.map((codigo) => html`<li><a href="#error-${codigo}"><code>${codigo}</code></a></li>`)}</ul>`
        : html`<div lang="es">${markdown(one.description ?? '')}</div>`
    return html`<div class="response"><h4>${status === 'default' ? word('otherwise') : status}</h4><div>
${words}${responseHeaders(one)}${codes.length === 0 && schema && html`<p>${typeOf(schema)}</p>${fields(schema)}`}</div></div>
`
  }

  const samples = (one: Placed): Html => {
    const isWebhook = !one.path.startsWith('/')
    const answers = Object.entries(one.operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content }]) =>
        Object.entries(content?.['application/json'].examples ?? {}).map(([name, { value }]) => ({
          status,
          name,
          value,
        })),
      )
    return html`<div class="samples"><h3>${word('request')}</h3>
${codeBlock(isWebhook ? (bodyOf(one.operation.requestBody ?? {}) ?? '') : curlOf(one, server, key))}
${answers.map(
  (
    { status, name, value },
    index,
  ) => html`<details${index === 0 && html` open`}><summary>${word('answer')} ${status} <code>${name}</code></summary>
${codeBlock(JSON.stringify(value, null, 2))}</details>
`,
)}</div>`
  }

  const operation = (one: Placed): Html => {
    const { operationId, description, security, requestBody, responses } = one.operation
    const schema = requestBody?.content?.['application/json'].schema
    return html`<section id="${operationId}">
<h2>${heading(operationId, titleOf(one))}</h2>
<div><p class="route">${method(one.method)} <code>${server}${one.path}</code>${security.length > 0 && html` <a class="note" href="#autenticacion">${word('withKey')}</a>`}</p>
${titleOf(one) !== summaryOf(one) && markdown(summaryOf(one))}
<div lang="es">${markdown(description ?? '')}</div>
${parameters(one)}
${schema && html`<h3>${word('body')}</h3><p>${typeOf(schema)}</p>${fields(schema)}`}
<h3>${word('answers')}</h3>
${Object.entries(responses).map(response)}</div>
${samples(one)}
</section>
`
  }

  const error = ({ codigo, statuses, body, when, again }: ErrorText): Html => html`<section id="error-${codigo}">
<h3>${heading(`error-${codigo}`, html`<code>${codigo}</code> <small>HTTP ${statuses}</small>`)}</h3>
<div>${markdown(when)}${again !== null && markdown(`${word('again')}: ${again}`)}</div>
<div class="samples">${codeBlock(body)}</div>
</section>
`
  return { document, word, operations: operationsOf(document), titleOf, operation, error, fields }
}

/**
 * Renders an OpenAPI document as one HTML page that can be read without script. `writtenBase` stands for the base URL
 * of the service.
 */
export const page = (reference: Reference): string => {
  const { language, address, source, errors, top } = reference
  const { document, word, operations, titleOf, operation, error, fields } = render(reference)
  const { info, components } = document
  const security = Object.values(components.securitySchemes ?? {})
  const body = html`${operations.map(operation)}`
  const { sections } = documentOf(info.description)
  const others: ReadonlyArray<Language> = language === 'es' ? ['en'] : ['es']
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}</title>
<link rel="icon" href="data:,">
<style>${{ markup: style }}</style>
</head>
<body>
<header><button type="button" class="menu" popovertarget="menu">${word('menu')}</button>
${top}
${others.map((other) => html`<a lang="${other}" hreflang="${other}" href="${address}${other === 'en' ? '?lang=en' : ''}">${{ es: 'Español', en: 'English' }[other]}</a>`)}
</header>
<nav id="menu" popover>
${sections.length > 0 && html`<h2>${word('guide')}</h2><ul lang="es">${sections.map((one) => link(one.anchor, one.heading))}</ul>`}
<h2>${word('operations')}</h2><ul>${operations.map((one) =>
    link(one.operation.operationId, [method(one.method), ' ', titleOf(one)]),
  )}</ul>
${errors.length > 0 && html`<h2>${word('codes')}</h2><ul>${errors.map(({ codigo }) => link(`error-${codigo}`, codigo))}</ul>`}
</nav>
<main>
<h1>${info.title} <small>${info.version}</small></h1>
<p>${word('document')}: <a href="${source}"><code>${source}</code></a></p>
<p>${word('spanish')}</p>
<div lang="es">${markdown(info.description)}</div>
${security.length > 0 && html`<h2 id="autenticacion">${word('authentication')}</h2>`}
<div lang="es">${security.map(({ description }) => markdown(description))}</div>
${body}
${errors.length > 0 && html`<section id="codigos"><h2>${word('codes')}</h2>${fields({ $ref: 'RespuestaDeError' })}</section>`}
${errors.map(error)}
</main>
</body>
</html>
`.markup
}
