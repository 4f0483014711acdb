import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PeticionDeVerificacion, RespuestaDeError, RespuestaDeVerificacion } from '#client/Contract.ts'
import { accounts, type Cuenta } from './Accounts.ts'
import { type Answer, call, pull } from './Call.ts'
import { type Play, useChoice } from './Choice.ts'
import { input, select, textarea } from './Fields.ts'
import { moneyOf } from './Format.ts'
import { Heading } from './Heading.ts'
import { button, copier, pre, word } from './Parts.ts'
import { fresh, goWithFocus } from './Route.ts'
import { snippets } from './Snippets.ts'
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

interface Sent extends Pick<Play, 'pulls'> {
  readonly account: Cuenta
  readonly peticion: PeticionDeVerificacion
}

const Preview = ({ account, peticion, pulls }: Sent): VNode => {
  const [form, setForm] = useState('curl')
  const text =
    snippets[form]?.({
      base: location.origin,
      apiKey: account.llave,
      peticion,
      pulls: pulls.map(({ path, body }) => ({ path: lever(path), body })),
    }) ?? ''
  return html`<div class="inline">
      ${Object.keys(snippets).map((one) => button(one, () => setForm(one), { kind: 'quiet', isPressed: form === one }))}
      ${copier(text, form)}
    </div>
    ${pre(text, form)}`
}

/** What was written in place of the request; null if that is not an object of JSON. */
const readAs = (text: string): PeticionDeVerificacion | null => {
  try {
    const read: unknown = JSON.parse(text)
    return isObject(read) ? read : null
  } catch {
    return null
  }
}
/** The service judges its members. */
const isObject = (value: unknown): value is PeticionDeVerificacion =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The applicant's payment of a verification; null if the simulator refused it. */
const paid = async ({ tenant, monto_por_verificacion: monto }: Cuenta): Promise<string | null> => {
  const body = { estado: 'succeeded', moneda: 'MXN', monto, tenant }
  return (await pull<{ readonly payment_intent_id: string }>('pagos', body))?.body.payment_intent_id ?? null
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
  const [edited, setEdited] = useState<string | null>(null)
  const [refused, setRefused] = useState<Answer<RespuestaDeError> | null>(null)
  const curp = play?.solicitante.curp
  useEffect(() => {
    setRefused(null)
    setEdited(null)
  }, [tenant, curp, payment, solicitudId, url])
  const account = accounts.value.find((one) => one.tenant === tenant) ?? accounts.value[0]
  if (account === undefined || play === null) return html`<p class="muted">…</p>`

  const isPaid = account.modo === 'connect'
  const backedBy = (id: string) => peticionOf(solicitudId, play.solicitante, url, isPaid && id !== '' ? id : null)
  const peticion = edited === null ? backedBy(payment) : readAs(edited)
  const send = async (body: PeticionDeVerificacion) => {
    for (const { path, body: change } of play.pulls) if ((await pull(path, change)) === null) return
    const headers = { authorization: `Bearer ${account.llave}`, 'idempotency-key': String(body.solicitud_id) }
    const sent = { body, headers }
    const answer = await call<RespuestaDeVerificacion & RespuestaDeError>('POST', '/v1/verificaciones', sent)
    if (answer.status === 200) goWithFocus('verificaciones', answer.body.verificacion_id)
    else setRefused(answer)
  }
  const pay = async (andThen: (id: string) => unknown) => {
    const id = await paid(account)
    if (id !== null) await andThen(id)
  }
  const price = moneyOf(account.monto_por_verificacion)
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
    ${
      isPaid &&
      html`<div class="columns">
        ${input('payment_intent_id', payment, setPayment)}
        <div class="inline">${button(t('pay', price), () => pay(setPayment))}</div>
      </div>`
    }
    <div class="composer">
      ${fields}
      <section class="preview" aria-label=${t('request')}>
        <div class="inline">
          ${button(t('send'), () => peticion && send(peticion), {
            icon: 'next',
            kind: 'primary big',
            isDisabled: peticion === null,
          })}
          ${isPaid && payment === '' && edited === null && button(t('payAndSend', price), () => pay((id) => send(backedBy(id))))}
          <span class="muted">${t('sendNote')}</span>
        </div>
        ${refused && refusal(refused)}
        ${peticion === null && html`<p class="refusal" role="alert">${t('noJson')}</p>`}
        <details>
          <summary>${t('editBody')}</summary>
          ${textarea(t('body'), edited ?? JSON.stringify(peticion, null, 2), setEdited)}
        </details>
        ${peticion && html`<${Preview} account=${account} peticion=${peticion} pulls=${play.pulls} />`}
      </section>
    </div>
  </article>`
}
