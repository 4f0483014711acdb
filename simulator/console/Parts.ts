import { html } from 'htm/preact'
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { laidOut } from './Format.ts'
import { glossOf } from './Glosses.ts'
import { t } from './Words.ts'

/** What every view is made of. */

const strokes = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  bang: 'M8 3v6.5M8 12.4v.2',
  dots: 'M3.5 8h.2M8 8h.2M12.3 8h.2',
  dash: 'M4 8h8',
  wait: 'M8 4.5V8l2.5 1.5M8 1.8a6.2 6.2 0 100 12.4A6.2 6.2 0 108 1.8',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  next: 'M4 3.5l6 4.5-6 4.5zM12.5 3.5v9',
  back: 'M10 3.5L5.5 8l4.5 4.5',
  right: 'M6 3.5L10.5 8L6 12.5',
  down: 'M3.5 6L8 10.5L12.5 6',
  plus: 'M8 3.5v9M3.5 8h9',
  mail: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  search: 'M7 2.5a4.5 4.5 0 100 9A4.5 4.5 0 107 2.5M10.5 10.5L14 14',
  theme: 'M8 2a6 6 0 100 12A6 6 0 108 2M8 2v12',
} as const

type IconName = keyof typeof strokes

export const icon = (name: IconName): VNode =>
  html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${strokes[name]} /></svg>`

/** How something stands; never shown by colour alone. */
export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle' | 'done' | 'over'
/** `idle` is still to come; `done` came, neither good nor bad; `over` will not come any more. */
const toneIcons = {
  good: 'check',
  bad: 'cross',
  warn: 'bang',
  busy: 'wait',
  idle: 'dots',
  done: 'check',
  over: 'dash',
} as const

export const mark = (tone: Tone): VNode => html`<span class="mark">${icon(toneIcons[tone])}</span>`

export const badge = (tone: Tone, text: ComponentChildren): VNode =>
  html`<span class="badge ${tone}">${icon(toneIcons[tone])}<span>${text}</span></span>`

/** A word that is broken, where it has to be, after a `_` or a dot. */
export const breakable = (value: string): ReadonlyArray<ComponentChildren> =>
  value.split(/(?<=[_.])/).flatMap((part, index) => (index === 0 ? [part] : [html`<wbr />`, part]))

/** A word of the interface as it is, followed by its meaning. */
export const word = (value: string): VNode => {
  const gloss = glossOf(value)
  return html`<span class="word"><code>${breakable(value)}</code>${gloss !== '' && html`<span class="gloss">${gloss}</span>`}</span>`
}

interface ButtonOptions {
  readonly icon?: IconName
  /** `primary`, `quiet`, `danger`, `big`. */
  readonly kind?: string
  readonly isDisabled?: boolean
  readonly isPressed?: boolean
  /** Whether what it opens is open. */
  readonly isExpanded?: boolean
  /** In place of what it shows, for who cannot see it. */
  readonly label?: string
}

export const button = (text: ComponentChildren, onClick: () => unknown, options: ButtonOptions = {}): VNode => {
  const { icon: name, kind = '', isDisabled = false, isPressed, isExpanded, label } = options
  return html`<button type="button" class="button ${kind}" disabled=${isDisabled} onClick=${onClick}
    aria-pressed=${isPressed} aria-expanded=${isExpanded} aria-label=${label} title=${label}>${name && icon(name)}${text}</button>`
}

export const link = (text: ComponentChildren, href: string, kind = ''): VNode =>
  html`<a class="button ${kind}" href=${href}>${text}</a>`

/** Beyond loopback the clipboard is not available; copying a selection still works. */
const copy = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.body.appendChild(Object.assign(document.createElement('textarea'), { value: text }))
  area.select()
  document.execCommand('copy')
  area.remove()
}

const Copy = ({ text, what }: { readonly text: string; readonly what: string }) => {
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  return button(t(isCopied ? 'copied' : 'copy'), () => copy(text).then(() => setCopied(text)), {
    icon: isCopied ? 'check' : 'copy',
    kind: 'quiet',
    label: `${t(isCopied ? 'copied' : 'copy')}: ${what}`,
  })
}

/** A button that copies a text. */
export const copier = (text: string, what: string): VNode => html`<${Copy} text=${text} what=${what} />`

/** An identifier with a button that copies it. */
export const identifier = (text: string, what: string): VNode =>
  html`<span class="identifier"><code>${text}</code>${copier(text, what)}</span>`

export const pre = (text: ComponentChildren, label: string): VNode =>
  html`<pre tabindex="0" role="group" aria-label=${label}>${text}</pre>`

/** A text that is copied exactly as it is; a JSON document is shown with line breaks. */
export const exact = (title: string, text: string): VNode =>
  html`<details class="exact">
    <summary>${title}</summary>
    <div class="exact-body">${copier(text, title)}${pre(laidOut(text), title)}</div>
  </details>`

/** A table that scrolls by itself where it is too wide. */
export const table = (label: string, heads: ReadonlyArray<string>, rows: ComponentChildren): VNode =>
  html`<div class="scroll" tabindex="0" role="group" aria-label=${label}>
    <table>
      <thead><tr>${heads.map((head) => html`<th key=${head} scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`

export const facts = (pairs: ReadonlyArray<readonly [name: string, value: ComponentChildren]>): VNode =>
  html`<dl class="facts">
    ${pairs.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`

export const panel = (title: string, note: string, children: ComponentChildren): VNode =>
  html`<section class="panel"><h3>${title}</h3>${note !== '' && html`<p class="note">${note}</p>`}${children}</section>`

export const empty = (text: string): VNode => html`<p class="empty">${text}</p>`
