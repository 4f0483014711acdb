import { effect, signal } from '@preact/signals'
import { type Pair, texts } from './Texts.ts'

export type Word = keyof typeof texts

export const lang = signal<'es' | 'en'>(localStorage.getItem('lang') === 'en' ? 'en' : 'es')

effect(() => {
  document.documentElement.lang = lang.value
  localStorage.setItem('lang', lang.value)
})

export const switchLanguage = (): void => {
  lang.value = lang.value === 'es' ? 'en' : 'es'
}

/** One of the two. */
export const said = ([es, en]: Pair): string => (lang.value === 'es' ? es : en)

/** A text in the language that was chosen. */
export const t = (word: Word, ...args: ReadonlyArray<string | number>): string =>
  said(texts[word]).replace(/\{(\d)\}/g, (_, index) => String(args[Number(index)] ?? ''))
