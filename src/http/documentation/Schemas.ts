import type { Json } from 'effect/Schema'
import { type Html, html, type Part } from './Html.ts'
import { markdown } from './Markdown.ts'
import type { Schema } from './OpenApiDocument.ts'
import { type Language, wordsIn } from './Words.ts'

const joined = (parts: ReadonlyArray<Html>, separator: string): Part =>
  parts.map((part, index) => (index === 0 ? part : [separator, part]))

const code = (value: Json): Html => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

const objectsIn = (schema: Schema): ReadonlyArray<Schema> => {
  if (schema.$ref !== undefined || schema.properties !== undefined) return [schema]
  return [...(schema.anyOf ?? schema.allOf ?? []), ...(schema.items === undefined ? [] : [schema.items])].flatMap(
    objectsIn,
  )
}

/** Renders the values of a document. The first place that has a named schema shows its fields; the others link to it. */
export const values = (schemas: Readonly<Record<string, Schema>>, language: Language) => {
  const word = wordsIn(language)
  const shown = new Set<string>()

  /** The type of a value. A named schema becomes a link. */
  const typeOf = (schema: Schema): Html => {
    const { type, anyOf, allOf, items } = schema
    const name = nameOf(schema)
    if (name !== undefined) return html`<a href="#${name}">${name}</a>`
    const choices = anyOf ?? allOf?.slice(0, 1)
    if (choices !== undefined) return html`${joined(choices.map(typeOf), ' | ')}`
    if (items !== undefined) return html`${word('arrayOf')} ${typeOf(items)}`
    return html`${[type ?? []].flat().join(' | ')}`
  }

  const range = (minimum: number | undefined, maximum: number | undefined, unit: string): string | null => {
    if (minimum === undefined && maximum === undefined) return null
    if (maximum === undefined) return `${word('from')} ${minimum}${unit}`
    return minimum === undefined ? `${word('upTo')} ${maximum}${unit}` : `${minimum} ${word('to')} ${maximum}${unit}`
  }

  /** The limits of a value, one per line. */
  const limitsOf = (schema: Schema): Html => {
    const choices = schema.enum ?? schema.items?.enum ?? schema.anyOf?.find((one) => one.enum !== undefined)?.enum
    const lines: ReadonlyArray<Part> = [
      range(schema.minLength, schema.maxLength, ` ${word('characters')}`),
      range(schema.minItems, schema.maxItems, ` ${word('elements')}`),
      range(schema.minimum, schema.maximum, ''),
      schema.format ?? null,
      choices && joined(choices.map(code), ', '),
      schema.pattern === undefined ? null : html`<code>${schema.pattern}</code>`,
      schema.default === undefined ? null : html`${word('byDefault')} ${code(schema.default)}`,
      ...(schema.examples ?? []).map((example) => html`${word('example')}: ${code(example)}`),
    ]
    return html`${lines.map((line) => line && html`<div>${line}</div>`)}`
  }

  /** A value: its name, type and meaning, its limits, and its fields in place. */
  const field = (name: string, schema: Schema, note: Part): Html => html`<div>
<dt><code>${name}</code> <span class="note">${typeOf(schema)}${note && html` · ${note}`}</span></dt>
<dd>${markdown(schema.description ?? '')}<div class="limits">${limitsOf(schema)}</div>${fields(schema)}</dd></div>
`

  const members = ({ properties = {}, required = [] }: Schema): Html =>
    list(
      Object.entries(properties).map(([name, schema]) =>
        field(name, schema, required.includes(name) ? word('required') : null),
      ),
    )

  const fields = (schema: Schema): Html =>
    html`${objectsIn(schema).map((object) => {
      const name = nameOf(object)
      if (name === undefined) return members(object)
      if (shown.has(name)) return ''
      shown.add(name)
      const target = schemas[name] ?? {}
      return html`<div id="${name}">${markdown(target.description ?? '')}${members(target)}</div>`
    })}`

  return { typeOf, field, fields }
}

export type Values = ReturnType<typeof values>

export const list = (fields: ReadonlyArray<Html>): Html => html`<dl>
${fields}</dl>`
