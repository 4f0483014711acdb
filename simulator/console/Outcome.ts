import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { RespuestaDeVerificacion } from '#client/Contract.ts'
import { clockOf, dateOf, moneyOf } from './Format.ts'
import type { Entrega, Verificacion } from './Frames.ts'
import { badge, facts, type Tone, word } from './Parts.ts'
import { t } from './Words.ts'

/** What came of a verification: the recommendation with its factors, the coverage and the charge. */

const actionTones: Readonly<Record<NonNullable<Verificacion['accion']>, Tone>> = {
  puede_continuar: 'good',
  continuar_con_reservas: 'warn',
  no_continuar_todavia: 'bad',
}

/** How a verification stands, at a glance. */
export const toneOf = ({ estado, accion }: Verificacion): Tone => {
  if (estado === 'en_proceso') return 'busy'
  return accion === null ? 'over' : actionTones[accion]
}

/** How a webhook stands. */
export const deliveryTones: Readonly<Record<Entrega['estado'], Tone>> = {
  pendiente: 'busy',
  entregada: 'good',
  agotada: 'bad',
}

type Recommendation = NonNullable<RespuestaDeVerificacion['recomendacion']>

/** As the landlord reads it: what is suggested, why, and what to do next. */
const recommended = ({ mensaje, sustento_documental: support, siguientes_pasos: steps = [] }: Recommendation): VNode =>
  html`<h3>${t('recommendation')}</h3>
    <p class="lead" lang="es">${mensaje}</p>
    <p>${word(support.nivel)}</p>
    <p lang="es">${support.por_que_este_nivel?.explicacion} ${support.microexplicacion}</p>
    <ul class="factors">
      ${support.factores.map(
        ({ codigo, efecto, fuente, texto, que_se_reviso: reviewed, que_significa: meaning }) => html`<li key=${codigo}>
          <div class="inline">
            <code>${codigo}</code>${badge(efecto === 'fortalece' ? 'good' : 'warn', word(efecto))}
            ${fuente != null && html`<span class="muted">${t('source')}: <code>${fuente}</code></span>`}
          </div>
          <p lang="es">${texto}</p>
          ${[reviewed, meaning].map((text) => text != null && html`<p key=${text} class="muted" lang="es">${text}</p>`)}
        </li>`,
      )}
    </ul>
    <h3>${t('nextSteps')}</h3>
    <ol class="recipe">
      ${steps.map(({ codigo, texto }) => html`<li key=${codigo}><span lang="es">${texto}</span> <code>${codigo}</code></li>`)}
    </ol>`

/** @param document as GET answers it */
export const outcome = (document: RespuestaDeVerificacion): VNode => {
  const { recomendacion, cobertura_fuentes: coverage, cobro, vigencia_hasta: until } = document
  return html`<section class="outcome">
    ${recomendacion && recommended(recomendacion)}
    ${until != null && html`<p>${t('validUntil', `${dateOf(until)} ${clockOf(until)}`)}</p>`}
    ${
      coverage &&
      html`<h3>${t('coverage', coverage.consultadas, coverage.disponibles)}</h3>
        <ul class="chips">
          ${(coverage.detalle ?? []).map(
            ({ fuente, estado }) =>
              html`<li key=${fuente}>${badge(estado === 'consultada' ? 'good' : 'bad', `${fuente}: ${estado}`)}</li>`,
          )}
        </ul>`
    }
    <h3>${t('charge')}</h3>
    ${facts([
      ['estatus', cobro.estatus === null ? t('notYet') : word(cobro.estatus)],
      ['modo', cobro.modo && word(cobro.modo)],
      ...(cobro.monto === null ? [] : [['monto', `${moneyOf(cobro.monto)} ${cobro.moneda}`] as const]),
      ...(cobro.motivo_no_aplicada === null ? [] : [['motivo_no_aplicada', word(cobro.motivo_no_aplicada)] as const]),
    ])}
  </section>`
}
