import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
import { isForeign } from '#adapters/lists/formats/Countries.ts'
import { birthsIn, circaSpan, spanOf, yearsSpan } from '#adapters/lists/formats/Dates.ts'
import { factsOf } from '#adapters/lists/formats/Ofac.ts'
import { type ListContents, readList } from '#adapters/lists/ListFiles.ts'
import type { ListName } from '#domain/screening/ListEntry.ts'

const any = '0001-01-01/9999-12-31'
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (list: ListName, main: string, others: Partial<ListContents> = {}) =>
  Result.getOrThrow(readList(list, { main: bytes(main), aliases: null, addresses: null, ...others }))

describe('a person of the European Union', () => {
  const person = (content: string, type = 'person') =>
    read(
      'union_europea',
      `<export generationDate="2026-01-31T00:00:00Z"><sanctionEntity euReferenceNumber="EU.1.1" logicalId="1">
        <subjectType code="${type}"/>${content}</sanctionEntity></export>`,
    )
  const name = '<nameAlias wholeName="Ana Paz"/>'

  it.each([
    ['<nameAlias wholeName="Ana Paz"/>', ['Ana Paz']],
    ['<nameAlias wholeName="Ana Paz" strong=""/>', ['Ana Paz']],
    ['<nameAlias wholeName="Ana Paz" strong="true"/>', ['Ana Paz']],
    ['<nameAlias firstName="Ana" lastName="Paz" wholeName="otra"/>', ['Paz, Ana']],
    ['<nameAlias firstName="Ana" middleName="Sol" lastName="Paz Luz" wholeName="otra"/>', ['Paz Luz, Ana Sol']],
    ['<nameAlias middleName="Sol" lastName="Paz" wholeName="otra"/>', ['Paz, Sol']],
    ['<nameAlias lastName="Paz" wholeName="Ana Paz"/>', ['Ana Paz']],
    ['<nameAlias firstName="Ana" wholeName="Ana Paz"/>', ['Ana Paz']],
    ['<nameAlias wholeName="Ana Paz"/><nameAlias wholeName="Ana Paz" strong="true"/>', ['Ana Paz']],
  ])('of %s is named so', (aliases, names) => {
    expect(person(aliases).entries.map((entry) => entry.names)).toEqual([names])
  })

  it.each([
    ['birthdate="1980-05-17"', '1980-05-17/1980-05-17'],
    ['birthdate="1980-05-17" calendarType="GREGORIAN"', '1980-05-17/1980-05-17'],
    ['birthdate="1980-05-17" calendarType="ISLAMIC"', any],
    ['birthdate="1980-05-17" calendarType="JULIAN"', any],
    ['birthdate="1980-05-17" calendarType="BUDDHIST"', any],
    ['year="1980" monthOfYear="2"', '1980-02-01/1980-02-29'],
    ['year="1980" monthOfYear="12"', '1980-12-01/1980-12-31'],
    ['year="1980" monthOfYear="13"', '1980-01-01/1980-12-31'],
    ['year="1980"', '1980-01-01/1980-12-31'],
    ['year="0000"', any],
    ['year="80"', any],
    ['yearRangeFrom="1980" yearRangeTo="1982"', '1980-01-01/1982-12-31'],
    ['yearRangeFrom="1980"', '1980-01-01/1980-12-31'],
    ['yearRangeFrom="1980" yearRangeTo="0000"', '1980-01-01/1980-12-31'],
    ['circa="true" year="1980"', '1978-01-01/1982-12-31'],
    ['circa="true" birthdate="1980-05-17"', '1978-01-01/1982-12-31'],
    ['circa="true" yearRangeFrom="1980" yearRangeTo="1984"', '1978-01-01/1986-12-31'],
    ['circa="true" yearRangeFrom="1980"', '1978-01-01/1982-12-31'],
    ['circa="true"', any],
    ['circa="false" year="1980"', '1980-01-01/1980-12-31'],
    ['city="Cali"', any],
  ])('born %s may be born then', (attributes, span) => {
    expect(person(`${name}<birthdate ${attributes}/>`).entries[0]?.births).toEqual([span])
  })

  it.each([
    ['', false],
    ['<citizenship countryIso2Code="ES"/>', true],
    ['<citizenship countryIso2Code="00"/>', false],
    ['<citizenship countryIso2Code="ES"/><citizenship countryIso2Code="MX"/>', false],
    ['<birthdate year="1980" countryIso2Code="ES"/>', true],
    ['<citizenship countryIso2Code="ES"/><birthdate year="1980" countryIso2Code="MX"/>', false],
    ['<address countryIso2Code="ES"/>', false],
    ['<citizenship countryIso2Code="ES"/><address countryIso2Code="MX"/>', false],
    ['<citizenship countryIso2Code="ES"/><address countryIso2Code="ES"/>', true],
  ])('with %s is foreign: %s', (countries, foreign) => {
    expect(person(name + countries).entries[0]?.foreign).toBe(foreign)
  })

  it.each([
    ['M', 'H'],
    ['F', 'M'],
    ['', null],
    ['X', null],
  ])('of the gender %j has the sex %j', (gender, sex) => {
    expect(person(`<nameAlias wholeName="Ana Paz" gender="${gender}"/>`).entries[0]?.sex).toBe(sex)
  })

  it.each([
    ['enterprise', { organisations: 1 }],
    ['vessel', { 'of type vessel': 1 }],
  ])('is none of the type %s', (type, leftOut) => {
    expect(person(name, type)).toMatchObject({ entries: [], leftOut })
  })
})

describe('a person of the UN', () => {
  const person = (content: string) =>
    read(
      'onu',
      `<CONSOLIDATED_LIST dateGenerated="2026-01-31T00:00:00Z"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>
        <FIRST_NAME>NADIE</FIRST_NAME>${content}</INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`,
    ).entries[0]

  it.each([
    ...['Good', 'good', 'a.k.a.', 'a.k.a', 'aka', 'A.K.A.', 'f.k.a.', 'fka', 'n.k.a.', 'nka'].map(
      (quality) => [quality, ['NADIE', 'Ana Paz']] as const,
    ),
    ...['Low', '', 'weak a.k.a.'].map((quality) => [quality, ['NADIE']] as const),
  ])('has an alias of the quality %j: %j', (quality, names) => {
    const alias = `<INDIVIDUAL_ALIAS><QUALITY>${quality}</QUALITY><ALIAS_NAME>Ana Paz</ALIAS_NAME></INDIVIDUAL_ALIAS>`
    expect(person(alias)?.names).toEqual(names)
  })

  it.each([
    ['<DATE>1980-05-17</DATE>', ['1980-05-17/1980-05-17']],
    ['<DATE>1980-05-17-05:00</DATE>', ['1980-05-17/1980-05-17']],
    ['<DATE>1980-05-17</DATE><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE>', ['1978-01-01/1982-12-31']],
    ['<YEAR>1980</YEAR><TYPE_OF_DATE>Approximately</TYPE_OF_DATE>', ['1978-01-01/1982-12-31']],
    ['<YEAR>1980</YEAR><TYPE_OF_DATE>approx.</TYPE_OF_DATE>', ['1978-01-01/1982-12-31']],
    ['<FROM_YEAR>1980</FROM_YEAR><TO_YEAR>1983</TO_YEAR>', ['1980-01-01/1983-12-31']],
    ['<FROM_YEAR>1980</FROM_YEAR>', ['1980-01-01/1980-12-31']],
    ['<TO_YEAR>1983</TO_YEAR>', ['1983-01-01/1983-12-31']],
    ['<YEAR>1980</YEAR>', ['1980-01-01/1980-12-31']],
    ['<NOTE>May 1980</NOTE>', ['1980-05-01/1980-05-31']],
    ['<NOTE>in the eighties</NOTE>', [any]],
    ['<DATE>unknown</DATE>', [any]],
    ['', []],
  ])('born %s may be born then', (content, births) => {
    expect(person(`<INDIVIDUAL_DATE_OF_BIRTH>${content}</INDIVIDUAL_DATE_OF_BIRTH>`)?.births).toEqual(births)
  })

  const spanish = '<NATIONALITY><VALUE>Spain</VALUE></NATIONALITY>'
  it.each([
    [spanish, true],
    [`${spanish}<NATIONALITY><VALUE>Mexico</VALUE></NATIONALITY>`, false],
    [`${spanish}<INDIVIDUAL_ADDRESS><COUNTRY>Mexico</COUNTRY></INDIVIDUAL_ADDRESS>`, false],
    ['<INDIVIDUAL_ADDRESS><COUNTRY>Spain</COUNTRY></INDIVIDUAL_ADDRESS>', false],
    ['<INDIVIDUAL_DOCUMENT><COUNTRY_OF_ISSUE>Spain</COUNTRY_OF_ISSUE></INDIVIDUAL_DOCUMENT>', true],
    ['<INDIVIDUAL_DOCUMENT><ISSUING_COUNTRY>Spain</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>', true],
    [`${spanish}<INDIVIDUAL_DOCUMENT><COUNTRY_OF_ISSUE>Mexico</COUNTRY_OF_ISSUE></INDIVIDUAL_DOCUMENT>`, false],
    [`${spanish}<INDIVIDUAL_PLACE_OF_BIRTH><COUNTRY>Mexico</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>`, false],
  ])('with %s is foreign: %s', (countries, foreign) => {
    expect(person(countries)?.foreign).toBe(foreign)
  })

  it.each([
    ['Male', 'H'],
    ['female', 'M'],
    ['', null],
    ['Other', null],
  ])('of the gender %j has the sex %j', (gender, sex) => {
    expect(person(`<GENDER>${gender}</GENDER>`)?.sex).toBe(sex)
  })
})

describe('a person of the United Kingdom', () => {
  const columns = [
    ...['Unique ID', 'Name 6', 'Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Alias strength', 'Designation Type'],
    ...['Address Country', 'D.O.B', 'Nationality(/ies)', 'Gender', 'Country of birth'],
  ]
  type Cells = Readonly<Record<string, string>>
  const row = (cells: Cells) => {
    const all: Readonly<Record<string, string>> = {
      'Unique ID': 'P1',
      'Name 6': 'PAZ',
      'Designation Type': 'Individual',
    }
    return columns.map((column) => cells[column] ?? all[column] ?? '').join()
  }
  const list = (...rows: ReadonlyArray<Cells>) =>
    read('reino_unido', ['Report Date: 31-Jan-2026', columns.join(), ...rows.map(row)].join('\n'))
  const person = (...rows: ReadonlyArray<Cells>) => list(...rows).entries[0]

  it('has its name in all of its parts', () => {
    const parts = { 'Name 1': 'Ana', 'Name 2': 'Sol', 'Name 3': 'Luz', 'Name 4': 'Mar', 'Name 5': 'Fe' }
    expect(person(parts)?.names).toEqual(['PAZ, Ana Sol Luz Mar Fe'])
    expect(person({ 'Name 6': '', 'Name 1': 'Ana' })?.names).toEqual(['Ana'])
    expect(person({})?.names).toEqual(['PAZ'])
  })

  it.each([
    ['Low quality a.k.a', []],
    ['LOW', []],
    ['Good quality a.k.a', ['LUZ']],
    ['', ['LUZ']],
  ])('has an alias of the strength %j: %j', (strength, names) => {
    expect(person({}, { 'Name 6': 'LUZ', 'Alias strength': strength })?.names).toEqual(['PAZ', ...names])
  })

  it.each([
    ['17/05/1980', '1980-05-17/1980-05-17'],
    ['dd/05/1980', '1980-05-01/1980-05-31'],
    ['00/05/1980', '1980-05-01/1980-05-31'],
    ['dd/mm/1980', '1980-01-01/1980-12-31'],
    ['17/mm/1980', '1980-01-01/1980-12-31'],
    ['00/00/1980', '1980-01-01/1980-12-31'],
    ['31/02/1980', any],
    ['17/13/1980', any],
    ['unknown', any],
  ])('born %s may be born then', (birth, span) => {
    expect(person({ 'D.O.B': birth })?.births).toEqual([span])
  })

  it('has every value of a cell, and of all of its rows', () => {
    expect(person({ 'D.O.B': '17/05/1980|dd/mm/1982' }, { 'D.O.B': '18/05/1980' })?.births).toEqual([
      ...['1980-05-17/1980-05-17', '1982-01-01/1982-12-31', '1980-05-18/1980-05-18'],
    ])
  })

  it.each([
    [{}, false],
    [{ 'Nationality(/ies)': 'Spain' }, true],
    [{ 'Nationality(/ies)': 'Spain|Mexico' }, false],
    [{ 'Nationality(/ies)': 'Spain|France' }, true],
    [{ 'Country of birth': 'Spain' }, true],
    [{ 'Nationality(/ies)': 'Spain', 'Country of birth': 'Mexico' }, false],
    [{ 'Nationality(/ies)': 'Spain', 'Address Country': 'Mexico' }, false],
    [{ 'Address Country': 'Spain' }, false],
  ])('with %j is foreign: %s', (cells, foreign) => {
    expect(person(cells)?.foreign).toBe(foreign)
  })

  it.each([
    ['Male', 'H'],
    ['FEMALE', 'M'],
    ['', null],
  ])('of the gender %j has the sex %j', (gender, sex) => {
    expect(person({ Gender: gender })?.sex).toBe(sex)
  })

  it.each([
    ['Entity', { organisations: 1 }],
    ['Ship', { 'of type Ship': 1 }],
  ])('is none of the type %s', (type, leftOut) => {
    expect(list({ 'Designation Type': type })).toMatchObject({ entries: [], leftOut })
  })

  it('is of the day that the first title tells, above a heading within the first five lines', () => {
    const under = (...titles: ReadonlyArray<string>) => [...titles, columns.join(), row({})].join('\n')
    expect(read('reino_unido', under('Report Date: 31-Jan-2026', 'Report Date: 02-Feb-2026', 'x')).cutOff).toBe(
      '2026-01-31',
    )
    expect(read('reino_unido', under('x', 'Report Date: 2-Feb-2026')).cutOff).toBe('2026-02-02')
    expect(read('reino_unido', under('x')).cutOff).toBeNull()
    expect(read('reino_unido', under('1', '2', '3', '4', '5')).entries).toHaveLength(1)
    expect(() => read('reino_unido', under('1', '2', '3', '4', '5', '6'))).toThrow('no heading up to line 6')
  })
})

describe('files of OFAC', () => {
  const row = (id: number, programme: string) =>
    `${id},"PRUEBA, Nadie","individual","${programme}",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- `
  const doubts = (list: 'ofac_sdn' | 'ofac_consolidada', programmes: ReadonlyArray<string>, others = {}) =>
    read(list, programmes.map((programme, index) => row(index + 1, programme)).join('\n'), {
      aliases: bytes(''),
      ...others,
    }).doubts

  it.each([
    ['ofac_consolidada', 'ofac_sdn', ['SDGT', 'SDNT', 'SDNTK', 'CUBA', 'NPWMD', 'IRAQ2']],
    ['ofac_sdn', 'ofac_consolidada', ['NS-PLC', 'CMIC-EO13959']],
  ] as const)('of %s are doubted by each programme of %s, alone or among others', (list, other, programmes) => {
    for (const programme of programmes) {
      const told = [`1 of 1 entries have programmes of ${other} (${programmes.join(', ')}): it is that list.`]
      expect([programme, doubts(list, [programme])]).toEqual([programme, told])
      expect([programme, doubts(list, [`PRUEBA] [${programme}`])]).toEqual([programme, told])
      expect([programme, doubts(other, [programme])]).toEqual([programme, []])
    }
  })

  it('are doubted when more than a tenth of the entries are of such programmes', () => {
    const some = (count: number) => ['SDGT', ...Array.from({ length: count }, () => 'PRUEBA')]
    expect(doubts('ofac_consolidada', some(9))).toEqual([])
    expect(doubts('ofac_consolidada', some(8))).toHaveLength(1)
  })

  const rows = (ids: ReadonlyArray<number>, line: (id: number) => string) => bytes(ids.map(line).join('\n'))
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const alias = (id: number) => `${id},${id},"aka","FINGIDO, Nadie",-0- `
  const address = (id: number) => `${id},${id},-0- ,-0- ,-0- ,-0- `
  const main = Array.from({ length: 100 }, () => 'PRUEBA')

  it.each([
    ['one row in a hundred is of no entry', [...upTo(99), 50.5], []],
    ['more than one is', [...upTo(98), 50.5], [expect.stringContaining('has 1 of 99 rows without an entry')]],
    ['the last row is of the last entry', upTo(100), []],
    ['a row goes beyond the last entry', [...upTo(100), 101], [expect.stringContaining('the main file was cut off')]],
  ])('are doubted by their aliases when %s', (_, ids, expected) => {
    const given = ids.map((id) => (Number.isInteger(id) ? id : 0))
    expect(doubts('ofac_sdn', main, { aliases: rows(given, alias) })).toEqual(expected)
  })

  it.each([
    ['one entry in a hundred lacks its row', upTo(99), []],
    ['two do', upTo(98), [expect.stringContaining('has no row of 2 of 100 entries')]],
  ])('are doubted by their addresses when %s', (_, ids, expected) => {
    expect(doubts('ofac_sdn', main, { addresses: rows(ids, address) })).toEqual(expected)
  })

  it.each([
    ['', true],
    ['\r\n', true],
    ['\n\n\n\n\n\n\n', true],
    ['\n\n\n\n\n\n\n\n', false],
  ])('are whole with the sign of old and %j behind it: %s', (end, isClosed) => {
    expect(read('ofac_sdn', `${row(1, 'X')}\n\u001a${end}`, { aliases: bytes('\u001a') }).isClosed).toBe(isClosed)
  })

  it('take aliases from the fourth column and countries of residence from the fifth', () => {
    const person =
      '1,"PRUEBA, Nadie","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"nationality Spain; Gender Male."'
    const aliases = bytes('1,7,"fka","FINGIDO, Nadie","no alias"\n1,8,"aka",-0- ,-0- ')
    const lives = (country: string) => bytes(`1,9,"calle","ciudad","${country}","nota"`)
    const entry = (addresses: Uint8Array | null) => read('ofac_sdn', person, { aliases, addresses }).entries[0]
    expect(entry(null)).toMatchObject({ names: ['PRUEBA, Nadie', 'FINGIDO, Nadie'], foreign: true, sex: 'H' })
    expect([entry(lives('Mexico'))?.foreign, entry(lives('Spain'))?.foreign]).toEqual([false, true])
  })
})

describe('remarks of OFAC', () => {
  const born = ['1990-01-01/1990-01-01']
  it.each([
    ['citizen Spain', { countries: ['Spain'] }],
    ['alt. nationality Spain; nationality Chile', { countries: ['Spain', 'Chile'] }],
    ['DOB unknown', { births: [] }],
    ['DOB in 1990 or so', { births: [any] }],
    ['DOB 1990; alt. DOB 1991', { births: ['1990-01-01/1990-12-31', '1991-01-01/1991-12-31'] }],
    ['C.U.R.P. limp900101hdfrrs03 (Mexico)', { curps: ['LIMP900101HDFRRS03'], births: born }],
    ['C.U.R.P. LIMP900101HDFRRS03 (Mexico); DOB 01 Jan 1990', { births: born }],
  ])('%s tell %j', (remarks, facts) => {
    expect(factsOf(remarks)).toMatchObject(facts)
  })
})

describe('files of every list', () => {
  const heading = 'identificador,nombres,primer_apellido,segundo_apellido,nacimiento,sexo,nacionalidades,alias'

  it.each(['<html>', '<HTML lang="es">', '<head>', '<body>', '<!doctype html>', ' \n<!DOCTYPE HTML>'])(
    'are no web page as %s',
    (page) => {
      expect(() => read('vigilancia', page)).toThrow('The file is a web page')
    },
  )

  it('tell the line in which they are no CSV', () => {
    expect(() => read('vigilancia', `${heading}\n1,Ana,Paz,,,,,\n2,"Ana"x,Paz`)).toThrow(
      /^The file is not valid CSV: csv invalid closing quote, line 3\.$/,
    )
  })

  it('have whole letters alone', () => {
    const list = (name: string) => `<CONSOLIDATED_LIST dateGenerated="2026-01-31"><INDIVIDUALS><INDIVIDUAL>
      <DATAID>1</DATAID><FIRST_NAME>${name}</FIRST_NAME></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`
    expect(read('onu', list('Ana&#xD800;')).entries[0]?.names.every((name) => name.isWellFormed())).toBe(true)
  })

  it.each(['<!DOCTYPE a>', '<!ENTITY b "cc">', '<!entity b "cc">'])('are refused with %s', (declared) => {
    expect(() => read('onu', `${declared}<CONSOLIDATED_LIST/>`)).toThrow('declares a document type')
  })
})

describe("the tax authority's list", () => {
  const heading = 'No,RFC,Nombre del Contribuyente,Situación del contribuyente'
  const list = (rows: ReadonlyArray<string>, titles: ReadonlyArray<string> = []) =>
    read('sat_69b', [...titles, heading, ...rows].join('\n'))
  const row = (rfc: string, situation = 'Presunto') => `1,${rfc},ANA PAZ,${situation}`

  it.each([
    ['Presunto', 'presunto'],
    ['Definitivo', 'definitivo'],
    ['DEFINITIVO ', 'definitivo'],
    ['Desvirtuado', 'desvirtuado'],
    ['Sentencia Favorable', 'sentencia_favorable'],
    ['Sentencia favorable (firme)', 'sentencia_favorable'],
  ])('tells the situation %j as %s', (written, situation) => {
    expect(list([row('ZUOE800517AB1', written)]).entries.map((one) => one.situation)).toEqual([situation])
  })

  it.each([
    ['ZUOE800517AB1', 'ZUOE800517'],
    ['ZUOE-800517-AB1', 'ZUOE800517'],
    ['ZUOE 800517 AB1', 'ZUOE800517'],
    ['zuoe800517ab1', 'ZUOE800517'],
    ['ÑU&E800517AB1', 'ÑU&E800517'],
  ])('tells the RFC %s of a person as %s', (written, rfc) => {
    expect(list([row(written)]).entries.map((one) => one.rfc)).toEqual([rfc])
  })

  it.each([
    ['ABC800517AB1', { organisations: 1 }],
    ['Ñ&C800517AB1', { organisations: 1 }],
    ['XXXXXXXXXXXX', { 'crossed out by a court': 1 }],
    ['XXXXXXXXXXXXX', { 'crossed out by a court': 1 }],
  ])('leaves out %s', (rfc, leftOut) => {
    expect(list([row(rfc)])).toMatchObject({ entries: [], leftOut })
  })

  it.each([
    [98, 'is refused'],
    [99, 'is taken'],
  ])('with one unreadable RFC in %d rows beside the heading %s', (count, verdict) => {
    const rows = [...Array.from({ length: count - 1 }, () => row('ZUOE800517AB1')), row('ZU')]
    const reading = () => list(rows).leftOut
    if (verdict === 'is refused') expect(reading).toThrow(`no readable RFC in 1 of ${count + 1} rows`)
    else expect(reading()).toEqual({ 'with an unreadable RFC': 1 })
  })

  it.each([
    ['Información actualizada al 30 de septiembre de 2025', '2025-09-30'],
    ['Información actualizada al 1 de setiembre de 2025; listado', '2025-09-01'],
    ['al 31 de enero de 2026', '2026-01-31'],
    ['al 28 de febrero de 2026', '2026-02-28'],
    ['al 31 de marzo de 2026', '2026-03-31'],
    ['al 30 de abril de 2026', '2026-04-30'],
    ['al 31 de mayo de 2026', '2026-05-31'],
    ['al 30 de junio de 2026', '2026-06-30'],
    ['al 31 de julio de 2026', '2026-07-31'],
    ['al 31 de agosto de 2026', '2026-08-31'],
    ['al 31 de octubre de 2026', '2026-10-31'],
    ['al 30 de noviembre de 2026', '2026-11-30'],
    ['al 31 de diciembre de 2026', '2026-12-31'],
    ['al 31 de septiembre de 2025', null],
    ['al 31 de brumario de 2025', null],
    ['a finales de 2025', null],
  ])('is complete up to the day of its title: %s', (title, cutOff) => {
    expect(list([row('ZUOE800517AB1')], [title]).cutOff).toBe(cutOff)
  })

  it('has its heading within the first ten rows, and is doubted when its last row has fewer columns', () => {
    const titles = (count: number) => Array.from({ length: count }, (_, index) => `título ${index}`)
    expect(list([row('ZUOE800517AB1')], titles(10)).entries).toHaveLength(1)
    expect(() => list([row('ZUOE800517AB1')], titles(11))).toThrow('no heading up to line 11')
    expect(list(['1,ZUOE800517AB1,ANA PAZ,Presunto', '2,ABC800517AB1,,Presunto']).doubts).toEqual([])
    expect(read('sat_69b', `${heading},otra\n${row('ZUOE800517AB1')}`).doubts).toEqual([
      'The file ends in line 2 after 4 of 5 columns: it may have been cut off.',
    ])
  })

  it('is in no order by what a court had crossed out', () => {
    const rows = Array.from({ length: 300 }, (_, at) => row(at % 10 === 0 ? 'XXXXXXXXXXXXX' : 'SUOE800517AB1'))
    expect(list(rows).doubts).toEqual([expect.stringContaining('the last begins with S')])
  })

  const sorted = (count: number, last: string, unsorted = 0) =>
    list(
      Array.from({ length: count }, (_, at) => {
        const initial = at === count - 1 ? last : at < 2 * unsorted ? 'BA'.charAt(at % 2) : 'C'
        return row(`${initial}UOE800517AB1`)
      }),
    ).doubts.length

  it.each([
    [199, 'S', 0, 0],
    [200, 'S', 0, 1],
    [200, 'T', 0, 0],
    [999, 'Y', 0, 0],
    [1_000, 'Y', 0, 1],
    [1_000, 'Z', 0, 0],
    [300, 'S', 3, 1],
    [300, 'S', 4, 0],
  ])(
    'of %d rows of which the last begins with %s, %d of them unsorted, is doubted %d times',
    (count, last, unsorted, times) => {
      expect(sorted(count, last, unsorted)).toBe(times)
    },
  )
})

describe('the format of our own', () => {
  const heading = 'identificador,nombres,primer_apellido,segundo_apellido,nacimiento,sexo,nacionalidades,alias'
  it.each([
    [',Ana,Paz,,,,,', 'needs identificador, nombres and primer_apellido'],
    ['1,Ana,,Sol,,,,', 'needs identificador, nombres and primer_apellido'],
    ['1,Ana,Paz,,,,,,', 'has 9 columns and not 8'],
  ])('refuses %s', (row, reason) => {
    expect(() => read('vigilancia', `${heading}\n${row}`)).toThrow(reason)
  })

  it('passes over rows of blanks, and over the sign by which old programs end a text', () => {
    const rows = ['1,Ana,Paz,,,,,', ' , ,', '', '\u001a']
    for (const end of ['\n', '\r\n']) {
      expect(read('vigilancia', `\ufeff${[heading, ...rows].join(end)}`).entries).toHaveLength(1)
    }
  })
})

describe('dates in words', () => {
  it.each([
    ['05 Sep 1966', '1966-09-05/1966-09-05'],
    ['5 Sep 1966', '1966-09-05/1966-09-05'],
    ['Sept. 1966', '1966-09-01/1966-09-30'],
    ['September 1966', '1966-09-01/1966-09-30'],
    ['Feb 1966', '1966-02-01/1966-02-28'],
    ['Feb 1964', '1964-02-01/1964-02-29'],
    ['1966-09', '1966-09-01/1966-09-30'],
    ['1966-09-05', '1966-09-05/1966-09-05'],
    ['1966', '1966-01-01/1966-12-31'],
    ['1966 to 1968', '1966-01-01/1968-12-31'],
    ['1966 - 1968', '1966-01-01/1968-12-31'],
    ['1966-1968', '1966-01-01/1968-12-31'],
    ['05 Sep 1966 to 07 Oct 1967', '1966-09-05/1967-10-07'],
    ['1968 to 1966', null],
    ['circa 1966', '1964-01-01/1968-12-31'],
    ['Circa 1966', '1964-01-01/1968-12-31'],
    ['approximately 1966', '1964-01-01/1968-12-31'],
    ['approx. 1966', '1964-01-01/1968-12-31'],
    ['approx 1966', '1964-01-01/1968-12-31'],
    ['c. 1966', '1964-01-01/1968-12-31'],
    ['circa 1966-1968', '1964-01-01/1970-12-31'],
    ['31 Sep 1966', null],
    ['Brumaire 1966', null],
    ['1966-13', null],
    ['unknown', null],
  ])('%j is the days %s', (text, span) => {
    expect(spanOf(text)).toBe(span)
  })

  it.each(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].entries().toArray())(
    'month %d is %s',
    (index, name) => {
      const month = String(index + 1).padStart(2, '0')
      expect(spanOf(`10 ${name} 1966`)).toBe(`1966-${month}-10/1966-${month}-10`)
    },
  )

  it.each([
    ['born on 22 Aug. 1973 in Tapachula', ['1973-08-22/1973-08-22']],
    ['born in 1973', ['1973-01-01/1973-12-31']],
    ['born 1973', ['1973-01-01/1973-12-31']],
    ['born circa 1973', ['1971-01-01/1975-12-31']],
    ['born approximately 1973 or born 1974', ['1971-01-01/1975-12-31', '1974-01-01/1974-12-31']],
    ['issued 1973', []],
  ])('of the remark %j they are %j', (remark, spans) => {
    expect(birthsIn(remark)).toEqual(spans)
  })

  it('years have four digits, and those that are about right two years before and after', () => {
    expect([yearsSpan(7), yearsSpan(1966, 1968)]).toEqual(['0007-01-01/0007-12-31', '1966-01-01/1968-12-31'])
    expect([circaSpan(1966), circaSpan(1966, 1968)]).toEqual(['1964-01-01/1968-12-31', '1964-01-01/1970-12-31'])
  })
})

describe('somebody', () => {
  it.each<readonly [ReadonlyArray<string>, ReadonlyArray<string>, boolean]>([
    [[], [], false],
    [[], ['Spain'], false],
    [['Spain'], [], true],
    [['Spain'], ['Mexico'], false],
    [['Spain', 'México'], [], false],
    ...['MX', 'mx', 'MEX', 'Mexico', 'MÉXICO', 'Estados Unidos Mexicanos', 'Mexican'].map(
      (country) => [['Spain', country], [], false] as const,
    ),
    ...['New Mexico', 'me', 'mexo', 'mx1'].map((country) => [['Spain', country], [], country !== 'me'] as const),
  ])('of %j who lives in %j is foreign: %s', (countries, residences, foreign) => {
    expect(isForeign(countries, residences)).toBe(foreign)
  })
})
