import { escape, type Html, html, type Part } from './Html.ts'

/** The subset of Markdown that the guides and the texts of the OpenAPI document use. */

interface Section {
  readonly level: number
  readonly heading: string
  readonly anchor: string
  /** Text without markup, for search. */
  readonly text: string
}

export interface Document {
  readonly title: string
  readonly body: Html
  readonly sections: ReadonlyArray<Section>
}

/** The anchor of a heading, formed like GitHub's. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Maps a link to its target. */
type Resolve = (link: string) => string

/** The words of a heading, as a link to it. */
export const heading = (anchor: string, words: Part): Html => html`<a class="self" href="#${anchor}">${words}</a>`

const linked = (image: string, words: string, target: string): string =>
  image === '!' ? `<img src="${target}" alt="${words}">` : `<a href="${target}">${words}</a>`

/** Converts `code`, **strong** and links in escaped text. */
const inline = (text: string, resolve: Resolve): Html => ({
  markup: escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(!?)\[([^[\]]+)\]\(([^()\s]+)\)/g, (_, image, words, link) => linked(image, words, resolve(link))),
})

const plainOf = (text: string): string => text.replace(/[`*]|!?\[|\]\([^()]*\)/g, '')

/** Splits a table row; a cell may contain `\|`. */
const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const tableOf = (
  [head = '', , ...rows]: ReadonlyArray<string>,
  resolve: Resolve,
): Html => html`<div class="scroll"><table>
<thead><tr>${cellsOf(head).map((cell) => html`<th scope="col">${inline(cell, resolve)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cellsOf(row).map((cell) => html`<td>${inline(cell, resolve)}</td>`)}</tr>\n`)}</tbody>
</table></div>`

const mark = /^(?:- |\d+\. )/

/** An item continues in lines that do not begin another item. */
const itemsOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines
    .join('\n')
    .split(/\n(?=- |\d+\. )/)
    .map((item) => item.replace(mark, ''))

const listOf = (lines: ReadonlyArray<string>, resolve: Resolve): Html => {
  const items = itemsOf(lines).map((item) => html`<li>${inline(item, resolve)}</li>`)
  const [, first] = /^(\d+)\. /.exec(lines[0] ?? '') ?? []
  return first === undefined ? html`<ul>${items}</ul>` : html`<ol start="${first}">${items}</ol>`
}

const codeOf = ([fence = '', ...lines]: ReadonlyArray<string>): Html =>
  html`<div class="code"><pre tabindex="0"><code data-language="${fence.slice(3)}">${lines.join('\n')}</code></pre></div>`

const headingOf = (line: string, resolve: Resolve): Html => {
  const [, marks = '', text = ''] = /^(#+) (.+)$/.exec(line) ?? []
  if (marks.length === 1) return html`<h1>${inline(text, resolve)}</h1>`
  const anchor = anchorOf(text)
  const words = heading(anchor, inline(text, resolve))
  return marks.length === 2 ? html`<h2 id="${anchor}">${words}</h2>` : html`<h3 id="${anchor}">${words}</h3>`
}

/** Splits a text into blocks of lines. A code block is one block; other blocks end at blank lines. */
const blocksOf = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const blocks: Array<Array<string>> = []
  let open: Array<string> | null = null
  let isCode = false
  for (const line of text.split('\n')) {
    if (isCode) {
      isCode = line !== '```'
      if (isCode) open?.push(line)
      else open = null
    } else if (line.trim() === '' || line.startsWith('<!--')) {
      open = null
    } else if (open === null || line.startsWith('```')) {
      isCode = line.startsWith('```')
      open = [line]
      blocks.push(open)
    } else {
      open.push(line)
    }
  }
  return blocks
}

const blockOf = (lines: ReadonlyArray<string>, resolve: Resolve): Html => {
  const [first = ''] = lines
  if (first.startsWith('```')) return codeOf(lines)
  if (first.startsWith('#')) return headingOf(first, resolve)
  if (first.startsWith('|')) return tableOf(lines, resolve)
  if (mark.test(first)) return listOf(lines, resolve)
  return html`<p>${inline(lines.join('\n'), resolve)}</p>`
}

const sectionsOf = (blocks: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Section> => {
  const sections: Array<{ level: number; heading: string; anchor: string; text: string }> = []
  for (const lines of blocks) {
    const [, marks, heading = ''] = /^(#+) (.+)$/.exec(lines[0] ?? '') ?? []
    const last = sections.at(-1)
    if (marks !== undefined) {
      sections.push({ level: marks.length, heading: plainOf(heading), anchor: anchorOf(heading), text: '' })
    } else if (last !== undefined) {
      last.text += `${plainOf(lines.join(' '))} `
    }
  }
  return sections
}

export const documentOf = (text: string, resolve: Resolve = (link) => link): Document => {
  const blocks = blocksOf(text)
  const sections = sectionsOf(blocks)
  return {
    title: sections[0]?.heading ?? '',
    sections,
    body: html`${blocks.map((lines) => html`${blockOf(lines, resolve)}\n`)}`,
  }
}

/** A text without a title. */
export const markdown = (text: string): Html => documentOf(text).body
