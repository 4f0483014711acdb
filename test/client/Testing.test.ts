import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documents, inProgress, signWebhook } from '#client/testing.ts'
import type { Verificacion } from '#client/Verification.ts'
import { verifyWebhook } from '#client/verifyWebhook.ts'
import { SimulatorClient } from '#simulator/package/SimulatorClient.ts'
import { recipes } from '#simulator/sources/Recipes.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe('signWebhook', () => {
  it('signs as the service does, at the instant that is given, with an event id that says it is local', async () => {
    const at = new Date('2026-03-01T12:00:00.900Z')
    const document = documents.nivel.bajo
    const { rawBody, headers } = await signWebhook(document, secret, at)
    const verdict = await verifyWebhook({
      rawBody,
      header: headers['service-signature'] ?? null,
      secrets: secret,
      now: at,
    })
    expect(verdict).toEqual({ valid: true, timestamp: new Date('2026-03-01T12:00:00Z'), event: document })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'service-event': 'verificacion.emitida',
      'service-event-id': `evt_local_${document.verificacion_id.slice(4)}`,
    })
    expect(await signWebhook(JSON.stringify(document), secret, at)).toEqual({ rawBody, headers })
    await expect(signWebhook(document, '')).rejects.toThrow('the signing secret is missing')
  })
})

describe('the documents for tests', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({})
  })
  afterAll(() => sandbox.stop())

  const shown = ({ estado, cobro, recomendacion, cobertura_fuentes }: Verificacion) => ({
    estado,
    cobro,
    recomendacion,
    cobertura_fuentes,
  })

  it('are one for each recipe, and what the service answers to it', async () => {
    const all: Readonly<Record<string, Readonly<Record<string, Verificacion>>>> = documents
    const names = Object.entries(all).flatMap(([para, made]) => Object.keys(made).map((codigo) => [para, codigo]))
    expect(names).toEqual(recipes.map(({ para, codigo }) => [para, codigo]))
    await using world = await new SimulatorClient(sandbox.base).world({ congelado: true })
    const { llave } = world.account()
    for (const { para, codigo, fallas, hallazgos, solicitante } of await world.recipes()) {
      const { curp, ...said } = hallazgos
      await world.scriptFindings(curp, said)
      for (const { fuente, falla } of fallas) await world.breakSource(fuente, falla)
      const { body } = await sandbox.create(llave, { solicitante })
      expect(shown(Object(body))).toEqual(shown(inProgress))
      await world.advance(700)
      for (const { fuente } of fallas) await world.breakSource(fuente, null)
      const read = await sandbox.read(llave, body['verificacion_id'])
      expect([codigo, shown(Object(read.body))]).toEqual([codigo, shown(all[para]?.[codigo] ?? inProgress)])
    }
  })
})
