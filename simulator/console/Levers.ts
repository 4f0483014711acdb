import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { notice, pull } from './Call.ts'
import { input, select } from './Fields.ts'
import { glossOf } from './Glosses.ts'
import { badge, button, panel } from './Parts.ts'
import { pulse } from './Store.ts'
import { t } from './Words.ts'

/** Everything that can be made to go wrong, and the way back. */

const glossed = (value: string): string => (glossOf(value) === '' ? value : `${value}: ${glossOf(value)}`)
const tell = (text: string): void => {
  notice.value = { isError: false, text }
}

const sound = 'ninguna'

const Sources = (): VNode => {
  const put = (fuente: string, falla: string) => pull('fuentes', { fuente, falla: falla === sound ? null : falla })
  const textOf = (one: string) => (one === sound ? t('noFault') : glossed(one))
  const fields = (pulse.value?.fuentes ?? []).map(({ fuente, falla, posibles }) =>
    select(fuente, falla ?? sound, [sound, ...posibles], (one) => put(fuente, one), textOf),
  )
  return panel(t('sources'), t('sourcesNote'), html`<div class="columns">${fields}</div>`)
}

const codes = [
  ...['error_interno', 'respuesta_retenida', 'base_no_alcanzable', 'limite_excedido'],
  ...['conexion_cortada', 'respuesta_tardia', 'proxy_502'],
]

const Errors = (): VNode => {
  const [codigo, setCodigo] = useState('error_interno')
  const [times, setTimes] = useState('2')
  const pending = pulse.value?.fallos ?? []
  const breakNext = () => pull('fallos', { codigo, veces: Number(times) })
  return panel(
    t('errors'),
    t('errorsNote'),
    html`<div class="columns">
        ${select('codigo', codigo, codes, setCodigo, glossed)} ${input(t('times'), times, setTimes, { inputMode: 'numeric' })}
        <div class="inline">${button(t('breakNext'), breakNext, { kind: 'primary' })}</div>
      </div>
      <ul class="chips" aria-live="polite">
        ${pending.map((one, index) => html`<li key=${index}>${badge('warn', `${one.codigo} ×${one.veces}`)}</li>`)}
      </ul>`,
  )
}

const calls = ['consultar_pago', 'crear_transferencia']
const processorFaults = ['sin_respuesta', 'error_500', 'error_500_tras_ejecutar', 'limite_429', 'respuesta_perdida']

const Processor = (): VNode => {
  const [llamada, setCall] = useState('crear_transferencia')
  const [falla, setFault] = useState('error_500')
  const breakIt = async () => {
    const set = await pull('procesador/fallas', { llamada, falla, veces: 1 })
    if (set !== null) tell(t('processorBroken', llamada, falla))
  }
  return panel(
    t('processor'),
    t('processorNote'),
    html`<div class="columns">
      ${select(t('call'), llamada, calls, setCall, glossed)}
      ${select(t('fault'), falla, processorFaults, setFault, glossed)}
      <div class="inline">${button(t('breakNext'), breakIt, { kind: 'primary' })}</div>
    </div>`,
  )
}

const Reset = (): VNode => {
  const [isSure, setIsSure] = useState(false)
  const reset = async () => {
    setIsSure(false)
    if ((await pull('reiniciar')) !== null) tell(t('resetDone'))
  }
  const ask = button(t('reset'), () => setIsSure(true), { kind: 'danger' })
  const answer = [button(t('resetSure'), reset, { kind: 'danger' }), button(t('cancel'), () => setIsSure(false))]
  return panel(t('reset'), t('resetNote'), html`<div class="inline">${isSure ? answer : ask}</div>`)
}

const Retention = (): VNode =>
  panel(
    t('retention'),
    t('retentionNote'),
    html`<div class="inline">${button(t('applyRetention'), () => pull('retencion', {}))}</div>`,
  )

export const Levers = (): VNode =>
  html`<div class="page">
    <h2>${t('palancas')}</h2>
    <p class="note">${t('leversNote')}</p>
    <div class="cards"><${Sources} /><${Errors} /><${Processor} /><${Reset} /><${Retention} /></div>
  </div>`
