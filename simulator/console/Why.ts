import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useAnswer } from './Call.ts'
import { clockOf } from './Format.ts'
import type { Motivo, Solicitud, SolicitudEntera, Suceso } from './Frames.ts'
import { exact, identifier, table } from './Parts.ts'
import { said, t } from './Words.ts'

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

const event = ({ en, que, de, resultado }: Suceso, index: number): VNode => html`<tr key=${index}>
  <td><time datetime=${en}>${clockOf(en)}</time></td>
  <td><code>${que}</code> ${de}</td>
  <td>${resultado}</td>
</tr>`

const whole = ({ encabezados, cuerpo, curl_corregido: curl, condujo_a: led }: SolicitudEntera): VNode => {
  const heads = [t('when'), t('request'), t('answer')]
  return html`${curl !== null && exact(t('correctedCurl'), curl)}
    ${exact(t('requestHeaders'), JSON.stringify(encabezados))}
    ${cuerpo !== null && exact(t('requestBody'), JSON.stringify(cuerpo))}
    ${led !== null && table(t('ledTo'), heads, led.sucesos.map(event))}`
}

/** A request that came to the service; of a lever only why it was refused. */
export const Why = ({ request }: { readonly request: Solicitud }): VNode | null => {
  const { id, ruta, motivo } = request
  const [isOpen, setOpen] = useState(false)
  const isLever = ruta.startsWith('/_simulador')
  const path = isOpen && !isLever ? `/_simulador/solicitudes/${id}` : null
  const answer = useAnswer<SolicitudEntera>(path, isOpen)
  if (isLever && motivo === null) return null
  const title = motivo === null ? t('seeWhole') : motivo.paso === null ? motivo.regla : t('step', motivo.paso)
  const toggled = (happened: Event) => setOpen((happened.currentTarget as HTMLDetailsElement).open)
  return html`<details class="reason" onToggle=${toggled}>
    <summary>${title} ${motivo?.campo && html`<code>${motivo.campo}</code>`}</summary>
    ${isOpen && motivo !== null && reason(motivo)} ${isOpen && answer !== null && whole(answer.body)}
    ${isOpen && identifier(id, 'Service-Request-Id')}
  </details>`
}
