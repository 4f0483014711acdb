import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type Cuenta, refreshAccounts } from './Accounts.ts'
import { pull } from './Call.ts'
import { input } from './Fields.ts'
import { button } from './Parts.ts'
import { t } from './Words.ts'

type Method = 'POST' | 'PATCH' | 'DELETE'

const done = async (method: Method, path: string, body?: unknown): Promise<void> => {
  if ((await pull(path, body, method)) !== null) refreshAccounts()
}

interface Props {
  readonly account: Cuenta
}

/** The numbers of a plan; an empty quota is none. */
const PlanForm = ({ account }: Props): VNode => {
  const [price, setPrice] = useState(String(account.monto_por_verificacion))
  const [perMinute, setPerMinute] = useState(String(account.limite_por_minuto))
  const [quota, setQuota] = useState(String(account.cuota_mensual ?? ''))
  const change = () =>
    done('PATCH', `cuentas/${encodeURIComponent(account.tenant)}`, {
      monto_por_verificacion: Number(price),
      limite_por_minuto: Number(perMinute),
      cuota_mensual: quota === '' ? null : Number(quota),
    })
  return html`<div class="columns">
    ${input(t('price'), price, setPrice, { inputMode: 'decimal' })}
    ${input(t('perMinute'), perMinute, setPerMinute, { inputMode: 'numeric' })}
    ${input(t('perMonth'), quota, setQuota, { inputMode: 'numeric' })} ${button(t('changePlan'), change)}
  </div>`
}

/** What the operator of the service does with an account: state, plan, balance, keys and signing secret. */
export const AccountForm = ({ account }: Props): VNode => {
  const [monto, setMonto] = useState('100')
  const { tenant, estado, llaves, modo } = account
  const path = (...rest: ReadonlyArray<string>) => ['cuentas', ...[tenant, ...rest].map(encodeURIComponent)].join('/')
  const isActive = estado === 'activa'
  const change = () => done('PATCH', path(), { estado: isActive ? 'suspendida' : 'activa' })
  const other = modo === 'consumo' ? 'connect' : 'consumo'
  const credit = () =>
    done('POST', path('abonos'), { monto: Number(monto), referencia: `consola-${crypto.randomUUID()}` })
  const stage = (accion: string) => () => done('POST', path('secreto'), { accion })
  return html`<details>
    <summary>${t('operate')}</summary>
    <div class="columns">
      ${button(t(isActive ? 'suspend' : 'activate'), change)}
      ${button(t('changeMode', other), () => done('PATCH', path(), { modo: other }))}
      ${modo === 'consumo' && input(t('creditOf'), monto, setMonto, { inputMode: 'decimal' })}
      ${modo === 'consumo' && button(t('credit'), credit, { icon: 'plus' })}
      ${button(t('issueKey'), () => done('POST', path('llaves'), {}), { icon: 'plus' })}
      ${llaves
        .filter(({ revocada_en }) => revocada_en === null)
        .map(({ nombre }) =>
          button(t('revoke', nombre), () => done('DELETE', path('llaves', nombre)), { kind: 'danger' }),
        )}
      ${button(t('prepareSecret'), stage('preparar'))} ${button(t('activateSecret'), stage('activar'))}
      ${button(t('abandonSecret'), stage('abandonar'))}
    </div>
    <${PlanForm} account=${account} />
  </details>`
}
