import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages, pages } from '#simulator/docs/Pages.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const addresses = languages.flatMap((language) => pages.map((page) => `/docs/${language}/${page[language]}`))
/** The first page of a language is also shown here. */
const shortAddresses = languages.map((language) => `/docs/${language}`)

const read = async (path: string): Promise<string> => {
  const { status, text } = await sandbox.call('GET', path)
  expect([path, status]).toEqual([path, 200])
  return text
}

describe('the guides at /docs', () => {
  it.each([...shortAddresses, ...addresses])('%s is a page under the policy of the console', async (address) => {
    const { status, headers, text } = await sandbox.call('GET', address)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toBe(
      (await sandbox.call('GET', '/_simulador')).headers.get('content-security-policy'),
    )
    expect(text).not.toMatch(/<style|style="|<script(?! type="module" src="\/)|\son\w+=|https?:\/\/(?!127\.|partner\.)/)
    expect(text).toContain(' aria-current="page"')
    // Nothing of Markdown is left but in code.
    expect(text.replace(/<code[\s\S]*?<\/code>/g, '')).not.toMatch(/\]\(|\*\*|^\||```|&lt;!--/m)
  })

  it('lead nowhere that is not there, as a browser resolves each link', async () => {
    const texts = new Map(
      await Promise.all(
        ['/docs', ...shortAddresses, ...addresses].map(async (path) => [path, await read(path)] as const),
      ),
    )
    for (const [path, text] of texts) {
      for (const [, link = ''] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
        const { pathname, hash } = new URL(link, `http://x${path}`)
        const target = texts.get(pathname) ?? (await read(pathname))
        expect([path, link, hash === '' || target.includes(` id="${decodeURIComponent(hash.slice(1))}"`)]).toEqual([
          path,
          link,
          true,
        ])
      }
    }
  })

  it('show the address that the reader asked at, and no other host', async () => {
    const page = await read('/docs/es/inicio')
    expect(page).toContain(`curl -s ${sandbox.base}/v1/verificaciones`)
    expect(page).not.toContain('127.0.0.1:4010')
  })

  it.each(languages)('can be searched: %s', async (language) => {
    const index: ReadonlyArray<Record<string, string>> = JSON.parse(await read(`/docs/${language}/buscar.json`))
    expect(index.length).toBeGreaterThan(pages.length)
    expect(index.find(({ text }) => text?.includes('Retry-After'))?.['address']).toMatch(`/docs/${language}/`)
    for (const { address = '' } of index) expect(addresses).toContain(address.split('#')[0])
  })

  it('are told of in the reference', async () => {
    expect(await read('/docs')).toContain('href="/docs/es"')
    expect(await read('/docs/es')).toBe(await read('/docs/es/inicio'))
  })
})
