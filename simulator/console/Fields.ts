import { html } from 'htm/preact'
import type { ComponentChildren, VNode } from 'preact'

/** Fields of forms, each with its label. */

interface On<E> {
  readonly currentTarget: E
}

const field = (label: string, control: ComponentChildren): VNode =>
  html`<label class="field"><span class="label">${label}</span>${control}</label>`

interface TextOptions {
  readonly placeholder?: string
  readonly type?: 'text' | 'search'
  readonly inputMode?: 'numeric' | 'decimal'
}

export const input = (
  label: string,
  value: string,
  onText: (text: string) => void,
  options: TextOptions = {},
): VNode => {
  const { placeholder, type = 'text', inputMode } = options
  const onInput = ({ currentTarget }: On<HTMLInputElement>) => onText(currentTarget.value)
  return field(
    label,
    html`<input type=${type} value=${value} placeholder=${placeholder} inputmode=${inputMode} spellcheck=${false}
      autocomplete="off" onInput=${onInput} />`,
  )
}

export const textarea = (label: string, value: string, onText: (text: string) => void): VNode => {
  const onInput = ({ currentTarget }: On<HTMLTextAreaElement>) => onText(currentTarget.value)
  return field(label, html`<textarea rows="6" value=${value} spellcheck=${false} onInput=${onInput}></textarea>`)
}

/** @param textOf the text shown for a choice, if it differs from the choice */
export const select = <A extends string>(
  label: string,
  value: A,
  choices: ReadonlyArray<A>,
  onChoose: (choice: A) => void,
  textOf: (choice: A) => string = (choice) => choice,
): VNode => {
  const onChange = ({ currentTarget }: On<HTMLSelectElement>) => {
    const chosen = choices[currentTarget.selectedIndex]
    if (chosen !== undefined) onChoose(chosen)
  }
  const options = choices.map(
    (choice) => html`<option key=${choice} value=${choice} selected=${choice === value}>${textOf(choice)}</option>`,
  )
  return field(label, html`<select value=${value} onChange=${onChange}>${options}</select>`)
}
