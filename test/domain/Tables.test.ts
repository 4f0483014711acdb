import { DateTime } from 'effect'
import { describe, expect, it } from 'vitest'
import { parse } from '#domain/delivery/WebhookUrl.ts'
import { wellKnownPorts } from '#domain/delivery/WellKnownPorts.ts'
import * as NameLetters from '#domain/person/NameLetters.ts'
import { mayBeEmpty, refusalOf } from '#domain/screening/ListVersion.ts'
import { judgedBy, type NameEvidence, table } from '#domain/screening/Rules.ts'
import type { Birth } from '#domain/screening/Screening.ts'
import { needless, themselves } from '#test/support/rows.ts'

describe('every row is needed', () => {
  it('of the particles and first names that a CURP passes over', () => {
    const lettersOf = (primerApellido: string, nombres: string) =>
      NameLetters.lettersOf({ nombres, primerApellido, segundoApellido: 'RUIZ' })
    const particles = themselves('DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LOS MAC MC VAN VON Y')
    expect(needless(NameLetters.particles, particles, (one) => lettersOf(`${one} CRUZ`, 'ANA') === 'CURA')).toEqual([])
    const companions = themselves('MARIA MA M JOSE J')
    expect(needless(NameLetters.companions, companions, (one) => lettersOf('CRUZ', `${one} LUZ`) === 'CURL')).toEqual(
      [],
    )
  })

  it('of the rules by which people are found in lists', () => {
    type Example = readonly [NameEvidence['surnames'], NameEvidence['givenNames'], slips: number, Birth, rule: string]
    const examples: ReadonlyArray<Example> = [
      ['both', 'some', 2, 'exact', 'day match'],
      ['only', 'some', 2, 'exact', 'day match'],
      ['swapped', 'some', 0, 'exact', 'day_swapped match'],
      ['one', 'all', 0, 'exact', 'day_one_surname match'],
      ['anywhere', 'all', 1, 'exact', 'day_all_words match'],
      ['both', 'all', 1, 'near', 'name match'],
      ['only', 'all', 0, 'near', 'year match'],
      ['both', 'all', 0, 'off', 'date_off possible'],
      ['both', 'some', 0, 'swapped', 'year_some_names possible'],
      ['both', 'all', 1, 'unknown', 'undated possible'],
      ['only', 'all', 0, 'wide', 'one_surname possible'],
    ]
    const holds = ([surnames, givenNames, slips, birth, expected]: Example) => {
      const judged = judgedBy({ surnames, givenNames, slips }, birth)
      return judged !== null && `${judged.rule} ${judged.verdict}` === expected
    }
    expect(needless(table, examples, holds)).toEqual([])
  })

  it('of the lists that may be empty', () => {
    const importedAt = DateTime.makeUnsafe('2026-03-01T12:00:00Z')
    const isTaken = (list: 'sat_69b_bis') =>
      refusalOf({ list, cutOff: '2026-02-01', importedAt, entries: 0, names: 0 }, null, false) === null
    expect(needless(mayBeEmpty, { sat_69b_bis: 'sat_69b_bis' as const }, isTaken)).toEqual([])
  })

  it('of the ports to which no webhook goes', () => {
    const examples = themselves(`
      1080 1433 1434 1521 1883 2049 2181 2375 2376 2379 2380 2525 3128 3260 3306 3389 4222 4369 5060 5061 5222 5269 5432
      5433 5671 5672 5900 5984 5985 5986 6379 6380 6432 6443 6667 6697 7000 7001 7199 7474 7687 8086 8123 8200 8300 8500
      8529 8883 9042 9092 9160 9200 9300 10250 11211 15672 26257 27017 27018 27019 28015
    `)
    expect(needless(wellKnownPorts, examples, (port) => parse(`https://a.mx:${port}/`)._tag === 'None')).toEqual([])
  })
})
