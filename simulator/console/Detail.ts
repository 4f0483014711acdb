import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { RespuestaDeVerificacion } from '#client/Contract.ts'
import { accountOf } from './Accounts.ts'
import { useArrivals } from './Arrivals.ts'
import { pull, useAnswer } from './Call.ts'
import { Comparison } from './Comparison.ts'
import type { Verificacion } from './Frames.ts'
import { Heading } from './Heading.ts'
import { outcome, toneOf } from './Outcome.ts'
import { badge, button, exact, identifier, link, word } from './Parts.ts'
import { addressOf } from './Route.ts'
import { Scale } from './Scale.ts'
import { scenarioText } from './ScenarioWords.ts'
import { Timeline } from './Timeline.ts'
import { t } from './Words.ts'

const scenario = (nombre: string): VNode => {
  const { name, language } = scenarioText({ nombre, fuentes: '' })
  return html`<span lang=${language}>${name}</span>`
}

/** One verification: its story, what came of it, and the documents that partners get, to the byte. */
export const Detail = ({ view }: { readonly view: Verificacion }): VNode => {
  const { verificacion_id: id, tenant, modo, estado, accion, entrega, payment_intent_id: payment } = view
  const key = accountOf(tenant)?.llave
  const path = `/v1/verificaciones/${id}`
  const read = useAnswer<RespuestaDeVerificacion>(key === undefined ? null : path, estado, key)
  const body = useArrivals(view)?.at(-1)?.cuerpo
  return html`<article class="detail" aria-labelledby="title">
    <header>
      <${Heading} id=${id} text=${view.solicitud_id} />
      ${badge(toneOf(view), word(accion ?? estado))}
      <p class="inline">${identifier(id, 'verificacion_id')}<span class="muted">${tenant} · ${word(modo)}</span>
        ${payment !== null && html`<a href=${addressOf('pagos', payment)}><code>${payment}</code></a>`}</p>
      ${view.escenario !== null && html`<p class="muted">${t('scenario')}: ${scenario(view.escenario)}</p>`}
    </header>
    <h3>${t('story')}</h3>
    <${Scale} view=${view} />
    <${Timeline} view=${view} />
    <p class="inline">
      ${entrega && link(t('seeWebhook'), addressOf('webhooks', id))}
      ${link(t('seeRequests'), addressOf('solicitudes', id), 'quiet')}
      ${estado !== 'en_proceso' && button(t('erase'), () => pull(`verificaciones/${id}/borrar`, {}), { kind: 'danger' })}
    </p>
    ${read && outcome(read.body)}
    <h3>${t('documents')}</h3>
    ${read && exact(`GET ${path}`, read.text)}
    ${body !== undefined && exact(t('webhookBody'), body)}
    ${read && html`<${Comparison} view=${view} document=${read.body} />`}
  </article>`
}
