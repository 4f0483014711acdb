import { signal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { call, notice, pull } from './Call.ts'
import { input } from './Fields.ts'
import { clockOf } from './Format.ts'
import { button, panel } from './Parts.ts'
import { now } from './Store.ts'
import { t } from './Words.ts'
import { enter, lever, principal, world } from './World.ts'

/** Worlds: made, left, saved and restored. */

/** What was saved while this page was open, newest first. */
const saved = signal<ReadonlyArray<{ readonly id: string; readonly at: number }>>([])

const save = async (): Promise<void> => {
  const made = await pull<{ readonly instantanea: string }>('instantaneas')
  if (made !== null) saved.value = [{ id: made.body.instantanea, at: now.value }, ...saved.value]
}

const make = async (nombre: string): Promise<void> => {
  const made = await call<{ readonly mundo: string; readonly mensaje: string }>('POST', '/_simulador/mundos', {
    body: nombre === '' ? {} : { nombre },
  })
  if (made.status === 201) enter(made.body.mundo)
  else notice.value = { isError: true, text: made.body.mensaje }
}

const remove = async (): Promise<void> => {
  await call('DELETE', `/_simulador/mundos/${encodeURIComponent(world)}`)
  enter(principal)
}

const load = async ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): Promise<void> => {
  const [file] = currentTarget.files ?? []
  if (file === undefined) return
  try {
    if ((await pull('mundo', JSON.parse(await file.text()), 'PUT')) !== null) location.reload()
  } catch {
    notice.value = { isError: true, text: t('noJson') }
  }
}

export const WorldForm = (): VNode => {
  const [name, setName] = useState('')
  return panel(
    `${t('world')}: ${world}`,
    t('worldNote'),
    html`<div class="columns">
        ${input(t('newWorld'), name, setName)}
        <div class="inline">${button(t('make'), () => make(name), { icon: 'plus' })}</div>
      </div>
      <div class="inline">
        ${button(t('save'), save)}
        <a class="button" href=${lever('mundo')} download="mundo.json">${t('saveFile')}</a>
        <label class="button">${t('loadFile')}<input class="hidden" type="file" accept="application/json" onChange=${load} /></label>
        ${world !== principal && button(t('removeWorld'), remove, { kind: 'danger' })}
      </div>
      <div class="inline">
        ${saved.value.map(({ id, at }) => button(t('restore', clockOf(at)), () => pull(`instantaneas/${id}/restaurar`)))}
      </div>`,
  )
}
