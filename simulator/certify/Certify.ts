import { randomInt } from 'node:crypto'
import type { Text } from '#simulator/docs/Text.ts'
import type { SimulatorClient, World } from '#simulator/package/SimulatorClient.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import type { Attack } from './Attack.ts'
import { attacks } from './Attacks.ts'
import type { Backend } from './Backend.ts'
import { Abandoned, Case, type Seen, type Terms } from './Case.ts'
import { type Check, checks } from './Checks.ts'
import { specimenOf } from './Forgery.ts'
import { Intermediary } from './Intermediary.ts'

/** How to certify. */
export interface CertifyOptions {
  /** Gives the back end, once it is known where it finds the service. */
  readonly backend: (url: string) => Backend | Promise<Backend>
  /** Where the back end finds the service; 0 takes any free port. */
  readonly port: number
  /** How many times as fast as real time the clocks of the back end run. */
  readonly speed: number
  readonly patienceMs: number
  /** The attacks to make; null makes all. */
  readonly only: ReadonlySet<string> | null
  /** The billing mode of the account; by default `consumo`. */
  readonly mode?: 'consumo' | 'connect'
  /** Restarts the back end, and waits for it. */
  readonly restart?: () => Promise<void>
  /** Told at the start; what it is given returns the findings as they are at that time. */
  readonly watch?: (findings: () => ReadonlyArray<Finding>) => void
}

/** What one attack showed. */
export interface Finding {
  readonly attack: string
  readonly title: Text
  /** What is wrong, the causes first, and what shows it. */
  readonly failed: ReadonlyArray<readonly [Check, Text]>
  readonly seen: ReadonlyArray<Seen>
  readonly isOver: boolean
}

/** More readings after the end may have been on their way. */
const mostReadingsSinceEnd = 3
/** Of the advice on polling: after 5 s at the earliest. Readings because of webhooks come in addition. */
const fewestSecondsBetween = 5
const mostReadingsOfWebhooks = 10
const firstYear = 40
const days = 28
/** The usual price, in pesos. */
const price = 100

const worldOf = (simulator: SimulatorClient, speed: number, modo: 'consumo' | 'connect'): Promise<World> =>
  simulator.world({
    congelado: true,
    velocidad: speed,
    cuentas: [{ modo, tenant: 'certificacion', saldo: 100_000, limite_por_minuto: 100_000 }],
  })

const pay = async (world: World): Promise<string> =>
  (await world.putPayment({ estado: 'succeeded', moneda: 'MXN', monto: price })).payment_intent_id

/**
 * The first readings that came too close together, and in how many seconds on the clocks of the back end; null if none
 * did. Neither a pause before a burst nor a pause after it makes up for it.
 */
export const stormIn = (times: ReadonlyArray<number>, speed: number): string | null => {
  const secondsBetween = (from: number, to: number) => (((times[to] ?? 0) - (times[from] ?? 0)) / 1_000) * speed
  let [first, tooEarly] = [0, 0]
  for (const index of times.keys()) {
    if (index > 0) tooEarly += 1 - secondsBetween(index - 1, index) / fewestSecondsBetween
    if (tooEarly <= 0) [first, tooEarly] = [index, 0]
    if (tooEarly > mostReadingsOfWebhooks) {
      return `GET ×${index - first + 1}, ${Math.round(secondsBetween(first, index))} s`
    }
  }
  return null
}

/** Polling too often explains polling for too long. */
const polled = (one: Case): void => {
  const { times, sinceEnd } = one.readings
  const storm = stormIn(times, one.terms.speed)
  if (storm !== null) one.fails('sondeo_excesivo', storm)
  else if (sinceEnd > mostReadingsSinceEnd) one.fails('sondeo_sin_fin', `GET ×${sinceEnd}`)
}

/** What shows only when all is over. */
const looked = async (one: Case): Promise<void> => {
  if (one.creations.length === 0) return
  polled(one)
  const { avisos } = await one.belief()
  if (avisos > 1) one.fails(one.repetition, `avisos: ${avisos}`)
}

const asFarAsItGoes = async (work: Promise<void>): Promise<void> => {
  try {
    await work
  } catch (failure) {
    if (!(failure instanceof Abandoned)) throw failure
  }
}

/** A day of birth, so that the applicants differ from the last run's, whatever the back end remembers. */
const drawnDay = (): string =>
  [randomInt(1, 13), randomInt(1, days + 1)].map((n) => String(n).padStart(2, '0')).join('')

const order = Object.keys(checks)

/** Sorts what is wrong so that causes come first. */
export const byCause = (one: readonly [Check, ...unknown[]], other: readonly [Check, ...unknown[]]): number =>
  order.indexOf(one[0]) - order.indexOf(other[0])

interface Attacked {
  readonly attack: Attack
  readonly one: Case
}

const findingOf = ({ attack: { name, title }, one: { failed, seen, isOver } }: Attacked): Finding => ({
  attack: name,
  title,
  failed: [...failed].sort(byCause),
  seen: [...seen],
  isOver,
})

const isChosen = ({ name, needs }: Attack, { only, mode = 'consumo', restart }: CertifyOptions): boolean =>
  (only === null || only.has(name)) && (needs === 'restart' ? restart !== undefined : (needs ?? mode) === mode)

/** Attacks a back end as the world will, and says what it did wrong. */
export const certify = async (simulator: SimulatorClient, options: CertifyOptions): Promise<ReadonlyArray<Finding>> => {
  const { speed, patienceMs, port, mode = 'consumo', restart = null } = options
  const cases: Array<Case> = []
  // No payment is judged there, so that none is used up.
  const elsewhere = await worldOf(simulator, speed, 'consumo')
  const { url, close } = await new Intermediary(cases, elsewhere, speed).listen(port)
  try {
    const specimen = await specimenOf(elsewhere)
    const backend = await options.backend(url)
    // What the back end forgets may show in any case.
    const restarted = async () => {
      await restart?.()
      for (const one of cases) one.saw('reinicio', '↻')
    }
    const terms: Terms = { backend, speed, patienceMs, restart: restarted, pay: mode === 'connect' ? pay : null }
    const day = drawnDay()
    const attacked: Array<Attacked> = []
    for (const [index, attack] of attacks.entries()) {
      if (!isChosen(attack, options)) continue
      const curp = sampleCurp(attack.prefix, firstYear + index, day)
      const one = new Case(attack.name, curp, await worldOf(simulator, speed, mode), terms)
      cases.push(one)
      attacked.push({ attack, one })
    }
    options.watch?.(() => attacked.map(findingOf))
    const run = async ({ attack, one }: Attacked) => {
      await asFarAsItGoes(attack.run(one, specimen))
      one.isOver = true
    }
    const needsRestart = ({ attack }: Attacked) => attack.needs === 'restart'
    await Promise.all(attacked.filter((one) => !needsRestart(one)).map(run))
    // A restart concerns all: nothing else is under way then.
    await Promise.all(attacked.filter(needsRestart).map(run))
    await Promise.all(cases.map((one) => asFarAsItGoes(looked(one))))
    return attacked.map(findingOf)
  } finally {
    await close()
    await Promise.all([elsewhere, ...cases.map(({ world }) => world)].map((world) => world.close()))
  }
}
