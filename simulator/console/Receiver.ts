import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { notice, pull } from './Call.ts'
import { input } from './Fields.ts'
import { button, panel } from './Parts.ts'
import { t } from './Words.ts'

/** Scripts what the receiver behind a URL answers next. */
export const Receiver = ({ url: given }: { readonly url: string }): VNode => {
  const [url, setUrl] = useState(given)
  const [statuses, setStatuses] = useState('500, 500, 200')
  const [delay, setDelay] = useState('0')
  const script = async (estatus: ReadonlyArray<number>) => {
    const set = await pull('webhooks/respuestas', { url, estatus, demora_ms: Number(delay) })
    if (set !== null) notice.value = { isError: false, text: t('scripted', estatus.join(', ')) }
  }
  const listed = () => statuses.split(/[\s,]+/).filter((one) => one !== '')
  return panel(
    t('receiver'),
    t('receiverNote'),
    html`<div class="columns">
      ${input('webhook_url', url, setUrl)}
      ${input(t('answers'), statuses, setStatuses)}
      ${input(t('delay'), delay, setDelay, { inputMode: 'numeric' })}
    </div>
    <div class="inline">
      ${button(t('script'), () => script(listed().map(Number)), { kind: 'primary' })}
      ${button(t('answerWell'), () => script([200]))}
    </div>`,
  )
}
