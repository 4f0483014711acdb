import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { notice, pull } from './Call.ts'
import { input } from './Fields.ts'
import { button, panel } from './Parts.ts'
import { t } from './Words.ts'

/** Sends the webhooks to a URL to a receiver on this machine, whose answers then count. */
export const Destination = ({ url: given }: { readonly url: string }): VNode => {
  const [url, setUrl] = useState(given)
  const [destination, setDestination] = useState('http://127.0.0.1:3000/webhooks')
  const put = async (destino: string | null) => {
    const set = await pull('webhooks/destinos', { url, destino })
    if (set === null) return
    notice.value = { isError: false, text: destino === null ? t('toInbox', url) : t('toReceiver', url, destino) }
  }
  return panel(
    t('ownReceiver'),
    t('ownReceiverNote'),
    html`<div class="columns">
      ${input('webhook_url', url, setUrl)} ${input(t('destination'), destination, setDestination)}
    </div>
    <div class="inline">
      ${button(t('sendThere'), () => put(destination), { kind: 'primary' })}
      ${button(t('sendToInbox'), () => put(null))}
    </div>`,
  )
}
