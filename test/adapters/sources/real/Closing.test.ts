import { afterEach, describe, expect, it } from 'vitest'
import { realSettings, realSources, subject } from '#test/support/realSources.ts'
import { type Resolving, startResolving } from '#test/support/resolving.ts'
import { found, type Provider, provider, type Script, searched } from '#tools/peers/providers.ts'
import { type TestTime, testTime } from '#tools/service/testTime.ts'

/** What the service makes of answers, by its own use case over memory, in a time that passes when told. */

const started: Array<Provider | Resolving> = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))

const start = async (script: (time: TestTime) => Script) => {
  const time = testTime()
  const server = await provider(script(time))
  const settings = realSettings({ identidad: server.url, judicial: server.url })
  const service = startResolving(realSources(settings), time)
  started.push(server, service)
  const account = await service.open()
  const id = await service.begin(account, subject)
  const end = async () => {
    const { state } = await service.read(account, id)
    return { state, balance: await service.balance(account) }
  }
  return { time, server, service, end }
}

const isIdentity = (path: string) => path.startsWith('/identidad')
const uncharged = { settledCentavos: 1_000_00, heldCentavos: 0 }
const charged = { settledCentavos: 999_00, heldCentavos: 0 }

describe('a verification over real sources', () => {
  it('is emitida when all of them answer, and charged', async () => {
    const { service, end } = await start(() => ({ path, body }) => ({
      body: isIdentity(path) ? found(body) : searched(body),
    }))
    await service.runDue()
    expect(await end()).toMatchObject({
      state: { _tag: 'emitida', recommendation: { level: 'alto' }, coverage: { consulted: 3 } },
      balance: charged,
    })
  })

  it('ends no_concluyente at once when the identity provider has no report, and is not charged', async () => {
    const { server, service, end } = await start(() => ({ body }) => ({
      body: { resultado: 'no_disponible', consulta_id: body['consulta_id'] },
    }))
    await service.runDue()
    expect(await end()).toMatchObject({
      state: { _tag: 'no_concluyente', reason: 'identidad_no_disponible', coverage: { attempted: 1 } },
      balance: uncharged,
    })
    expect(server.asked).toHaveLength(1)
  })

  it('asks again after a failure, under the same id, and takes what comes then', async () => {
    let calls = 0
    const { time, server, service, end } = await start(() => ({ path, body }) => {
      calls += 1
      if (calls < 3) return { status: 503, body: '' }
      return { body: isIdentity(path) ? found(body) : searched(body) }
    })
    for (let rounds = 0; rounds < 6; rounds++) {
      await service.runDue()
      time.pass(5)
    }
    expect(await end()).toMatchObject({ state: { _tag: 'emitida' }, balance: charged })
    const ids = server.asked.filter(({ path }) => isIdentity(path)).map(({ body }) => body['consulta_id'])
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })

  it('whose judicial provider never answers is emitida without it when the sources close', async () => {
    const { time, service, end } = await start(
      () =>
        ({ path, body }) =>
          isIdentity(path) ? { body: found(body) } : { status: 500, body: '' },
    )
    for (let seconds = 0; seconds <= 570; seconds += 10) {
      await service.runDue()
      if (seconds < 570) expect((await end()).state._tag).toBe('en_proceso')
      time.pass(10)
    }
    await service.runDue()
    expect(await end()).toMatchObject({
      state: { _tag: 'emitida', recommendation: { level: 'medio' }, coverage: { consulted: 2, attempted: 3 } },
      balance: charged,
    })
  })
})

describe('an answer that comes after the sources closed changes nothing', () => {
  /** Answers well, but so late that this much has passed since the beginning. */
  const late =
    (seconds: number, isLate: (path: string) => boolean) =>
    (time: TestTime): Script =>
    ({ path, body }) => {
      if (isLate(path)) time.pass(seconds)
      return { body: isIdentity(path) ? found(body) : searched(body) }
    }

  it('of the identity provider: no_concluyente, not charged', async () => {
    const { service, end } = await start(late(571, isIdentity))
    await service.runDue()
    expect(await end()).toMatchObject({
      state: { _tag: 'no_concluyente', reason: 'identidad_no_disponible' },
      balance: uncharged,
    })
  })

  it('of the identity provider, after the budget: no_concluyente, not charged', async () => {
    const { service, end } = await start(late(600, isIdentity))
    await service.runDue()
    expect(await end()).toMatchObject({
      state: { _tag: 'no_concluyente', reason: 'tiempo_agotado' },
      balance: uncharged,
    })
  })

  it('of the judicial provider: emitida without it', async () => {
    let isPending = true
    const { service, time, end } = await start((passing) => ({ path, body }) => {
      const { consulta_id } = body
      if (isIdentity(path)) return { body: found(body) }
      if (isPending) return { status: 202, body: { consulta_id, reintentar_en_segundos: 1 } }
      passing.pass(571)
      return { body: searched(body) }
    })
    await service.runDue()
    isPending = false
    time.pass(1)
    await service.runDue()
    expect(await end()).toMatchObject({
      state: { _tag: 'emitida', coverage: { consulted: 2, attempted: 3 } },
      balance: charged,
    })
  })

  it('a second before it counts', async () => {
    const { service, end } = await start(late(569, (path) => !isIdentity(path)))
    await service.runDue()
    expect(await end()).toMatchObject({ state: { _tag: 'emitida', coverage: { consulted: 3 } }, balance: charged })
  })
})

describe('a provider that hangs until the sources close', () => {
  it('does not take with it what another source answered in the same moment: emitida with partial coverage', async () => {
    // The identity provider answers 10 s before the sources close, and a call ends a second before.
    const { server, service, time, end } = await start((passing) => ({ path, body }) => {
      if (!isIdentity(path)) return null
      passing.pass(560)
      return { body: found(body) }
    })
    const done = service.runDue()
    await expect.poll(() => server.asked.length).toBe(2)
    time.pass(9)
    await service.wait(9)
    await done
    expect((await end()).state).toMatchObject({ _tag: 'en_proceso', evidence: { listas: { _tag: 'consultada' } } })
    time.pass(10)
    await service.runDue()
    expect(await end()).toMatchObject({
      state: { _tag: 'emitida', coverage: { consulted: 2, attempted: 3 } },
      balance: charged,
    })
  })
})
