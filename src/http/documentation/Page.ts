import { type Html, html, type Part } from './Html.ts'
import { documentOf, heading, markdown } from './Markdown.ts'
import { type OpenApiDocument, type Paths, readDocument } from './OpenApiDocument.ts'
import { codeBlock, methodOf, operations } from './Operations.ts'
import type { ErrorText, Reference } from './Reference.ts'
import type { Placed } from './Samples.ts'
import { values } from './Schemas.ts'
import { icon, style } from './style.ts'
import { type Language, wordsIn } from './Words.ts'

const placed = (paths: Paths = {}): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

export const operationsOf = ({ paths, webhooks }: OpenApiDocument): ReadonlyArray<Placed> => [
  ...placed(paths),
  ...placed(webhooks),
]

const link = (address: string, text: Part): Html => html`<li><a href="#${address}">${text}</a></li>`

const errorSection = (
  { codigo, statuses, body, when, again }: ErrorText,
  language: Language,
): Html => html`<section id="error-${codigo}">
<h3>${heading(`error-${codigo}`, html`<code>${codigo}</code> <small>HTTP ${statuses}</small>`)}</h3>
<div>${markdown(when)}${again !== null && markdown(`${wordsIn(language)('again')}: ${again}`)}</div>
<div class="samples">${codeBlock(body)}</div>
</section>
`

/**
 * Renders an OpenAPI document as one HTML page that can be read without script. `writtenBase` stands for the base URL
 * of the service.
 */
export const page = (reference: Reference): string => {
  const { language, address, source, errors, top } = reference
  const document = readDocument(reference.openapi, reference.texts)
  const { info, components } = document
  const word = wordsIn(language)
  const shown = values(components.schemas, language)
  const server = document.servers[0]?.url.replace(/\/$/, '') ?? ''
  const { titleOf, section } = operations({ ...reference, values: shown, server })
  const all = operationsOf(document)
  const security = Object.values(components.securitySchemes ?? {})
  const body = html`${all.map(section)}`
  const { sections } = documentOf(info.description)
  const others: ReadonlyArray<Language> = language === 'es' ? ['en'] : ['es']
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}</title>
<link rel="icon" href="${icon}">
<style>${{ markup: style }}</style>
</head>
<body>
<header><button type="button" class="menu" popovertarget="menu">${word('menu')}</button>
${top}
${others.map((other) => html`<a lang="${other}" hreflang="${other}" href="${address}${other === 'en' ? '?lang=en' : ''}">${{ es: 'Español', en: 'English' }[other]}</a>`)}
</header>
<nav id="menu" popover>
${sections.length > 0 && html`<h2>${word('guide')}</h2><ul>${sections.map((one) => link(one.anchor, one.heading))}</ul>`}
<h2>${word('operations')}</h2><ul>${all.map((one) =>
    link(one.operation.operationId, [methodOf(one.method), ' ', titleOf(one)]),
  )}</ul>
${errors.length > 0 && html`<h2>${word('codes')}</h2><ul>${errors.map(({ codigo }) => link(`error-${codigo}`, codigo))}</ul>`}
</nav>
<main>
<h1>${info.title} <small>${info.version}</small></h1>
<p>${word('document')}: <a href="${source}"><code>${source}</code></a></p>
${markdown(info.description)}
${security.length > 0 && html`<h2 id="autenticacion">${word('authentication')}</h2>`}
${security.map(({ description }) => markdown(description))}
${body}
${errors.length > 0 && html`<section id="codigos"><h2>${word('codes')}</h2>${shown.fields({ $ref: 'RespuestaDeError' })}</section>`}
${errors.map((error) => errorSection(error, language))}
</main>
</body>
</html>
`.markup
}
