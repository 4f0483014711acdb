import { randomInt } from 'node:crypto'
import type { Text } from '#simulator/docs/Text.ts'
import type { SimulatorClient, World } from '#simulator/package/SimulatorClient.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { attacks } from './Attacks.ts'
import type { Backend } from './Backend.ts'
import { Abandoned, Case, type Terms } from './Case.ts'
import type { Check } from './Checks.ts'
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
}

/** What one attack showed. */
export interface Finding {
  readonly attack: string
  readonly title: Text
  readonly failed: ReadonlyArray<Check>
  readonly seen: ReadonlyArray<Text>
}

/** More readings after the end may have been on their way. */
const mostReadingsSinceEnd = 3
const firstYear = 40
const days = 28

const worldOf = (simulator: SimulatorClient, speed: number): Promise<World> =>
  simulator.world({
    congelado: true,
    velocidad: speed,
    cuentas: [{ modo: 'consumo', tenant: 'certificacion', saldo: 100_000, limite_por_minuto: 100_000 }],
  })

/** What shows only when all is over. */
const looked = async (one: Case): Promise<void> => {
  if (one.creations.length === 0) return
  if (one.readings.sinceEnd > mostReadingsSinceEnd) one.fails('sondeo_sin_fin', `GET ×${one.readings.sinceEnd}`)
  const refused = one.creations.findIndex(({ status }) => status === 409)
  const again = one.creations
    .slice(refused + 1)
    .find(({ solicitudId }) => solicitudId === one.creations[refused]?.solicitudId)
  if (refused !== -1 && again !== undefined)
    one.fails('rechazo_repetido', `POST /v1/verificaciones ${again.solicitudId}`)
  const { avisos } = await one.belief()
  if (avisos > 1) one.fails('resultado_repetido', `avisos: ${avisos}`)
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

/** Attacks a back end as the world will, and says what it did wrong. */
export const certify = async (simulator: SimulatorClient, options: CertifyOptions): Promise<ReadonlyArray<Finding>> => {
  const { speed, patienceMs, only, port } = options
  const cases: Array<Case> = []
  const elsewhere = await worldOf(simulator, speed)
  const { url, close } = await new Intermediary(cases, elsewhere, speed).listen(port)
  try {
    const specimen = await specimenOf(elsewhere)
    const terms: Terms = { backend: await options.backend(url), speed, patienceMs }
    const day = drawnDay()
    const opened = attacks.map(async (attack, index) => {
      if (only !== null && !only.has(attack.name)) return []
      const curp = sampleCurp(attack.prefix, firstYear + index, day)
      const one = new Case(attack.name, curp, await worldOf(simulator, speed), terms)
      cases.push(one)
      return [{ attack, one }]
    })
    const attacked = (await Promise.all(opened)).flat()
    await Promise.all(attacked.map(({ attack, one }) => asFarAsItGoes(attack.run(one, specimen))))
    await Promise.all(cases.map((one) => asFarAsItGoes(looked(one))))
    return attacked.map(({ attack: { name, title }, one: { failed, seen } }) => ({
      attack: name,
      title,
      failed: [...failed],
      seen,
    }))
  } finally {
    await close()
    await Promise.all([elsewhere, ...cases.map(({ world }) => world)].map((world) => world.close()))
  }
}
