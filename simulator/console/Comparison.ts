import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { accountOf } from './Accounts.ts'
import { useAnswer } from './Call.ts'
import { differences } from './Differences.ts'
import { select } from './Fields.ts'
import type { Verificacion } from './Frames.ts'
import { newestFirst, verifications } from './Store.ts'
import { t } from './Words.ts'

/** The documents of two verifications, side by side. */

/** How many of the others may be chosen. */
const offered = 100
const nobody = ''

const documentOf = (id: string): string => `/v1/verificaciones/${id}`

/** @param document of the verification */
export const Comparison = ({ view, document }: { readonly view: Verificacion; readonly document: unknown }): VNode => {
  const [chosen, setChosen] = useState(nobody)
  const other = verifications.value.get(chosen)
  const key = accountOf(other?.tenant ?? '')?.llave
  const read = useAnswer(key === undefined ? null : documentOf(chosen), other?.estado, key)
  const others = newestFirst.value.filter((one) => one !== view).slice(0, offered)
  const choices = [nobody, ...others.map(({ verificacion_id }) => verificacion_id)]
  const nameOf = (id: string): string => verifications.value.get(id)?.solicitud_id ?? t('none')
  return html`<div class="columns">${select(t('compareWith'), chosen, choices, setChosen, nameOf)}</div>
    ${
      read &&
      differences({
        title: t('differencesFrom', nameOf(chosen)),
        names: [nameOf(chosen), view.solicitud_id],
        one: read.body,
        other: document,
      })
    }`
}
