import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { Again } from './Again.ts'
import { useAnswer } from './Call.ts'
import { clockOf } from './Format.ts'
import type { Motivo, Solicitud, SolicitudEntera, Suceso } from './Frames.ts'
import { exact, identifier, table } from './Parts.ts'
import { said, t } from './Words.ts'
import { lever } from './World.ts'

/** Why a request was answered as it was, opened by who wants to know. */

const reason = ({ explicacion, enlace, difieren, limite, palanca }: Motivo): VNode => {
  const facts = [
    difieren && t('differing', difieren.join(', ')),
    limite && t(limite.ventana === 'minuto' ? 'limitOfMinute' : 'limitOfMonth', limite.maximo, limite.espera_segundos),
    palanca && t('byLever', palanca),
  ].filter((fact) => fact !== null)
  return html`<p>${said([explicacion.es, explicacion.en])}</p>
    ${facts.map((fact) => html`<p key=${fact}>${fact}</p>`)}
    <p><a href=${enlace} target="_blank" rel="noopener">${t('readOn')}</a></p>`
}

const event = ({ en, recibida_en: real, que, de, resultado }: Suceso, index: number): VNode => html`<tr key=${index}>
  <td class="times">
    ${real !== null && html`<time datetime=${real}>${clockOf(real)}</time>`}
    <time class="muted" datetime=${en}>${t('inSimulation', clockOf(en))}</time>
  </td>
  <td><code>${que}</code> ${de}</td>
  <td>${resultado}</td>
</tr>`

const whole = (request: SolicitudEntera): VNode => {
  const { encabezados, cuerpo, curl_corregido: curl, repeticion, tenant, condujo_a: led } = request
  const heads = [t('twoTimes'), t('request'), t('answer')]
  return html`${repeticion && html`<${Again} repetition=${repeticion} tenant=${tenant} />`}
    ${curl !== null && exact(t('correctedCurl'), curl)}
    ${exact(t('requestHeaders'), JSON.stringify(encabezados))}
    ${cuerpo !== null && exact(t('requestBody'), JSON.stringify(cuerpo))}
    ${led !== null && table(t('ledTo'), heads, led.sucesos.map(event))}`
}

const isLever = ({ ruta }: Solicitud): boolean => ruta.startsWith('/_simulador')

/** Whether there is more to say than its row does: of a lever only why it was refused. */
export const isExplained = (request: Solicitud): boolean => !isLever(request) || request.motivo !== null

/** Why it was refused, in two words; empty where it was not. */
export const why = ({ motivo }: Solicitud): VNode | null =>
  motivo &&
  html`${motivo.paso === null ? motivo.regla : t('step', motivo.paso)} ${motivo.campo && html`<code>${motivo.campo}</code>`}`

/** A request whole, and why it was answered as it was. */
export const Why = ({ request }: { readonly request: Solicitud }): VNode => {
  const { id, motivo } = request
  const answer = useAnswer<SolicitudEntera>(isLever(request) ? null : lever(`solicitudes/${id}`), null)
  return html`<div class="reason">
    ${motivo && reason(motivo)} ${answer && whole(answer.body)} ${identifier(id, 'Service-Request-Id')}
  </div>`
}
