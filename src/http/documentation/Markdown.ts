import { escape, type Html, html } from './Html.ts'

/** The part of Markdown that the texts of the OpenAPI document use. */

/** `code` and **strong**, in escaped text. */
const inline = (text: string): Html => ({
  markup: escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
})

/** A name for the address of a heading. */
export const slug = (heading: string): string =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z\d]+/g, '-')

const items = (block: string, mark: RegExp): ReadonlyArray<Html> =>
  block.split('\n').map((line) => html`<li>${inline(line.replace(mark, ''))}</li>`)

const blockMarkup = (block: string): Html => {
  if (block.startsWith('```')) return html`<pre><code>${block.split('\n').slice(1, -1).join('\n')}</code></pre>`
  if (block.startsWith('## ')) return html`<h2 id="${slug(block.slice(3))}">${inline(block.slice(3))}</h2>`
  if (block.startsWith('- ')) return html`<ul>${items(block, /^- /)}</ul>`
  if (/^\d+\. /.test(block)) return html`<ol>${items(block, /^\d+\. /)}</ol>`
  return html`<p>${inline(block)}</p>`
}

/** Headings of the second level, paragraphs, lists of one line an item, and fenced code without blank lines. */
export const markdown = (text: string): Html =>
  html`${text
    .trim()
    .split(/\n{2,}/)
    .map(blockMarkup)}`

/** The headings of a text. */
export const headings = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
