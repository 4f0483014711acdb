import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { pull } from './Call.ts'
import { select } from './Fields.ts'
import { clockOf, dateOf, switchZone, zoneName } from './Format.ts'
import { button } from './Parts.ts'
import { now, pulse } from './Store.ts'
import { ahead } from './Timeline.ts'
import { t } from './Words.ts'

/** The simulated clock and its levers. */

const speeds = [1, 10, 60, 600, 3_600]

export const Clock = (): VNode => {
  const [isJumping, setIsJumping] = useState(false)
  const jump = async (change: Readonly<Record<string, unknown>>) => {
    const focused = document.activeElement
    setIsJumping(true)
    await pull('reloj', change)
    setIsJumping(false)
    // A button that is disabled for a while loses it.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus()
    })
  }
  const { velocidad = 60, siguiente_en: next = null } = pulse.value ?? {}
  const offered = [...new Set([...speeds, velocidad])].toSorted((a, b) => a - b).map(String)
  return html`<section class="clock" aria-label=${t('clock')} aria-busy=${isJumping}>
    <time datetime=${new Date(now.value).toISOString()}>
      <strong>${clockOf(now.value)}</strong><span>${dateOf(now.value)} ${button(zoneName(), switchZone, { kind: 'quiet zone', label: t('zone', zoneName()) })}</span>
    </time>
    ${button(
      [t('toNext'), html`<small class="due">${next === null ? t('nothingWaits') : t('inSpan', ahead(next))}</small>`],
      () => jump({ hasta_lo_siguiente: true }),
      {
        icon: 'next',
        kind: 'primary',
        isDisabled: isJumping || next === null,
      },
    )}
    ${button('+10 min', () => jump({ avanzar_segundos: 600 }), { isDisabled: isJumping })}
    ${button('+6 h', () => jump({ avanzar_segundos: 21_600 }), { isDisabled: isJumping })}
    ${select(
      t('speed'),
      String(velocidad),
      offered,
      (one) => jump({ velocidad: Number(one) }),
      (one) => `×${one}`,
    )}
  </section>`
}
