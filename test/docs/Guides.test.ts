import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demoAccounts } from '#simulator/accounts/DemoAccounts.ts'
import { checks } from '#simulator/certify/Checks.ts'
import { credentials } from '#simulator/certify/Signing.ts'
import { languages, pages } from '#simulator/docs/Pages.ts'
import { openApi } from '#test/support/openApi.ts'
import { catalog } from '#wire/Errores.ts'

const textOf = (language: 'es' | 'en', name: string): string => readFileSync(`docs/${language}/${name}.md`, 'utf8')
const all = pages.flatMap((page) =>
  languages.map((language) => [`${language}/${page[language]}`, textOf(language, page[language])] as const),
)

const blocks = (text: string, form: RegExp): ReadonlyArray<string> => text.match(form) ?? []

describe('the guides', () => {
  it.each(pages)('say the same in both languages: $es, $en', ({ es, en }) => {
    const [spanish, english] = [textOf('es', es), textOf('en', en)]
    for (const form of [/^#+ /gm, /^```/gm, /^\d+\. /gm, /^- /gm, /^\| /gm]) {
      expect([form.source, blocks(spanish, form).length]).toEqual([form.source, blocks(english, form).length])
    }
  })

  it.each(all)('%s shows nothing that no file holds', (_, text) => {
    const written = text.replace(/<!-- .*: made by npm run docs -->[\s\S]*?<!-- end -->/g, '')
    expect(blocks(written, /^```(?!text$).+$/gm)).toEqual([])
    expect(text).not.toMatch(/made by npm run docs -->\s*<!-- end -->/)
  })

  it.each(all)('%s shows no key but those of the demo accounts and of the certification', (_, text) => {
    const known = [...demoAccounts, credentials].map(({ apiKey }) => apiKey)
    expect(blocks(text, /avs_test_\w{40,}/g).filter((key) => !known.includes(key))).toEqual([])
  })

  it.each([
    [
      'es/vida',
      [/365 días/, /404 `verificacion_no_encontrada`/, /409 `conflicto_idempotencia`/, /a petición de la persona/],
    ],
    ['en/life', [/365 days/, /404 `verificacion_no_encontrada`/, /409 `conflicto_idempotencia`/, /person asks/]],
    ['es/pagos', [/reembols/, /disput/, /`livemode`/]],
    ['en/payments', [/refund/, /disput/, /`livemode`/]],
    ['en/errors', [/refund/, /disput/, /`livemode`/, /erase/, /retention/]],
    ['es/versiones', [/sin aviso previo/, /en una versión anterior/]],
  ] as const)('%s tells what decides and what ends', (name, told) => {
    const text = all.find(([page]) => page === name)?.[1] ?? ''
    for (const what of told) expect(text).toMatch(what)
    expect(text).not.toMatch(/lo contesta siempre|answers for good/)
  })

  it('and the OpenAPI document announce additions in the same way', () => {
    const text = openApi.info.description.split('## Versiones')[1]
    expect(text).toContain('se agrega sin aviso previo')
    expect(text).toContain('se anuncia en una versión anterior')
  })

  it('are short', () => {
    for (const [name, text] of all) expect([name, text.split(/\s+/).length < 2_000]).toEqual([name, true])
  })

  it.each(languages)('tell every codigo of an error, and every fault that certify knows: %s', (language) => {
    const named = (text: string) =>
      [...text.matchAll(/^\| (?:\d{3}[\d, ]* \| )?`(?!codigo`)(\w+)` \|/gm)].map(([, codigo = '']) => codigo)
    const [errors = '', certification = ''] = ['errores', 'certificacion'].map((es) => {
      const page = pages.find((one) => one.es === es)
      return textOf(language, page?.[language] ?? '')
    })
    expect(named(errors)).toEqual(Object.keys(catalog))
    expect(named(certification)).toEqual(Object.keys(checks))
  })
})
