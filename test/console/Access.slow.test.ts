import { expect, it } from 'vitest'
import { describeConsole } from '#test/support/console.ts'
import { violationsOf } from '#tools/machine/browser.ts'

const headerHeight = "document.querySelector('.top').getBoundingClientRect().height"
/** On how many lines the tabs are. */
const lines = "new Set([...document.querySelectorAll('.tabs a')].map((tab) => tab.offsetTop)).size"

describeConsole('access to the console', ({ page, open, press, choose, jump, start, moment, title }) => {
  /** Name, label or text of what has the focus. */
  const focused = async () => {
    const name = await page().evaluate(
      '(({ name, ariaLabel, textContent }) => name || ariaLabel || textContent)(document.activeElement)',
    )
    return String(name).trim()
  }
  const tabTo = async (name: RegExp) => {
    for (let steps = 0; steps < 60; steps++) {
      await page().keyboard.press('Tab')
      if (name.test(await focused())) return steps + 1
    }
    throw new Error(`nothing called ${name} is reached`)
  }

  it('needs nothing but a keyboard: skip link, form, list and clock', async () => {
    await page().keyboard.press('Tab')
    expect(await focused()).toBe('Ir al contenido')
    await page().keyboard.press('Enter')
    for (let count = 0; count < 2; count++) {
      await tabTo(/^Nueva$/)
      await page().keyboard.press('Enter')
      await expect.poll(focused).toBe('Empezar una verificación')
      await tabTo(/^scenario$/)
      await page().keyboard.press('ArrowDown')
      expect(await tabTo(/^Enviar la solicitud/)).toBe(1)
      await page().keyboard.press('Enter')
      await moment('Creada').waitFor()
      await expect.poll(focused).toBe(await title())
    }
    await open()
    await tabTo(/^Verificaciones\s*2$/)
    await tabTo(/^Verificaciones$/)
    await page().keyboard.press('ArrowDown')
    const newest = await title()
    await page().keyboard.press('End')
    await expect.poll(title).not.toBe(newest)
    await page().keyboard.press('Home')
    await expect.poll(title).toBe(newest)
    await open()
    await tabTo(/^Ir a lo siguiente/)
    await page().keyboard.press('Enter')
    await page().getByText('fuentes que respondieron: 1 de 3').waitFor()
    await expect.poll(focused).toMatch(/^Ir a lo siguiente/)
  })

  it('has a few shortcuts, which do nothing while one types and can be switched off', async () => {
    const { keyboard } = page()
    await keyboard.press('5')
    await expect.poll(() => page().title()).toMatch(/^Peticiones · /)
    await keyboard.press('/')
    await keyboard.press('1')
    expect(await page().getByLabel('Buscar').inputValue()).toBe('1')
    await page().locator('h2').first().click()
    await keyboard.press('?')
    await page().getByRole('dialog', { name: 'Atajos del teclado' }).getByText('Ir a lo siguiente').waitFor()
    expect(await violationsOf(page())).toEqual([])
    await press('Atajos activos')
    await keyboard.press('Escape')
    await keyboard.press('1')
    expect(await page().title()).not.toMatch(/^Verificaciones/)
  })

  it('shows the time of UTC, or the local one', async () => {
    const [utc, local] = [/^UTC$/, /^UTC−06:00$/]
    const shown = page().locator('.clock time strong')
    const hour = async () => Number((await shown.textContent())?.slice(0, 2))
    const before = await hour()
    await page().locator('.clock').getByText(utc).click()
    await expect.poll(async () => (before - (await hour()) + 24) % 24).toBe(6)
    await page().locator('.clock').getByText(local).click()
    await expect.poll(hour).toBe(before)
  })

  it('has no violation that axe knows of: in any view, light or dark, wide or narrow', async () => {
    await start()
    await jump(3)
    await moment('HTTP 200').waitFor()
    const id = new URL(page().url()).hash.split('/')[2]
    const places = [
      `verificaciones/${id}`,
      'verificaciones/nueva',
      `webhooks/${id}`,
      'cuentas',
      'palancas',
      'solicitudes',
      `solicitudes/${id}`,
      'pagos',
      'certificacion',
    ]
    const found: Array<string> = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page().emulateMedia({ colorScheme })
      for (const place of places) {
        await page().setViewportSize({ width: colorScheme === 'light' ? 1280 : 390, height: 800 })
        await page().evaluate(`location.hash = '#/${place}'`)
        await page().getByRole('heading', { level: 2 }).first().waitFor()
        for (const summary of await page().locator('main summary').all()) await summary.click()
        if (place === 'verificaciones/nueva') await press('Recetas')
        found.push(...(await violationsOf(page())).map((violation) => `${place} (${colorScheme}): ${violation}`))
      }
    }
    await page().setViewportSize({ width: 1280, height: 800 })
    await page().emulateMedia({ colorScheme: null })
    expect(found).toEqual([])
  })

  it('fits windows of 320 to 1440 pixels', async () => {
    await start()
    const id = new URL(page().url()).hash.split('/')[2]
    const places = ['verificaciones', `verificaciones/${id}`, 'verificaciones/nueva', 'webhooks', 'cuentas', 'palancas']
    for (const width of [320, 390, 820, 1440]) {
      await page().setViewportSize({ width, height: 800 })
      for (const place of [...places, 'solicitudes', 'pagos', 'certificacion']) {
        await page().evaluate(`location.hash = '#/${place}'`)
        await page().getByRole('heading', { level: 2 }).first().waitFor()
        if (place === 'verificaciones/nueva') await press('Recetas')
        const rows = await page().evaluate(lines)
        expect([width, place, rows]).toEqual([width, place, 1])
        if (width < 960) expect(await page().evaluate(headerHeight), 'one line').toBeLessThan(80)
        const overflow = await page().evaluate('document.documentElement.scrollWidth - innerWidth')
        expect([width, place, overflow]).toEqual([width, place, 0])
      }
    }
    await page().setViewportSize({ width: 1280, height: 800 })
  })

  it('speaks English a click away, and remembers it', async () => {
    await choose('English')
    await page().getByRole('heading', { name: 'Start a verification' }).waitFor()
    await page().getByRole('radio', { name: 'LIMP All in order' }).waitFor()
    await open()
    await press('Send the request')
    await page().getByRole('heading', { name: 'What happened' }).waitFor()
    expect(await page().locator('html').getAttribute('lang')).toBe('en')
    await choose('Español')
    await page().getByRole('heading', { name: 'Lo que pasó' }).waitFor()
  })

  it('is light or dark as the system is, until it is told otherwise', async () => {
    const paper = () => page().evaluate('getComputedStyle(document.body).backgroundColor')
    await page().emulateMedia({ colorScheme: 'dark' })
    const dark = await paper()
    await choose('Claro u oscuro')
    const light = await paper()
    expect(light).not.toBe(dark)
    await open()
    expect(await paper()).toBe(light)
    await page().emulateMedia({ colorScheme: null })
  })
})
