/** What the pages of the guides do in addition to being read: search, and copying code. */

interface Found {
  readonly title: string
  readonly heading: string
  readonly address: string
  readonly text: string
}

/** More would not be looked through. */
const mostFound = 8
const { lang, dataset } = document.documentElement

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

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = dataset['copy'] ?? ''
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '')
    button.textContent = dataset['copied'] ?? ''
    setTimeout(() => {
      button.textContent = dataset['copy'] ?? ''
    }, 2_000)
  })
  block.append(button)
}
