import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { pull } from './Call.ts'
import { input, textarea } from './Fields.ts'
import { badge, button, word } from './Parts.ts'
import { t } from './Words.ts'

interface Advice {
  readonly valida: boolean
  readonly motivo: string | null
  readonly explicacion: string
}

interface Signed {
  readonly header: string
  readonly body: string
  readonly secret: string
}

/** When it was signed, in real Unix seconds: a clock by which a good signature stays good. */
const timeOf = (header: string): string => /^t=(\d{1,11}),/.exec(header)?.[1] ?? ''

const verdict = ({ valida, motivo, explicacion }: Advice, kind: 'real' | 'trial'): VNode =>
  html`<div class="verdict ${kind}" role="status">
    ${badge(valida ? 'good' : 'bad', t(valida ? 'signatureGood' : 'signatureBad'))} ${motivo !== null && word(motivo)}
    ${!valida && html`<p lang="es">${explicacion}</p>`}
  </div>`

/** How the parts of a signature come together. */
const recipe = (header: string): VNode => {
  const time = timeOf(header)
  return html`<ol class="recipe">
    <li>${t('recipeTime')} <code>t=${time}</code> ${time !== '' && new Date(Number(time) * 1_000).toISOString()}</li>
    <li>${t('recipeText')} <code>${time}.{"verificacion_id":…</code></li>
    <li>${t('recipeHash')} <code>HMAC-SHA256 → v1=${header.split('v1=')[1]?.slice(0, 12)}…</code></li>
  </ol>`
}

/** Checks the signature of an attempt as it came and, apart from it, whatever a receiver may have made of it. */
export const SignatureCheck = (signed: Signed): VNode => {
  const [secret, setSecret] = useState(signed.secret)
  const [header, setHeader] = useState(signed.header)
  const [body, setBody] = useState(signed.body)
  const [clock, setClock] = useState(timeOf(signed.header))
  const [real, setReal] = useState<Advice | null>(null)
  const [trial, setTrial] = useState<Advice | null>(null)
  const judge = async () => {
    const ahora = clock === '' ? null : Number(clock)
    const doubt = { secreto_firma: secret, encabezado: header === '' ? null : header, cuerpo: body, ahora }
    return (await pull<Advice>('webhooks/comprobar', doubt))?.body ?? null
  }
  useEffect(() => void judge().then(setReal), [])
  const last = useRef<HTMLDivElement>(null)
  useEffect(() => last.current?.scrollIntoView({ block: 'nearest' }), [trial])
  return html`<section class="signature" aria-label=${t('signature')}>
    ${real && verdict(real, 'real')} ${recipe(signed.header)}
    <details>
      <summary>${t('tryOthers')}</summary>
      <p class="note">${t('tryOthersNote')}</p>
      ${input('secreto_firma', secret, setSecret)} ${input('Service-Signature', header, setHeader)}
      ${input(t('receiverClock'), clock, setClock, { inputMode: 'numeric' })} ${textarea(t('body'), body, setBody)}
      <div class="inline">
        ${button(t('check'), () => judge().then(setTrial), { kind: 'primary' })}
        ${button(t('reserialise'), () => setBody(JSON.stringify(JSON.parse(signed.body), null, 2)))}
      </div>
      <div ref=${last}>${trial && verdict(trial, 'trial')}</div>
    </details>
  </section>`
}
