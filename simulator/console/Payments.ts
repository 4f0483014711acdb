import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { accounts } from './Accounts.ts'
import { pull, useAnswer } from './Call.ts'
import { input, select } from './Fields.ts'
import { moneyOf } from './Format.ts'
import { badge, button, empty, identifier } from './Parts.ts'
import { addressOf, route } from './Route.ts'
import { newestFirst } from './Store.ts'
import { t } from './Words.ts'
import { lever } from './World.ts'

/** The applicants' payments at the simulated processor, and what became of them. */

interface Pago {
  readonly payment_intent_id: string
  readonly estado: string
  readonly moneda: string
  readonly monto: number
  readonly tenant: string
  readonly reembolsado: number
  readonly disputado: boolean
}

interface Traspaso {
  readonly transferencia_id: string
  readonly payment_intent_id: string
  readonly monto: number
}

const statuses = ['succeeded', 'processing', 'requires_payment_method', 'requires_capture', 'canceled'] as const

const standing = ({ estado, reembolsado, disputado }: Pago): string =>
  [
    estado,
    ...(reembolsado > 0 ? [`${t('refunded')} ${moneyOf(reembolsado)}`] : []),
    ...(disputado ? [t('disputed')] : []),
  ].join(' · ')

const payment = (pago: Pago, transfers: ReadonlyArray<Traspaso>, change: (changes: Partial<Pago>) => void): VNode => {
  const { payment_intent_id: id, estado, moneda, monto, reembolsado, disputado } = pago
  const backed = newestFirst.value.find((one) => one.payment_intent_id === id)
  const isGood = estado === 'succeeded' && reembolsado === 0 && !disputado
  const moved = transfers.filter((one) => one.payment_intent_id === id)
  return html`<li key=${id} aria-current=${route.value.id === id ? 'true' : undefined}>
    <div class="inline">
      ${identifier(id, 'payment_intent_id')} <strong>${moneyOf(monto)} ${moneda}</strong>
      ${badge(isGood ? 'good' : 'warn', standing(pago))}
      ${backed && html`<a href=${addressOf('verificaciones', backed.verificacion_id)}>${backed.solicitud_id}</a>`}
    </div>
    ${moved.map(
      (one) => html`<p key=${one.transferencia_id} class="muted">
        ${t('transferred', moneyOf(one.monto))} <code>${one.transferencia_id}</code>
      </p>`,
    )}
    <div class="inline">
      ${button(t('refund'), () => change({ reembolsado: monto }), { isDisabled: reembolsado > 0 })}
      ${button(t(disputado ? 'undispute' : 'dispute'), () => change({ disputado: !disputado }))}
      ${estado !== 'succeeded' && button(t('confirm'), () => change({ estado: 'succeeded' }))}
    </div>
  </li>`
}

export const Payments = (): VNode => {
  const [version, setVersion] = useState(0)
  const [monto, setMonto] = useState('100')
  const [estado, setEstado] = useState<(typeof statuses)[number]>('succeeded')
  const [tenant, setTenant] = useState('demo-connect')
  const platforms = accounts.value.filter(({ modo }) => modo === 'connect').map((one) => one.tenant)
  const moved = newestFirst.value.filter(({ transferencia }) => transferencia?.estado === 'ejecutada').length
  const seen = `${version} ${moved}`
  const pagos = useAnswer<{ readonly pagos: ReadonlyArray<Pago> }>(lever('pagos'), seen)?.body.pagos ?? []
  const moves = useAnswer<{ readonly transferencias: ReadonlyArray<Traspaso> }>(lever('transferencias'), seen)
  const transfers = moves?.body.transferencias ?? []
  const put = async (body: unknown) => {
    await pull('pagos', body)
    setVersion((before) => before + 1)
  }
  const make = () => put({ estado, moneda: 'MXN', monto: Number(monto), tenant })
  return html`<div class="page">
      <h2>${t('pagos')}</h2>
      <p class="note">${t('paymentsNote')}</p>
      <div class="columns">
        ${select(t('account'), tenant, platforms, setTenant)} ${select(t('state'), estado, statuses, setEstado)}
        ${input(`${t('amount')} (MXN)`, monto, setMonto, { inputMode: 'decimal' })}
        <div class="inline">
          ${button(t('makePayment'), make, { icon: 'plus', kind: 'primary' })}
        </div>
      </div>
      ${pagos.length === 0 && empty(t('noPayments'))}
      <ul class="payments">
        ${pagos.map((pago) => payment(pago, transfers, (changes) => put({ ...pago, ...changes })))}
      </ul>
    </div>`
}
