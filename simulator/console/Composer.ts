import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PeticionDeVerificacion, RespuestaDeError, RespuestaDeVerificacion } from '#client/Contract.ts'
import { accounts, type Cuenta } from './Accounts.ts'
import { type Answer, call, pull, useAnswer } from './Call.ts'
import { input, select } from './Fields.ts'
import { moneyOf } from './Format.ts'
import { button, copier, pre, word } from './Parts.ts'
import { go } from './Route.ts'
import { asCurl, asTypeScript } from './Snippets.ts'
import { verifications } from './Store.ts'
import { t } from './Words.ts'

/** Starts a verification: account and scenario are picked, and the request is seen before it is sent. */

interface Escenario {
  readonly prefijo: string | null
  readonly nombre: string
  readonly fuentes: string
  readonly resultados: ReadonlyArray<{
    readonly estado: string
    readonly accion: string | null
    readonly nivel: string | null
  }>
  readonly curp_de_ejemplo: string
}

const freshId = (): string => `sol-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`

/** @param payment null where there is none */
const peticionOf = (
  solicitud_id: string,
  curp: string,
  webhook_url: string,
  payment: string | null,
): PeticionDeVerificacion => ({
  solicitud_id,
  solicitante: { curp },
  consentimiento: {
    otorgado: true,
    otorgado_en: '2026-01-15T10:30:00-06:00',
    version_aviso: '2026-01',
    evidencia_id: 'ev-0001',
  },
  webhook_url,
  ...(payment === null ? {} : { cobro: { modo: 'connect', payment_intent_id: payment } }),
})

const ends = ({ resultados }: Escenario): string =>
  resultados
    .map(({ estado, accion, nivel }) => (accion === null ? estado : `${accion} · ${nivel}`))
    .join(` ${t('or')} `)

const scenarioChoice = (all: ReadonlyArray<Escenario>, chosen: number, onChoose: (index: number) => void): VNode =>
  html`<fieldset class="scenarios">
    <legend>${t('scenario')}</legend>
    ${all.map(
      (scenario, index) => html`<label key=${scenario.nombre} class="scenario">
        <input type="radio" name="scenario" checked=${index === chosen} onChange=${() => onChoose(index)} />
        <span lang="es"><code>${scenario.prefijo ?? '····'}</code> <strong>${scenario.nombre}</strong></span>
        <small lang="es">${scenario.fuentes}</small>
        <small><code>${ends(scenario)}</code></small>
      </label>`,
    )}
  </fieldset>`

const forms = { curl: asCurl, TypeScript: asTypeScript } as const

const Preview = ({
  account,
  peticion,
}: {
  readonly account: Cuenta
  readonly peticion: PeticionDeVerificacion
}): VNode => {
  const [form, setForm] = useState<keyof typeof forms>('curl')
  const text = forms[form]({ base: location.origin, apiKey: account.llave, peticion })
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
  const catalogue = useAnswer<{ readonly escenarios: ReadonlyArray<Escenario> }>('/_simulador/escenarios', null)
  const [tenant, setTenant] = useState('demo-consumo')
  const [chosen, setChosen] = useState(0)
  const [solicitudId, setSolicitudId] = useState(freshId)
  const [url, setUrl] = useState('https://partner.example.com/webhooks/avs')
  const [payment, setPayment] = useState('')
  const [refused, setRefused] = useState<Answer<RespuestaDeError> | null>(null)
  useEffect(() => setRefused(null), [tenant, chosen, payment])
  const account = accounts.value.find((one) => one.tenant === tenant) ?? accounts.value[0]
  const scenario = catalogue?.body.escenarios[chosen]
  if (account === undefined || catalogue === null || scenario === undefined) return html`<p class="muted">…</p>`

  const isPaid = account.modo === 'connect'
  const peticion = peticionOf(solicitudId, scenario.curp_de_ejemplo, url, isPaid && payment !== '' ? payment : null)
  const send = async () => {
    const headers = { authorization: `Bearer ${account.llave}`, 'idempotency-key': solicitudId }
    const sent = { body: peticion, headers }
    const answer = await call<RespuestaDeVerificacion & RespuestaDeError>('POST', '/v1/verificaciones', sent)
    if (answer.status === 200) go('verificaciones', answer.body.verificacion_id)
    else setRefused(answer)
  }
  return html`<article class="detail">
    ${verifications.value.size === 0 && html`<p class="lead">${t('introduction', `${location.origin}/v1`)}</p>`}
    <h2>${t('startOne')}</h2>
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
      ${scenarioChoice(catalogue.body.escenarios, chosen, setChosen)}
      <section class="preview" aria-label=${t('request')}>
        <${Preview} account=${account} peticion=${peticion} />
        <div class="inline">
          ${button(t('send'), send, { icon: 'next', kind: 'primary big' })}<span class="muted">${t('sendNote')}</span>
        </div>
        ${refused && refusal(refused)}
      </section>
    </div>
  </article>`
}
