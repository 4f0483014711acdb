import { escape, type Html, html } from '#http/documentation/Html.ts'

/** The part of Markdown that the guides use. */

/** A heading and what is under it, as far as the next one. */
interface Section {
  readonly level: number
  readonly heading: string
  readonly anchor: string
  /** Without markup, for the search. */
  readonly text: string
}

export interface Document {
  readonly title: string
  readonly body: Html
  readonly sections: ReadonlyArray<Section>
}

/** The anchor of a heading, as where the file itself is shown. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/**
 * Pages link to each other by file; the diagram is one floor up, as the files have it. The address is whole, since the
 * first page is also shown at another.
 */
const addressOf = (link: string, folder: string): string =>
  link.replace(/^([a-z]+)\.md/, `${folder}/$1`).replace(/^\.\.\//, '/docs/')

/** `code`, **strong** and links, in escaped text. */
const inline = (text: string, folder: string): Html => ({
  markup: escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(!?)\[([^[\]]+)\]\(([^()\s]+)\)/g, (_, image, words, link) =>
      image === '!'
        ? `<img src="${addressOf(link, folder)}" alt="${words}">`
        : `<a href="${addressOf(link, folder)}">${words}</a>`,
    ),
})

const plainOf = (text: string): string => text.replace(/[`*]|!?\[|\]\([^()]*\)/g, '')

/** Cells may hold `\|`. */
const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const tableOf = (
  [head = '', , ...rows]: ReadonlyArray<string>,
  folder: string,
): Html => html`<div class="scroll"><table>
<thead><tr>${cellsOf(head).map((cell) => html`<th scope="col">${inline(cell, folder)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cellsOf(row).map((cell) => html`<td>${inline(cell, folder)}</td>`)}</tr>\n`)}</tbody>
</table></div>`

const mark = /^(?:- |\d+\. )/

/** An item goes on in the lines that begin with none of its own. */
const itemsOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines
    .join('\n')
    .split(/\n(?=- |\d+\. )/)
    .map((item) => item.replace(mark, ''))

const listOf = (lines: ReadonlyArray<string>, folder: string): Html => {
  const items = itemsOf(lines).map((item) => html`<li>${inline(item, folder)}</li>`)
  const [, first] = /^(\d+)\. /.exec(lines[0] ?? '') ?? []
  return first === undefined ? html`<ul>${items}</ul>` : html`<ol start="${first}">${items}</ol>`
}

const codeOf = ([fence = '', ...lines]: ReadonlyArray<string>): Html =>
  html`<div class="code"><pre tabindex="0"><code data-language="${fence.slice(3)}">${lines.join('\n')}</code></pre></div>`

const headingOf = (line: string, folder: string): Html => {
  const [, marks = '', heading = ''] = /^(#+) (.+)$/.exec(line) ?? []
  const words = inline(heading, folder)
  if (marks.length === 1) return html`<h1>${words}</h1>`
  const anchor = anchorOf(heading)
  return marks.length === 2 ? html`<h2 id="${anchor}">${words}</h2>` : html`<h3 id="${anchor}">${words}</h3>`
}

/** The blocks of a text, each with its lines: code as a whole, the rest between blank lines. */
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

const blockOf = (lines: ReadonlyArray<string>, folder: string): Html => {
  const [first = ''] = lines
  if (first.startsWith('```')) return codeOf(lines)
  if (first.startsWith('#')) return headingOf(first, folder)
  if (first.startsWith('|')) return tableOf(lines, folder)
  if (mark.test(first)) return listOf(lines, folder)
  return html`<p>${inline(lines.join('\n'), folder)}</p>`
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

/**
 * Reads a page of the guides.
 *
 * @param folder where the pages of its language are served, `/docs/es`
 */
export const documentOf = (text: string, folder: string): Document => {
  const blocks = blocksOf(text)
  const sections = sectionsOf(blocks)
  return {
    title: sections[0]?.heading ?? '',
    sections,
    body: html`${blocks.map((lines) => html`${blockOf(lines, folder)}\n`)}`,
  }
}
