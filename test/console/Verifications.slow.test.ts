import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { describeConsole } from '#test/support/console.ts'

const run = promisify(execFile)
const { apiKey: demo } = credentialsOf('demo-consumo')
const asked = ['identidad', 'listas', 'judicial'] as const

describeConsole('verifications in the console', (developer) => {
  const { sandbox, page, tab, press, choose, jump, start, moment, title } = developer

  it.each([
    ['LIMP', asked, /puede_continuar.*alto/],
    ['MARC', asked, /continuar_con_reservas.*medio/],
    ['ROJF', asked, /continuar_con_reservas.*medio/],
    ['ROJI', asked, /no_continuar_todavia.*bajo/],
    ['LERT', asked, /no_continuar_todavia.*bajo/],
    ['FALL', ['identidad'], /no_concluyente.*identidad_no_disponible/],
    ['NOEX', ['identidad'], /no_concluyente.*curp_inexistente/],
  ] as const)('starts %s by click and follows it, source by source, to its end', async (prefix, sources, end) => {
    await start(prefix)
    await moment('identidad').getByRole('progressbar').waitFor()
    for (const source of sources) {
      await moment(source).getByText('responde en').waitFor()
      await jump()
      await moment(source)
        .getByText(/^(?:consultada|no_disponible)$/)
        .waitFor()
    }
    await moment(end).waitFor()
    const isEmitted = sources.length === asked.length
    await moment('Cobro')
      .getByText(isEmitted ? 'cargada' : 'no_aplicada')
      .waitFor()
    await moment('Webhook')
      .getByText(isEmitted ? 'HTTP 200' : 'ninguno')
      .waitFor()
    await page()
      .getByText(isEmitted ? 'Cobertura: 3 de 3 fuentes' : /^Cobertura: [01] de 1 fuentes$/)
      .waitFor()
    expect((await page().locator('.factors li').count()) > 0).toBe(isEmitted)
    expect(await page().locator('.facts').textContent()).not.toContain('null')
    // Nothing is still to come.
    expect(await page().locator('.timeline .idle').count()).toBe(0)
  })

  it.each([
    ['explicacion', 'juicios_acumulados', /no_continuar_todavia.*bajo/],
    ['factor', 'COBERTURA_FUENTES_PARCIAL', /continuar_con_reservas.*medio/],
    ['nivel', 'alto', /puede_continuar.*alto/],
    ['sin_recomendacion', 'fuentes_insuficientes', /no_concluyente.*fuentes_insuficientes/],
  ])('plays the recipe for %s %s to its end, whatever another one left behind', async (para, codigo, end) => {
    await press('Recetas')
    await page().getByLabel('Para ver').selectOption(para)
    await page().getByRole('radio', { name: codigo }).check()
    await press('Enviar la solicitud')
    await moment('Creada').waitFor()
    await sandbox().advance(600)
    await moment(end).waitFor()
    // Its CURP would stand for a scenario, if nothing else were said of it.
    expect(await page().getByText('Escenario:').count()).toBe(0)
  })

  it('shows a recipe as lines that work when pasted, in both languages', async () => {
    const id = await page().getByLabel('solicitud_id').inputValue()
    await press('Recetas')
    await choose('English')
    await page().getByRole('radio', { name: 'CURP_DADA_DE_BAJA' }).check()
    await page().getByText('the CURP is no longer in force').waitFor()
    await press('Copy: curl')
    const text = String(await page().evaluate('navigator.clipboard.readText()'))
    await choose('Español')
    const { stdout } = await run('sh', ['-c', text])
    expect(stdout).toContain('en_proceso')
    await page().getByRole('option', { name: id }).click()
    await jump(3)
    await moment(/no_continuar_todavia.*bajo/).waitFor()
  })

  it('copies the documents to the byte: that of GET, and the body of the webhook', async () => {
    await start()
    await jump(3)
    await moment('HTTP 200').waitFor()
    const id = new URL(page().url()).hash.split('/')[2]
    const { text } = await sandbox().read(demo, id)
    for (const name of [/^GET/, 'Cuerpo del webhook']) {
      await page().getByText(name).click()
      await page().locator('details[open]').getByRole('button', { name: 'Copiar' }).click()
      expect(await page().evaluate('navigator.clipboard.readText()')).toBe(text)
      await page().getByText(name).click()
    }
  })

  it("shows what comes from a partner's own code, live, and nothing of the person", async () => {
    const names = { nombre: 'Guadalupe', apellido_paterno: 'Zaragoza', apellido_materno: 'Quintanar' }
    const solicitante = { curp: sampleCurp('MARC'), ...names }
    await sandbox().create(demo, { solicitud_id: 'sol-desde-fuera', solicitante }, { 'x-canal': 'mcp' })
    await page().getByRole('option', { name: 'sol-desde-fuera' }).click()
    await moment('Creada').getByText('por mcp').waitFor()
    await sandbox().advance(600)
    await moment('Webhook').getByText('HTTP 200').waitFor()
    const shown = [await page().content()]
    await tab('Webhooks')
    await page().getByRole('option', { name: 'sol-desde-fuera' }).click()
    await page().getByText('La firma es buena', { exact: true }).waitFor()
    shown.push(await page().content())
    shown.push(
      await page().evaluate(`new Promise((resolve) => {
        new EventSource('/_simulador/eventos').onmessage = ({ data, target }) => { target.close(); resolve(data) }
      })`),
    )
    for (const text of shown) {
      expect(text).toContain('sol-desde-fuera')
      for (const secret of Object.values(solicitante)) expect(text).not.toContain(secret)
    }
  })

  it('escapes what partners send', async () => {
    const solicitud_id = `<img src=x onerror="document.title='x'">`
    expect((await sandbox().create(demo, { solicitud_id })).status).toBe(200)
    await page().getByRole('option', { name: solicitud_id }).click()
    await moment('Creada').waitFor()
    expect([await title(), await page().title()]).toEqual([
      solicitud_id,
      `${solicitud_id} · Verificaciones · Cotejo · simulador local`,
    ])
  })

  it.each(['curl', 'TypeScript'])('shows the request as %s that works when pasted', async (form) => {
    const id = await page().getByLabel('solicitud_id').inputValue()
    await press(form)
    await press(`Copiar: ${form}`)
    const text = String(await page().evaluate('navigator.clipboard.readText()'))
    // Without the wait for the end, which would be one of real time.
    const module = text
      .replace('waitFor(verificacion)', 'retrieve(verificacion.verificacion_id)')
      .replace('@cotejo/client', pathToFileURL('src/client/Client.ts').href)
    const { stdout } = await (form === 'curl'
      ? run('sh', ['-c', text])
      : run(process.execPath, ['--input-type=module-typescript', '-e', module]))
    expect(stdout).toContain('en_proceso')
    await page().getByRole('option', { name: id }).waitFor()
  })

  it('draws only what can be seen of a long list, and finds in all of it', async () => {
    const { llave } = await sandbox().account({ saldo: 100_000, limite_por_minuto: 10_000 })
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => sandbox().create(llave, { solicitud_id: `sol-${index}` })),
    )
    const options = page().getByRole('listbox').getByRole('option')
    await expect.poll(() => page().getByRole('navigation').textContent()).toContain('300')
    expect(await options.count()).toBeLessThan(40)
    expect(await options.first().getAttribute('aria-setsize')).toBe('300')
    await page().getByLabel('Buscar').fill('sol-123')
    await expect.poll(() => options.count()).toBe(1)
  })
})
