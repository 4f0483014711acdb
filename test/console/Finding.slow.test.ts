import { expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { describeConsole } from '#test/support/console.ts'

const { apiKey: demo } = credentialsOf('demo-connect')

describeConsole('what is found and held in the console', ({ sandbox, page, open, tab, press, jump, start, moment }) => {
  const goTo = async (text: string) => {
    await page().keyboard.press('Control+k')
    await page().getByLabel('Ir a un identificador').last().fill(text)
    await page().locator('#found a').first().waitFor()
    await page().keyboard.press('Enter')
  }

  it('every identifier leads to its page, from anywhere', async () => {
    const pay = async () => {
      const body = { estado: 'succeeded', moneda: 'MXN', monto: 100, tenant: 'demo-connect' }
      return String((await sandbox().call('POST', '/_simulador/pagos', { body })).body['payment_intent_id'])
    }
    const [paymentId, unused] = [await pay(), await pay()]
    const cobro = { modo: 'connect', payment_intent_id: paymentId }
    const created = await sandbox().create(demo, { solicitud_id: 'sol-buscada', cobro })
    const id = String(created.body['verificacion_id'])
    await sandbox().advance(600)
    await page().getByRole('option', { name: 'sol-buscada' }).click()
    await moment('Transferencia').getByText('ejecutada').waitFor()
    const transfer = String(await moment('Transferencia').getByRole('link').textContent())
    await tab('Webhooks')
    await page().getByRole('option', { name: 'sol-buscada' }).click()
    const event = String(await page().locator('header .identifier code').textContent())
    const request = String(created.headers.get('service-request-id'))
    for (const [text, place] of [
      [id, `verificaciones/${id}`],
      ['sol-busc', `verificaciones/${id}`],
      [event, `webhooks/${id}`],
      [paymentId, `pagos/${paymentId}`],
      [transfer, `pagos/${paymentId}`],
      [unused, `pagos/${unused}`],
      [request, `solicitudes/${request}`],
    ] as const) {
      await open('#/cuentas')
      await goTo(text)
      await page().waitForURL(`**/_simulador#/${place}`)
    }
    await page().getByRole('group', { name: 'Respuesta' }).getByText(id).waitFor()
    expect(await page().locator('.detail').textContent()).not.toContain(demo)
  })

  it('the requests about a verification are a list of their own', async () => {
    await start()
    await page().getByRole('link', { name: 'Ver sus peticiones' }).click()
    await page()
      .getByRole('heading', { name: /^Peticiones de sol-/ })
      .waitFor()
    await page().getByRole('link', { name: 'POST /v1/verificaciones', exact: true }).waitFor()
  })

  it('the landlord\'s reading: why this level, what to do next, until when; no word "null"', async () => {
    await start()
    await jump(3)
    const outcome = page().locator('.outcome')
    await outcome.getByText('DECISION_DEL_ARRENDADOR').waitFor()
    await outcome.getByText(/^Vigente hasta \d{4}-/).waitFor()
    expect(await outcome.textContent()).not.toContain('null')
  })

  it('the clock is held, shown as held, and released', async () => {
    const isHeld = async () => (await sandbox().call('GET', '/_simulador/reloj')).body['congelado']
    await press('Detener')
    await page().getByText('detenido', { exact: true }).waitFor()
    expect(await isHeld()).toBe(true)
    await press('Seguir')
    await page().getByText('detenido', { exact: true }).waitFor({ state: 'hidden' })
    expect(await isHeld()).toBe(false)
  })

  it('a body that was edited is sent as it is, and one that is no JSON is not', async () => {
    await press('Nueva')
    await page().getByText('Editar el cuerpo').click()
    const body = page().getByRole('textbox', { name: 'Cuerpo' })
    const text = await body.inputValue()
    await body.fill('{')
    await page().getByText('El cuerpo no es un objeto JSON.').waitFor()
    expect(await page().getByRole('button', { name: 'Enviar la solicitud' }).isDisabled()).toBe(true)
    await body.fill(JSON.stringify({ ...JSON.parse(text), solicitud_id: 'sol-a-mano' }))
    await press('Enviar la solicitud')
    await page().getByRole('option', { name: 'sol-a-mano' }).waitFor()
  })

  it('connect is paid for and sent in one click', async () => {
    await press('Nueva')
    await page()
      .getByRole('combobox', { name: /^Cuenta/ })
      .selectOption('demo-connect')
    await press('Pagar $100.00 y enviar')
    await moment('Creada').waitFor()
    await page().getByRole('link', { name: /^pi_/ }).waitFor()
  })

  it('webhooks that failed are listed apart, sent again together, and nobody listening is told with its remedy', async () => {
    const body = { tenant: 'demo-consumo', destino: 'http://127.0.0.1:1/' }
    await sandbox().call('POST', '/_simulador/webhooks/destinos', { body })
    for (const prefix of ['LIMP', 'LERT']) {
      await start(prefix)
    }
    await sandbox().advance(240)
    await moment('intento 1').waitFor()
    await tab('Webhooks')
    await page()
      .getByText(/^En http:\/\/127\.0\.0\.1:1\/ no contestó nadie: inicie/)
      .waitFor()
    await page()
      .getByRole('combobox', { name: /^Estado/ })
      .selectOption('entregada')
    await page().getByText('Ninguna coincide.').waitFor()
    await page()
      .getByRole('combobox', { name: /^Estado/ })
      .selectOption('fallando')
    await sandbox().call('POST', '/_simulador/webhooks/destinos', { body: { ...body, destino: null } })
    await press('Reenviar 2')
    await sandbox().advance(1)
    await page().getByText('Ninguna coincide.').waitFor()
  })

  it('a back end is attacked from here, and why it cannot be is told', async () => {
    await tab('Certificar')
    await page().getByLabel('URL que empieza').fill('http://127.0.0.1:1/')
    await page().locator('main').getByRole('button', { name: 'Certificar' }).click()
    await page().locator('main .badge.bad, main .badge.busy').first().waitFor()
    await expect
      .poll(async () => (await sandbox().call('GET', '/_simulador/certificacion')).body['estado'])
      .not.toBe('en_curso')
    await page().locator('main .badge.bad').first().waitFor()
  })

  it('a world is made, saved, brought back and deleted', async () => {
    await tab('Cuentas')
    await page().getByLabel('Nombre del mundo nuevo').fill('aparte')
    await press('Crear')
    await page().waitForURL('**/_simulador?mundo=aparte')
    await tab('Cuentas')
    await press('Guardar como está')
    const back = page().getByRole('button', { name: /^Volver a las/ })
    await back.waitFor()
    const cards = page().locator('.cards.accounts > section h3')
    await press('Abrir')
    await expect.poll(() => cards.count()).toBe(5)
    await back.click()
    await expect.poll(() => cards.count()).toBe(4)
    await press('Borrar este mundo')
    await page().waitForURL('**/_simulador')
  })
})
