import { readFileSync } from 'node:fs'
import { Result } from 'effect'
import { describe, expect, it } from 'vitest'
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

  /** As many more rows as this, of organisations, in front of the fixture. */
  const after = (rows: number, ...others: ReadonlyArray<string>) => {
    const row = (id: number) => `${id},"EMPRESA ${id}",-0- ,"SDNTK",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- `
    const more = Array.from({ length: rows }, (_, index) => row(900_000 + index))
    return bytes(`${[...more, ...others].join('\r\n')}\r\n${new TextDecoder().decode(fixture('sdn.csv'))}`)
  }
  const quoted = '899999,"EL "MENCHO", Tiburcio","individual","SDNTK",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '

  it('keep all rows but one with a quote that is not escaped, and report it', () => {
    const found = Result.getOrThrow(read('ofac_sdn', after(1_200, quoted), others))
    expect(found.entries).toEqual(sdn.entries)
    expect(found.leftOut).toMatchObject({
      'unreadable in The main file: csv invalid closing quote, line 1201': 1,
    })
  })

  it.each([
    ['more than a thousandth of the rows cannot be read', after(1_200, quoted, quoted)],
    ['the last row cannot be read', bytes(`${new TextDecoder().decode(after(1_200))}`.replace(/\u001a/, '') + quoted)],
  ])('are refused when %s', (_, main) => {
    expect(refusalOf('ofac_sdn', main, others)).toContain('is not valid CSV: csv invalid closing quote')
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

  it('is complete up to the day on which it was generated', () => {
    expect(un.cutOff).toBe('2026-01-31')
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

  it('is complete up to the day that its title tells', () => {
    expect(sat.cutOff).toBe('2026-01-31')
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

  it('of 69-B Bis is doubted under titles of the other article', () => {
    const content = bytes(`Listado completo (Artículo 69-B del CFF)\n${heading}\n1,ZUOE800517AB1,X,Presunto\n`)
    expect(Result.getOrThrow(read('sat_69b_bis', content)).doubts).toEqual([
      'The titles of the file name article 69-B, without Bis: it is another list.',
    ])
    expect(contentOf('sat_69b_bis', 'Listado_69_B_Bis_Completo.csv').doubts).toEqual([])
  })
})

describe('a file that ends within a row', () => {
  it.each([
    ['sat_69b', 'Listado_Completo_69-B.csv', 20, '7,ÑUSP700125AB3,ÑUÑO SÁNCHEZ PABLO,Presunto,,'],
    ['reino_unido', 'UK-Sanctions-List.csv', 58, '26/01/2026,PRB0005,,,Fikt'],
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
