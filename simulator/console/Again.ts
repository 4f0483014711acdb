import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { accountOf, accounts } from './Accounts.ts'
import { type Answer, call } from './Call.ts'
import type { SolicitudEntera } from './Frames.ts'
import { badge, button, copier, link } from './Parts.ts'
import { addressOf } from './Route.ts'
import { asCurl, readingAsCurl } from './Snippets.ts'
import { t } from './Words.ts'

/** A request once more, from here or from a shell. */

interface Told {
  readonly verificacion_id?: string
  readonly codigo?: string
}

interface Repeated {
  readonly repetition: NonNullable<SolicitudEntera['repeticion']>
  /** Who asked the first time; null where that is not known. */
  readonly tenant: string | null
}

const answered = ({ status, body }: Answer<Told>): VNode => {
  const { codigo, verificacion_id: id } = body
  return html`<span role="status">${badge(status < 400 ? 'good' : 'bad', [status, codigo].join(' '))}</span>
    ${id !== undefined && link(t('seeVerification'), addressOf('verificaciones', id), 'quiet')}`
}

export const Again = ({ repetition, tenant }: Repeated): VNode | null => {
  const { metodo, ruta, cuerpo } = repetition
  const [answer, setAnswer] = useState<Answer<Told> | null>(null)
  const account = accountOf(tenant ?? '') ?? accounts.value[0]
  if (account === undefined) return null
  const { llave: apiKey } = account
  const solicitud_id = String(cuerpo?.['solicitud_id'])
  const base = location.origin
  const curl =
    cuerpo === null
      ? readingAsCurl(`${base}${ruta}`, apiKey)
      : asCurl({ base, apiKey, peticion: { ...cuerpo, solicitud_id }, pulls: [] })
  const send = async () => {
    const key: Record<string, string> = cuerpo === null ? {} : { 'idempotency-key': solicitud_id }
    const headers = { authorization: `Bearer ${apiKey}`, ...key }
    setAnswer(await call<Told>(metodo, ruta, cuerpo === null ? { headers } : { headers, body: cuerpo }))
  }
  return html`<p class="inline">
    ${button(t('sendAgain'), send, { icon: 'next' })} <span class="muted">curl</span>${copier(curl, 'curl')} ${answer && answered(answer)}
  </p>`
}
