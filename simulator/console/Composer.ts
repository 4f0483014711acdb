import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PeticionDeVerificacion, RespuestaDeError, RespuestaDeVerificacion } from '#client/Contract.ts'
import { accounts, type Cuenta } from './Accounts.ts'
import { type Answer, call, pull } from './Call.ts'
import { type Play, useChoice } from './Choice.ts'
import { input, select } from './Fields.ts'
import { moneyOf } from './Format.ts'
import { Heading } from './Heading.ts'
import { button, copier, pre, word } from './Parts.ts'
import { fresh, goWithFocus } from './Route.ts'
import { asCurl, asTypeScript } from './Snippets.ts'
import { verifications } from './Store.ts'
import { t } from './Words.ts'
import { lever } from './World.ts'

/** Starts a verification: account and scenario or recipe are picked, and the request is seen before it is sent. */

const freshId = (): string => `sol-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`

/** @param payment null without a payment */
const peticionOf = (
  solicitud_id: string,
  solicitante: PeticionDeVerificacion['solicitante'],
  webhook_url: string,
  payment: string | null,
): PeticionDeVerificacion => ({
  solicitud_id,
  solicitante,
  consentimiento: {
    otorgado: true,
    otorgado_en: '2026-01-15T10:30:00-06:00',
    version_aviso: '2026-01',
    evidencia_id: 'ev-0001',
  },
  webhook_url,
  ...(payment === null ? {} : { cobro: { modo: 'connect', payment_intent_id: payment } }),
})

const forms = { curl: asCurl, TypeScript: asTypeScript } as const

interface Sent extends Pick<Play, 'pulls'> {
  readonly account: Cuenta
  readonly peticion: PeticionDeVerificacion
}

const Preview = ({ account, peticion, pulls }: Sent): VNode => {
  const [form, setForm] = useState<keyof typeof forms>('curl')
  const text = forms[form]({
    base: location.origin,
    apiKey: account.llave,
    peticion,
    pulls: pulls.map(({ path, body }) => ({ path: lever(path), body })),
  })
  return html`<div class="inline">
      ${button('curl', () => setForm('curl'), { kind: 'quiet', isPressed: form === 'curl' })}
      ${button('TypeScript', () => setForm('TypeScript'), { kind: 'quiet', isPressed: form === 'TypeScript' })}
      ${copier(text, form)}
    </div>
    ${pre(text, form)}`
}

/** The payment of a `connect` account, made here when the applicant has none yet. */
const paymentField = (account: Cuenta, payment: string, setPayment: (id: string) => void): VNode => {
  const { tenant, monto_por_verificacion: monto } = account
  const pay = async () => {
    const body = { estado: 'succeeded', moneda: 'MXN', monto, tenant }
    const made = await pull<{ readonly payment_intent_id: string }>('pagos', body)
    if (made !== null) setPayment(made.body.payment_intent_id)
  }
  return html`<div class="columns">
    ${input('payment_intent_id', payment, setPayment)}
    <div class="inline">${button(t('pay', moneyOf(monto)), pay)}</div>
  </div>`
}

const refusal = ({ status, body }: Answer<RespuestaDeError>): VNode =>
  html`<p class="refusal" role="alert">
    <strong>${status}</strong> ${word(body.codigo)} <span lang="es">${body.mensaje}</span>
  </p>`

export const Composer = (): VNode => {
  const { fields, play } = useChoice()
  const [tenant, setTenant] = useState('demo-consumo')
  const [solicitudId, setSolicitudId] = useState(freshId)
  const [url, setUrl] = useState('https://partner.example.com/webhooks/avs')
  const [payment, setPayment] = useState('')
  const [refused, setRefused] = useState<Answer<RespuestaDeError> | null>(null)
  const curp = play?.solicitante.curp
  useEffect(() => setRefused(null), [tenant, curp, payment])
  const account = accounts.value.find((one) => one.tenant === tenant) ?? accounts.value[0]
  if (account === undefined || play === null) return html`<p class="muted">…</p>`

  const isPaid = account.modo === 'connect'
  const peticion = peticionOf(solicitudId, play.solicitante, url, isPaid && payment !== '' ? payment : null)
  const send = async () => {
    for (const { path, body } of play.pulls) if ((await pull(path, body)) === null) return
    const headers = { authorization: `Bearer ${account.llave}`, 'idempotency-key': solicitudId }
    const sent = { body: peticion, headers }
    const answer = await call<RespuestaDeVerificacion & RespuestaDeError>('POST', '/v1/verificaciones', sent)
    if (answer.status === 200) goWithFocus('verificaciones', answer.body.verificacion_id)
    else setRefused(answer)
  }
  return html`<article class="detail">
    ${verifications.value.size === 0 && html`<p class="lead">${t('introduction', `${location.origin}/v1`)}</p>`}
    <${Heading} id=${fresh} text=${t('startOne')} />
    <p class="note">${t('startNote')}</p>
    <div class="columns">
      ${select(
        t('account'),
        account.tenant,
        accounts.value.map((one) => one.tenant),
        setTenant,
      )}
      ${input('solicitud_id', solicitudId, setSolicitudId)} ${input('webhook_url', url, setUrl)}
    </div>
    ${isPaid && paymentField(account, payment, setPayment)}
    <div class="composer">
      ${fields}
      <section class="preview" aria-label=${t('request')}>
        <div class="inline">
          ${button(t('send'), send, { icon: 'next', kind: 'primary big' })}<span class="muted">${t('sendNote')}</span>
        </div>
        ${refused && refusal(refused)}
        <${Preview} account=${account} peticion=${peticion} pulls=${play.pulls} />
      </section>
    </div>
  </article>`
}
