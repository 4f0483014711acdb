import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { AccountForm } from './AccountForm.ts'
import { accounts, type Cuenta } from './Accounts.ts'
import { clockOf, moneyOf } from './Format.ts'
import type { Libro, Pulso } from './Frames.ts'
import { glossOf } from './Glosses.ts'
import { NewAccount } from './NewAccount.ts'
import { badge, copier, empty, facts, panel, table, word } from './Parts.ts'
import { addressOf } from './Route.ts'
import { newestFirst, pulse } from './Store.ts'
import { t } from './Words.ts'
import { WorldForm } from './WorldForm.ts'

/** Accounts with their money, and whether the books agree with what happened. */

const centavos = (pesos: number): number => Math.round(pesos * 100)
const adds = ({ acreditado, saldo, cargos }: Libro): boolean =>
  centavos(acreditado) === centavos(saldo) + centavos(cargos)
const holds = ({ retenido, en_proceso }: Libro): boolean => centavos(retenido) === centavos(en_proceso)

/** How many promises are broken now. */
export const breaches = ({ libros, anomalias }: Pulso): number =>
  libros.filter((book) => !adds(book)).length + libros.filter((book) => !holds(book)).length + anomalias.length

const equation = (isTrue: boolean, left: number, right: ReadonlyArray<number>): VNode => {
  const text = `${moneyOf(left)} ${isTrue ? '=' : '≠'} ${right.map(moneyOf).join(' + ')}`
  return html`<td>${badge(isTrue ? 'good' : 'bad', text)}</td>`
}

const bookRow = (book: Libro): VNode =>
  html`<tr key=${book.tenant}>
    <th scope="row">${book.tenant}</th>
    ${equation(adds(book), book.acreditado, [book.saldo, book.cargos])}
    ${equation(holds(book), book.retenido, [book.en_proceso])}
  </tr>`

const rules = ['un_fin', 'un_cobro'] as const

const rule = ({ anomalias }: Pulso, regla: (typeof rules)[number]): VNode => {
  const broken = anomalias.filter((one) => one.regla === regla)
  return html`<li key=${regla}>
    ${badge(broken.length === 0 ? 'good' : 'bad', glossOf(regla))}
    ${broken.map(
      ({ verificacion_id: id, hallado, esperado }) =>
        html`<p key=${id}>
          <a href=${addressOf('verificaciones', id)}>${id}</a> · ${t('foundExpected', hallado, esperado)}
        </p>`,
    )}
  </li>`
}

const invariants = (reading: Pulso): VNode => {
  const prepaid = reading.libros.filter(({ modo }) => modo === 'consumo')
  const heads = [t('account'), t('ruleAdds'), t('ruleHolds')]
  return panel(
    t('invariants'),
    t('invariantsNote', clockOf(reading.comprobado_en)),
    html`${table(t('invariants'), heads, prepaid.map(bookRow))}
      <ul class="chips">${rules.map((one) => rule(reading, one))}</ul>`,
  )
}

/** What was charged, newest first, with the balance after each. */
const ledger = ({ tenant, saldo, acreditado }: Libro): VNode => {
  const charged = newestFirst.value
    .filter((one) => one.tenant === tenant && one.estado === 'emitida')
    .toSorted((a, b) => (b.resuelto_en ?? '').localeCompare(a.resuelto_en ?? ''))
  const later = (index: number): number => charged.slice(0, index).reduce((sum, { precio }) => sum + precio, 0)
  const rows = charged.slice(0, 50).map(
    ({ verificacion_id: id, solicitud_id, resuelto_en, precio }, index) => html`<tr key=${id}>
      <td>${clockOf(resuelto_en ?? '')}</td>
      <td><a href=${addressOf('verificaciones', id)}>${solicitud_id}</a></td>
      <td>−${moneyOf(precio)}</td>
      <td>${moneyOf(saldo + later(index))}</td>
    </tr>`,
  )
  const first = html`<tr><td></td><td>${t('credited')}</td><td>+${moneyOf(acreditado)}</td><td></td></tr>`
  const title = t('ledger', charged.length)
  return html`<details>
    <summary>${title}</summary>
    ${table(title, [t('when'), t('entry'), t('amount'), t('balanceAfter')], [...rows, first])}
  </details>`
}

const secret = (name: string, text: string, tenant: string): VNode =>
  html`<div class="secret"><span class="label">${name}</span><code>${text}</code>${copier(text, `${name}, ${tenant}`)}</div>`

const card = (account: Cuenta, book: Libro): VNode => {
  const { tenant, modo, llave, secreto_firma, cuota_mensual: quota } = account
  const isPrepaid = modo === 'consumo'
  const { saldo, retenido } = book
  return html`<section key=${tenant} class="panel">
    <h3>${tenant}</h3>
    <p class="muted">${word(modo)} · ${word(account.estado)}</p>
    ${
      isPrepaid &&
      facts([
        [t('balance'), moneyOf(saldo)],
        [t('heldNow'), moneyOf(retenido)],
        [t('available'), moneyOf(saldo - retenido)],
      ])
    }
    ${facts([
      [t('price'), moneyOf(account.monto_por_verificacion)],
      [t('perMinute'), account.limite_por_minuto],
      [t('perMonth'), quota ?? t('none')],
    ])}
    ${secret('llave', llave, tenant)} ${secret('secreto_firma', secreto_firma, tenant)} ${isPrepaid && ledger(book)}
    <${AccountForm} account=${account} />
  </section>`
}

export const Books = (): VNode => {
  const reading = pulse.value
  if (reading === null) return empty('…')
  const books = new Map(reading.libros.map((book) => [book.tenant, book]))
  return html`<div class="page">
    <h2>${t('cuentas')}</h2>
    ${invariants(reading)}
    <div class="cards accounts">
      ${accounts.value.map((account) => {
        const book = books.get(account.tenant)
        return book && card(account, book)
      })}
      <${NewAccount} />
      <${WorldForm} />
    </div>
  </div>`
}
