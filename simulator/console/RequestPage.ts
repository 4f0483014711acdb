import { html } from 'htm/preact'
import type { ComponentChildren, VNode } from 'preact'
import { Again } from './Again.ts'
import { useAnswer } from './Call.ts'
import { clockOf, dateOf, laidOut } from './Format.ts'
import type { Motivo, Solicitud, SolicitudEntera, Suceso } from './Frames.ts'
import { badge, copier, empty, exact, facts, icon, identifier, link, pre, type Tone, table } from './Parts.ts'
import { addressOf } from './Route.ts'
import { said, t } from './Words.ts'
import { lever } from './World.ts'

/** One request whole: what came, what was answered, and why. */

export const toneOfStatus = (estatus: number): Tone => (estatus < 400 ? 'good' : estatus < 500 ? 'warn' : 'bad')

/** Why it was refused, in two words; null where it was not. */
export const why = ({ motivo }: Solicitud): VNode | null =>
  motivo &&
  html`${motivo.paso === null ? motivo.regla : t('step', motivo.paso)} ${motivo.campo && html`<code>${motivo.campo}</code>`}`

const reason = ({ explicacion, enlace, sobran, declarados, difieren, limite, palanca }: Motivo): VNode => {
  const others = [
    sobran && t('undeclared', sobran.join(', ')),
    declarados && t('declared', declarados.join(', ')),
    difieren && t('differing', difieren.join(', ')),
    limite && t(limite.ventana === 'minuto' ? 'limitOfMinute' : 'limitOfMonth', limite.maximo, limite.espera_segundos),
    palanca && t('byLever', palanca),
  ].filter((fact) => fact !== null)
  return html`<div class="refusal">
    <p>${said([explicacion.es, explicacion.en])}</p>
    ${others.map((fact) => html`<p key=${fact}>${fact}</p>`)}
    <p><a href=${enlace} target="_blank" rel="noopener">${t('readOn')}</a></p>
  </div>`
}

const event = ({ en, recibida_en: real, que, de, resultado, service_request_id: id }: Suceso, index: number): VNode =>
  html`<tr key=${index}>
    <td class="times">
      ${real !== null && html`<time datetime=${real}>${clockOf(real)}</time>`}
      <time class="muted" datetime=${en}>${t('inSimulation', clockOf(en))}</time>
    </td>
    <td><code>${que}</code> ${id === null ? de : html`<a href=${addressOf('solicitudes', id)}>${de}</a>`}</td>
    <td>${resultado}</td>
  </tr>`

/** On which line of a JSON document a member is, as `solicitante.curp`; -1 if it is missing. */
const lineOf = (lines: ReadonlyArray<string>, field: string): number =>
  field
    .split('.')
    .reduce(
      (at, name, depth) =>
        lines.findIndex((line, index) => index > at && line.startsWith(`${'  '.repeat(depth + 1)}"${name}":`)),
      -1,
    )

const bodyOf = (text: string, field: string | null): ComponentChildren => {
  const lines = laidOut(text).split('\n')
  const marked = field === null ? -1 : lineOf(lines, field)
  return lines.flatMap((line, index) => [index === marked ? html`<mark>${line}</mark>` : line, '\n'])
}

const headersOf = (headers: Readonly<Record<string, string>>, field: string | null): VNode =>
  html`<details><summary>${t('headers')}</summary><dl class="headers">
    ${Object.entries(headers).map(
      ([name, value]) => html`<div key=${name}>
        <dt>${name === field?.toLowerCase() ? html`<mark>${name}</mark>` : name}</dt><dd>${value}</dd>
      </div>`,
    )}
  </dl></details>`

const told = (title: string, headers: Readonly<Record<string, string>>, body: string | null, field: string | null) =>
  html`<section class="panel">
    <h3 class="inline">${title} ${body !== null && copier(body, title)}</h3>
    ${body !== null && pre(bodyOf(body, field), title)} ${headersOf(headers, field)}
  </section>`

const whole = (request: SolicitudEntera): VNode => {
  const { id, metodo, ruta, estatus, codigo, ms, canal, tenant, verificacion_id: about, motivo } = request
  const { encabezados, cuerpo, respuesta, curl_corregido: curl, repeticion, condujo_a: led } = request
  const at = (instant: string): string => `${dateOf(instant)} ${clockOf(instant)}`
  return html`<article class="detail" aria-labelledby="title">
    <header>
      <h2 id="title">${metodo} ${ruta}</h2>
      ${badge(toneOfStatus(estatus), codigo === null ? estatus : `${estatus} ${codigo}`)}
      <p class="inline">${identifier(id, 'Service-Request-Id')} ${why(request)}</p>
    </header>
    ${motivo && reason(motivo)}
    ${facts([
      [t('realTime'), at(request.recibida_en)],
      [t('simulatedTime'), at(request.simulada_en)],
      ['ms', ms],
      [t('channel'), canal],
      ...(tenant === null ? [] : [[t('account'), tenant] as const]),
      ...(about === null
        ? []
        : [[t('verification'), html`<a href=${addressOf('verificaciones', about)}>${about}</a>`] as const]),
    ])}
    ${repeticion && html`<${Again} repetition=${repeticion} tenant=${tenant} />`}
    ${curl !== null && exact(t('correctedCurl'), curl)}
    ${told(t('request'), encabezados, cuerpo && JSON.stringify(cuerpo), motivo?.campo ?? null)}
    ${told(t('answer'), respuesta.encabezados, respuesta.cuerpo, null)}
    ${led !== null && table(t('ledTo'), [t('twoTimes'), t('request'), t('answer')], led.sucesos.map(event))}
  </article>`
}

export const RequestPage = ({ id }: { readonly id: string }): VNode => {
  const answer = useAnswer<SolicitudEntera>(lever(`solicitudes/${encodeURIComponent(id)}`), null)
  return html`<div>
    ${link([icon('back'), t('solicitudes')], addressOf('solicitudes'), 'quiet back always')}
    ${answer === null ? empty(t('requestNotKept')) : whole(answer.body)}
  </div>`
}
