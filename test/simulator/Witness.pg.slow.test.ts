import { Effect, Layer, Logger, ManagedRuntime, Stream } from 'effect'
import { expect, it, onTestFinished } from 'vitest'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { credentialsOf, defaultPlan } from '#simulator/accounts/DemoAccounts.ts'
import { auditor } from '#simulator/live/Audit.ts'
import { Chronicle } from '#simulator/live/Chronicle.ts'
import { Viewers } from '#simulator/live/Viewers.ts'
import { simulator } from '#simulator/Simulator.ts'
import { listenTo } from '#test/support/eventStream.ts'
import { applicationOf, emitted } from '#test/support/storedVerifications.ts'
import { inboxOf, scriptReceiver, underWay, untilEmitted } from '#test/support/webhooks.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { settings, startSandbox } from '#tools/service/sandbox.ts'

const { apiKey: demo } = credentialsOf('demo-consumo')

it('what kept data hold from before is told with its story, and the books go on from there', async () => {
  const storage = await testDatabase()
  const before = await startSandbox({ storage })
  await before.create(demo, { solicitud_id: 'sol-1' })
  await before.advance(600)
  await before.create(demo, { solicitud_id: 'sol-2' })
  await before.stop()
  const sandbox = await startSandbox({ storage, aheadSeconds: 0 })
  onTestFinished(sandbox.stop)
  const stream = await listenTo(sandbox.base)
  onTestFinished(() => stream.close())
  const { verificaciones, pulso } = await stream.until(({ todo }) => todo)
  expect(verificaciones).toMatchObject([
    { solicitud_id: 'sol-1', estado: 'emitida', entrega: { estado: 'entregada', intentos: [{ estatus: 200 }] } },
    { solicitud_id: 'sol-2', estado: 'en_proceso' },
  ])
  const book = { tenant: 'demo-consumo', saldo: 9_900, retenido: 100, acreditado: 9_900, cargos: 0, en_proceso: 100 }
  expect(pulso).toMatchObject({ anomalias: [], libros: expect.arrayContaining([expect.objectContaining(book)]) })
  await sandbox.create(demo, { solicitud_id: 'sol-3' })
  await stream.until(() => stream.known.get('sol-3')?.estado === 'en_proceso')
  await sandbox.advance(600)
  const after = await stream.until(() =>
    ['sol-2', 'sol-3'].every((id) => stream.known.get(id)?.entrega?.estado === 'entregada'),
  )
  const answered = { estado: 'consultada', respondida_en: expect.any(String) }
  expect(stream.known.get('sol-3')?.fuentes).toMatchObject([answered, answered, answered])
  expect(after.pulso.libros).toContainEqual(
    expect.objectContaining({
      tenant: 'demo-consumo',
      saldo: 9_700,
      retenido: 0,
      acreditado: 9_900,
      cargos: 200,
      en_proceso: 0,
    }),
  )
})

it('shows the number of each attempt of a webhook after a restart over the same data too', async () => {
  const storage = await testDatabase()
  const before = await startSandbox({ storage })
  const { id, url } = await underWay(before)
  await scriptReceiver(before, url, [500])
  await before.advance(untilEmitted + 31)
  expect((await inboxOf(before, id)).map(({ intento }) => intento)).toEqual([1, 2])
  await before.stop()
  const sandbox = await startSandbox({ storage, aheadSeconds: 0 })
  onTestFinished(sandbox.stop)
  await sandbox.advance(121)
  expect((await inboxOf(sandbox, id)).map(({ intento, estatus }) => [intento, estatus])).toEqual([[3, 200]])
})

const running = () => {
  const runtime = ManagedRuntime.make(Layer.provide(simulator(settings), Logger.layer([])))
  onTestFinished(() => runtime.dispose())
  return runtime
}

it('books that differ from what was seen to happen are found', async () => {
  const { before, after } = await running().runPromise(
    Effect.gen(function* () {
      const audit = yield* auditor
      const before = yield* audit
      yield* (yield* AccountAdministration).creditOnce('demo-consumo', 1, 'otro', 'otro')
      return { before, after: yield* audit }
    }),
  )
  expect(before.libros[0]).toMatchObject({ tenant: 'demo-consumo', acreditado: 10_000, saldo: 10_000, cargos: 0 })
  expect(after.libros[0]).toMatchObject({ tenant: 'demo-consumo', acreditado: 10_000, saldo: 10_000.01, cargos: 0 })
})

it('a verification that ends twice, and is charged twice, is found; while money moves, nothing is said', async () => {
  const account = { id: 'demo-consumo', mode: 'consumo', plan: defaultPlan } as const
  const { verification } = applicationOf({ account, keyId: 'k1' })
  const { first, second, during } = await running().runPromise(
    Effect.gen(function* () {
      const chronicle = yield* Chronicle
      const audit = yield* auditor
      chronicle.expected(verification, 'https://partner.example.com/')
      chronicle.created(verification, true)
      chronicle.ended(verification, emitted)
      const first = yield* audit
      chronicle.ended(verification, emitted)
      const during = yield* chronicle.during(audit)
      return { first, during, second: yield* audit }
    }),
  )
  const row = { tenant: 'demo-consumo', verificacion_id: verification.id, hallado: 2, esperado: 1 }
  expect(first.anomalias).toEqual([])
  expect(during).toEqual(first)
  expect(second.anomalias).toEqual([
    { ...row, regla: 'un_fin' },
    { ...row, regla: 'un_cobro' },
  ])
})

it('a viewer that does not read is dropped', async () => {
  const dropped = Promise.withResolvers<void>()
  const runtime = running()
  const { stream } = await runtime.runPromise(Viewers)
  const reading = runtime.runFork(Stream.runForEach(stream(Effect.sync(dropped.resolve)), () => Effect.never))
  await dropped.promise
  reading.interruptUnsafe()
})
