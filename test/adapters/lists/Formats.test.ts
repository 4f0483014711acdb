import { readFileSync } from 'node:fs'
import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
import { anyTime } from '#adapters/lists/formats/Dates.ts'
import { type ListContents, readList } from '#adapters/lists/ListFiles.ts'
import { listFileBytes, listRows } from '#domain/Limits.ts'
import type { ListName } from '#domain/screening/ListEntry.ts'

const fixture = (name: string): Uint8Array => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const read = (list: ListName, main: Uint8Array, others: Partial<ListContents> = {}) =>
  readList(list, { main, aliases: null, addresses: null, ...others })
const contentOf = (list: ListName, name: string, others: Partial<ListContents> = {}) =>
  Result.getOrThrow(read(list, fixture(name), others))
const refusalOf = (list: ListName, main: Uint8Array, others: Partial<ListContents> = {}): string =>
  Result.match(read(list, main, others), { onSuccess: () => 'taken', onFailure: ({ reason }) => reason })

const base = { births: [], sex: null, foreign: false, curps: [], rfc: null, situation: null }

describe('files of OFAC', () => {
  const others = { aliases: fixture('alt.csv'), addresses: fixture('add.csv') }
  const sdn = contentOf('ofac_sdn', 'sdn.csv', others)
  const entry = (id: string) => sdn.entries.find((one) => one.id === id)

  it('give people with their aliases, dates of birth, sex and ties, and count what is left out', () => {
    expect(entry('9000002')).toEqual({
      ...base,
      id: '9000002',
      names: ['ZUNIGA OLMEDO, Eulalia', 'OLMEDO, Lala', 'ZUNIGA DE ARRIETA, Eulalia'],
      births: ['1980-05-17/1980-05-17', '1981-05-17/1981-05-17'],
      sex: 'M',
      curps: ['ZUOE800517MVZXLL09'],
    })
    expect(sdn.entries).toHaveLength(6)
    expect(sdn.leftOut).toEqual({ organisations: 1, 'of type vessel': 1, 'of type aircraft': 1 })
    expect(sdn.cutOff).toBeNull()
  })

  it('do not give weak aliases, which stand in the remarks', () => {
    expect(entry('9000004')?.names).toEqual(['DE LA FUENTE PIZARRO, Dr. Wenceslao', 'FUENTE, Wenceslao'])
  })

  it('call foreign who has nationalities and nothing that leads to Mexico, an address included', () => {
    expect(entry('9000004')?.foreign).toBe(true)
    expect(entry('9000005')?.foreign).toBe(false)
    const alone = contentOf('ofac_sdn', 'sdn.csv', { aliases: fixture('alt.csv') })
    expect(alone.entries.find(({ id }) => id === '9000005')?.foreign).toBe(true)
  })

  const individual = (remarks: string) => {
    const row = `1,"PRUEBA FINGIDA, Nadie","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"`
    return Result.getOrThrow(read('ofac_sdn', bytes(row), { aliases: bytes('') })).entries[0]
  }

  it.each([
    [true, 'Cedula No. 1234567 (Colombia).'],
    [true, 'DOB 1970; POB Colombia.'],
    [true, 'POB Cali, Valle, Colombia; alt. Cedula No. 12 (Ecuador)'],
    [true, 'Passport X1 (Spain) issued 01 Jan 2001 expires 01 Jan 2011.'],
    [true, 'POB Albuquerque, New Mexico, United States.'],
    [false, ''],
    [false, 'POB Valle.'],
    [false, "SSN 000-00-0000 (United States); Driver's License No. 1 (United States)."],
    [false, 'Linked To: EMPRESA DE PRUEBA (Colombia).'],
    [false, 'POB Jalisco Mexico; nationality Spain.'],
    [false, 'POB Tecpan de Galeana,Guerrero; Passport X1 (Spain).'],
    [false, 'nationality Colombia; Credencial electoral 103624690069 (Mexico).'],
    [false, 'POB Cali, Colombia; Cedula No. 12 (Mexico).'],
  ])('call foreign (%s) who has remarks as: %s', (foreign, remarks) => {
    expect(individual(remarks)?.foreign).toBe(foreign)
  })

  it('give every CURP in the official form, and its birth date beside the one that is told', () => {
    const told = 'DOB 17 May 1981; C.U.R.P. ZUOE800517MVZXLL09 (Mexico); alt. C.U.R.P. ZUOE800517MVZXLL17 (Mexico)'
    expect(individual(`${told}; alt. C.U.R.P. ZUOE80517MVZXLL09 (Mexico); alt. C.U.R.P. # (Mexico).`)).toMatchObject({
      curps: ['ZUOE800517MVZXLL09', 'ZUOE800517MVZXLL17'],
      births: ['1981-05-17/1981-05-17', '1980-05-17/1980-05-17'],
    })
  })

  it('let a birth date that cannot be read be any, so that another one beside it rules nobody out', () => {
    expect(individual('DOB 01 Muharram 1400; alt. DOB 1980.')?.births).toEqual([anyTime, '1980-01-01/1980-12-31'])
  })

  it('give a date of birth as the days that it may mean, and none for one that says nothing', () => {
    expect(entry('9000004')?.births).toEqual(['1953-01-01/1957-12-31'])
    expect(entry('9000005')?.births).toEqual(['1962-08-01/1962-08-31'])
    expect(entry('9000006')?.births).toEqual([
      '1970-01-01/1972-12-31',
      '1946-01-01/1948-12-31',
      '1950-01-01/1951-12-31',
    ])
    expect(entry('9000008')?.births).toEqual([])
    expect(entry('9000009')).toEqual({ ...base, id: '9000009', names: ['SIN NADA, Nadie'] })
  })

  it('give quotes within a name as they are meant', () => {
    expect(entry('9000006')?.names).toEqual(['QUIMERA "LA DOBLE" SOSA, Restituta'])
  })

  it('are read in UTF-8 and in Windows-1252, each file on its own', () => {
    const consolidated = contentOf('ofac_consolidada', 'cons_prim.csv', { aliases: fixture('cons_alt.csv') })
    expect(consolidated.entries).toEqual([
      {
        ...base,
        id: '9100001',
        names: ['MUÑOZ FINGIDO, Petra', 'MUÑOZ, Petra'],
        births: ['1964-02-29/1964-02-29'],
        sex: 'M',
      },
    ])
  })

  const cut = (content: Uint8Array): Uint8Array => content.slice(0, content.lastIndexOf(0x1a))
  const doubtsOf = (main: Uint8Array, files: Partial<ListContents>) =>
    Result.getOrThrow(read('ofac_sdn', main, files)).doubts

  it('leave no doubt when they belong together, and are known to be whole by the sign of old at their ends', () => {
    expect(sdn).toMatchObject({ doubts: [], isClosed: true })
    const all = { aliases: cut(others.aliases), addresses: cut(others.addresses) }
    expect(Result.getOrThrow(read('ofac_sdn', cut(fixture('sdn.csv')), all))).toMatchObject({
      doubts: [],
      isClosed: false,
    })
  })

  it('raise a doubt when aliases or addresses are those of another list, or the main file is cut off at the end of a row', () => {
    const consolidated = fixture('cons_prim.csv')
    expect(doubtsOf(consolidated, others)).toEqual([
      expect.stringContaining('The file of aliases has 4 of 4 rows without an entry in the main file'),
      expect.stringContaining('The file of addresses has 9 of 9 rows without an entry'),
    ])
    const lines = new TextDecoder().decode(fixture('sdn.csv')).split('\n')
    expect(doubtsOf(bytes(`${lines.slice(0, 3).join('\n')}\n\u001a`), others)).toEqual([
      expect.stringContaining('The file of aliases has 1 of 4 rows'),
      expect.stringContaining('The file of addresses has 6 of 9 rows'),
    ])
  })

  const row = (id: number, programme = 'PRUEBA') =>
    `${id},"PRUEBA, Nadie","individual","${programme}",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- `
  const alias = (id: number) => `${id},${id},"aka","FINGIDO, Nadie",-0- `
  const address = (id: number) => `${id},${id},-0- ,-0- ,-0- ,-0- `
  const upTo = (count: number, line: (id: number) => string, step = 1) =>
    bytes(Array.from({ length: count }, (_, index) => line(index * step + 1)).join('\n'))

  it('raise a doubt when one is cut off at the end of a row, and no sign is at the end of any', () => {
    const whole = { aliases: upTo(150, alias, 2), addresses: upTo(300, address) }
    expect(doubtsOf(upTo(300, row), whole)).toEqual([])
    expect(doubtsOf(upTo(298, row), whole)).toEqual([
      'The main file ends with entry 298, and the file of aliases goes on: the main file was cut off.',
      'The main file ends with entry 298, and the file of addresses goes on: the main file was cut off.',
    ])
    expect(doubtsOf(upTo(300, row), { ...whole, aliases: upTo(130, alias, 2) })).toEqual([
      'The file of aliases ends with entry 259, and 41 entries follow in the main file: it was cut off.',
    ])
    expect(doubtsOf(upTo(300, row), { ...whole, addresses: upTo(290, address) })).toEqual([
      expect.stringContaining('The file of addresses has no row of 10 of 300 entries'),
    ])
  })

  it.each([
    ['ofac_consolidada', ['SDGT', 'SDNTK] [SDGT'], [expect.stringContaining('it is that list')]],
    ['ofac_sdn', ['NS-PLC', 'UKRAINE-EO13662] [CMIC-EO13959'], [expect.stringContaining('it is that list')]],
    ['ofac_sdn', ['SDGT', 'SDNTK] [SDGT'], []],
    ['ofac_consolidada', ['NS-PLC', 'UKRAINE-EO13662'], []],
  ] as const)("raise a doubt under %s when their programmes are the other list's: %s", (list, programmes, doubts) => {
    const main = bytes(programmes.map((programme, index) => row(index + 1, programme)).join('\n'))
    expect(Result.getOrThrow(read(list, main, { aliases: bytes('') })).doubts).toEqual(doubts)
  })

  it('raise a doubt when one of them lacks the sign at its end that the others have', () => {
    expect(doubtsOf(cut(fixture('sdn.csv')), others)).toEqual([
      'The main file does not end like the other files: it may have been cut off.',
    ])
    expect(doubtsOf(fixture('sdn.csv'), { ...others, aliases: cut(others.aliases) })).toEqual([
      'The file of aliases does not end like the other files: it may have been cut off.',
    ])
  })

  it.each([
    ['without aliases', fixture('sdn.csv'), {}, 'needs its file of aliases'],
    ['with another file in place of the main one', fixture('alt.csv'), others, 'has 5 columns in line 1'],
    ['with a heading', bytes('a,b,c,d,e,f,g,h,i,j,k,l\n'), others, 'no entry number in line 1'],
    [
      'that break off within quotes',
      fixture('sdn.csv').slice(0, 300),
      others,
      'is not valid CSV: csv quote not closed',
    ],
  ])('are refused %s', (_, main, files, complaint) => {
    expect(refusalOf('ofac_sdn', main, files)).toContain(complaint)
  })
})

describe('the list of the UN', () => {
  const un = contentOf('onu', 'consolidated.xml')

  it('gives people as they are named, the good aliases, and what tells them apart', () => {
    expect(un.entries).toEqual([
      {
        ...base,
        id: '9200001',
        names: ['EULALIA ZUÑIGA OLMEDO', 'OLMEDO Eulalia', "D'OLMEDO Eulalia"],
        births: ['1980-05-17/1980-05-17'],
        sex: 'M',
      },
      {
        ...base,
        id: '9200002',
        names: ['WENCESLAO DE LA FUENTE'],
        births: ['1953-01-01/1957-12-31', '1960-01-01/1962-12-31', '1950-01-01/1950-12-31'],
        foreign: true,
      },
      { ...base, id: '9200003', names: ['TIBURCIO OBREGON INVENTADO'] },
    ])
    expect(un.leftOut).toEqual({ 'without a name': 1, organisations: 1 })
  })

  const individual = (content: string) => {
    const document = `<CONSOLIDATED_LIST dateGenerated="2026-01-31T00:00:00Z"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>
      ${content}</INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`
    return Result.getOrThrow(read('onu', bytes(document))).entries[0]
  }
  const alias = (name: string, more = '') =>
    `<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${name}</ALIAS_NAME>${more}</INDIVIDUAL_ALIAS>`

  it.each([
    ['PRUEBA, FINGIDO OBREGON', ['PRUEBA FINGIDO OBREGON']],
    ['OBREGON, JR', ['OBREGON JR']],
    ['Tiburcio Fingido (birth name)', ['Tiburcio Fingido']],
    ['(Don) Tiburcio Fingido', ['Tiburcio Fingido']],
    ['Тибурсио Фингидо (Tiburcio Fingido; Tiburzio Fingido)', ['Tiburcio Fingido', 'Tiburzio Fingido']],
    ['Tiburcio Fingido (Тибурсио Фингидо)', ['Tiburcio Fingido']],
    ['Tiburcio Fingido, born 1 Jan. 1953 (passport 0123, issued 4 May 2014)', ['Tiburcio Fingido']],
    ['Tiburcio Fingido son of Wenceslao Fingido', ['Tiburcio Fingido']],
    ['(Тибурсио)', []],
  ])('gives of the alias %s what is a name, in no told order', (written, names) => {
    expect(individual(`<FIRST_NAME>NADIE</FIRST_NAME>${alias(written)}`)?.names).toEqual(['NADIE', ...names])
    if (names.length === 1) expect(individual(`<FIRST_NAME>${written}</FIRST_NAME>`)?.names).toEqual(names)
  })

  it('gives the dates of birth of notes and aliases too, and any where one cannot be read', () => {
    const births = (content: string) => individual(`<FIRST_NAME>NADIE</FIRST_NAME>${content}`)?.births
    const told = (content: string) => `<INDIVIDUAL_DATE_OF_BIRTH>${content}</INDIVIDUAL_DATE_OF_BIRTH>`
    expect(births(told('<NOTE>Nov. 1973 </NOTE>'))).toEqual(['1973-11-01/1973-11-30'])
    expect(births(told('<YEAR>1958</YEAR><NOTE>Sep.</NOTE>'))).toEqual(['1958-01-01/1958-12-31'])
    expect(births(told('<NOTE>30-35 years old</NOTE>') + told('<YEAR>1990</YEAR>'))).toEqual([
      anyTime,
      '1990-01-01/1990-12-31',
    ])
    expect(births(told('<TYPE_OF_DATE>EXACT</TYPE_OF_DATE>'))).toEqual([])
    expect(births(told('<DATE>1970-02-05</DATE>') + alias('A B', '<DATE_OF_BIRTH>1969-02-05</DATE_OF_BIRTH>'))).toEqual(
      ['1970-02-05/1970-02-05', '1969-02-05/1969-02-05'],
    )
    expect(births(alias('A B', '<NOTE>born in 1965 in Comitan, passport issued 2003</NOTE>'))).toEqual([
      '1965-01-01/1965-12-31',
    ])
    expect(births(alias('A B, born 1 Jan. 1953 (passport 0123)'))).toEqual(['1953-01-01/1953-01-01'])
    const paper =
      '<INDIVIDUAL_DOCUMENT><NOTE>made out to A B, born on 22 Aug. 1973 in Comitan</NOTE></INDIVIDUAL_DOCUMENT>'
    expect(births(paper)).toEqual(['1973-08-22/1973-08-22'])
  })

  it('calls foreign who was born elsewhere or has papers from elsewhere, and nothing of Mexico', () => {
    const foreign = (content: string) => individual(`<FIRST_NAME>NADIE</FIRST_NAME>${content}`)?.foreign
    const born = (country: string) =>
      `<INDIVIDUAL_PLACE_OF_BIRTH><COUNTRY>${country}</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>`
    const paper = '<INDIVIDUAL_DOCUMENT><ISSUING_COUNTRY>Belize</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>'
    expect([foreign(''), foreign(born('Belize')), foreign(paper)]).toEqual([false, true, true])
    expect([foreign(born('Mexico') + paper), foreign(born('Belize') + born('Mexico'))]).toEqual([false, false])
  })

  it('is complete up to the day on which it was generated', () => {
    expect(un.cutOff).toBe('2026-01-31')
  })

  const text = new TextDecoder().decode(fixture('consolidated.xml'))
  const entities = '<!DOCTYPE lolz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  it.each([
    ['that declares entities', text.replace('?>', `?>${entities}`), 'declares a document type'],
    ['that names a file', text.replace('?>', '?><!doctype x SYSTEM "file:///etc/passwd">'), 'declares a document type'],
    ['that breaks off', text.slice(0, 2_000), 'The file is cut off: <CONSOLIDATED_LIST> is not closed.'],
    ['that breaks off after an element', text.slice(0, text.indexOf('</INDIVIDUAL>') + 13), 'The file is cut off'],
    ['that is whole, with a slip', text.replace('</DATAID>', '</DATAI>'), 'is not XML'],
    ['that is no XML', 'No,RFC,Nombre', 'is not XML'],
    ['of another kind', '<SDN_LIST/>', 'is not a list of the UN'],
    ['without a date', text.replace(/ dateGenerated="[^"]*"/, ''), 'is not a list of the UN'],
    ['of a date that is none', text.replace('2026-01-31T', '2026-02-31T'), 'dateGenerated'],
    [
      'with an element in place of a text',
      text.replace('<DATAID>9200002', '<DATAID><A/>9200002'),
      'INDIVIDUAL number 2',
    ],
  ])('is refused in a file %s', (_, content, complaint) => {
    expect(refusalOf('onu', bytes(content))).toContain(complaint)
  })
})

describe("the tax authority's list", () => {
  const sat = contentOf('sat_69b', 'Listado_Completo_69-B.csv')

  it('gives people with the RFC and each of their situations, whatever blanks and case they are written in', () => {
    const entry = { ...base, rfc: 'ZUOE800517', id: 'ZUOE800517AB1', names: ['ZUÑIGA OLMEDO EULALIA'] }
    expect(sat.entries).toEqual([
      { ...entry, situation: 'definitivo' },
      { ...entry, situation: 'sentencia_favorable' },
      { ...base, id: 'OITI620803XY2', rfc: 'OITI620803', names: ['TIBURCIO OBREGÓN INVENTADO'], situation: 'presunto' },
      {
        ...base,
        id: 'FIPA580101QA9',
        rfc: 'FIPA580101',
        names: ['FICTICIO PEREA ANASTASIO'],
        situation: 'desvirtuado',
      },
      { ...base, id: 'ÑUSP700125AB3', rfc: 'ÑUSP700125', names: ['ÑUÑO SÁNCHEZ PABLO'], situation: 'presunto' },
    ])
    expect(sat.leftOut).toEqual({ organisations: 1, 'crossed out by a court': 1, 'without a name': 1 })
  })

  it('is complete up to the day that its title tells', () => {
    expect(sat.cutOff).toBe('2026-01-31')
  })

  it.each([
    'ZUÑIGA, OLMEDO EULALIA',
    'EULALIA, ZUÑIGA OLMEDO',
    'ZUÑIGA OLMEDO EULALIA (FINADA)',
    'ZUÑIGA OLMEDO EULALIA // En cumplimiento a la sentencia de fecha 25 de marzo de 2022, dictada en juicio',
  ])('gives %s as words in no told order', (name) => {
    const text = new TextDecoder('windows-1252').decode(fixture('Listado_Completo_69-B.csv'))
    const rows = text.replace(/(?<=ZUOE800517AB1,)[^,]+/, `"${name}"`)
    const [first] = Result.getOrThrow(read('sat_69b', bytes(rows))).entries
    expect(first?.names[0]?.split(' ').sort()).toEqual(['EULALIA', 'OLMEDO', 'ZUÑIGA'])
  })

  it('is read the same in UTF-8', () => {
    const text = new TextDecoder('windows-1252').decode(fixture('Listado_Completo_69-B.csv'))
    expect(Result.getOrThrow(read('sat_69b', bytes(`\ufeff${text}`)))).toEqual(sat)
  })

  it('tells no cut-off where no title does', () => {
    const rows = 'No,RFC,Nombre del Contribuyente,Situación del contribuyente\n1,ZUOE800517AB1,EULALIA,Definitivo\n'
    expect(Result.getOrThrow(read('sat_69b', bytes(rows))).cutOff).toBeNull()
  })

  const heading = 'No,RFC,Nombre del Contribuyente,Situación del contribuyente'
  const rows = (count: number, rfc: string) => Array.from({ length: count }, (_, at) => `${at},${rfc},X,Presunto`)
  it.each([
    ['without a heading', 'a,b,c\n1,2,3\n', 'has no heading'],
    ['with a heading too far below', `${'x,y\n'.repeat(12)}${heading}\n`, 'has no heading up to line 11'],
    [
      'with a fifth situation',
      `${heading}\n1,ZUOE800517AB1,X,Cancelado\n`,
      'in line 2 is not one of the four: "Cancelado"',
    ],
    [
      'with many unreadable RFCs',
      [heading, ...rows(50, 'ZUOE800517AB1'), '9,ZU,X,Presunto'].join('\n'),
      'in 1 of 52 rows',
    ],
    ['that is empty', '', 'has no heading'],
  ])('is refused in a file %s', (_, content, complaint) => {
    expect(refusalOf('sat_69b', bytes(content))).toContain(complaint)
  })

  it.each([
    [heading, []],
    [`Listado completo de contribuyentes (Artículo 69-B del CFF)\n${heading}`, []],
    [
      `Listado completo de contribuyentes (Artículo 69-B Bis del CFF)\n${heading}`,
      ['The titles of the file name article 69-B Bis: it is another list.'],
    ],
  ])('is doubted under titles of another article: %s', (head, doubts) => {
    const content = bytes(`${head}\n1,ZUOE800517AB1,X,Presunto\n`)
    expect(Result.getOrThrow(read('sat_69b', content)).doubts).toEqual(doubts)
  })

  it('of 69-B Bis is doubted under titles of the other article', () => {
    const content = bytes(`Listado completo (Artículo 69-B del CFF)\n${heading}\n1,ZUOE800517AB1,X,Presunto\n`)
    expect(Result.getOrThrow(read('sat_69b_bis', content)).doubts).toEqual([
      'The titles of the file name article 69-B, without Bis: it is another list.',
    ])
    expect(contentOf('sat_69b_bis', 'Listado_69_B_Bis_Completo.csv').doubts).toEqual([])
  })

  it.each([
    ['all of the alphabet', 1_040, (at: number) => at / 40, []],
    ['it up to S', 240, (at: number) => at / 13, [expect.stringContaining('the last begins with S')]],
    ['it up to Y', 1_100, (at: number) => at / 44, [expect.stringContaining('the last begins with Y')]],
    ['few rows of it', 190, (at: number) => at / 30, []],
    ['it in no order', 1_000, (at: number) => (at * 7) % 25, []],
  ] as const)('is doubted when it is sorted by RFC and cut off: %s', (_, count, place, doubts) => {
    const letter = (at: number) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(place(at))
    const some = Array.from({ length: count }, (_, at) => `${at},${letter(at)}UOE800517AB1,X,Presunto`)
    const content = bytes([heading, ...some].join('\n'))
    expect(Result.getOrThrow(read('sat_69b', content)).doubts).toEqual(doubts)
  })

  it('leaves out an RFC that cannot be read where nearly all can', () => {
    const content = [heading, ...rows(200, 'ZUOE800517AB1'), '9,ZUOE80-517,X,Presunto'].join('\n')
    const { entries, leftOut } = Result.getOrThrow(read('sat_69b', bytes(content)))
    expect(entries).toHaveLength(200)
    expect(leftOut).toEqual({ 'with an unreadable RFC': 1 })
  })
})

describe('a file that ends within a row', () => {
  it.each([
    ['sat_69b', 'Listado_Completo_69-B.csv', 20, '7,ÑUSP700125AB3,ÑUÑO SÁNCHEZ PABLO,Presunto,,'],
    ['reino_unido', 'UK-Sanctions-List.csv', 58, '26/01/2026,PRB0005,,,Fikt'],
    ['personas_expuestas', 'targets.simple.csv', 16, '"Q-prueba-9","Person","Petronila Fingida"'],
  ] as const)('of %s is doubted', (list, name, columns, cutOffRow) => {
    const whole = contentOf(list, name)
    expect(whole.doubts).toEqual([])
    const latin1 = list === 'sat_69b'
    const text = new TextDecoder(latin1 ? 'windows-1252' : 'utf-8').decode(fixture(name)).trimEnd()
    const { doubts } = Result.getOrThrow(read(list, bytes(`${text}\n${cutOffRow}`)))
    const cells = cutOffRow.split(',').length
    expect(doubts).toEqual([
      expect.stringMatching(
        new RegExp(`^The file ends in line \\d+ after ${cells} of ${columns} columns: it may have been cut off\\.$`),
      ),
    ])
  })
})

const heading = 'identificador,nombres,primer_apellido,segundo_apellido,nacimiento,sexo,nacionalidades,alias'

describe('the format of our own', () => {
  it('gives people as it has them', () => {
    expect(contentOf('personas_expuestas', 'personas_expuestas.csv').entries).toEqual([
      {
        ...base,
        id: 'pep-1',
        names: ['Zúñiga Olmedo, Eulalia', 'Olmedo, Lala', 'Zúñiga, Eulalia'],
        births: ['1980-05-17/1980-05-17'],
        sex: 'M',
      },
      {
        ...base,
        id: 'pep-2',
        names: ['Obregón, Tiburcio'],
        births: ['1962-01-01/1962-12-31'],
        sex: 'H',
        foreign: true,
      },
      { ...base, id: 'pep-3', names: ['De la Fuente Pizarro, María de los Ángeles'] },
    ])
  })

  it('takes a comma within a surname for a blank', () => {
    const rows = `${heading}\n1,Ana,"Paz, ","Sol,",,,,\n`
    expect(Result.getOrThrow(read('vigilancia', bytes(rows))).entries[0]?.names).toEqual(['Paz Sol, Ana'])
  })

  it.each([
    ['without its heading', '1,Ana,Paz,,,,,\n', 'The first line is not: identificador'],
    ['of nothing', '', 'The first line is not: identificador'],
    ['with a column missing', `${heading}\n1,Ana,Paz\n`, 'Line 2 has 3 columns and not 8'],
    ['with a name missing', `${heading}\n1,,Paz,,,,,\n`, 'Line 2 needs identificador, nombres and primer_apellido'],
    ['with a day that is none', `${heading}\n1,Ana,Paz,,1970-02-30,,,\n`, 'birth date in line 2'],
    ['with a sex that is none', `${heading}\n1,Ana,Paz,,,F,,\n`, 'sex in line 2'],
  ])('is refused in a file %s', (_, content, complaint) => {
    expect(refusalOf('vigilancia', bytes(content))).toContain(complaint)
  })
})

describe('files of every list', () => {
  it('are refused when they are larger than any list', () => {
    const tooLarge = new Uint8Array(listFileBytes + 1)
    expect(refusalOf('onu', tooLarge)).toContain(`more than ${listFileBytes}`)
  })

  it.each([
    ['a workbook (.xlsx)', Uint8Array.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0])],
    ['an old workbook (.xls)', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
    ['a GZIP archive', Uint8Array.from([0x1f, 0x8b, 8])],
    ['a PDF document', bytes('%PDF-1.7')],
    ['a web page', bytes('\ufeff\n<!DOCTYPE html><html><body>Mantenimiento</body></html>')],
    ['a web page', bytes('<HTML><head></head></HTML>')],
    ['JSON', bytes('{"error":"not found"}')],
  ])('are refused by name when they are %s', (kind, content) => {
    for (const list of ['onu', 'sat_69b', 'vigilancia'] as const) {
      expect(refusalOf(list, content)).toContain(`The file is ${kind}`)
    }
    expect(refusalOf('ofac_sdn', content, { aliases: bytes('') })).toContain(`The file is ${kind}`)
  })

  it('are refused when they have more rows than any list', () => {
    expect(refusalOf('vigilancia', bytes(`${heading}\n${'1,A,B,,,,,\n'.repeat(listRows)}`))).toBe(
      `The file has more than ${listRows} rows.`,
    )
  })

  it('give texts without control characters', () => {
    const rows = `${heading}\n1,"Ana\u0000\tSol",Paz,,,,,\n`
    expect(Result.getOrThrow(read('vigilancia', bytes(rows))).entries[0]?.names).toEqual(['Paz, Ana Sol'])
  })

  it('are refused when they mix encodings, which would garble the accented names', () => {
    const rows = bytes(`${heading}\n1,José,Ibáñez,,,,,\n2,Ana,Paz,,,,,\n`)
    const mixed = Uint8Array.from([...rows, ...bytes('3,Mar'), 0xed, ...bytes('a,Sol,,,,,\n')])
    expect(refusalOf('vigilancia', mixed)).toBe('The file mixes UTF-8 and Windows-1252.')
  })
})
