import { type Html, html, type Part } from './Html.ts'
import { heading, markdown } from './Markdown.ts'
import type { Operation, Response } from './OpenApiDocument.ts'
import type { Reference } from './Reference.ts'
import { bodyOf, curlOf, type Placed } from './Samples.ts'
import { list, type Values } from './Schemas.ts'
import { type Word, wordsIn } from './Words.ts'

/** What the parts of an operation are rendered with. */
type Context = Pick<Reference, 'language' | 'errors' | 'key'> & {
  readonly values: Values
  /** The path of the server, before those of its operations. */
  readonly server: string
}

export const codeBlock = (text: string): Html =>
  html`<div class="code"><pre tabindex="0"><code>${text}</code></pre></div>`

export const methodOf = (name: string): Html => html`<span class="method ${name.toLowerCase()}">${name}</span>`

const places: Record<string, Word> = { header: 'header', path: 'path', query: 'query' }

const parametersOf = ({ parameters }: Operation, { language, values }: Context): Part => {
  const word = wordsIn(language)
  return (
    parameters.length > 0 &&
    html`<h3>${word('parameters')}</h3>
${list(
  parameters.map(({ name, description, schema, example, required, in: place }) =>
    values.field(
      name,
      {
        ...schema,
        ...(description !== undefined && { description }),
        ...(example !== undefined && { examples: [example] }),
      },
      `${word(places[place] ?? 'query')}${required ? `, ${word('required')}` : ''}`,
    ),
  ),
)}`
  )
}

/** Renders the answers of operations. A header is explained once. */
const responses = ({ language, errors, values: { typeOf, field, fields } }: Context) => {
  const word = wordsIn(language)
  const headersShown = new Set<string>()

  const responseHeaders = ({ headers = {} }: Response): Part => {
    const news = Object.entries(headers).filter(
      ([name, { description }]) => !headersShown.has(`${name} ${description}`),
    )
    for (const [name, { description }] of news) headersShown.add(`${name} ${description}`)
    return (
      news.length > 0 &&
      list(
        news.map(([name, { description, schema, example }]) =>
          field(name, { ...schema, description, examples: [example] }, word('header')),
        ),
      )
    )
  }

  const codesOf = (response: Response): ReadonlyArray<string> => {
    const names = Object.keys(response.content?.['application/json'].examples ?? {})
    return names.filter((name) => errors.some(({ codigo }) => codigo === name))
  }

  const response = ([status, one]: readonly [string, Response]): Html => {
    const codes = codesOf(one)
    const schema = one.content?.['application/json'].schema
    const words =
      codes.length > 0
        ? html`<ul>${codes.map((codigo) => html`<li><a href="#error-${codigo}"><code>${codigo}</code></a></li>`)}</ul>`
        : markdown(one.description ?? '')
    return html`<div class="response"><h4>${status === 'default' ? word('otherwise') : status}</h4><div>
${words}${responseHeaders(one)}${codes.length === 0 && schema && html`<p>${typeOf(schema)}</p>${fields(schema)}`}</div></div>
`
  }
  return response
}

/** The request and the answers, to copy. */
const samplesOf = (one: Placed, { language, server, key }: Context): Html => {
  const word = wordsIn(language)
  const isWebhook = !one.path.startsWith('/')
  const answers = Object.entries(one.operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content }]) =>
      Object.entries(content?.['application/json'].examples ?? {}).map(([name, { value }]) => ({
        status,
        name,
        value,
      })),
    )
  return html`<div class="samples"><h3>${word('request')}</h3>
${codeBlock(isWebhook ? (bodyOf(one.operation.requestBody ?? {}) ?? '') : curlOf(one, server, key))}
${answers.map(
  (
    { status, name, value },
    index,
  ) => html`<details${index === 0 && html` open`}><summary>${word('answer')} ${status} <code>${name}</code></summary>
${codeBlock(JSON.stringify(value, null, 2))}</details>
`,
)}</div>`
}

/** Renders operations: a title for lists, and a section. */
export const operations = (context: Context) => {
  const { language, server, values } = context
  const { typeOf, fields } = values
  const word = wordsIn(language)
  const response = responses(context)
  /** Without the details that follow. */
  const titleOf = ({ operation }: Placed) => operation.summary.split(/[.:;] /)[0]

  const section = (one: Placed): Html => {
    const { operationId, summary, description, security, requestBody, responses: answers } = one.operation
    const schema = requestBody?.content?.['application/json'].schema
    return html`<section id="${operationId}">
<h2>${heading(operationId, titleOf(one))}</h2>
<div><p class="route">${methodOf(one.method)} <code>${server}${one.path}</code>${security.length > 0 && html` <a class="note" href="#autenticacion">${word('withKey')}</a>`}</p>
${titleOf(one) !== summary && markdown(summary)}
${markdown(description ?? '')}
${parametersOf(one.operation, context)}
${schema && html`<h3>${word('body')}</h3><p>${typeOf(schema)}</p>${fields(schema)}`}
<h3>${word('answers')}</h3>
${Object.entries(answers).map(response)}</div>
${samplesOf(one, context)}
</section>
`
  }

  return { titleOf, section }
}
