import { html } from 'htm/preact'
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { addressOf, go, type Place } from './Route.ts'

/** In pixels, of every row; rows drawn beyond either edge. */
const height = 68
const margin = 6

interface Rows<A> {
  readonly label: string
  readonly items: ReadonlyArray<A>
  readonly keyOf: (item: A) => string
  readonly selected: string | null
  /** Where each of them is shown by its key. */
  readonly place: Place
  readonly row: (item: A) => ComponentChildren
}

/** Where a key leads from a row, in a list of which a page can be seen at once. */
const target = (key: string, from: number, page: number, count: number): number | undefined => {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  }
  const to = targets[key]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}

/** A list box of links that draws only what can be seen of it, however long it is. Arrow keys select. */
const Windowed = <A>({ label, items, keyOf, selected, place, row }: Rows<A>): VNode => {
  const box = useRef<HTMLDivElement>(null)
  const head = useRef<string | null>(null)
  const [shown, setShown] = useState({ first: 0, last: 30 })

  const measure = (): void => {
    if (box.current === null) return
    const { scrollTop, clientHeight } = box.current
    const first = Math.max(0, Math.floor(scrollTop / height) - margin)
    const last = Math.ceil((scrollTop + clientHeight) / height) + margin
    setShown((before) => (before.first === first && before.last === last ? before : { first, last }))
  }
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    if (box.current !== null) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  // What comes in above must not push away what is being read.
  useLayoutEffect(() => {
    const [top] = items
    const added = head.current === null ? 0 : items.findIndex((item) => keyOf(item) === head.current)
    if (box.current !== null && box.current.scrollTop > 0 && added > 0) box.current.scrollTop += added * height
    head.current = top === undefined ? null : keyOf(top)
    measure()
  }, [items])

  const selectedAt = items.findIndex((item) => keyOf(item) === selected)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (box.current === null) return
    const { scrollTop, clientHeight } = box.current
    const index = target(event.key, selectedAt, Math.max(1, Math.floor(clientHeight / height) - 1), items.length)
    const item = index === undefined ? undefined : items[index]
    if (index === undefined || item === undefined) return
    event.preventDefault()
    go(place, keyOf(item))
    const top = index * height
    if (top < scrollTop) box.current.scrollTop = top
    if (top + height > scrollTop + clientHeight) box.current.scrollTop = top + height - clientHeight
  }

  const drawn = items.slice(shown.first, shown.last).map((item, index) => {
    const [key, position] = [keyOf(item), shown.first + index]
    return html`<a key=${key} id="row-${key}" class="row" role="option" tabindex="-1" href=${addressOf(place, key)}
      aria-selected=${key === selected} aria-posinset=${position + 1} aria-setsize=${items.length}
      style=${{ transform: `translateY(${position * height}px)`, height: `${height}px` }}>${row(item)}</a>`
  })
  const isDrawn = selectedAt >= shown.first && selectedAt < shown.last
  return html`<div class="rows" ref=${box} role="listbox" tabindex="0" aria-label=${label}
    aria-activedescendant=${isDrawn ? `row-${selected}` : undefined} onScroll=${measure} onKeyDown=${onKeyDown}>
    <div role="presentation" style=${{ height: `${items.length * height}px` }}>${drawn}</div>
  </div>`
}

/** A list of which one can be selected. */
export const list = <A>(rows: Rows<A>): VNode => html`<${Windowed<A>} ...${rows} />`
