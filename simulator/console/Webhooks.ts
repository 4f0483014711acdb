import { computed, signal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { accountOf } from './Accounts.ts'
import { useArrivals } from './Arrivals.ts'
import { attempts } from './Attempts.ts'
import { pull } from './Call.ts'
import { Destination } from './Destination.ts'
import { input } from './Fields.ts'
import { clockOf, dateOf } from './Format.ts'
import type { Entrega, Verificacion } from './Frames.ts'
import { deliveryTones as tones } from './Outcome.ts'
import { badge, button, empty, icon, identifier, link, mark, word } from './Parts.ts'
import { Receiver } from './Receiver.ts'
import { addressOf, route } from './Route.ts'
import { newestFirst, verifications } from './Store.ts'
import { ahead, resultOf } from './Timeline.ts'
import { list } from './Windowed.ts'
import { t } from './Words.ts'

/** The webhook inbox: whom webhooks were for, what arrived, and whether its signature holds. */

type WithWebhook = Verificacion & { readonly entrega: Entrega }
const hasWebhook = (view: Verificacion): view is WithWebhook => view.entrega !== null
const withWebhook = computed(() => newestFirst.value.filter(hasWebhook))

const sought = signal('')
const search = (text: string): void => {
  sought.value = text
}

/** By request, account, URL or the time at which it was decided, as it is shown. */
const isWanted = ({ solicitud_id, tenant, webhook_url, resuelto_en }: WithWebhook): boolean => {
  const shown = [solicitud_id, tenant, webhook_url ?? '', clockOf(resuelto_en ?? 0), dateOf(resuelto_en ?? 0)]
  return shown.some((one) => one.includes(sought.value.trim()))
}

const row = ({
  solicitud_id,
  tenant,
  resuelto_en,
  entrega: { estado, intentos, proximo_en: next },
}: WithWebhook): VNode =>
  html`<div class="entry ${tones[estado]}">
    ${mark(tones[estado])}
    <div class="entry-main">
      <span>
        <strong>${solicitud_id}</strong> <small class="muted">${clockOf(resuelto_en ?? 0)} · ${tenant}</small>
      </span>
      <span class="standing">${intentos.map(resultOf).join(', ') || t('notYet')}</span>
    </div>
    <div class="entry-side">
      <span>${estado}</span><span>${next === null ? t('attempts', intentos.length) : t('nextIn', ahead(next))}</span>
    </div>
  </div>`

const Inbox = ({ view }: { readonly view: WithWebhook }): VNode => {
  const { verificacion_id: id, solicitud_id, entrega, tenant, webhook_url: url } = view
  const arrivals = useArrivals(view)
  const account = accountOf(tenant)
  const next = entrega.proximo_en
  return html`<article class="detail" aria-labelledby="title">
    <header>
      <h2 id="title">${solicitud_id}</h2>
      ${badge(tones[entrega.estado], word(entrega.estado))}
      <p class="inline">
        ${identifier(entrega.event_id, 'Service-Event-Id')}
        <span class="muted">${next === null ? t('nothingDue') : t('dueAt', clockOf(next), ahead(next))}</span>
      </p>
    </header>
    <p class="inline">
      ${button(t('resend'), () => pull('webhooks/reenviar', { verificacion_id: id }), { icon: 'next' })}
      ${link(t('seeVerification'), addressOf('verificaciones', id), 'quiet')}
    </p>
    <${Receiver} url=${url ?? ''} />
    <${Destination} url=${url ?? ''} />
    <h3>${t('arrivals')}</h3>
    ${arrivals?.length === 0 && empty(t(entrega.intentos.length === 0 ? 'nothingArrived' : 'inboxForgot'))}
    ${account && arrivals && attempts(arrivals, entrega, account.secreto_firma)}
  </article>`
}

const example = 'https://partner.example.com/webhooks/avs'

const Introduction = (): VNode =>
  html`<article class="detail">
    <h2>${t('webhooks')}</h2>
    <p class="note">${t('webhooksNote')}</p>
    <${Receiver} url=${example} />
    <${Destination} url=${example} />
  </article>`

export const Webhooks = (): VNode => {
  const { id } = route.value
  const view = verifications.value.get(id ?? '')
  const items = withWebhook.value.filter(isWanted)
  const none = withWebhook.value.length === 0 ? 'noWebhooksYet' : 'noneFound'
  return html`<div class="split ${id === null ? '' : 'open'}">
    <div class="side">
      <div class="tools one">
        ${input(t('search'), sought.value, search, { type: 'search', placeholder: 'sol-…, demo-…, https://…, 16:21' })}
      </div>
      ${
        items.length === 0
          ? empty(t(none))
          : list({
              label: t('webhooks'),
              items,
              selected: id,
              row,
              keyOf: ({ verificacion_id }) => verificacion_id,
              place: 'webhooks',
            })
      }
    </div>
    <div class="main">
      ${id !== null && link([icon('back'), t('webhooks')], addressOf('webhooks'), 'quiet back')}
      ${view !== undefined && hasWebhook(view) ? html`<${Inbox} key=${id} view=${view} />` : html`<${Introduction} />`}
    </div>
  </div>`
}
