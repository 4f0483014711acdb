import { type Html, html, type Part } from './Html.ts'
import { documentOf, markdown } from './Markdown.ts'
import type { Body, Media, OpenApiDocument, Operation, Paths, Response, Schema } from './OpenApiDocument.ts'
import { members, row, table, typeOf } from './Schemas.ts'
import { style } from './style.ts'

/** An operation with its method and path. */
interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const placed = (paths: Paths): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const places: Record<string, string> = { header: 'encabezado', path: 'ruta', query: 'parámetro' }

const parameters = (operation: Operation): Part =>
  operation.parameters.length > 0 &&
  html`<h3>Encabezados y parámetros</h3>
${table(
  operation.parameters.map(({ name, description, schema, example, required, in: place }) =>
    row(name, { ...schema, description, examples: [example] }, `${places[place]}${required ? ', requerido' : ''}`),
  ),
)}`

const examples = (all: Media['examples']): Html => html`<details><summary>Ejemplos</summary>
${Object.entries(all).map(
  ([name, { value }]) => html`<h5><code>${name}</code></h5>
<pre><code>${JSON.stringify(value, null, 2)}</code></pre>
`,
)}</details>`

const content = ({ content }: Body): Part =>
  content &&
  html`<p>${typeOf(content['application/json'].schema)}</p>
${examples(content['application/json'].examples)}`

const responseHeaders = (headers: Response['headers']): Part =>
  headers &&
  table(
    Object.entries(headers).map(([name, { description, schema, example }]) =>
      row(name, { ...schema, description, examples: [example] }, 'encabezado'),
    ),
  )

const responses = (operation: Operation): Html => html`<h3>Respuestas</h3>
${Object.entries(operation.responses).map(
  ([status, response]) => html`<div class="response"><h4>${status === 'default' ? 'otra' : status}</h4><div>
${markdown(response.description ?? '')}${responseHeaders(response.headers)}${content(response)}</div></div>
`,
)}`

const method = (name: string): Html => html`<span class="method ${name.toLowerCase()}">${name}</span>`

const section = ({ method: name, path, operation }: Placed): Html => html`<section id="${operation.operationId}">
<h2>${operation.summary}</h2>
<p class="route">${method(name)} <code>${path}</code>${operation.security.length > 0 && html` <a class="note" href="#autenticacion">con llave</a>`}</p>
${markdown(operation.description)}
${parameters(operation)}
${operation.requestBody && html`<h3>Cuerpo</h3>${content(operation.requestBody)}`}
${responses(operation)}
</section>
`

const schemaSection = ([name, schema]: readonly [string, Schema]): Html => html`<section id="${name}">
<h3>${name}</h3>
${markdown(schema.description ?? '')}
${members(schema)}
</section>
`

const link = (address: string, text: Part): Html => html`<li><a href="#${address}">${text}</a></li>`

const navigation = (guide: string, operations: ReadonlyArray<Placed>, names: ReadonlyArray<string>): Html => html`<nav>
<h2>Guía</h2><ul>${documentOf(guide).sections.map(({ anchor, heading }) => link(anchor, heading))}${link('autenticacion', 'Autenticación')}</ul>
<h2>Operaciones</h2><ul>${operations.map(({ method: name, operation }) =>
  link(operation.operationId, [method(name), ' ', operation.summary]),
)}</ul>
<h2>Esquemas</h2><ul>${names.map((name) => link(name, name))}</ul>
</nav>`

/**
 * Renders the OpenAPI document as one HTML page. It has no script and loads nothing, so it works wherever the service
 * does.
 *
 * @param openapi the document as text
 * @param guides the URL of the guides; null without guides
 */
export const page = (openapi: string, guides: string | null): string => {
  const { info, paths, webhooks, components }: OpenApiDocument = JSON.parse(openapi)
  const operations = [...placed(paths), ...placed(webhooks)]
  const schemas = Object.entries(components.schemas).toSorted(([one], [other]) => one.localeCompare(other))
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${info.title} ${info.version}</title>
<style>${{ markup: style }}</style>
</head>
<body>
${navigation(
  info.description,
  operations,
  schemas.map(([name]) => name),
)}
<main>
<h1>${info.title} <small>${info.version}</small></h1>
<p>Este documento en su forma OpenAPI 3.1: <a href="/openapi.json"><code>/openapi.json</code></a></p>
${guides !== null && html`<p>Guías, paso a paso: <a href="${guides}"><code>${guides}</code></a></p>`}
${markdown(info.description)}
<h2 id="autenticacion">Autenticación</h2>
${Object.values(components.securitySchemes).map(({ description }) => markdown(description))}
${operations.map(section)}
<h2>Esquemas</h2>
${schemas.map(schemaSection)}
</main>
</body>
</html>
`.markup
}
