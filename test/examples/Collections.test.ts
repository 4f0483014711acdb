import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { startSandbox } from '#tools/service/sandbox.ts'
import { openApiText } from '#wire/OpenApi.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

interface Sent {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string | null
  /** The member that is kept of its answer. */
  readonly keeps: string | null
}

type Variables = Readonly<Record<string, string>>

const block = (text: string, name: string): string =>
  new RegExp(`^${name} \\{\\n([\\s\\S]*?)\\n\\}$`, 'm').exec(text)?.[1]?.replace(/^ {2}/gm, '') ?? ''

const pairsIn = (text: string): ReadonlyArray<readonly [string, string]> =>
  text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? []
    return name === '' ? [] : [[name, value] as const]
  })

const kept = (script: string): string | null => /Var(?:iables\.set)?\('(?!solicitud_id)(\w+)'/.exec(script)?.[1] ?? null

const bruno = () => {
  const folder = 'examples/bruno'
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.bru'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  const sent = texts.map((text): Sent & { readonly seq: number } => {
    const meta = new Map(pairsIn(block(text, 'meta')))
    const method = /^(get|post) \{$/m.exec(text)?.[1] ?? ''
    return {
      seq: Number(meta.get('seq')),
      name: meta.get('name') ?? '',
      method: method.toUpperCase(),
      url: new Map(pairsIn(block(text, method))).get('url') ?? '',
      headers: pairsIn(block(text, 'headers')),
      body: block(text, 'body:json') || null,
      keeps: kept(block(text, 'script:post-response')),
    }
  })
  const variables = Object.fromEntries(
    pairsIn(block(readFileSync(`${folder}/environments/demo-connect.bru`, 'utf8'), 'vars')),
  )
  return { sent: sent.toSorted((one, other) => one.seq - other.seq), variables }
}

const postman = () => {
  const folder = 'examples/postman'
  const collection = JSON.parse(readFileSync(`${folder}/Cotejo.postman_collection.json`, 'utf8'))
  const { values } = JSON.parse(readFileSync(`${folder}/demo-connect.postman_environment.json`, 'utf8'))
  const sent = Array.from(collection.item, (one): Sent => {
    const { name, request, event = [] } = Object(one)
    const test = Object(Array.from(event, Object).find(({ listen }) => listen === 'test'))
    return {
      name,
      method: request.method,
      url: request.url,
      headers: Array.from(request.header, (header) => [Object(header).key, Object(header).value] as const),
      body: request.body?.raw ?? null,
      keeps: kept(String(test.script?.exec ?? '')),
    }
  })
  const variables: Variables = Object.fromEntries(Array.from(values, (one) => [Object(one).key, Object(one).value]))
  return { sent, variables }
}

const operations = Object.values<object>(JSON.parse(openApiText()).paths).flatMap((methods) => Object.values(methods))

describe.each([
  ['Bruno', bruno],
  ['Postman', postman],
] as const)('the collection for %s', (_, read) => {
  it('has every operation, and each of its requests is answered as it is written', async () => {
    const { sent, variables } = read()
    const names = sent.map(({ name }) => name)
    for (const { summary } of operations) expect(names).toContainEqual(expect.stringContaining(summary))
    const known: Record<string, string> = { ...variables, base: sandbox.base }
    const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => known[name] ?? `no ${name}`)
    const statuses: Array<readonly [string, number]> = []
    for (const [index, { name, method, url, headers, body, keeps }] of sent.entries()) {
      known['solicitud_id'] = `coleccion-${_}-${index}`
      const response = await fetch(filled(url), {
        method,
        headers: headers.map(([header, value]): [string, string] => [header, filled(value)]),
        body: body === null ? null : filled(body),
      })
      const answer = Object(await response.json())
      if (keeps !== null && response.ok) known[keeps] = String(answer[keeps])
      statuses.push([name, response.status])
    }
    // An account in mode connect needs a payment, which the smallest request has not.
    const expected = names.map((name) => [name, name.endsWith('(minima)') ? 402 : 200])
    expect(statuses).toEqual(expected)
  })
})
