import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { useAnswer } from './Call.ts'
import { select } from './Fields.ts'
import { t } from './Words.ts'
import { enter, principal, world } from './World.ts'

interface Mundos {
  readonly mundos: ReadonlyArray<{ readonly mundo: string }>
}

/** The worlds to choose from. Tests make and end worlds all the time, so the list is fetched when the choice opens. */
export const WorldChoice = (): VNode => {
  const [looks, setLooks] = useState(0)
  const found = useAnswer<Mundos>('/_simulador/mundos', looks)?.body.mundos ?? []
  const names = [...new Set([principal, world, ...found.map(({ mundo }) => mundo)])]
  return html`<div class="worlds" onFocusIn=${() => setLooks(looks + 1)} onPointerEnter=${() => setLooks(looks + 1)}>
    ${select(t('world'), world, names, enter, (name) => `${t('world')}: ${name}`)}
  </div>`
}
