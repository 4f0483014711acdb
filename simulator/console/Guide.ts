/** What the guides and the references do in addition to being read: search, copying, and one language of code at a time. */

interface Found {
  readonly title: string
  readonly heading: string
  readonly address: string
  readonly text: string
}

/** More would not be looked through. */
const mostFound = 8
const { lang } = document.documentElement
const { dataset } = document.querySelector('search') ?? document.documentElement

/** Without accents and capitals. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

let index: Promise<ReadonlyArray<Found>> | null = null
const sections = (): Promise<ReadonlyArray<Found>> => {
  index ??= fetch(`/docs/${lang}/buscar.json`).then((answer) => answer.json())
  return index
}

/** Sections that hold every word; those that hold them in their heading come first. */
const search = async (query: string): Promise<ReadonlyArray<Found>> => {
  const words = folded(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const holding = (text: string) => words.every((word) => folded(text).includes(word))
  const all = await sections()
  const named = all.filter(({ title, heading }) => holding(`${title} ${heading}`))
  const others = all.filter((one) => !named.includes(one) && holding(`${one.title} ${one.heading} ${one.text}`))
  return [...named, ...others].slice(0, mostFound)
}

const linkTo = ({ title, heading, address }: Found): HTMLLIElement => {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = address
  link.textContent = heading === title ? title : `${title} › ${heading}`
  item.append(link)
  return item
}

const input = document.querySelector<HTMLInputElement>('#search')
const list = document.querySelector('#found')

const show = async (query: string): Promise<void> => {
  const found = await search(query)
  if (input?.value !== query) return
  list?.replaceChildren(...found.map(linkTo))
  if (query.trim() !== '' && found.length === 0) list?.append(dataset['nothing'] ?? '')
}

input?.addEventListener('input', () => void show(input.value))
document.addEventListener('keydown', ({ key, target }) => {
  const isTyping = target instanceof HTMLInputElement
  if (key === '/' && !isTyping) setTimeout(() => input?.focus())
  if (key === 'Escape' && isTyping && input !== null) {
    input.value = ''
    list?.replaceChildren()
  }
})

/** Copies a text, and says so for a moment. */
const copied = async (text: string, place: Element, usual: string): Promise<void> => {
  await navigator.clipboard.writeText(text)
  place.textContent = dataset['copied'] ?? ''
  setTimeout(() => {
    place.textContent = usual
  }, 2_000)
}

const button = (text: string): HTMLButtonElement => {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  return made
}

for (const block of document.querySelectorAll('.code')) {
  const copy = dataset['copy'] ?? ''
  const made = button(copy)
  made.addEventListener('click', () => void copied(block.querySelector('code')?.textContent ?? '', made, copy))
  block.append(made)
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('.self')) {
  // The link works as a link too, so the address of the page is the copied one.
  link.addEventListener('click', () => void navigator.clipboard.writeText(link.href))
}

const menu = document.querySelector<HTMLElement>('nav[popover]')
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement && menu.matches(':popover-open')) menu.hidePopover()
})

/** The languages of code, by the mark of its block. */
const names: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  js: 'Node',
  py: 'Python',
  php: 'PHP',
  java: 'Java',
  go: 'Go',
  ruby: 'Ruby',
  csharp: 'C#',
}

/** A block of code, with the heading that names its language. */
interface Variant {
  readonly language: string
  readonly parts: ReadonlyArray<Element>
}

const variantAt = (element: Element | null): Variant | null => {
  const block = element?.matches('h3') ? element.nextElementSibling : element
  const language = block?.matches('.code') ? block.querySelector('code')?.dataset['language'] : undefined
  if (!element || !block || language === undefined || names[language] === undefined) return null
  return { language, parts: element === block ? [block] : [element, block] }
}

/** The blocks that follow one another from an element on, each in another language. */
const variantsFrom = (element: Element): ReadonlyArray<Variant> => {
  const variants: Array<Variant> = []
  let next = variantAt(element)
  while (next !== null && !variants.some(({ language }) => language === next?.language)) {
    variants.push(next)
    next = variantAt(next.parts.at(-1)?.nextElementSibling ?? null)
  }
  return variants
}

const groups: Array<{ readonly variants: ReadonlyArray<Variant>; readonly tabs: HTMLElement }> = []

/** Shows one language in every group that has it; a group without it keeps what it shows. */
const choose = (chosen: string): void => {
  for (const { variants, tabs } of groups) {
    if (!variants.some(({ language }) => language === chosen)) continue
    for (const { language, parts } of variants) {
      for (const part of parts) part.toggleAttribute('hidden', language !== chosen || part.matches('h3'))
    }
    for (const tab of tabs.querySelectorAll<HTMLElement>('button')) {
      tab.ariaPressed = String(tab.dataset['language'] === chosen)
    }
  }
}

const remembered = 'cotejo.lenguaje'
const tabOf = ({ language }: Variant): HTMLButtonElement => {
  const tab = button(names[language] ?? '')
  tab.dataset['language'] = language
  tab.addEventListener('click', () => {
    localStorage.setItem(remembered, language)
    choose(language)
  })
  return tab
}

for (const element of document.querySelectorAll('main > h3, main > .code')) {
  const variants = variantsFrom(element)
  const isTaken = groups.some((group) => group.variants.some(({ parts }) => parts.includes(element)))
  if (variants.length < 2 || isTaken) continue
  const tabs = document.createElement('div')
  tabs.className = 'tabs'
  tabs.role = 'group'
  tabs.ariaLabel = dataset['code'] ?? ''
  tabs.append(...variants.map(tabOf))
  element.before(tabs)
  groups.push({ variants, tabs })
  choose(variants[0]?.language ?? '')
}

/** The language that the address names, or the one chosen last. */
const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
const group = groups.find(({ variants }) => variants.some(({ parts }) => named !== null && parts.includes(named)))
choose((group && named && variantAt(named)?.language) ?? localStorage.getItem(remembered) ?? '')
// The heading that the address names is hidden.
group?.tabs.scrollIntoView()
