import { expect, it, onTestFinished } from 'vitest'
import { SimulatorClient } from '#simulator/package/SimulatorClient.ts'
import { answer, scriptedService } from '#test/support/scriptedService.ts'

const refusal = (headers: Record<string, string>) =>
  answer(503, { codigo: 'base_no_alcanzable', mensaje: 'Hay demasiado en espera.' }, headers)
const made = answer(201, { mundo: 'uno', cuentas: [], reloj: {} })

it('pulls a lever again that a busy simulator refused: 503 with Retry-After', async () => {
  const service = await scriptedService(refusal({ 'retry-after': '0' }), refusal({ 'retry-after': '0' }), made)
  onTestFinished(service.stop)
  expect((await new SimulatorClient(service.base).world({ semilla: 'a' })).name).toBe('uno')
  expect(service.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array.from({ length: 3 }, () => 'POST /_simulador/mundos'),
  )
})

it('tells of a refusal that says nothing of later: 503', async () => {
  const service = await scriptedService(refusal({}))
  onTestFinished(service.stop)
  const failure = await new SimulatorClient(service.base).world().catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'LeverError', status: 503 })
  expect(service.seen).toHaveLength(1)
})
