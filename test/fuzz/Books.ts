import { setTimeout } from 'node:timers/promises'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { draftOf, requestOf } from './Draft.ts'
import type { Lane } from './Lane.ts'
import { balanceOf } from './oracle/Account.ts'
import { price } from './oracle/Terms.ts'
import type { Service } from './Service.ts'

/** What must be true of the service between two rounds of cases; each function gives what is not. */

type Wrong = ReadonlyArray<string>

/** The log of another process arrives a little later. */
const timeoutMillis = 60_000

const miscounted = async (service: Service, expected: number): Promise<Wrong> => {
  const giveUpAt = performance.now() + timeoutMillis
  while (service.created < expected && performance.now() < giveUpAt) await setTimeout(20)
  const { created } = service
  return created === expected ? [] : [`${created} verifications were created in place of ${expected}`]
}

/** Far enough for every verification to end, in seconds of simulated time. */
const lifetime = 700

/**
 * Jumps in simulated time; a jump with much work to do ends before it has come so far.
 *
 * @returns the instant reached, epoch milliseconds
 */
const endAll = async (service: Service): Promise<number> => {
  const jump = async (seconds: number) =>
    Date.parse(String((await service.lever('POST', '/_simulador/reloj', { avanzar_segundos: seconds }))['ahora']))
  const target = (await jump(0)) + lifetime * 1_000
  let now = await jump(lifetime)
  while (now < target) now = await jump((target - now) / 1_000)
  return now
}

const unsettled = async (service: Service, lanes: ReadonlyArray<Lane>): Promise<Wrong> => {
  const { cuentas } = await service.lever('GET', '/_simulador/cuentas')
  const books = new Map((Array.isArray(cuentas) ? cuentas : []).map(({ tenant, saldo }) => [tenant, saldo]))
  return lanes
    .flatMap(({ ledger }) => ledger.accounts)
    .filter((account) => books.get(account.tenant) !== balanceOf(account))
    .map((account) => `saldo of ${account.tenant} is ${books.get(account.tenant)} and not ${balanceOf(account)}`)
}

/** What an account holds for nothing its balance does not tell; whether it admits one more does. */
const askAgain = async (lane: Lane, since: number): Promise<void> => {
  const tight = lane.ledger.accounts.filter(({ openedAt, terms }) => openedAt >= since && terms.saldo < 10 * price)
  for (const { key } of tight) {
    lane.begin()
    await lane.ask(requestOf(draftOf(key, sampleRequest(lane.uuid()))), ['little left'])
  }
}

/**
 * Counts what was created, lets it all end, and looks at the books: each verification that was emitted is
 * charged once, and no other.
 *
 * @param since when the round began, epoch milliseconds
 */
export const settle = async (service: Service, lanes: ReadonlyArray<Lane>, since: number): Promise<Wrong> => {
  const wrong = await miscounted(
    service,
    lanes.reduce((sum, { ledger }) => sum + ledger.created, 0),
  )
  const now = await endAll(service)
  for (const { ledger } of lanes) ledger.endAll(now)
  const books = await unsettled(service, lanes)
  await Promise.all(lanes.map((lane) => askAgain(lane, since)))
  const { estado } = await service.lever('GET', '/_salud')
  const unwell = estado === 'arriba' ? service.complaint : `_salud says ${estado}`
  return [...wrong, ...books, unwell].filter((text) => text !== '')
}
