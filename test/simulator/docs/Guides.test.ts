import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorOf } from '#http/documentation/Markdown.ts'
import { languages, pages, served } from '#simulator/docs/Pages.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const addresses = served.map(({ address }) => address)
/** The first page of a language is also shown here. */
const shortAddresses = languages.map((language) => `/docs/${language}`)
const crear = ' (POST /v1/verificaciones)'
const references = ['/docs', '/docs?lang=en', '/docs/simulador', '/docs/simulador?lang=en']

const read = async (path: string): Promise<string> => {
  const { status, text } = await sandbox.call('GET', path)
  expect([path, status]).toEqual([path, 200])
  return text
}

describe('the documents at /docs', () => {
  it.each([...shortAddresses, ...addresses])('%s is a page under the policy of the console', async (address) => {
    const { status, headers, text } = await sandbox.call('GET', address)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toBe(
      (await sandbox.call('GET', '/_simulador')).headers.get('content-security-policy'),
    )
    expect(text).not.toMatch(
      /<style|style="|<script(?! type="module" src="\/)|\son\w+=|https?:\/\/(?!127\.|partner\.|www\.w3\.org\/2000\/svg)/,
    )
    expect(text).toContain(' aria-current="page"')
    expect(text).toMatch(/ rel="(?:next|prev)"/)
    // Nothing of Markdown is left but in code.
    expect(text.replace(/<code[\s\S]*?<\/code>/g, '')).not.toMatch(/\]\(|\*\*|^\||```|&lt;/m)
  })

  it('lead nowhere that is not there, as a browser resolves each link', async () => {
    const texts = new Map(
      await Promise.all(
        [...references, ...shortAddresses, ...addresses].map(async (path) => [path, await read(path)] as const),
      ),
    )
    for (const [path, text] of texts) {
      for (const [, link = ''] of text.matchAll(/ (?:href|src)="(?!data:)([^"]+)"/g)) {
        const { pathname, search, hash } = new URL(link, `http://x${path}`)
        const target = texts.get(`${pathname}${search}`) ?? (await read(pathname))
        expect([path, link, hash === '' || target.includes(` id="${decodeURIComponent(hash.slice(1))}"`)]).toEqual([
          path,
          link,
          true,
        ])
      }
    }
  })

  it.each(['/llms.txt', '/llms-full.txt', ...addresses.map((address) => `${address}.md`)])(
    '%s leads nowhere that is not there',
    async (path) => {
      for (const [, link = ''] of (await read(path)).matchAll(/\]\(([^()\s]+)\)/g)) {
        const { origin, pathname, hash } = new URL(link, sandbox.base + path)
        expect([path, link, origin]).toEqual([path, link, sandbox.base])
        const { status, text } = await sandbox.call('GET', pathname)
        expect([path, link, status === 404]).toEqual([path, link, false])
        const anchors = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => `#${anchorOf(heading)}`)
        expect(['', ...anchors], `${path}: ${link}`).toContain(decodeURIComponent(hash))
      }
    },
  )

  it('are Markdown with .md added, and all of them in one file for agents', async () => {
    const all = await read('/llms-full.txt')
    for (const { address, language } of served) {
      const { headers, text } = await sandbox.call('GET', `${address}.md`)
      expect([address, headers.get('content-type')]).toEqual([address, 'text/markdown; charset=utf-8'])
      expect(text).toMatch(/^# /)
      expect([address, all.includes(text)]).toEqual([address, language === 'en'])
    }
  })

  it('show the address that the reader asked at, and the command that the reader has', async () => {
    for (const address of addresses) {
      const texts = [await read(address), await read(`${address}.md`)]
      // The tests run in a checkout; the test of the package sees its command.
      for (const text of texts) expect(text).not.toMatch(/127\.0\.0\.1:4010|npx @cotejo\/simulator/)
    }
    expect(await read('/docs/es/inicio')).toContain(`curl -s ${sandbox.base}/v1/verificaciones`)
    expect(await read('/docs/en/simulator')).toContain('npm start -- --port 8080')
    const commands = /^npm start -- (?!certify|--).*$/gm
    for (const path of ['/docs/en/testing.md', '/docs/es/pruebas.md', '/docs/en/recipes.md']) {
      const found = (await read(path)).match(commands) ?? []
      expect(found.length).toBeGreaterThan(0)
      for (const command of found) expect(command).toContain(` --url ${sandbox.base}`)
    }
  })

  it.each(languages)('can be searched together: %s', async (language) => {
    const index: ReadonlyArray<Record<string, string>> = JSON.parse(await read(`/docs/${language}/buscar.json`))
    expect(index.length).toBeGreaterThan(pages.length)
    const addressOf = (words: string) => index.find(({ text }) => text?.includes(words))?.['address']
    const reference = (path: string, anchor: string) => `${path}${language === 'en' ? '?lang=en' : ''}#${anchor}`
    expect(addressOf('Retry-After')).toMatch(`/docs/${language}/`)
    expect(addressOf('enorme')).toBe('/docs/en/controls#faults-of-a-source')
    expect(addressOf('crear_verificacion')).toMatch(/^\/docs\/../)
    expect(index.map(({ address }) => address)).toEqual(
      expect.arrayContaining([
        reference('/docs', 'crear_verificacion'),
        reference('/docs', 'error-consumo_agotado'),
        reference('/docs/simulador', 'mover_reloj'),
      ]),
    )
    const headings = index.map(({ heading }) => heading)
    expect(headings).toContain({ es: 'Solicitar una verificación', en: 'Request a verification' }[language] + crear)
    for (const { address = '' } of index) expect([...addresses, ...references]).toContain(address.split('#')[0])
  })

  it.each([
    ['/docs/simulador', 'Adelanta, fija, detiene o acelera el reloj'],
    ['/docs/simulador?lang=en', 'Moves the clock'],
  ])('%s is the reference of the controls, with requests to paste', async (path, summary) => {
    const text = await read(path)
    expect(text).toContain(summary)
    expect(text).toContain(`curl -s -X DELETE ${sandbox.base}/_simulador/mundos/MUNDO`)
    expect(text).not.toMatch(/undefined|\[object|null,/)
  })

  it('start at the first page of a language', async () => {
    expect(await read('/docs/es')).toBe(await read('/docs/es/inicio'))
  })
})
