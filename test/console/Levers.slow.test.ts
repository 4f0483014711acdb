import { expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import type { Frame } from '#simulator/console/Frames.ts'
import { describeConsole } from '#test/support/console.ts'

const { apiKey: demo } = credentialsOf('demo-consumo')

/** Books that do not agree: a charge that was not made, and one that was made twice. */
const brokenBooks: Frame = {
  todo: true,
  verificaciones: [],
  solicitudes: [],
  pulso: {
    ahora: '2026-01-01T00:00:00.000Z',
    velocidad: 1,
    congelado: false,
    siguiente_en: null,
    libros: [
      {
        tenant: 'demo-consumo',
        modo: 'consumo',
        saldo: 9_900,
        retenido: 0,
        acreditado: 10_000,
        cargos: 0,
        en_proceso: 0,
      },
    ],
    anomalias: [{ tenant: 'demo-consumo', verificacion_id: 'ver_dos', regla: 'un_cobro', hallado: 2, esperado: 1 }],
    comprobado_en: '2026-01-01T00:00:00.000Z',
    fuentes: [],
    fallos: [],
    procesador: [],
  },
}

describeConsole('levers in the console', (developer) => {
  const { sandbox, page, open, tab, press, jump, start, moment, title, expectAnswer } = developer

  it('show what a proxy answers in place of the service, and take any solicitud_id afterwards', async () => {
    expectAnswer(502)
    await tab('Simular fallas')
    await page()
      .getByRole('combobox', { name: /^codigo/ })
      .selectOption('proxy_502')
    await page().getByLabel('Veces').fill('1')
    await page().locator('.panel').filter({ hasText: 'Errores a pedido' }).getByRole('button').click()
    await tab('Verificaciones')
    await press('Enviar la solicitud')
    await page().getByRole('alert').getByText('502 Bad Gateway').first().waitFor()
    await page().getByLabel('solicitud_id').fill('sol-ñandú-😀')
    await press('Enviar la solicitud')
    await moment('Creada').waitFor()
    expect(await title()).toContain('sol-ñandú-😀')
  })

  it('back a verification by a payment, which is transferred and refunded: 402 cobro_no_verificado without', async () => {
    expectAnswer(402)
    await press('Nueva')
    await page()
      .getByRole('combobox', { name: /^Cuenta/ })
      .selectOption('demo-connect')
    await press('Enviar la solicitud')
    await page().getByRole('alert').getByText('cobro_no_verificado').waitFor()
    await press('Pagar $100.00')
    await expect.poll(() => page().getByLabel('payment_intent_id').inputValue()).toMatch(/^pi_/)
    await press('Enviar la solicitud')
    await moment('Creada').waitFor()
    await jump(3)
    await moment('Transferencia').getByText('ejecutada').waitFor()
    const solicitud = String(await title())
    await tab('Pagos')
    const payment = page().locator('.payments li')
    await payment.getByText('Se transfirieron $100.00').waitFor()
    await payment.getByRole('button', { name: 'Reembolsar' }).click()
    await payment.getByText('reembolsado $100.00').waitFor()
    await payment.getByRole('button', { name: 'Disputar' }).click()
    await payment.getByText('disputado').waitFor()
    await payment.getByRole('link', { name: solicitud }).click()
    await moment('Transferencia').waitFor()
  })

  it('break a source: the verification ends with what the others say', async () => {
    await tab('Simular fallas')
    await page()
      .getByRole('combobox', { name: /^judicial/ })
      .selectOption('caida')
    await tab('Verificaciones')
    await page().getByRole('link', { name: 'fallas activas: 1' }).waitFor()
    await start()
    await jump()
    await moment('judicial').getByText('no_disponible').waitFor()
    await jump()
    await moment('Decisión').getByText('medio').waitFor()
    await page().getByText('Cobertura: 2 de 3 fuentes').waitFor()
  })

  it('answer errors on demand, found in the log of requests: 503 base_no_alcanzable', async () => {
    await tab('Simular fallas')
    await page()
      .getByRole('combobox', { name: /^codigo/ })
      .selectOption('base_no_alcanzable')
    await page().getByLabel('Veces').fill('1')
    await page().locator('.panel').filter({ hasText: 'Errores a pedido' }).getByRole('button').click()
    await page().getByText('base_no_alcanzable ×1').waitFor()
    await sandbox().create(demo)
    const created = await sandbox().create(demo)
    for (const path of ['/docs', '/docs/en/start.md', '/llms.txt', '/']) await sandbox().call('GET', path)
    await tab('Peticiones')
    const rows = page().locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(2)
    await page()
      .getByRole('combobox', { name: /^Respuesta/ })
      .selectOption('5xx')
    await expect
      .poll(() => rows.allTextContents())
      .toEqual([expect.stringMatching(/simulada\s*503 base_no_alcanzable\s*POST \/v1\/verificaciones.*\d+\s*api/)])
    await page()
      .getByRole('combobox', { name: /^Respuesta/ })
      .selectOption('todas')
    await page().getByLabel('Buscar').fill('200')
    await rows.getByRole('link', { name: String(created.body['solicitud_id']) }).click()
    await moment('Creada').waitFor()
  })

  it('show a request whole: masked, as it would have been accepted, and what it led to', async () => {
    await sandbox().create(demo, { solicitante: { curp: 'LIMP900101HDFRRS0' }, propiedad_id: 'p-77' })
    await sandbox().create(demo)
    await tab('Peticiones')
    const row = (text: string) => page().locator('tbody tr').filter({ hasText: text }).first()
    const opened = page().locator('.detail')
    const rightEdge = () => page().evaluate("document.querySelector('.detail').getBoundingClientRect().right")
    await page().setViewportSize({ width: 390, height: 800 })
    await row('curp_invalida').getByRole('link').first().click()
    await opened.getByText('Así se habría aceptado').click()
    const curl = opened.getByRole('group', { name: 'Así se habría aceptado' })
    await expect.poll(() => curl.textContent()).toContain('"propiedad_id": "p-77"')
    expect(await rightEdge()).toBeLessThanOrEqual(390)
    // The field that the rule names is marked, and the answer stands below.
    expect(await opened.locator('mark').textContent()).toContain('"curp": "••• (17)"')
    await opened.getByRole('group', { name: 'Respuesta' }).getByText('curp_invalida').waitFor()
    await page().getByRole('link', { name: 'Peticiones' }).last().click()
    await row('200').getByRole('link').first().click()
    await expect
      .poll(() => opened.getByRole('row').allTextContents())
      .toContainEqual(expect.stringContaining('identidad'))
    expect(await rightEdge()).toBeLessThanOrEqual(390)
    await page().setViewportSize({ width: 1280, height: 800 })
  })

  it('keep the books in view: what is held, charged and left; and open an account', async () => {
    await start()
    await tab('Cuentas')
    const books = page().getByRole('row', { name: 'demo-consumo' })
    await books.getByText('$100.00 = $100.00').waitFor()
    await press('+10 min')
    await books.getByText('$10,000.00 = $9,900.00 + $100.00').waitFor()
    await page().getByText('Movimientos (cargos: 1)').click()
    await page().getByRole('cell', { name: '−$100.00' }).waitFor()
    await press('Abrir')
    await page()
      .getByRole('heading', { name: /^cuenta-/ })
      .waitFor()
  })

  it('do with an account what the operator does: state, balance, keys and signing secret', async () => {
    const account = async () => {
      const { body } = await sandbox().call('GET', '/_simulador/cuentas')
      return Object(body['cuentas'])[0]
    }
    const { secreto_firma: secret } = await account()
    await tab('Cuentas')
    const form = page().locator('details').filter({ hasText: 'Lo que hace el operador' }).first()
    await form.locator('summary').click()
    const button = (name: string) => form.getByRole('button', { name, exact: true })
    await button('Suspender').click()
    await button('Activar').waitFor()
    expect((await sandbox().create(demo)).status).toBe(401)
    await button('Activar').click()
    await button('Suspender').waitFor()
    await form.getByLabel('Abono en pesos').fill('25.5')
    await button('Abonar').click()
    await expect.poll(async () => (await account()).saldo).toBe(10_025.5)
    await form.getByLabel('Abono en pesos').fill('-25.5')
    await button('Abonar').click()
    await expect.poll(async () => (await account()).saldo).toBe(10_000)
    await button('Emitir llave').click()
    await button('Revocar llave-2').click()
    await button('Revocar llave-2').waitFor({ state: 'detached' })
    expect((await account()).llaves).toHaveLength(2)
    await button('Preparar secreto').click()
    await button('Abandonar secreto').click()
    await button('Preparar secreto').click()
    await button('Activar secreto').click()
    await expect.poll(async () => (await account()).secreto_firma).not.toBe(secret)
    await form.getByLabel('Precio').fill('40')
    await form.getByLabel('Cuota del mes').fill('9')
    await button('Cambiar el plan').click()
    await expect.poll(account).toMatchObject({ monto_por_verificacion: 40, cuota_mensual: 9 })
    await button('Pasar a modo connect').click()
    await button('Pasar a modo consumo').click()
    await button('Pasar a modo connect').waitFor()
    await tab('Verificaciones')
    await start()
    await jump(3)
    await press('Borrar su contenido')
    await page().getByRole('button', { name: 'Borrar su contenido' }).waitFor({ state: 'detached' })
    await tab('Simular fallas')
    const applied = page().waitForResponse('**/_simulador/**/retencion')
    await press('Aplicar la retención de 365 días')
    expect((await applied).status()).toBe(200)
  })

  it('show which of the books is broken', async () => {
    const body = `data: ${JSON.stringify(brokenBooks)}\n\n`
    await page().route('**/_simulador/eventos', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
    await open()
    await page().getByRole('link', { name: 'no cuadran: 2' }).click()
    await page().getByText('$10,000.00 ≠ $9,900.00 + $0.00').waitFor()
    await page().getByText('ver_dos · hay 2, se espera 1').waitFor()
    await page().unrouteAll()
  })

  it('change the pace of the clock, and reset everything once that was asked twice', async () => {
    await page().getByLabel('Velocidad').selectOption('600')
    await expect.poll(async () => (await sandbox().call('GET', '/_simulador/reloj')).body['velocidad']).toBe(600)
    await start()
    await tab('Simular fallas')
    await press('Reiniciar todo')
    await press('Sí, borrar todo')
    await page().getByText('Todo está como al principio.').waitFor()
    await tab('Verificaciones')
    await page().getByText('Aún no ha llegado ninguna.').waitFor()
  })
})
