import { signal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { pull } from './Call.ts'
import { button } from './Parts.ts'
import { fresh, go, goWithFocus, places } from './Route.ts'
import { openSearch } from './Search.ts'
import { t, type Word } from './Words.ts'

/** Keys that do what the page does, listed under `?`. They can be switched off, and do nothing while one types. */

const isOpen = signal(false)
const isOn = signal(localStorage.getItem('keys') !== 'off')

export const toggleHelp = (): void => {
  isOpen.value = !isOpen.value
}

const switchKeys = (): void => {
  isOn.value = !isOn.value
  localStorage.setItem('keys', isOn.value ? 'on' : 'off')
}

const search = (): void => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
const contents = (): void => document.getElementById('contenido')?.focus()

interface Shortcut {
  readonly key: string
  readonly does: Word
  readonly run: () => unknown
}

const shortcuts: ReadonlyArray<Shortcut> = [
  { key: 'n', does: 'startOne', run: () => goWithFocus('verificaciones', fresh) },
  { key: 's', does: 'toNext', run: () => pull('reloj', { hasta_lo_siguiente: true }) },
  { key: '/', does: 'search', run: search },
  { key: 'c', does: 'skip', run: contents },
  { key: 'Ctrl-K', does: 'searchIds', run: openSearch },
  ...places.map((place, index) => ({ key: String(index + 1), does: place, run: () => go(place) })),
  { key: '?', does: 'shortcuts', run: toggleHelp },
]

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type="radio"]), textarea, select')

export const listenToKeys = (): void =>
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat } = event
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
      event.preventDefault()
      openSearch()
      return
    }
    if (!isOn.value || ctrlKey || metaKey || altKey || repeat || isTyping(target)) return
    if (isOpen.value && key !== '?') return
    const shortcut = shortcuts.find((one) => one.key === key)
    if (shortcut === undefined) return
    event.preventDefault()
    shortcut.run()
  })

export const Shortcuts = (): VNode => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen.value) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen.value])
  const closed = () => {
    isOpen.value = false
  }
  return html`<dialog ref=${dialog} class="panel" aria-labelledby="keys" onClose=${closed}>
    <h2 id="keys">${t('shortcuts')}</h2>
    <dl class="keys">
      ${shortcuts.map(({ key, does }) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${t(does)}</dd></div>`)}
    </dl>
    <div class="inline">
      ${button(t('close'), closed, { kind: 'primary' })}
      ${button(t('keysOn'), switchKeys, { kind: 'quiet', isPressed: isOn.value })}
    </div>
  </dialog>`
}
