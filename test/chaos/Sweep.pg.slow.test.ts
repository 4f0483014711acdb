import { describe, expect, it } from 'vitest'
import { query } from '#tools/postgres/postgres.ts'
import { until } from '#tools/service/server.ts'
import { audit } from '#tools/sweep/Audit.ts'
import { sides } from '#tools/sweep/Gate.ts'
import { insist } from '#tools/sweep/Partner.ts'
import { startReplica } from '#tools/sweep/Replica.ts'
import { attempt, faults, record } from '#tools/sweep/Trial.ts'
import { makeWorld, type World } from '#tools/sweep/World.ts'

/** A part of `npm run chaos -- sweep`. */
describe('a life through a payment', () => {
  const life = { mode: 'connect', end: 'emitida' } as const

  it('is recorded with every statement, consultation, call and delivery, and keeps every promise undisturbed', async () => {
    const { points, breaches } = await record(life)
    expect(breaches).toEqual([])
    const kinds = new Set(points.map(({ kind }) => kind))
    const some = ['admit()', 'claim_verifications()', 'conclude()', 'claim_deliveries()', 'claim_transfers()']
    const outside = ['source: identidad', 'source: listas', 'source: judicial', 'receiver: POST /webhooks/avs']
    const calls = ['GET /v1/payment_intents/…', 'GET /v1/transfers', 'POST /v1/transfers'].map(
      (call) => `processor: ${call}`,
    )
    expect([...kinds]).toEqual(expect.arrayContaining([...some, ...outside, ...calls]))
  })

  const points = ['admit()', 'conclude()', 'processor: POST /v1/transfers', 'receiver: POST /webhooks/avs'].flatMap(
    (kind) => sides.map((side) => [side, { kind, number: 1, side }] as const),
  )
  it.concurrent.each(
    faults.flatMap((fault) => points.map(([side, point]) => [fault, side, point.kind, point] as const)),
  )(
    'with a %s %s the answer to %s ends once, paid once, and the partner gets the same',
    async (fault, _side, _kind, point) => {
      expect(await attempt(life, point, fault)).toMatchObject({ isReached: true, breaches: [] })
    },
  )
})

describe('the audit', () => {
  it('notices a second transfer, event or charge, another end and another answer', async () => {
    const world = await makeWorld({ mode: 'connect', end: 'emitida' })
    const replica = await startReplica(world.around, false)
    const { databaseUrl } = world.around
    const { id } = await insist(world, replica.base)
    const isOver = async () => {
      const rows = await query(
        databaseUrl,
        `SELECT FROM deliveries JOIN transfers USING (account_id, verification_id)
          WHERE deliveries.state = 'entregada' AND transfers.state = 'ejecutada'`,
      )
      return rows.length > 0
    }
    await until(isOver)
    const broken = async (changes: Partial<World>, told = [id]) => {
      const breaches = await audit({ ...world, ...changes }, replica.base, told)
      return breaches.map((breach) => breach.slice(0, breach.indexOf(':')))
    }
    const { processor, receiver } = world
    const twice = [...processor.transfers(), ...processor.transfers()]
    const events = new Map([...receiver.events].flatMap((one) => [one, ['evt_otro', one[1]] as const]))

    expect(await broken({})).toEqual([])
    expect(await broken({}, [id, 'ver_otra'])).toEqual(['repetition gets the same'])
    expect(await broken({ processor: { ...processor, transfers: () => twice } })).toEqual(['transferred once'])
    expect(await broken({ receiver: { ...receiver, events } })).toEqual(['one event with the same bytes'])
    expect(await broken({ end: 'no_concluyente' })).toEqual(['made once, with its end', 'partner reads the end'])
    await query(
      databaseUrl,
      `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, verification_id)
       VALUES ('connect', 'cargo', 'saldo', 'ingresos', 1, '${id}')`,
    )
    expect(await broken({})).toEqual(['charged if emitted', 'ledger check'])
    await replica.stop()
    await world.stop()
  })
})
