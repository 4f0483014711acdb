import type { Json } from 'effect/Schema'
import { type Html, html, type Part } from './Html.ts'
import { markdown } from './Markdown.ts'
import type { Schema } from './OpenApiDocument.ts'

const joined = (parts: ReadonlyArray<Html>, separator: string): Part =>
  parts.map((part, index) => (index === 0 ? part : [separator, part]))

const code = (value: Json): Html => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`

/** The type of a value. A named schema becomes a link. */
export const typeOf = ({ $ref, type, anyOf, allOf, items }: Schema): Html => {
  const name = $ref?.split('/').at(-1)
  if (name !== undefined) return html`<a href="#${name}">${name}</a>`
  const choices = anyOf ?? allOf?.slice(0, 1)
  if (choices !== undefined) return html`${joined(choices.map(typeOf), ' | ')}`
  if (items !== undefined) return html`array de ${typeOf(items)}`
  return html`${[type ?? []].flat().join(' | ')}`
}

const range = (minimum: number | undefined, maximum: number | undefined, unit: string): string | null => {
  if (minimum === undefined && maximum === undefined) return null
  if (maximum === undefined) return `desde ${minimum}${unit}`
  return minimum === undefined ? `hasta ${maximum}${unit}` : `${minimum} a ${maximum}${unit}`
}

/** The limits of a value, one per line. */
const limitsOf = (schema: Schema): Html => {
  const values = schema.enum ?? schema.items?.enum
  const lines: ReadonlyArray<Part> = [
    range(schema.minLength, schema.maxLength, ' caracteres'),
    range(schema.minItems, schema.maxItems, ' elementos'),
    range(schema.minimum, schema.maximum, ''),
    schema.format ?? null,
    values && joined(values.map(code), ', '),
    schema.pattern === undefined ? null : html`<code>${schema.pattern}</code>`,
    schema.default === undefined ? null : html`por omisión ${code(schema.default)}`,
  ]
  return html`${lines.map((line) => line && html`<div>${line}</div>`)}`
}

/** A table row for a value: its name, its type and limits, and its meaning. */
export const row = (name: string, schema: Schema, note: Part): Html => html`<tr>
<th scope="row"><code>${name}</code>${note && html` <span class="note">${note}</span>`}</th>
<td>${typeOf(schema)}<div class="limits">${limitsOf(schema)}</div></td>
<td>${markdown(schema.description ?? '')}${schema.examples?.map((example) => html`<p class="example">Ejemplo: ${code(example)}</p>`)}</td>
</tr>
`

export const table = (rows: ReadonlyArray<Html>): Html => html`<div class="scroll"><table>
${rows}</table></div>`

/** The members of an object. */
export const members = ({ properties = {}, required = [] }: Schema): Html =>
  table(
    Object.entries(properties).map(([name, schema]) => row(name, schema, required.includes(name) ? 'requerido' : null)),
  )
