import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { temporaryFile } from '#tools/machine/temporary.ts'

const run = promisify(execFile)
const config = 'ops/alertmanager.yml'
const amtool = async (...words: ReadonlyArray<string>): Promise<string> => (await run('amtool', words)).stdout.trim()
const hasAmtool = await amtool('--version').then(
  () => true,
  () => false,
)

describe.skipIf(!hasAmtool)(`by Alertmanager's own judge${hasAmtool ? '' : ' (skipped: no amtool)'}`, () => {
  it('the configuration and its templates are valid', async () => {
    expect(await amtool('check-config', config)).toContain('SUCCESS')
  })

  it.each([
    ['CotejoReceiverDown', 'sol', 'ticket', 'partners,team'],
    ['CotejoKeyExpires', 'sol', 'ticket', 'partners,team'],
    ['CotejoBalanceRunsOut', 'otros', 'ticket', 'team'],
    ['CotejoProcessorFails', 'luna', 'page', 'on-call'],
    ['CotejoNoReplica', '', 'page', 'on-call'],
    ['CotejoLedgerUnchecked', '', 'ticket', 'team'],
  ])('%s of account %j with severity %s is heard by %s', async (alert, account, severity, heard) => {
    const labels = [`alertname=${alert}`, `severity=${severity}`, ...(account === '' ? [] : [`account=${account}`])]
    expect(await amtool('config', 'routes', 'test', '--config.file', config, ...labels)).toBe(heard)
  })

  it.each([
    ['firing', 'CotejoReceiverDown', 'Sus webhooks no llegan (sol)'],
    ['firing', 'CotejoBalanceRunsOut', 'Su saldo alcanza para menos de un día (sol)'],
    ['firing', 'CotejoKeyExpires', 'Una llave de API vence en menos de una semana (sol)'],
    ['resolved', 'CotejoReceiverDown', 'Resuelto: Sus webhooks no llegan (sol)'],
  ])('a partner hears of %s %s: %s', async (status, alertname, subject) => {
    const data = temporaryFile(JSON.stringify({ status, commonLabels: { alertname, account: 'sol' } }))
    const rendered = (name: string) =>
      amtool(
        ...['template', 'render', '--template.glob', 'ops/alertmanager.tmpl', '--template.data', data],
        ...['--template.text', `{{ template "${name}" . }}`],
      )
    expect(await rendered('cotejo.socio.asunto')).toBe(subject)
    expect(await rendered('cotejo.socio.texto')).toMatch(/^Cuenta: sol\n\n.{40,}\.$/s)
  })
})
