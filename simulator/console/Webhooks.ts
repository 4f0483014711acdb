import { computed, signal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { accountOf } from './Accounts.ts'
import { useArrivals } from './Arrivals.ts'
import { attempts } from './Attempts.ts'
import { pull } from './Call.ts'
import { Destination } from './Destination.ts'
import { input, select } from './Fields.ts'
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
/** The latest decision first: its time is the one that is shown. */
const withWebhook = computed(() =>
  newestFirst.value.filter(hasWebhook).sort((a, b) => (b.resuelto_en ?? '').localeCompare(a.resuelto_en ?? '')),
)

const states = ['todas', 'pendiente', 'fallando', 'agotada', 'entregada'] as const
const state = signal<(typeof states)[number]>('todas')
const chooseState = (one: (typeof states)[number]): void => {
  state.value = one
}

/** Pending after an attempt that failed. */
const isFailing = ({ estado, intentos }: Entrega): boolean => estado === 'pendiente' && intentos.length > 0

const stands = ({ entrega }: WithWebhook): boolean =>
  state.value === 'todas' || (state.value === 'fallando' ? isFailing(entrega) : entrega.estado === state.value)

const sought = signal('')
const search = (text: string): void => {
  sought.value = text
}

/** By request, account, URL or the time at which it was decided, as it is shown. */
const isWanted = ({ solicitud_id, tenant, webhook_url, resuelto_en }: WithWebhook): boolean => {
  const shown = [solicitud_id, tenant, webhook_url ?? '', clockOf(resuelto_en ?? 0), dateOf(resuelto_en ?? 0)]
  return shown.some((one) => one.includes(sought.value.trim()))
}

/** Sends again what is listed. */
const resendAll = async (views: ReadonlyArray<WithWebhook>): Promise<void> => {
  for (const { verificacion_id } of views) if ((await pull('webhooks/reenviar', { verificacion_id })) === null) return
}

/** The destination where nobody listened the last time; null if there is none. */
const deaf = computed(() => {
  const last = withWebhook.value.find(({ entrega }) => entrega.intentos.length > 0)?.entrega.intentos.at(-1)
  return last?.estatus === null && last.contesta?.de === 'destino' ? last.contesta.url : null
})

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
        <strong>${solicitud_id}</strong> <small class="muted">${dateOf(resuelto_en ?? 0)} ${clockOf(resuelto_en ?? 0)} · ${tenant}</small>
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
    <h3>${t('arrivals')}</h3>
    ${arrivals?.length === 0 && empty(t(entrega.intentos.length === 0 ? 'nothingArrived' : 'inboxForgot'))}
    ${account && arrivals && attempts(arrivals, entrega, account.secreto_firma)}
    <details>
      <summary>${t('changeReceiver')}</summary>
      <${Receiver} url=${url ?? ''} />
      <${Destination} url=${url ?? ''} />
    </details>
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
  const items = withWebhook.value.filter((one) => stands(one) && isWanted(one))
  const again = items.filter(({ entrega }) => entrega.estado !== 'entregada' && entrega.intentos.length > 0)
  const none = withWebhook.value.length === 0 ? 'noWebhooksYet' : 'noneFound'
  return html`<div class="split ${id === null ? '' : 'open'}">
    <div class="side">
      <div class="tools">
        ${input(t('search'), sought.value, search, { type: 'search', placeholder: 'sol-…, demo-…, https://…, 16:21' })}
        ${select(t('state'), state.value, states, chooseState, (one) => (one === 'todas' ? t('all') : one))}
        ${button(t('resendAll', again.length), () => resendAll(again), { icon: 'next', isDisabled: again.length === 0 })}
      </div>
      ${deaf.value !== null && html`<p class="refusal" role="alert">${t('nobodyListensRemedy', deaf.value)}</p>`}
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
