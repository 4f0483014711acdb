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

/** What the operator of the service does with an account: state, balance, keys and signing secret. */
export const AccountForm = ({ account }: Props): VNode => {
  const [monto, setMonto] = useState('100')
  const { tenant, estado, llaves, modo } = account
  const [price, setPrice] = useState(String(account.monto_por_verificacion))
  const [perMinute, setPerMinute] = useState(String(account.limite_por_minuto))
  const [quota, setQuota] = useState(String(account.cuota_mensual ?? ''))
  const path = (...rest: ReadonlyArray<string>) => ['cuentas', ...[tenant, ...rest].map(encodeURIComponent)].join('/')
  const isActive = estado === 'activa'
  const change = () => done('PATCH', path(), { estado: isActive ? 'suspendida' : 'activa' })
  const credit = () =>
    done('POST', path('abonos'), { monto: Number(monto), referencia: `consola-${crypto.randomUUID()}` })
  const plan = () =>
    done('PATCH', path(), {
      monto_por_verificacion: Number(price),
      limite_por_minuto: Number(perMinute),
      cuota_mensual: quota === '' ? null : Number(quota),
    })
  const stage = (accion: string) => () => done('POST', path('secreto'), { accion })
  return html`<details>
    <summary>${t('operate')}</summary>
    <div class="columns">
      ${button(t(isActive ? 'suspend' : 'activate'), change)}
      ${input(t('price'), price, setPrice, { inputMode: 'decimal' })}
      ${input(t('perMinute'), perMinute, setPerMinute, { inputMode: 'numeric' })}
      ${input(t('perMonth'), quota, setQuota, { inputMode: 'numeric' })}
      ${button(t('changePlan'), plan)}
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
  </details>`
}
