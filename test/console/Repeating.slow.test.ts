import { expect, it } from 'vitest'
import { describeConsole } from '#test/support/console.ts'

const hook = 'https://partner.example.com/webhooks/avs'

describeConsole('once more, in the console', ({ sandbox, page, tab, press, jump, start, moment }) => {
  const rows = () => page().getByRole('listbox').getByRole('option')

  it('a request is sent from its row', async () => {
    await start('LERT')
    await tab('Peticiones')
    await page().getByLabel('Canal').selectOption('todas')
    await page().getByRole('link', { name: 'POST /v1/verificaciones', exact: true }).click()
    await press('Enviar otra vez')
    await page().getByRole('status').getByText('200').waitFor()
    await page().locator('.detail').getByRole('link', { name: 'Ver la verificación' }).click()
    await moment('Creada').waitFor()
    await page().getByText('Escenario: Aparece en listas').waitFor()
    await expect.poll(() => rows().count()).toBe(2)
  })

  it('two documents stand beside each other, and two attempts of a webhook', async () => {
    const body = { url: hook, estatus: [500, 200] }
    await sandbox().call('POST', '/_simulador/webhooks/respuestas', { body })
    await start('LIMP')
    await jump(4)
    const [first = ''] = await rows().locator('strong').allTextContents()
    await start('LERT')
    await jump(3)
    await page().getByLabel('Comparar con').selectOption({ label: first })
    await page().getByText(`Diferencias con ${first}`).click()
    const differing = page()
      .getByRole('group', { name: `Diferencias con ${first}` })
      .getByRole('row')
    await differing.filter({ hasText: 'recomendacion.accion' }).filter({ hasText: 'puede_continuar' }).waitFor()
    expect(await differing.filter({ hasText: 'environment' }).count()).toBe(0)

    await rows().nth(1).click()
    await page().getByRole('link', { name: 'Ver el webhook y su firma' }).click()
    await page().getByText('Diferencias con el intento 1').click()
    const attempts = page().getByRole('group', { name: 'Diferencias con el intento 1' }).getByRole('row')
    await attempts.filter({ hasText: 'estatus' }).filter({ hasText: '500' }).waitFor()
    expect(await attempts.filter({ hasText: 'cuerpo' }).count()).toBe(0)
  })
})
