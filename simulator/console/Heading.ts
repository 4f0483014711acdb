import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { awaited } from './Route.ts'

interface Named {
  /** As its address has it. */
  readonly id: string
  readonly text: string
}

/** The heading of the detail next to a list. It takes the focus if the navigation asked for that. */
export const Heading = ({ id, text }: Named): VNode => {
  const heading = useRef<HTMLHeadingElement>(null)
  const isAwaited = awaited.value === id
  useEffect(() => {
    if (!isAwaited) return
    heading.current?.focus()
    awaited.value = null
  }, [isAwaited])
  return html`<h2 id="title" tabindex="-1" ref=${heading}>${text}</h2>`
}
