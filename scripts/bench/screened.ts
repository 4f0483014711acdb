/** Screens people one after the other: the duration of each, and the matches. */
import { Duration, Layer, ManagedRuntime } from 'effect'
import { keysOf } from '#adapters/lists/Keys.ts'
import * as ScreeningLayer from '#adapters/lists/Screening.ts'
import type { ListAdministration } from '#ports/ListAdministration.ts'
import { Lists } from '#ports/Lists.ts'
import { Screening } from '#ports/Screening.ts'
import { nothingCleared, today } from '#tools/lists/lists.ts'
import { crowd } from './crowd.ts'

export interface Strangers {
  readonly warmUp: number
  readonly screenings: number
}

export interface Screened {
  /** From call to answer, in milliseconds. */
  readonly times: ReadonlyArray<number>
  /** The list of each match. */
  readonly matches: ReadonlyArray<string>
  /** The number of entries compared with each person. */
  readonly candidates: ReadonlyArray<number>
}

/** The lists, and screening against them. */
export const screeningOn = (ports: Layer.Layer<ListAdministration | Lists>) =>
  ManagedRuntime.make(
    ScreeningLayer.layer({ required: [], maxAge: () => Duration.days(45) }).pipe(
      Layer.provide(nothingCleared),
      Layer.provideMerge(ports),
    ),
  )

export const screened = async (
  runtime: ReturnType<typeof screeningOn>,
  { warmUp, screenings }: Strangers,
): Promise<Screened> => {
  const people = crowd('strangers', warmUp + screenings).map(({ person }) => person)
  const times: Array<number> = []
  const matches: Array<string> = []
  for (const person of people) {
    const at = performance.now()
    const outcome = await runtime.runPromise(Screening.use((port) => port.screen(person, today)))
    times.push(performance.now() - at)
    if (outcome._tag === 'consultada') matches.push(...Object.values(outcome.findings).flat())
  }
  const candidates: Array<number> = []
  for (const person of people) {
    candidates.push((await runtime.runPromise(Lists.use((port) => port.find(keysOf(person))))).candidates.length)
  }
  return { times: times.slice(warmUp), matches, candidates }
}
