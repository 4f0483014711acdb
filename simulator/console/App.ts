import { signal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Books, breaches } from './Books.ts'
import { notice } from './Call.ts'
import { Certify } from './Certify.ts'
import { Clock, ClockControls } from './Clock.ts'
import { Levers } from './Levers.ts'
import { badge, button, icon } from './Parts.ts'
import { Payments } from './Payments.ts'
import { Requests } from './Requests.ts'
import { addressOf, type Place, places, route } from './Route.ts'
import { openSearch, Search } from './Search.ts'
import { Shortcuts, toggleHelp } from './Shortcuts.ts'
import { happened, isLive, pulse, verifications } from './Store.ts'
import { nextTheme } from './Theme.ts'
import { Verifications } from './Verifications.ts'
import { Webhooks } from './Webhooks.ts'
import { lang, switchLanguage, t } from './Words.ts'
import { WorldChoice } from './WorldChoice.ts'

/** The whole page. */

const views: Readonly<Record<Place, () => VNode>> = {
  verificaciones: Verifications,
  webhooks: Webhooks,
  cuentas: Books,
  palancas: Levers,
  solicitudes: Requests,
  pagos: Payments,
  certificacion: Certify,
}

/** On a narrow window the header is one line, and the rest of it is in the menu. */
const phone = matchMedia('(max-width: 59.99rem)')
const isNarrow = signal(phone.matches)
phone.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches
})

/** News for screen readers come no more often than this. */
const newsMillis = 4_000

const News = (): VNode => {
  const announced = useRef(happened.peek())
  const [text, setText] = useState('')
  useEffect(() => {
    const announce = () => {
      const { created, ended } = happened.peek()
      const [more, done] = [created - announced.current.created, ended - announced.current.ended]
      announced.current = { created, ended }
      if (more + done > 0) setText(t('news', more, done))
    }
    const timer = setInterval(announce, newsMillis)
    return () => clearInterval(timer)
  }, [])
  return html`<p class="hidden" role="status">${text}</p>`
}

const Promises = (): VNode | null => {
  if (pulse.value === null) return null
  const broken = breaches(pulse.value)
  const text = broken === 0 ? t('booksAgree') : t('booksDisagree', broken)
  return html`<a class="promises" href=${addressOf('cuentas')}>${badge(broken === 0 ? 'good' : 'bad', text)}</a>`
}

/** What is made to go wrong now, wherever one looks. */
const Faults = (): VNode | null => {
  const { fuentes = [], fallos = [], procesador = [] } = pulse.value ?? {}
  const active = [
    ...fuentes.flatMap(({ fuente, falla }) => (falla === null ? [] : [`${fuente} ${falla}`])),
    ...fallos.map(({ codigo, veces }) => `${codigo} ×${veces}`),
    ...procesador.map(({ llamada, falla, veces }) => `${llamada} ${falla} ×${veces}`),
  ]
  if (active.length === 0) return null
  return html`<a class="promises" href=${addressOf('palancas')} title=${active.join(', ')}>
    ${badge('warn', t('faultsOn', active.length))}
  </a>`
}

const close = (): void => {
  notice.value = null
}

const Notice = (): VNode | null => {
  if (notice.value === null) return null
  const { isError, text } = notice.value
  return html`<div class="notice ${isError ? 'bad' : 'good'}" role=${isError ? 'alert' : 'status'}>
    <span>${text}</span>${button('', close, { icon: 'cross', kind: 'quiet', label: t('close') })}
  </div>`
}

/** What the simulator serves to read. */
const documents = (): ReadonlyArray<readonly [text: string, href: string]> => [
  [t('guides'), `/docs/${lang.value}`],
  [t('reference'), lang.value === 'es' ? '/docs' : '/docs?lang=en'],
  [t('controlsReference'), lang.value === 'es' ? '/docs/simulador' : '/docs/simulador?lang=en'],
  ['OpenAPI', '/openapi.json'],
  [t('controlsOpenApi'), '/_simulador/openapi.json'],
  [t('mcpGuide'), `/docs/${lang.value}/mcp`],
]

const Menu = (): VNode => {
  const other = lang.value === 'es' ? html`<span lang="en">English</span>` : html`<span lang="es">Español</span>`
  return html`<details class="menu">
    <summary class="button quiet" aria-label=${t('menu')} title=${t('menu')}>${icon('menu')}</summary>
    <div class="panel">
      <nav aria-label=${t('documentation')}>
        <ul>${documents().map(([text, href]) => html`<li key=${href}><a href=${href} target="_blank" rel="noopener">${text}</a></li>`)}</ul>
      </nav>
      ${button(other, switchLanguage, { kind: 'quiet' })}
      ${button(t('theme'), nextTheme, { icon: 'theme', kind: 'quiet' })}
      ${button(t('shortcuts'), toggleHelp, { kind: 'quiet' })}
      ${isNarrow.value && html`${seek()} <${ClockControls} /> ${state()}`}
    </div>
  </details>`
}

const seek = (): VNode =>
  button(t('searchIds'), openSearch, { icon: 'search', kind: 'quiet', label: `${t('searchIds')} (Ctrl-K)` })

/** Where the reader is, and how everything stands. */
const state = (): VNode => html`<${WorldChoice} /> <${Promises} />
  ${badge(isLive.value ? 'good' : 'warn', t(isLive.value ? 'live' : 'silent'))}`

const Header = (): VNode =>
  html`<header class="top">
    <h1>Cotejo <small>${t('simulator')}</small></h1>
    <${Clock} /> ${!isNarrow.value && html`<${ClockControls} />`}
    <span class="top-tools">
      <${Faults} /> ${!isNarrow.value && state()}
      ${!isNarrow.value && seek()}
      <${Menu} />
    </span>
  </header>`

const Tabs = (): VNode => {
  const { place: current } = route.value
  const bar = useRef<HTMLElement>(null)
  // On a narrow window they are one line that scrolls.
  useEffect(() => bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [current])
  return html`<nav class="tabs" ref=${bar} aria-label=${t('sections')}>
    ${places.map(
      (place) => html`<a key=${place} href=${addressOf(place)} aria-current=${current === place ? 'page' : undefined}>
        ${t(place)} ${place === 'verificaciones' && html`<small>${verifications.value.size}</small>`}
      </a>`,
    )}
  </nav>`
}

/** An address of its own would be taken for a route. */
const skip = (event: Event): void => {
  event.preventDefault()
  document.getElementById('contenido')?.focus()
}

export const App = (): VNode =>
  html`<a class="skip" href="#contenido" onClick=${skip}>${t('skip')}</a>
    <${Header} /><${Tabs} /><${Notice} />
    <main id="contenido" tabindex="-1"><${views[route.value.place]} /></main>
    <${News} /><${Shortcuts} /><${Search} />`
