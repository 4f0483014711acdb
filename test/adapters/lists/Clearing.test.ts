import { Duration, Effect, Layer, ManagedRuntime } from 'effect'
import { beforeEach, describe, expect, it } from 'vitest'
import * as ScreeningLayer from '#adapters/lists/Screening.ts'
import * as MemoryLists from '#adapters/memory/Lists.ts'
import type { ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import { Clearances } from '#ports/Clearances.ts'
import { Screening } from '#ports/Screening.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { entryOf, on, screened, surnamesFirst } from '#tools/lists/labelled/Pair.ts'
import type { Person } from '#tools/lists/labelled/People.ts'
import { importing, nothingCleared, today } from '#tools/lists/lists.ts'

const eulalia: Person = {
  nombres: 'Eulalia',
  primerApellido: 'Zúñiga',
  segundoApellido: 'Olmedo',
  born: '1980-05-17',
  sex: 'M',
}
const curp = 'ZUOE800517MVZXLL09'
const person = screened(eulalia, { curp })

const matching = entryOf(surnamesFirst(eulalia), { id: 'igual', births: [on(eulalia.born)] })
const near = entryOf(surnamesFirst(eulalia), { id: 'parecida', births: [on('1980-05-18')] })
const stranger = entryOf('ROBLEDO MONTANO, Tomas', { id: 'otro', births: [on('1950-01-01')] })

/** The findings that were asked for, and those that are recorded. */
let asked: Array<ReadonlyArray<unknown>> = []
let recorded: ReadonlyArray<string> = []
const clearances = Layer.effect(
  Clearances,
  Effect.map(Clearances, (port) => ({
    ...port,
    areRecorded: (of, findings) =>
      Effect.sync(() => {
        asked.push([of, ...findings])
        return findings.map((one) => one.source === 'listas' && recorded.includes(`${one.list} ${one.entry}`))
      }),
  })),
).pipe(Layer.provide(nothingCleared))

const screeningOver = (layer: Layer.Layer<Clearances>) =>
  ManagedRuntime.make(
    ScreeningLayer.layer({ required: [], maxAge: () => Duration.days(45) }).pipe(
      Layer.provide(layer),
      Layer.provideMerge(MemoryLists.layer),
    ),
  )
const runtime = screeningOver(clearances)
const listed = async (lists: Partial<Record<ListName, ReadonlyArray<ListEntry>>>) => {
  for (const list of ['onu', 'vigilancia', 'sat_69b'] as const) {
    await runtime.runPromise(importing(list, [stranger, ...(lists[list] ?? [])], { force: true }))
  }
}
const screen = (who = person) => runtime.runPromise(Screening.use((port) => port.screen(who, today)))
const nothing = { internacionales: [], fiscal: [], posibles: [] }

describe('an entry that is recorded as being about another person', () => {
  beforeEach(() => {
    asked = []
    recorded = []
  })

  it('is left out of the findings, and stays in their basis with the rule that it met', async () => {
    await listed({ onu: [matching], vigilancia: [near] })
    recorded = ['onu igual', 'vigilancia parecida']
    const outcome = await screen()
    expect(outcome).toMatchObject({
      findings: nothing,
      basis: {
        judged: [
          { list: 'onu', verdict: 'cleared', rule: 'day', birth: 'exact' },
          { list: 'vigilancia', verdict: 'cleared', rule: 'date_off', birth: 'off' },
        ],
      },
    })
    expect(asked).toEqual([
      [
        curp,
        { source: 'listas', list: 'onu', entry: 'igual' },
        { source: 'listas', list: 'vigilancia', entry: 'parecida' },
      ],
    ])
  })

  it('leaves the others as they are, also of the same list', async () => {
    await listed({ onu: [matching, { ...matching, id: 'otra' }], vigilancia: [near] })
    recorded = ['onu igual']
    expect(await screen()).toMatchObject({
      findings: { ...nothing, internacionales: ['sanciones'], posibles: ['vigilancia'] },
      basis: {
        judged: [
          { list: 'onu', verdict: 'match' },
          { list: 'vigilancia', verdict: 'possible' },
          { list: 'onu', verdict: 'cleared' },
        ],
      },
    })
  })

  it('is left out in every situation of the taxpayer', async () => {
    const taxpayer = entryOf('ZUÑIGA OLMEDO EULALIA', { id: 'rfc', rfc: 'ZUOE800517', situation: 'presunto' })
    await listed({ sat_69b: [taxpayer, { ...taxpayer, situation: 'definitivo' }] })
    expect(await screen()).toMatchObject({ findings: { fiscal: ['definitivo'] } })
    recorded = ['sat_69b rfc']
    expect(await screen()).toMatchObject({ findings: nothing })
  })

  it('counts if the list has the CURP of the person: nothing is asked for', async () => {
    await listed({ onu: [{ ...matching, curps: [curp] }] })
    recorded = ['onu igual']
    expect(await screen()).toMatchObject({ findings: { internacionales: ['sanciones'] } })
    expect(asked).toEqual([])
  })

  it('is not asked for where no entry is about the person, or the CURP is unknown', async () => {
    await listed({})
    await screen()
    await listed({ onu: [matching] })
    expect(await screen(screened(eulalia))).toMatchObject({ findings: { internacionales: ['sanciones'] } })
    expect(asked).toEqual([])
  })

  it('is shown to the operator who searches', async () => {
    await listed({ onu: [matching], vigilancia: [near] })
    recorded = ['onu igual']
    const { outcome, judgements } = await runtime.runPromise(Screening.use((port) => port.explain(person, today)))
    expect(outcome).toMatchObject({ findings: { ...nothing, posibles: ['vigilancia'] } })
    expect(judgements.map(({ entry, isCleared }) => [entry.id, isCleared])).toEqual([
      ['igual', true],
      ['parecida', false],
    ])
  })

  it('makes the search fail while what is recorded cannot be read', async () => {
    const away = Layer.succeed(Clearances, {
      areRecorded: () => Effect.fail(new StorageUnavailable({ reason: 'away' })),
      record: () => Effect.die('nothing is recorded'),
      withdraw: () => Effect.die('nothing is withdrawn'),
    })
    const failure = await screeningOver(away).runPromise(
      Effect.andThen(importing('onu', [matching]), Effect.flip(Screening.use((port) => port.screen(person, today)))),
    )
    expect(failure).toMatchObject({ _tag: 'StorageUnavailable' })
  })
})
