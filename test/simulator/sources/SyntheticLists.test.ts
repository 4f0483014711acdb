import { expect, layer } from '@effect/vitest'
import { Duration, Effect, Layer } from 'effect'
import * as ScreeningLayer from '#adapters/lists/Screening.ts'
import * as MemoryLists from '#adapters/memory/Lists.ts'
import { listNames } from '#domain/screening/ListEntry.ts'
import { Screening } from '#ports/Screening.ts'
import { Time } from '#ports/Time.ts'
import { importSyntheticLists } from '#simulator/sources/lists/SyntheticLists.ts'
import { screened } from '#tools/lists/labelled/Pair.ts'
import { nothingCleared, today } from '#tools/lists/lists.ts'

const time = Layer.succeed(Time, { now: Effect.succeed(today), realTimeUntil: () => Effect.succeed(Duration.zero) })
const settings = { required: listNames, maxAge: () => Duration.days(1) }
const screening = Layer.effectDiscard(importSyntheticLists).pipe(
  Layer.provideMerge(Layer.provide(ScreeningLayer.layer(settings), nothingCleared)),
  Layer.provideMerge([MemoryLists.layer, time]),
)

layer(screening)('the synthetic lists of the simulator', (it) => {
  const none = { internacionales: [], fiscal: [], posibles: [] }
  it.effect.each([
    ['Prudencio', 'Sancionado', 'Ficticio', '1970-01-02', 'H', { ...none, internacionales: ['sanciones'] }],
    ['María Dolosa', 'Retenida', 'Ficticia', '1968-06-07', 'M', { ...none, internacionales: ['sanciones'] }],
    ['Europa', 'Unida', 'Ficticia', '1973-08-09', 'M', { ...none, internacionales: ['sanciones'] }],
    ['Casto', 'Reino', 'Ficticio', '1971-06-05', 'H', { ...none, internacionales: ['sanciones'] }],
    ['Pérdida', 'Transmitida', 'Ficticia', '1972-03-04', 'M', { ...none, fiscal: ['definitivo'] }],
    ['Expuesta', 'Pública', 'Ficticia', '1975-03-04', 'M', { ...none, internacionales: ['personas_expuestas'] }],
    ['Vigilado', 'Atento', 'Ficticio', '1982-05-06', 'H', { ...none, internacionales: ['vigilancia'] }],
    ['Contribuyente', 'Simulada', 'Ficticia', '1985-07-08', 'M', { ...none, fiscal: ['definitivo'] }],
    ['Supuesta', 'Peña', 'Ficticia', '1990-09-09', 'M', none],
    ['Aclarado', 'Librado', 'Ficticio', '1988-01-01', 'H', none],
    ['Justa', 'Amparada', 'Ficticia', '1977-02-02', 'M', none],
    ['Prudencio', 'Sancionado', 'Ficticio', '1971-01-02', 'H', { ...none, posibles: ['sanciones'] }],
    ['Prudencio', 'Sancionado', 'Ficticio', '1991-05-12', 'H', none],
  ] as const)('say of $0 $1 $2, born on $3, what they should', ([nombres, first, second, born, sex, findings]) =>
    Effect.gen(function* () {
      const person = screened({ nombres, primerApellido: first, segundoApellido: second, born, sex })
      const outcome = yield* Screening.use((port) => port.screen(person, today))
      expect(outcome).toMatchObject({ _tag: 'consultada', findings })
    }),
  )
})
