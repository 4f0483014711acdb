import { DateTime, Duration, Effect, Layer, ManagedRuntime } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyRevision, keysOf } from '#adapters/lists/Keys.ts'
import * as ScreeningLayer from '#adapters/lists/Screening.ts'
import type { ListEntry, ListName } from '#domain/screening/ListEntry.ts'
import type { ListOrigin } from '#domain/screening/ListVersion.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { Lists } from '#ports/Lists.ts'
import { Screening } from '#ports/Screening.ts'
import { entryOf, on, screened, surnamesFirst } from '#tools/lists/labelled/Pair.ts'
import type { Person } from '#tools/lists/labelled/People.ts'
import { importing, nothingCleared, today } from '#tools/lists/lists.ts'

export type ListPorts = Lists | ListAdministration

const eulalia: Person = {
  nombres: 'Eulalia',
  primerApellido: 'Zúñiga',
  segundoApellido: 'Olmedo',
  born: '1980-05-17',
  sex: 'M',
}

/** Entries about Eulalia, told apart by their ids, among others. */
const about = (...ids: ReadonlyArray<string>): ReadonlyArray<ListEntry> => [
  ...ids.map((id) => entryOf(surnamesFirst(eulalia), { id, births: [on(eulalia.born)] })),
  entryOf('ROBLEDO MONTANO, Tomas', { id: 'otro', births: [on('1950-01-01')] }),
]

const settings = { required: ['ofac_sdn', 'sat_69b'], maxAge: () => Duration.days(45) } as const

/** What every storage must do with lists, memory and Postgres alike. */
export const listsSuite = (name: string, makeLayer: () => Promise<Layer.Layer<ListPorts>>): void => {
  describe(`lists: ${name}`, () => {
    let runtime: ManagedRuntime.ManagedRuntime<ListPorts | Screening, never>
    beforeEach(async () => {
      runtime = ManagedRuntime.make(
        ScreeningLayer.layer(settings).pipe(Layer.provide(nothingCleared), Layer.provideMerge(await makeLayer())),
      )
    })
    afterEach(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, ListPorts | Screening>) => runtime.runPromise(effect)
    const find = () => run(Lists.use((port) => port.find(keysOf(screened(eulalia)))))
    const found = async () => (await find()).candidates.map(({ list, entry }) => `${list} ${entry.id}`).sort()
    const changes = async (list: ListName) => {
      const { added, removed } = await run(ListAdministration.use((port) => port.changes(list)))
      return { added: added.map(({ id }) => id), removed: removed.map(({ id }) => id) }
    }
    const history = (list: ListName) => run(ListAdministration.use((port) => port.history(list)))
    const screen = (at = today) => run(Screening.use((port) => port.screen(screened(eulalia), at)))

    it('have the entries of the current version that share a key, as they were imported', async () => {
      const entries = about('uno')
      const version = await run(importing('ofac_sdn', entries))
      const counts = { entries: 2, names: 2, added: 2, removed: 0 }
      const stamps = { cutOff: '2026-02-28', importedAt: today, confirmedAt: null, origin: null, keyRevision }
      expect(version).toEqual({ list: 'ofac_sdn', ...stamps, ...counts })
      await run(importing('vigilancia', about('dos', 'tres')))
      expect(await found()).toEqual(['ofac_sdn uno', 'vigilancia dos', 'vigilancia tres'])
      const { versions, candidates } = await find()
      expect(candidates.find(({ list }) => list === 'ofac_sdn')?.entry).toEqual(entries[0])
      expect(versions.map(({ list }) => list).sort()).toEqual(['ofac_sdn', 'vigilancia'])
      expect(await run(Lists.use((port) => port.versions))).toEqual(versions)
    })

    it('keep what every version was, and of the latest two what was added and removed', async () => {
      for (const [index, cutOff] of ['2025-12-31', '2026-01-31', '2026-02-28'].entries()) {
        await run(importing('onu', about(`v${index}`), { cutOff }))
      }
      const told = (await history('onu')).map(({ cutOff, added, removed }) => [cutOff, added, removed])
      expect(told).toEqual([
        ['2026-02-28', 1, 1],
        ['2026-01-31', 1, 1],
        ['2025-12-31', 2, 0],
      ])
      expect(await found()).toEqual(['onu v2'])
      expect(await changes('onu')).toEqual({ added: ['v2'], removed: ['v1'] })
      expect(await history('vigilancia')).toEqual([])
      expect(await changes('vigilancia')).toEqual({ added: [], removed: [] })
    })

    it('keep one list apart from another', async () => {
      const origin = [{ etag: null, digest: 'ab' }]
      for (const list of ['onu', 'vigilancia'] as const) {
        await run(importing(list, about(`${list}-1`), { origin }))
        await run(importing(list, about(`${list}-2`), { origin }))
      }
      expect(await changes('onu')).toEqual({ added: ['onu-2'], removed: ['onu-1'] })
      expect(await changes('vigilancia')).toEqual({ added: ['vigilancia-2'], removed: ['vigilancia-1'] })
      expect(await run(ListAdministration.use((port) => port.confirm('vigilancia', origin, today)))).toBe(true)
      const confirmed = async (list: ListName) => (await history(list)).map(({ confirmedAt }) => confirmedAt)
      expect([await confirmed('onu'), await confirmed('vigilancia')]).toEqual([
        [null, null],
        [today, null],
      ])
    })

    it('tell first of the version that was imported last, though it be of an earlier day', async () => {
      await run(importing('onu', about('uno'), { cutOff: '2026-02-28' }))
      await run(importing('onu', about('dos'), { cutOff: '2026-01-31', force: true }))
      await run(importing('onu', about('tres'), { cutOff: '2026-02-01', force: true }))
      expect((await history('onu')).map(({ cutOff }) => cutOff)).toEqual(['2026-02-01', '2026-01-31', '2026-02-28'])
      const current = await run(Lists.use((port) => port.versions))
      expect([current, (await find()).versions].map((some) => some.map(({ cutOff }) => cutOff))).toEqual([
        ['2026-02-01'],
        ['2026-02-01'],
      ])
    })

    it('note of the current version that its publisher had nothing newer', async () => {
      await run(importing('onu', about('uno'), { cutOff: '2026-01-31' }))
      await run(importing('onu', about('dos'), { origin: [{ etag: '"uno"', digest: 'ab' }] }))
      const origin = [{ etag: '"dos"', digest: 'ab' }]
      const at = DateTime.add(today, { days: 40 })
      const confirm = (list: ListName, of: ListOrigin) =>
        run(ListAdministration.use((port) => port.confirm(list, of, at)))
      expect(await confirm('onu', origin)).toBe(true)
      const versions = (await history('onu')).map(({ confirmedAt, origin }) => ({ confirmedAt, origin }))
      expect(versions).toEqual([
        { confirmedAt: at, origin },
        { confirmedAt: null, origin: null },
      ])
      expect(await confirm('vigilancia', origin)).toBe(false)
      expect(await history('vigilancia')).toEqual([])
    })

    it.each([
      ['of other files', [{ etag: null, digest: 'cd' }]],
      ['of more files', ['ab', 'cd'].map((digest) => ({ etag: null, digest }))],
      ['that an operator imported', null],
    ])('note nothing of a version %s: it was not the one compared', async (_, imported) => {
      await run(importing('onu', about('uno'), { origin: imported }))
      const compared = [{ etag: null, digest: 'ab' }]
      expect(await run(ListAdministration.use((port) => port.confirm('onu', compared, today)))).toBe(false)
      expect(await history('onu')).toMatchObject([{ confirmedAt: null, origin: imported }])
    })

    it('tell a taxpayer of another situation as another entry, and each entry once', async () => {
      const taxpayer = entryOf('OLMEDO EULALIA', { id: 'rfc', rfc: 'OEEU800517', situation: 'presunto' })
      await run(importing('sat_69b', [taxpayer, taxpayer]))
      const version = await run(importing('sat_69b', [taxpayer, { ...taxpayer, situation: 'definitivo' }]))
      expect(version).toMatchObject({ entries: 2, added: 1, removed: 0 })
      expect(await changes('sat_69b')).toEqual({ added: ['rfc'], removed: [] })
    })

    it.each([
      ['anterior', 'an older one', about('a', 'b'), { cutOff: '2026-01-31' }],
      ['encogida', 'one of less than half the entries', about(), {}],
      ['encogida', 'an empty one', [], {}],
      ['crecida', 'one of many more entries', about(...Array.from({ length: 30 }, (_, at) => `${at}`)), {}],
      [
        'alias',
        'one of many more names',
        about('a', 'b').map((entry) => ({ ...entry, names: Array.from({ length: 9 }, () => 'UNA, Otra') })),
        {},
      ],
      ['futura', 'one of next week', about('a', 'b'), { cutOff: '2026-03-08' }],
    ])('refuse with %s %s, and keep the current one', async (reason, _, entries, changes) => {
      await run(importing('onu', about('a', 'b')))
      const refused = await run(Effect.flip(importing('onu', entries, changes)))
      expect(refused).toMatchObject({ _tag: 'ImportRefused', reason, current: { cutOff: '2026-02-28', entries: 3 } })
      expect(await found()).toEqual(['onu a', 'onu b'])
      expect(await history('onu')).toHaveLength(1)
    })

    it('take by force a version that is older or smaller, and none of the future', async () => {
      await run(importing('onu', about('a', 'b')))
      await run(importing('onu', about(), { cutOff: '2025-01-31', force: true }))
      await run(importing('onu', [], { cutOff: '2025-01-31', force: true }))
      const refused = await run(Effect.flip(importing('onu', about('a'), { cutOff: '2026-03-08', force: true })))
      expect(refused).toMatchObject({ reason: 'futura' })
      expect((await history('onu')).map(({ entries }) => entries)).toEqual([0, 1, 3])
    })

    it('find the entries of the current version by their id: one for each situation of a taxpayer', async () => {
      const taxpayer = entryOf('OLMEDO EULALIA', { id: 'rfc', rfc: 'OEEU800517', situation: 'presunto' })
      await run(importing('sat_69b', [taxpayer, { ...taxpayer, situation: 'definitivo' }, ...about('uno')]))
      await run(importing('onu', about('uno')))
      await run(importing('onu', about('dos')))
      const named = async (list: ListName, id: string) => {
        const entries = await run(ListAdministration.use((port) => port.entries(list, id)))
        return entries.map(({ id, situation }) => [id, situation])
      }
      expect((await named('sat_69b', 'rfc')).sort()).toEqual([
        ['rfc', 'definitivo'],
        ['rfc', 'presunto'],
      ])
      expect([await named('onu', 'dos'), await named('onu', 'uno'), await named('vigilancia', 'dos')]).toEqual([
        [['dos', null]],
        [],
        [],
      ])
    })

    it('refuse an empty list that was never imported', async () => {
      expect(await run(Effect.flip(importing('onu', [])))).toMatchObject({ reason: 'encogida', current: null })
    })

    it('are screened as one version each while another is imported', async () => {
      const versions = Array.from({ length: 12 }, (_, index) => Array.from({ length: 4 }, (_, at) => `${index}.${at}`))
      await run(importing('ofac_sdn', about('0.0', '0.1', '0.2', '0.3')))
      let isDone = false
      const imports = (async () => {
        for (const ids of versions) await run(importing('ofac_sdn', about(...ids)))
        isDone = true
      })()
      const seen = new Set<string>()
      while (!isDone) {
        const ids = await found()
        expect(ids).toHaveLength(4)
        const [version = '', ...others] = new Set(ids.map((id) => id.split(' ')[1]?.split('.')[0] ?? ''))
        expect(others).toEqual([])
        seen.add(version)
      }
      await imports
      expect(await found()).toEqual(['ofac_sdn 11.0', 'ofac_sdn 11.1', 'ofac_sdn 11.2', 'ofac_sdn 11.3'])
      expect(seen.size).toBeGreaterThan(0)
    })

    it('become one version or the other when two are imported at once', async () => {
      const outcomes = await Promise.all(
        ['a', 'b', 'c', 'd'].map((id) => run(Effect.result(importing('onu', about(id, `${id}2`))))),
      )
      expect(outcomes.filter(({ _tag }) => _tag === 'Success').length).toBeGreaterThan(0)
      for (const outcome of outcomes) {
        if (outcome._tag === 'Failure') expect(outcome.failure).toMatchObject({ reason: 'en_curso' })
      }
      const [one, two, ...others] = await found()
      expect(others).toEqual([])
      expect(two).toBe(`${one}2`)
    })

    describe('screening', () => {
      const taxpayer = entryOf('ZUÑIGA OLMEDO EULALIA', { id: 'rfc', rfc: 'ZUOE800517', situation: 'definitivo' })

      it('says which kinds of list match, each once', async () => {
        await run(importing('ofac_sdn', about('uno')))
        await run(importing('onu', about('uno')))
        await run(importing('vigilancia', about('uno')))
        await run(importing('sat_69b', [taxpayer, taxpayer, { ...taxpayer, situation: 'sentencia_favorable' }]))
        expect(await screen()).toMatchObject({
          _tag: 'consultada',
          findings: {
            ...{ internacionales: ['sanciones', 'vigilancia'], fiscal: ['definitivo'] },
            posibles: [],
          },
        })
      })

      it('says which kinds of list are only possible, but for those that match', async () => {
        const off = entryOf(surnamesFirst(eulalia), { id: 'off', births: [on('1980-05-18')] })
        await run(importing('ofac_sdn', [off]))
        await run(importing('onu', [off]))
        await run(importing('vigilancia', [off, ...about('uno')]))
        const others = ['definitivo', 'desvirtuado'] as const
        await run(importing('sat_69b', [{ ...taxpayer, rfc: 'ZUOE800518', situation: 'desvirtuado' }]))
        const posibles = async () => {
          const outcome = await screen()
          return outcome._tag === 'consultada' ? [outcome.findings.internacionales, outcome.findings.posibles] : outcome
        }
        expect(await posibles()).toEqual([['vigilancia'], ['sanciones']])
        await run(
          importing(
            'sat_69b',
            others.map((situation) => ({ ...taxpayer, rfc: 'ZUOE800518', situation })),
          ),
        )
        expect(await posibles()).toEqual([['vigilancia'], ['sanciones', 'fiscal']])
      })

      it.each(['presunto', 'desvirtuado', 'sentencia_favorable'] as const)(
        'finds nothing in the situation %s of the tax list, neither as a match nor as possible',
        async (situation) => {
          await run(importing('ofac_sdn', about()))
          const off = { ...taxpayer, rfc: 'ZUOE800518', situation }
          await run(importing('sat_69b', [{ ...taxpayer, situation }, off]))
          const nothing = { internacionales: [], fiscal: [], posibles: [] }
          expect(await screen()).toMatchObject({ _tag: 'consultada', findings: nothing, basis: { judged: [] } })
        },
      )

      it('says by which rules it judged, in which versions, each once and with nothing of anybody', async () => {
        const off = entryOf(surnamesFirst(eulalia), { id: 'off', births: [on('1980-05-18')] })
        await run(
          importing('ofac_sdn', [off, ...about('uno', 'dos'), entryOf('X, Y', { curps: ['ZUOE800517MVZXLL09'] })]),
        )
        await run(importing('sat_69b', [taxpayer], { cutOff: '2026-02-27' }))
        const person = { ...screened(eulalia), curp: 'ZUOE800517MVZXLL09' }
        const outcome = await run(Screening.use((port) => port.screen(person, today)))
        const name = { surnames: 'both', givenNames: 'all', slips: 0 }
        const basis = outcome._tag === 'consultada' ? outcome.basis : null
        expect(basis?.versions.toSorted((one, other) => one.list.localeCompare(other.list))).toEqual([
          { list: 'ofac_sdn', cutOff: '2026-02-28', importedAt: '2026-03-01T12:00:00.000Z' },
          { list: 'sat_69b', cutOff: '2026-02-27', importedAt: '2026-03-01T12:00:00.000Z' },
        ])
        expect(basis?.judged).toHaveLength(4)
        expect(basis?.judged).toEqual(
          expect.arrayContaining([
            { list: 'ofac_sdn', verdict: 'match', rule: 'day', birth: 'exact', name },
            { list: 'ofac_sdn', verdict: 'match', rule: 'curp', birth: 'unknown', name: null },
            { list: 'sat_69b', verdict: 'match', rule: 'day', birth: 'exact', name },
            { list: 'ofac_sdn', verdict: 'possible', rule: 'date_off', birth: 'off', name },
          ]),
        )
        expect(JSON.stringify(outcome)).not.toMatch(/ZUOE|EULALIA|ZUNIGA|1980|uno/i)
      })

      it('finds nothing where nobody matches', async () => {
        await run(importing('ofac_sdn', about()))
        await run(importing('sat_69b', [{ ...taxpayer, names: ['ZUÑIGA OLMEDO EULOGIA'] }]))
        const consultadas = ['sanciones', 'fiscal']
        const nothing = { internacionales: [], fiscal: [], posibles: [], consultadas }
        expect(await screen()).toMatchObject({ _tag: 'consultada', findings: nothing, basis: { judged: [] } })
      })

      it('is no_disponible where no list is loaded, even if none is required', async () => {
        const required = Screening.use((port) => port.screen(screened(eulalia), today))
        const optional = ScreeningLayer.layer({ required: [], maxAge: () => Duration.days(45) })
        const outcome = await run(Effect.provide(required, Layer.provide(optional, nothingCleared)))
        expect(outcome).toEqual({ _tag: 'no_disponible', lists: [] })
      })

      it('is no_disponible without a list that is required, and when it is past its age', async () => {
        await run(importing('ofac_sdn', about('uno')))
        expect(await screen()).toEqual({ _tag: 'no_disponible', lists: [{ list: 'sat_69b', because: 'falta' }] })
        await run(importing('sat_69b', [taxpayer]))
        const cutOff = DateTime.makeUnsafe('2026-02-28T00:00:00Z')
        const age = (millis: number) => DateTime.add(cutOff, { days: 45, milliseconds: millis })
        expect(await screen(age(0))).toMatchObject({ _tag: 'consultada' })
        expect(await screen(age(1))).toEqual({
          _tag: 'no_disponible',
          lists: [
            { list: 'ofac_sdn', because: 'vencida' },
            { list: 'sat_69b', because: 'vencida' },
          ],
        })
      })

      it('is no_disponible when a list is past its age that need not be there', async () => {
        await run(importing('ofac_sdn', about('uno')))
        await run(importing('sat_69b', [taxpayer]))
        await run(importing('vigilancia', about('uno'), { cutOff: '2020-01-01' }))
        expect(await screen()).toEqual({
          _tag: 'no_disponible',
          lists: [{ list: 'vigilancia', because: 'vencida' }],
        })
      })

      it.each([{ nombres: '王' }, { primerApellido: 'Иванов' }, { segundoApellido: '-' }])(
        'clears nobody whose name it cannot read: %o',
        async (part) => {
          await run(importing('ofac_sdn', about()))
          await run(importing('sat_69b', [taxpayer]))
          const person = screened(eulalia)
          const illegible = { ...person, name: { ...person.name, ...part } }
          expect(await run(Screening.use((port) => port.screen(illegible, today)))).toEqual({ _tag: 'nombre_ilegible' })
        },
      )

      it('is no_disponible while a list is keyed by the rules of another program', async () => {
        await run(importing('ofac_sdn', about('uno'), { keyRevision: keyRevision - 1 }))
        await run(importing('sat_69b', [taxpayer]))
        expect(await screen()).toEqual({
          _tag: 'no_disponible',
          lists: [{ list: 'ofac_sdn', because: 'otras_claves' }],
        })
      })

      it('explains matches first, and why others are none', async () => {
        await run(importing('sat_69b', [taxpayer]))
        await run(
          importing('ofac_sdn', [
            entryOf('ZUNIGA OLMEDO, Eulalia', { id: 'hombre', births: [on(eulalia.born)], sex: 'H' }),
            ...about('uno'),
          ]),
        )
        const day = { rule: 'day', verdict: 'match' }
        const { outcome, judgements } = await run(Screening.use((port) => port.explain(screened(eulalia), today)))
        expect(outcome).toMatchObject({ _tag: 'consultada' })
        expect(judgements).toMatchObject([
          { judged: day, birth: 'exact', agreement: { surnames: 'both', givenNames: 'all', slips: 0 } },
          { judged: day },
          { judged: null, entry: { id: 'hombre' }, disqualifications: ['sex'] },
        ])
      })
    })
  })
}
