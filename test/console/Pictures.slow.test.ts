import { stat } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { describeConsole } from '#test/support/console.ts'

const { apiKey: demo } = credentialsOf('demo-consumo')
const largestBytes = 200_000

/** With PICTURES=1 the pictures of the README are made again; without, the tree stays as it is. */
describeConsole('pictures of the console', ({ sandbox, page, open, press, moment }) => {
  const create = (prefix: string, number: number) =>
    sandbox().create(demo, {
      solicitud_id: `sol-${String(number).padStart(4, '0')}`,
      solicitante: { curp: sampleCurp(prefix) },
    })
  const picture = async (name: string) => {
    const path = `docs/console-${name}.png`
    await page().mouse.move(0, 0)
    await page().screenshot({ path, animations: 'disabled' })
    expect((await stat(path)).size).toBeLessThan(largestBytes)
  }

  it.runIf(process.env['PICTURES'] === '1')('show a verification under way, and a signature explained', async () => {
    await sandbox().call('POST', '/_simulador/webhooks/respuestas', {
      body: { url: 'https://partner.example.com/webhooks/avs', estatus: [200, 200, 500, 500, 200] },
    })
    const ids: Array<unknown> = []
    for (const [index, prefix] of ['LIMP', 'MARC', 'ROJF', 'ROJI', 'LERT', 'FALL', 'NOEX'].entries()) {
      ids.push((await create(prefix, index + 1)).body['verificacion_id'])
    }
    await sandbox().advance(240)
    ids.push((await create('LIMP', 8)).body['verificacion_id'])
    await sandbox().advance(75)
    await sandbox().call('POST', '/_simulador/reloj', { body: { velocidad: 1 } })
    await open(`#/verificaciones/${ids.at(-1)}`)
    await moment('judicial').getByRole('progressbar').waitFor()
    await picture('verification')

    await page().emulateMedia({ colorScheme: 'dark' })
    await open(`#/webhooks/${ids[0]}`)
    await page().getByText('La firma es buena').waitFor()
    await page().getByText('Probar con lo que tuvo su receptor').click()
    await press('Reescribir el JSON')
    await press('Comprobar')
    await page().getByText('cuerpo_reserializado').waitFor()
    await picture('webhook')
    await page().emulateMedia({ colorScheme: null })
  })
})
