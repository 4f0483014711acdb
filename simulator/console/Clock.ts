import { signal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { pull } from './Call.ts'
import { select } from './Fields.ts'
import { clockOf, dateOf, switchZone, zoneName } from './Format.ts'
import { badge, button } from './Parts.ts'
import { now, pulse } from './Store.ts'
import { ahead } from './Timeline.ts'
import { t } from './Words.ts'

/** The simulated clock and its controls. */

const speeds = [1, 10, 60, 600, 3_600]
const isJumping = signal(false)

const jump = async (change: Readonly<Record<string, unknown>>): Promise<void> => {
  const focused = document.activeElement
  isJumping.value = true
  await pull('reloj', change)
  isJumping.value = false
  // A button that is disabled for a while loses it.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus()
  })
}

/** The time, and the way to what is next. */
export const Clock = (): VNode => {
  const { congelado = false, siguiente_en: next = null } = pulse.value ?? {}
  return html`<section class="clock" aria-label=${t('clock')} aria-busy=${isJumping.value}>
    <time datetime=${new Date(now.value).toISOString()}>
      <strong>${clockOf(now.value)}</strong><span>${dateOf(now.value)} ${button(zoneName(), switchZone, { kind: 'quiet zone', label: t('zone', zoneName()) })}</span>
    </time>
    ${congelado && badge('idle', t('clockHeld'))}
    ${button(
      [t('toNext'), html`<small class="due">${next === null ? t('nothingWaits') : t('inSpan', ahead(next))}</small>`],
      () => jump({ hasta_lo_siguiente: true }),
      {
        icon: 'next',
        kind: 'primary',
        isDisabled: isJumping.value || next === null,
      },
    )}
  </section>`
}

/** Jumps, speed, and holding it. */
export const ClockControls = (): VNode => {
  const { velocidad = 60, congelado = false } = pulse.value ?? {}
  const offered = [...new Set([...speeds, velocidad])].toSorted((a, b) => a - b).map(String)
  const isDisabled = isJumping.value
  return html`<span class="clock controls">
    ${button('+10 min', () => jump({ avanzar_segundos: 600 }), { isDisabled })}
    ${button('+6 h', () => jump({ avanzar_segundos: 21_600 }), { isDisabled })}
    ${select(
      t('speed'),
      String(velocidad),
      offered,
      (one) => jump({ velocidad: Number(one) }),
      (one) => `×${one}`,
    )}
    ${button(t(congelado ? 'releaseClock' : 'holdClock'), () => jump({ congelado: !congelado }), {
      isPressed: congelado,
      isDisabled,
    })}
  </span>`
}
