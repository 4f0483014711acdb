import { expect, it } from 'vitest'
import { describeConsole } from '#test/support/console.ts'
import { violationsOf } from '#tools/machine/browser.ts'

describeConsole('the documents in a browser', ({ sandbox, page }) => {
  const visit = async (path: string, width = 1280) => {
    await page().setViewportSize({ width, height: 800 })
    // The address alone may differ in its fragment, which would load nothing.
    await page().goto('about:blank')
    await page().goto(`${sandbox().base}${path}`)
  }
  const clipboard = () => page().evaluate('navigator.clipboard.readText()')
  const shown = () => page().locator('.code:visible code').allTextContents()

  it('show code in one language, chosen once for all pages and named by the address', async () => {
    await visit('/docs/en/webhooks')
    await page().getByRole('button', { name: 'Python' }).click()
    expect((await shown()).join()).toContain('def is_genuine')
    expect((await shown()).join()).not.toMatch(/isGenuine|genuine\?/)
    await visit('/docs/es/pruebas')
    expect((await shown()).join()).toContain('DockerContainer(')
    expect((await shown()).join()).not.toContain('GenericContainer')
    await visit('/docs/es/webhooks#go')
    expect((await shown()).join()).toContain('func isGenuine')
    await expect.poll(() => page().evaluate('scrollY')).toBeGreaterThan(0)
  })

  it('copy code and the address of a heading', async () => {
    await visit('/docs/en/start')
    await page().locator('.code').nth(2).hover()
    await page().locator('.code').nth(2).getByRole('button', { name: 'Copy' }).click()
    await expect
      .poll(clipboard)
      .toBe(`curl -s -X POST ${sandbox().base}/_simulador/reloj -d '{"avanzar_segundos": 240}'`)
    await page().getByRole('link', { name: '4. Read the result' }).click()
    await expect.poll(clipboard).toBe(`${sandbox().base}/docs/en/start#4-read-the-result`)
  })

  it('find an error, an operation and a guide with one search', async () => {
    await visit('/docs?lang=en')
    for (const [words, found] of [
      ['consumo_agotado HTTP', '/docs?lang=en#error-consumo_agotado'],
      ['mover_reloj', '/docs/simulador?lang=en#mover_reloj'],
      ['faults of a source', '/docs/en/controls#faults-of-a-source'],
    ]) {
      await page().getByRole('searchbox').fill(String(words))
      await page().locator(`#found a[href="${found}"]`).waitFor()
    }
  })

  it('have a menu on phones, which a choice closes', async () => {
    await visit('/docs/en/start', 390)
    const menu = page().getByRole('navigation')
    expect(await menu.isVisible()).toBe(false)
    await page().getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Payments' }).click()
    await page().getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
    await visit('/docs', 390)
    await page().getByRole('button', { name: 'Menú' }).click()
    await menu.getByRole('link', { name: 'curp_invalida' }).click()
    await menu.waitFor({ state: 'hidden' })
    await page().setViewportSize({ width: 1280, height: 800 })
  })

  it('have no violation that axe knows of and fit each window; the reference has three columns where there is room', async () => {
    const found: Array<string> = []
    for (const path of ['/docs/en/webhooks', '/docs?lang=en', '/docs/simulador']) {
      for (const [width, colorScheme] of [
        [390, 'light'],
        [1440, 'dark'],
      ] as const) {
        await page().emulateMedia({ colorScheme })
        await visit(path, width)
        const overflow = await page().evaluate('document.documentElement.scrollWidth - innerWidth')
        expect([path, width, overflow]).toEqual([path, width, 0])
        found.push(...(await violationsOf(page())).map((violation) => `${path} (${width}): ${violation}`))
      }
    }
    expect(found).toEqual([])
    await visit('/docs', 1440)
    const lefts = ['nav', '#crear_verificacion > div', '#crear_verificacion > .samples'].map((part) =>
      page().locator(part).first().boundingBox(),
    )
    const [list, words, samples] = (await Promise.all(lefts)).map((box) => Math.round(box?.x ?? -1))
    expect(list).toBe(0)
    expect(words).toBeGreaterThan(200)
    expect(samples).toBeGreaterThan(800)
  })
})
