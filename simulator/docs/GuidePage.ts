import { baseOf } from '#http/Documentation.ts'
import { type Html, html } from '#http/documentation/Html.ts'
import { type Document, documentOf } from '#http/documentation/Markdown.ts'
import { icon } from '#http/documentation/style.ts'
import { fitted, textOf } from './Files.ts'
import { type Served, shownIn } from './Pages.ts'
import type { Language, Text } from './Text.ts'

/** The base URL of the service in the texts. The reader's own base URL replaces it. */
const writtenBase = 'http://127.0.0.1:4010'

/** Where a reader reaches the simulator, by the `Host` of their request. */
export const baseFor = (host: string | undefined): string => baseOf(host, true) ?? writtenBase

const words = {
  search: { es: 'Buscar', en: 'Search' },
  reference: { es: 'Referencia', en: 'Reference' },
  controls: { es: 'Referencia del simulador', en: 'Reference of the simulator' },
  console: { es: 'Consola', en: 'Console' },
  menu: { es: 'Menú', en: 'Menu' },
  previous: { es: 'Antes', en: 'Previous' },
  next: { es: 'Sigue', en: 'Next' },
  copy: { es: 'Copiar', en: 'Copy' },
  copied: { es: 'Copiado', en: 'Copied' },
  nothing: { es: 'Nada', en: 'Nothing' },
  code: { es: 'Lenguaje', en: 'Language' },
} as const satisfies Record<string, Text>

/** The references that are served: of the service and of the controls. */
export const references = { service: '/docs', controls: '/docs/simulador' } as const
export const inEnglish = (address: string, language: Language): string =>
  language === 'en' ? `${address}?lang=en` : address

/** A link to another page of the same folder or to a part of this server, by its path. */
const link = /\]\((\/[^()\s]*|[\w./-]+\.(?:md|svg)(?:#[^()\s]*)?)\)/g

/**
 * A page in Markdown for a reader at this base URL, without its notes (`>`) for readers of the repository. Its links are
 * whole, because it may be read elsewhere.
 */
export const textFor = ({ file, address }: Served, base: string): string =>
  fitted(textOf(file).replace(/^> .*\n/gm, ''))
    .replace(link, (_, path) => `](${new URL(path, writtenBase + address)})`)
    .replaceAll(writtenBase, base)

/** The page that a link to Markdown is about. */
const pageOf = (url: string): string => url.replace(writtenBase, '').replace(/\.md(?=#|$)/, '')

const documents = new Map<string, Document>()

/** A page as it was read, which is kept. */
export const documentIn = (page: Served): Document => {
  const { file } = page
  const known = documents.get(file)
  if (known !== undefined) return known
  const document = documentOf(textFor(page, writtenBase), pageOf)
  documents.set(file, document)
  return document
}

/** The top of each page, of the references too: links, search, and the script of both. */
export const top = (language: Language): Html => html`<a href="/docs/${language}"><strong>Cotejo</strong></a>
<a href="${inEnglish(references.service, language)}">${words.reference[language]}</a>
<a href="/_simulador">${words.console[language]}</a>
<search data-copy="${words.copy[language]}" data-copied="${words.copied[language]}" data-nothing="${words.nothing[language]}" data-code="${words.code[language]}"><input type="search" id="search" placeholder="${words.search[language]}" aria-label="${words.search[language]}" autocomplete="off">
<ul id="found" aria-live="polite"></ul></search>
<script type="module" src="/_simulador/consola/Guide.ts"></script>`

const inLanguage = (page: Served, language: Language) =>
  page.language !== language && html` lang="${page.language}" hreflang="${page.language}"`

const navigation = (current: Served, language: Language) => html`<nav id="menu" popover aria-label="Cotejo">
<ul>${shownIn(language).map((page) => {
  const here = page.address === current.address && html` aria-current="page"`
  return html`<li><a href="${page.address}"${inLanguage(page, language)}${here}>${documentIn(page).title}</a></li>\n`
})}</ul>
<ul><li><a href="${inEnglish(references.service, language)}">${words.reference[language]}</a></li>
<li><a href="${inEnglish(references.controls, language)}">${words.controls[language]}</a></li></ul>
</nav>`

/** Links to the pages before and after. */
const neighbours = (current: Served, language: Language) => {
  const all = shownIn(language)
  const index = all.findIndex(({ address }) => address === current.address)
  const link = (label: 'previous' | 'next', page: Served | undefined) =>
    page !== undefined &&
    html`<span>${words[label][language]}: <a rel="${label === 'next' ? 'next' : 'prev'}" href="${page.address}"${inLanguage(page, language)}>${documentIn(page).title}</a></span>`
  return html`<p class="next">${link('previous', all[index - 1])} ${link('next', all[index + 1])}</p>`
}

/**
 * A page of the guides as HTML.
 *
 * @param base where the reader reaches the simulator
 */
export const guidePage = (page: Served, base: string): string => {
  const { language, address, other } = page
  const { title, body } = documentIn(page)
  const otherLanguage = language === 'es' ? 'en' : 'es'
  const markup = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Cotejo</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docs/estilo.css">
<link rel="alternate" type="text/markdown" href="${address}.md">
</head>
<body>
<header><button type="button" class="menu" popovertarget="menu">${words.menu[language]}</button>
${top(language)}
<a lang="${otherLanguage}" hreflang="${otherLanguage}" href="${other ?? `/docs/${otherLanguage}`}">${{ es: 'Español', en: 'English' }[otherLanguage]}</a>
</header>
${navigation(page, language)}
<main>
${body}
${neighbours(page, language)}
</main>
</body>
</html>
`.markup
  return markup.replaceAll(writtenBase, base)
}
