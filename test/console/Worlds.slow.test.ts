import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { SimulatorClient } from '#simulator/package/SimulatorClient.ts'
import { describeConsole } from '#test/support/console.ts'

describeConsole('what else the console shows', ({ sandbox, page, open, tab, press, jump, start, moment }) => {
  it('each world by its name in the address: its verifications, clock and levers', async () => {
    await using world = await new SimulatorClient(sandbox().base).world({ nombre: 'pruebas', congelado: true })
    await sandbox().create(world.account().llave, { solicitud_id: 'sol-de-pruebas' })
    await page().getByLabel('Mundo').focus()
    await page().getByLabel('Mundo').selectOption('pruebas')
    await page().waitForURL('**/_simulador?mundo=pruebas')
    await page().getByRole('option', { name: 'sol-de-pruebas' }).click()
    await jump(3)
    await moment('HTTP 200').waitFor()
    // It jumped alone.
    const [verificacion] = await world.deliveries()
    expect(verificacion?.cuerpo).toContain('sol-de-pruebas')
    expect((await sandbox().call('GET', '/_simulador/webhooks')).body['entregas']).toEqual([])
    await page().getByLabel('Mundo').selectOption('principal')
    await page().waitForURL('**/_simulador')
    await page().getByText('Aún no ha llegado ninguna.').waitFor()
  })

  it('rows as links, which can be opened beside', async () => {
    await start()
    const row = page().getByRole('listbox').getByRole('option').first()
    const address = new URL(String(await row.evaluate((link) => Reflect.get(link, 'href'))))
    expect(address.hash).toMatch(/^#\/verificaciones\/ver_\w+$/)
    expect(await row.getAttribute('aria-selected')).toBe('true')
    await open(address.hash)
    await moment('Creada').waitFor()
  })

  it('how long each part took, to scale', async () => {
    await sandbox().call('POST', '/_simulador/webhooks/respuestas', {
      body: { url: 'https://partner.example.com/webhooks/avs', estatus: [500, 200] },
    })
    await start()
    await jump(4)
    await moment('HTTP 200').waitFor()
    const widths = await page()
      .locator('.scale')
      .first()
      .locator('.track i')
      .evaluateAll((pieces) => pieces.map((piece) => Number.parseFloat(Reflect.get(piece, 'style').width)))
    expect(widths).toHaveLength(3)
    // Each source takes its part of the time, the last one until the decision.
    for (const width of widths) expect(width).toBeGreaterThan(0)
    const ends = await page()
      .locator('.scale')
      .first()
      .locator('.track i')
      .evaluateAll((pieces) =>
        pieces.map((piece) => {
          const { left, width } = Reflect.get(piece, 'style')
          return Number.parseFloat(left) + Number.parseFloat(width)
        }),
      )
    expect(Math.max(...ends)).toBeCloseTo(100, 1)
    expect(await page().locator('.scale').nth(1).locator('.track i').count()).toBe(2)
  })

  it("webhooks to one's own receiver, and that its answer counts", async () => {
    const receiver = createServer((_, answer) => answer.writeHead(418).end()).listen(0, '127.0.0.1')
    onTestFinished(() => void receiver.close())
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const destination = `http://127.0.0.1:${port}/webhooks`
    await tab('Webhooks')
    await page().getByLabel('Destino').fill(destination)
    await press('Enviar ahí')
    await page().getByText(`van a ${destination}.`).waitFor()
    await tab('Verificaciones')
    await start()
    await jump(3)
    await moment('intento 1').getByText('HTTP 418').waitFor()
    await tab('Webhooks')
    await press('Al buzón otra vez')
    await page().getByText('van al buzón.').waitFor()
    await jump()
    await tab('Verificaciones')
    await page().getByRole('listbox').getByRole('option').first().click()
    await moment('intento 2').getByText('HTTP 200').waitFor()
  })
})
