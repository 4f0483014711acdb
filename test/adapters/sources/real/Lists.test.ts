import { Effect } from 'effect'
import { afterEach, describe, expect, it } from 'vitest'
import type { ListBasis, ListFindings } from '#domain/evidence/Findings.ts'
import type { ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import type { Screening } from '#ports/Screening.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { realSettings, registeredName, startSources, type TestSources, waitOf } from '#test/support/realSources.ts'

const started: Array<TestSources> = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))

const start = (screen: Screening['Service']['screen']) => {
  const sources = startSources(realSettings({}), screen)
  started.push(sources)
  return sources
}
const unavailable = { _tag: 'Answered', answer: { source: 'listas', outcome: { _tag: 'no_disponible' } } }

describe('the source listas', () => {
  it('is our own screening of the person of the CURP under the registered name', async () => {
    const findings: ListFindings = { internacionales: ['vigilancia'], fiscal: ['presunto'], posibles: ['sanciones'] }
    const basis: ListBasis = { versions: [], judged: [] }
    const screened: Array<ScreenedPerson> = []
    const sources = start((person) => {
      screened.push(person)
      return Effect.succeed({ _tag: 'consultada', findings, basis })
    })
    expect(await sources.ask('listas')).toEqual({
      _tag: 'Answered',
      answer: { source: 'listas', outcome: { _tag: 'consultada', findings, basis } },
    })
    expect(screened).toEqual([
      {
        name: registeredName,
        born: '1990-01-01',
        sex: 'H',
        bornAbroad: false,
        letters: 'LIMP',
        curp: 'LIMP900101HDFRRS03',
      },
    ])
  })

  it('is no_disponible without a registered name, and nobody is screened', async () => {
    const sources = start(() => Effect.die('somebody was screened'))
    expect(await sources.ask('listas', { registeredName: null })).toEqual(unavailable)
    expect(sources.told()).toBe('sin_nombre')
  })

  it('is no_disponible when lists are missing or too old, and tells the operator which', async () => {
    const lists = [
      { list: 'onu', because: 'falta' },
      { list: 'sat_69b', because: 'vencida' },
    ] as const
    const sources = start(() => Effect.succeed({ _tag: 'no_disponible', lists }))
    expect(await sources.ask('listas')).toEqual(unavailable)
    expect(sources.told()).toBe('onu falta, sat_69b vencida')
    expect(sources.log().at(-1)).toContain(
      "Error [ [ 'screening unavailable: no list imported', { source: 'listas', lists: 'onu falta, sat_69b vencida' } ]",
    )
  })

  it('is asked again when the lists cannot be reached', async () => {
    const sources = start(() => Effect.fail(new StorageUnavailable({ reason: 'away' })))
    const reply = await sources.ask('listas', { id: 'ver_0/identidad' })
    expect([waitOf(reply, sources.now()), sources.told()]).toEqual([2.273, 'base_no_alcanzable'])
  })

  it('is no_disponible under a name that cannot be searched for, of which the operator is told', async () => {
    const sources = start(() => Effect.succeed({ _tag: 'nombre_ilegible' }))
    expect(await sources.ask('listas')).toEqual(unavailable)
    expect(sources.told()).toBe('nombre_ilegible')
    expect(sources.log().at(-1)).toContain("Warn [ [ 'registered name cannot be searched', { source: 'listas' } ]")
  })

  it('is no_disponible for what is no CURP, and nobody is screened', async () => {
    const sources = start(() => Effect.die('somebody was screened'))
    const nobody = { curp: 'NADIE', nombre: null, apellidoPaterno: null, apellidoMaterno: null }
    expect(await sources.ask('listas', { subject: nobody })).toEqual(unavailable)
    expect(sources.told()).toBe('sin_nombre')
  })
})
