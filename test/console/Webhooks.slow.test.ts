import { expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { describeConsole } from '#test/support/console.ts'

/** Of the verdict on what was tried, in pixels from the top of the window. */
const bottom = "document.querySelector('.verdict.trial').getBoundingClientRect().bottom"

describeConsole('webhooks in the console', ({ page, tab, press, jump, start, moment }) => {
  const seeWebhook = () => page().getByRole('link', { name: 'Ver el webhook y su firma' }).click()

  it('are delivered after two failures, by jumps of time, and sent again', async () => {
    await tab('Webhooks')
    await page().getByLabel('Respuestas').fill('500, 500, 200')
    await press('Fijar respuestas')
    await page().getByText('El receptor contestará 500, 500, 200.').waitFor()
    await tab('Verificaciones')
    await start()
    await jump(3)
    await moment('intento 1').getByText('HTTP 500').waitFor()
    await moment('intento 2')
      .getByText(/en 30 s$/)
      .waitFor()
    await jump()
    await moment('intento 2').getByText('HTTP 500').waitFor()
    await moment('intento 3')
      .getByText(/en 2 min 0 s$/)
      .waitFor()
    await jump()
    await moment('intento 3').getByText('HTTP 200').waitFor()
    await page().getByText('Escenario: Todo en orden').waitFor()
    await seeWebhook()
    const rows = page().getByRole('listbox').getByRole('option')
    for (const [text, count] of [
      ['otra-cuenta', 0],
      ['demo-consumo', 1],
      ['partner.example.com', 1],
    ] as const) {
      await page().getByLabel('Buscar').fill(text)
      await expect.poll(() => rows.count()).toBe(count)
    }
    await page()
      .getByRole('heading', { name: /^Intento 3/ })
      .waitFor()
    await expect.poll(() => page().getByText('La firma es buena', { exact: true }).count()).toBe(3)
    expect(await page().getByText('service-event-id').count()).toBe(3)
    expect(await page().getByText('Cuenta la respuesta que usted fijó.').count()).toBe(3)
    await press('Reenviar')
    await page()
      .getByRole('heading', { name: /^Intento 4/ })
      .waitFor()
  })

  it('have a bad signature explained', async () => {
    await start()
    await jump(3)
    await seeWebhook()
    await page().getByText('Probar con lo que tuvo su receptor').click()
    await press('Reescribir el JSON')
    await press('Comprobar')
    const verdict = page().locator('.verdict.trial')
    await verdict.getByText('cuerpo_reserializado').waitFor()
    expect(await verdict.textContent()).toMatch(/La firma no vale.*se volvió a escribir/s)
    await expect.poll(() => page().evaluate(bottom)).toBeLessThanOrEqual(800)
    expect(await page().locator('.verdict.real').textContent()).toContain('La firma es buena')
    await page().getByLabel('secreto_firma').fill(credentialsOf('demo-connect').signingSecret)
    await press('Comprobar')
    await verdict.getByText('secreto_equivocado').waitFor()
    expect(await verdict.textContent()).toContain('Firmó la cuenta demo-consumo')
  })
})
