import { demoAccounts } from '#simulator/accounts/DemoAccounts.ts'

/** The requests of the collections for Bruno and Postman, from the contract and its examples. */

interface Parameter {
  readonly name: string
  readonly in: 'header' | 'query' | 'path'
  readonly required: boolean
}

interface Operation {
  readonly summary: string
  readonly security?: ReadonlyArray<unknown>
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly examples: Readonly<Record<string, { readonly value: object }>> }
    }
  }
}

/** A request of a collection; `{{name}}` stands for a variable. */
interface CollectedRequest {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | null
  /** Whether it draws a `solicitud_id` before it is sent. */
  readonly draws: boolean
  /** The member of the answer that it keeps as a variable; null where it keeps none. */
  readonly keeps: string | null
}

/** Variables of an environment. */
interface Environment {
  readonly name: string
  readonly variables: Readonly<Record<string, string>>
}

/** One for each demo account of the simulator. */
const environments: ReadonlyArray<Environment> = demoAccounts.map(({ account, apiKey, signingSecret }) => ({
  name: account.id,
  variables: { base: 'http://127.0.0.1:4010', llave: apiKey, secreto_firma: signingSecret },
}))

const headersOf = ({ parameters = [] }: Operation, isOpen: boolean, body: object | null): Record<string, string> => ({
  ...(isOpen ? {} : { Authorization: 'Bearer {{llave}}' }),
  ...(body === null ? {} : { 'Content-Type': 'application/json' }),
  ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? { 'Idempotency-Key': '{{solicitud_id}}' } : {}),
})

/** An example with variables for what each sender has of its own. */
const withVariables = (example: object): object =>
  JSON.parse(
    JSON.stringify(example, (name, value) =>
      name === 'solicitud_id' || name === 'payment_intent_id' ? `{{${name}}}` : value,
    ),
  )

const requestsOf = (path: string, method: string, operation: Operation): ReadonlyArray<CollectedRequest> => {
  const url = `{{base}}${path.replace(/\{(\w+)\}/g, '{{$1}}')}`
  const isOpen = operation.security?.length === 0
  const examples = Object.entries(operation.requestBody?.content['application/json'].examples ?? {})
  const one = (name: string, example: object | null): CollectedRequest => {
    const body = example === null ? null : withVariables(example)
    return {
      name,
      method: method.toUpperCase(),
      url,
      headers: headersOf(operation, isOpen, body),
      body,
      draws: body !== null,
      keeps: body === null ? null : 'verificacion_id',
    }
  }
  return examples.length === 0
    ? [one(operation.summary, null)]
    : examples.map(([example, { value }]) => one(`${operation.summary} (${example})`, value))
}

/** What is done to the simulator alone. */
const lever = (name: string, path: string, body: object, keeps: string | null): CollectedRequest => ({
  name: `Simulador: ${name}`,
  method: 'POST',
  url: `{{base}}/_simulador${path}`,
  headers: { 'Content-Type': 'application/json' },
  body,
  draws: false,
  keeps,
})
const payment = { estado: 'succeeded', moneda: 'MXN', monto: 100 }
const pay = lever('crear un pago', '/pagos', payment, 'payment_intent_id')
const advance = lever('adelantar 10 minutos', '/reloj', { avanzar_segundos: 600 }, null)

const collectedRequests = (openApi: string): ReadonlyArray<CollectedRequest> => {
  const document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> } =
    JSON.parse(openApi)
  const ofContract = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => requestsOf(path, method, operation)),
  )
  return [pay, ...ofContract, advance]
}

const drawn = "'coleccion-' + Date.now()"

const indented = (text: string): string => text.replace(/^/gm, '  ')
const pairs = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')

const bruOf = ({ name, method, url, headers, body, draws, keeps }: CollectedRequest, number: number): string =>
  [
    `meta {\n  name: ${name}\n  type: http\n  seq: ${number}\n}\n`,
    `${method.toLowerCase()} {\n  url: ${url}\n  body: ${body === null ? 'none' : 'json'}\n  auth: none\n}\n`,
    ...(Object.keys(headers).length === 0 ? [] : [`headers {\n${pairs(headers)}}\n`]),
    ...(body === null ? [] : [`body:json {\n${indented(JSON.stringify(body, null, 2))}\n}\n`]),
    ...(draws ? [`script:pre-request {\n  bru.setVar('solicitud_id', ${drawn})\n}\n`] : []),
    ...(keeps === null ? [] : [`script:post-response {\n  bru.setVar('${keeps}', res.getBody().${keeps})\n}\n`]),
  ].join('\n')

const fileName = (name: string): string => name.replaceAll(/[^\p{L}\d ()-]/gu, '')

/** The files of the collection for Bruno, by their path. */
export const brunoFiles = (openApi: string): Readonly<Record<string, string>> => {
  const folder = 'examples/bruno'
  const settings = { version: '1', name: 'Cotejo', type: 'collection', ignore: [] }
  return Object.fromEntries([
    [`${folder}/bruno.json`, `${JSON.stringify(settings, null, 2)}\n`],
    ...environments.map(({ name, variables }) => [
      `${folder}/environments/${name}.bru`,
      `vars {\n${pairs(variables)}}\n`,
    ]),
    ...collectedRequests(openApi).map((request, index) => [
      `${folder}/${fileName(request.name)}.bru`,
      bruOf(request, index + 1),
    ]),
  ])
}

const script = (listen: 'prerequest' | 'test', line: string) => ({
  listen,
  script: { type: 'text/javascript', exec: [line] },
})

const itemOf = ({ name, method, url, headers, body, draws, keeps }: CollectedRequest) => {
  const event = [
    ...(draws ? [script('prerequest', `pm.collectionVariables.set('solicitud_id', ${drawn})`)] : []),
    ...(keeps === null ? [] : [script('test', `pm.collectionVariables.set('${keeps}', pm.response.json().${keeps})`)]),
  ]
  return {
    name,
    request: {
      method,
      url,
      header: Object.entries(headers).map(([key, value]) => ({ key, value })),
      ...(body === null ? {} : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
    ...(event.length === 0 ? {} : { event }),
  }
}

/** The files of the collection for Postman, by their path. */
export const postmanFiles = (openApi: string): Readonly<Record<string, string>> => {
  const folder = 'examples/postman'
  const collection = {
    info: {
      name: 'Cotejo',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: collectedRequests(openApi).map(itemOf),
  }
  return Object.fromEntries([
    [`${folder}/Cotejo.postman_collection.json`, `${JSON.stringify(collection, null, 2)}\n`],
    ...environments.map(({ name, variables }) => [
      `${folder}/${name}.postman_environment.json`,
      `${JSON.stringify({ name, values: Object.entries(variables).map(([key, value]) => ({ key, value, enabled: true })) }, null, 2)}\n`,
    ]),
  ])
}
