import { html } from '#http/documentation/Html.ts'
import { type Document, documentOf } from '#http/documentation/Markdown.ts'
import { textOf } from './Files.ts'
import { languages, type Page, pages } from './Pages.ts'
import type { Language, Text } from './Text.ts'

/** The base URL of the service in the texts. The reader's own base URL replaces it. */
const writtenBase = 'http://127.0.0.1:4010'

const words = {
  search: { es: 'Buscar', en: 'Search' },
  reference: { es: 'Referencia', en: 'Reference (in Spanish)' },
  console: { es: 'Consola', en: 'Console' },
  next: { es: 'Sigue', en: 'Next' },
  copy: { es: 'Copiar', en: 'Copy' },
  copied: { es: 'Copiado', en: 'Copied' },
  nothing: { es: 'Nada', en: 'Nothing' },
} as const satisfies Record<string, Text>

/**
 * Pages link to each other by file; the diagram is one floor up, as the files have it. The address is whole, since the
 * first page is also shown at another.
 */
const addressOf = (link: string, language: Language): string =>
  link.replace(/^([a-z]+)\.md/, `/docs/${language}/$1`).replace(/^\.\.\//, '/docs/')

const documents = new Map<string, Document>()

/** A page as it was read, which is kept. */
const documentIn = (page: Page, language: Language): Document => {
  const path = `${language}/${page[language]}.md`
  const known = documents.get(path)
  if (known !== undefined) return known
  const document = documentOf(textOf(path), (link) => addressOf(link, language))
  documents.set(path, document)
  return document
}

/** What the search looks through: each section of each page. */
export const searchIndex = (language: Language) =>
  pages.flatMap((page) => {
    const { title, sections } = documentIn(page, language)
    return sections.map(({ level, heading, anchor, text }) => ({
      title,
      heading,
      address: `/docs/${language}/${page[language]}${level === 1 ? '' : `#${anchor}`}`,
      text,
    }))
  })

const navigation = (current: Page, language: Language) => html`<nav aria-label="Cotejo">
<ul>${pages.map((page) => {
  const here = page === current ? html` aria-current="page"` : ''
  return html`<li><a href="/docs/${language}/${page[language]}"${here}>${documentIn(page, language).title}</a></li>\n`
})}</ul>
<ul><li><a href="/docs">${words.reference[language]}</a></li>
<li><a href="/_simulador">${words.console[language]}</a></li></ul>
</nav>`

const following = (current: Page, language: Language) => {
  const next = pages[pages.indexOf(current) + 1]
  return (
    next !== undefined &&
    html`<p class="next">${words.next[language]}: <a href="/docs/${language}/${next[language]}">${documentIn(next, language).title}</a></p>`
  )
}

/**
 * A page of the guides as HTML.
 *
 * @param host where the reader reaches the simulator, by the request's own `Host`
 */
export const guidePage = (page: Page, language: Language, host: string): string => {
  const { title, body } = documentIn(page, language)
  const others = languages.filter((other) => other !== language)
  const markup = html`<!doctype html>
<html lang="${language}" data-copy="${words.copy[language]}" data-copied="${words.copied[language]}" data-nothing="${words.nothing[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Cotejo</title>
<link rel="stylesheet" href="/_simulador/consola/Guide.css">
<script type="module" src="/_simulador/consola/Guide.ts"></script>
</head>
<body>
<header>
<a href="/docs/${language}">Cotejo</a>
<search><label>${words.search[language]} <input type="search" id="search" autocomplete="off"></label>
<ul id="found" aria-live="polite"></ul></search>
${others.map((other) => html`<a lang="${other}" hreflang="${other}" href="/docs/${other}/${page[other]}">${{ es: 'Español', en: 'English' }[other]}</a>`)}
</header>
${navigation(page, language)}
<main>
${body}
${following(page, language)}
</main>
</body>
</html>
`.markup
  return markup.replaceAll(writtenBase, `http://${host}`)
}
