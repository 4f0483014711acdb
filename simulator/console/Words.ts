import { effect, signal } from '@preact/signals'
import { type Pair, texts } from './Texts.ts'

export type Word = keyof typeof texts

/** The language that was chosen, or else the browser's. */
const initial = localStorage.getItem('lang') ?? navigator.language

export const lang = signal<'es' | 'en'>(initial.startsWith('es') ? 'es' : 'en')

effect(() => {
  document.documentElement.lang = lang.value
})

export const switchLanguage = (): void => {
  lang.value = lang.value === 'es' ? 'en' : 'es'
  localStorage.setItem('lang', lang.value)
}

/** One of the two. */
export const said = ([es, en]: Pair): string => (lang.value === 'es' ? es : en)

/** A text in the language that was chosen. */
export const t = (word: Word, ...args: ReadonlyArray<string | number>): string =>
  said(texts[word]).replace(/\{(\d)\}/g, (_, index) => String(args[Number(index)] ?? ''))
