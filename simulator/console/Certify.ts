import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { call, notice } from './Call.ts'
import { input, select } from './Fields.ts'
import { badge, button, copier, panel, type Tone } from './Parts.ts'
import { lang, t } from './Words.ts'

/** Starts the attacks on a partner's back end, and shows what it does wrong. */

interface Told {
  readonly codigo: string
  readonly que_es: string
}

interface Certificacion {
  readonly estado: 'ninguna' | 'en_curso' | 'terminada' | 'imposible'
  readonly motivo: string | null
  readonly url: string | null
  readonly llave: string
  readonly secretos: string
  readonly certificado: boolean | null
  /** Each once, the first cause first. */
  readonly causas: ReadonlyArray<Told & { readonly ataques: ReadonlyArray<string> }>
  readonly ataques: ReadonlyArray<{
    readonly ataque: string
    readonly titulo: string
    readonly terminado: boolean
    readonly pasa: boolean
    readonly fallas: ReadonlyArray<Told>
    readonly visto: ReadonlyArray<{ readonly segundos: number; readonly suceso: string; readonly detalle: string }>
  }>
}

const path = '/_simulador/certificacion'
const everyMillis = 1_000

const attack = ({ ataque, titulo, terminado, pasa, fallas, visto }: Certificacion['ataques'][number]): VNode =>
  html`<li key=${ataque}>
    <div class="inline">
      ${badge(terminado ? (pasa ? 'good' : 'bad') : 'busy', ataque)} <span>${titulo}</span>
    </div>
    ${fallas.map(({ codigo, que_es }) => html`<p key=${codigo}><code>${codigo}</code> ${que_es}</p>`)}
    ${
      !pasa &&
      visto.length > 0 &&
      html`<details>
        <summary>${t('evidence')}</summary>
        <ol>${visto.map(({ segundos, suceso, detalle }, index) => html`<li key=${index}>${segundos} s <code>${suceso}</code> ${detalle}</li>`)}</ol>
      </details>`
    }
  </li>`

const verdictOf = ({ estado, motivo, certificado }: Certificacion): readonly [Tone, string] => {
  if (estado === 'imposible') return ['bad', motivo ?? '']
  if (certificado === null) return ['busy', t('attacking')]
  return certificado ? ['good', t('certified')] : ['bad', t('notCertified')]
}

const result = (state: Certificacion): VNode => {
  const { url, llave, secretos, causas, ataques } = state
  const [tone, verdict] = verdictOf(state)
  return html`<section aria-live="polite">
    <p>${badge(tone, verdict)}</p>
    ${
      url !== null &&
      html`<dl class="headers">
        ${[
          ['url', url],
          ['llave', llave],
          ['secretos', secretos],
        ].map(
          ([name = '', value = '']) =>
            html`<div key=${name}><dt>${name}</dt><dd>${value} ${copier(value, name)}</dd></div>`,
        )}
      </dl>`
    }
    ${causas.map(
      ({ codigo, que_es, ataques: where }) =>
        html`<p key=${codigo} class="refusal"><code>${codigo}</code> ${que_es} <small>${where.join(', ')}</small></p>`,
    )}
    <ul class="factors">${ataques.map(attack)}</ul>
  </section>`
}

export const Certify = (): VNode => {
  const [state, setState] = useState<Certificacion | null>(null)
  const [backend, setBackend] = useState('http://127.0.0.1:3000/solicitudes')
  const [modo, setModo] = useState<'consumo' | 'connect'>('consumo')
  const isRunning = state?.estado === 'en_curso'
  useEffect(() => {
    const look = () =>
      call<Certificacion>('GET', path).then(
        ({ body }) => setState(body),
        () => undefined,
      )
    look()
    if (!isRunning) return
    const timer = setInterval(look, everyMillis)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = async () => {
    const answer = await call<Certificacion & { readonly mensaje?: string }>('POST', path, {
      body: { backend, modo, idioma: lang.value },
    })
    if (answer.status < 400) setState(answer.body)
    notice.value = answer.status < 400 ? null : { isError: true, text: answer.body.mensaje ?? String(answer.status) }
  }
  return html`<div class="page">
    <h2>${t('certificacion')}</h2>
    ${panel(
      t('backEnd'),
      t('certifyNote'),
      html`<div class="columns">
        ${input(t('backEndUrl'), backend, setBackend)} ${select(t('mode'), modo, ['consumo', 'connect'] as const, setModo)}
        <div class="inline">${button(t('certify'), start, { kind: 'primary', isDisabled: isRunning })}</div>
      </div>`,
    )}
    ${state !== null && state.estado !== 'ninguna' && result(state)}
  </div>`
}
