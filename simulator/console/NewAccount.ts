import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Cuenta } from './Accounts.ts'
import { pull } from './Call.ts'
import { input, select } from './Fields.ts'
import { button, panel } from './Parts.ts'
import { t } from './Words.ts'

const modes: ReadonlyArray<Cuenta['modo']> = ['consumo', 'connect']

/** Opens another account. */
export const NewAccount = (): VNode => {
  const [modo, setModo] = useState<Cuenta['modo']>('consumo')
  const [saldo, setSaldo] = useState('1000')
  const [price, setPrice] = useState('100')
  const isPrepaid = modo === 'consumo'
  const open = () =>
    pull('cuentas', { modo, saldo: isPrepaid ? Number(saldo) : null, monto_por_verificacion: Number(price) })
  return panel(
    t('newAccount'),
    '',
    html`<div class="columns">
      ${select(t('mode'), modo, modes, setModo)}
      ${isPrepaid && input(t('balance'), saldo, setSaldo, { inputMode: 'decimal' })}
      ${input(t('price'), price, setPrice, { inputMode: 'decimal' })}
      <div class="inline">${button(t('open'), open, { icon: 'plus', kind: 'primary' })}</div>
    </div>`,
  )
}
