import { describe, expect, it } from 'vitest'
import { countryOfPlace, mexicanStates } from '#adapters/lists/formats/Countries.ts'
import { factsOf, sexes } from '#adapters/lists/formats/Ofac.ts'
import * as Words from '#adapters/lists/NameTokens.ts'
import * as Romanised from '#adapters/lists/PhoneticName.ts'
import * as NameWords from '#domain/person/NameWords.ts'
import * as Sound from '#domain/person/PhoneticKey.ts'
import { needless, themselves } from '#test/support/rows.ts'

const written = (text: string) => Words.nameTokens(text).map(({ bare, glued }) => `${bare} ${glued}`)

describe('every row is needed', () => {
  it('of the particles that go before a name', () => {
    const examples = themselves('DE DEL LA LAS LOS EL Y DA DAS DO DOS DI VAN VON DER DEN AL BIN BEN IBN')
    const isGlued = (particle: string) => `${written(`${particle} Cruz`)}` === `CRUZ ${particle}CRUZ`
    expect(needless(NameWords.particles, examples, isGlued)).toEqual([])
  })

  it('of the titles', () => {
    const examples = themselves(`
      DR DRA LIC ING ARQ PROF MTRO MTRA SR SRA GRAL CMDTE JR VDA VIUDA COLONEL GENERAL HAJI HAJJI MULLAH MAULANA MAULAVI
      QARI SHEIKH
    `)
    expect(needless(NameWords.titles, examples, (title) => `${written(`${title} Cruz`)}` === 'CRUZ CRUZ')).toEqual([])
  })

  it('of the abbreviations of names', () => {
    const examples = {
      MA: ['Ma', 'MARIA'],
      FCO: ['Fco', 'FRANCISCO'],
      GPE: ['Gpe', 'GUADALUPE'],
      STA: ['Sta', 'SANTA'],
      HDZ: ['Hdz', 'HERNANDEZ'],
      HDEZ: ['Hdez', 'HERNANDEZ'],
      MTZ: ['Mtz', 'MARTINEZ'],
      RDZ: ['Rdz', 'RODRIGUEZ'],
      GLEZ: ['Glez', 'GONZALEZ'],
      GZZ: ['Gzz', 'GONZALEZ'],
      FDZ: ['Fdz', 'FERNANDEZ'],
    } as const
    const isWrittenOut = ([short, long]: readonly [string, string]) => `${written(short)}` === `${long} ${long}`
    expect(needless(NameWords.abbreviations, examples, isWrittenOut)).toEqual([])
  })

  it('of the letters that are more than one with an accent', () => {
    const examples = {
      Ł: ['Łuz', 'LUZ'],
      Ø: ['Øle', 'OLE'],
      Đ: ['Đan', 'DAN'],
      Æ: ['Æle', 'AELE'],
      Œ: ['Œle', 'OELE'],
    } as const
    const isOurs = ([name, ours]: readonly [string, string]) => `${written(name)}` === `${ours} ${ours}`
    expect(needless(NameWords.foreignLetters, examples, isOurs)).toEqual([])
  })

  it('of the rules of sound', () => {
    const examples = [
      ['YAZMIN', 'JAZMIN'],
      ['JOSEPH', 'JOSEF'],
      ['CHRISTIAN', 'KRISTIAN'],
      ['CHAVEZ', 'cABES'],
      ['HERNAN', 'ERNAN'],
      ['QUINTERO', 'KINTERO'],
      ['GUERRA', 'gERA'],
      ['CISNEROS', 'SISNEROS'],
      ['GIMENEZ', 'JIMENEZ'],
      ['AGUILAR', 'AGILAR'],
      ['FELIX', 'FELIS'],
      ['MEXIA', 'MEJIA'],
      ['CANO', 'KANO'],
      ['GONZALO', 'GONSALO'],
      ['VELA', 'BELA'],
      ['MICHELLE', 'MICHEL'],
      ['VALLE', 'VAYE'],
      ['AYALA', 'AIALA'],
      ['LESLIE', 'LESLI'],
      ['GEOVANI', 'JOVANI'],
      ['SPINOSA', 'ESPINOSA'],
      ['MUNIOZ', 'MUNOZ'],
    ] as const
    const soundsAlike = ([one, other]: readonly [string, string]) =>
      [other, Sound.phoneticKey(other)].includes(Sound.phoneticKey(one))
    expect(needless(Sound.rules, examples, soundsAlike)).toEqual([])
  })

  it('of the rules of names from other alphabets', () => {
    const examples = [
      ['YUSUF', 'USUF'],
      ['KHALED', 'JALED'],
      ['PHARIS', 'FARIS'],
      ['SHARIF', 'CHARIF'],
      ['ABDHUL', 'ABDUL'],
      ['GUERMAN', 'GERMAN'],
      ['ALEXEI', 'ALEKSEI'],
      ['QASIM', 'KASIM'],
      ['WLADIMIR', 'VLADIMIR'],
      ['ABDULLAH', 'ABDULLA'],
    ] as const
    const agree = ([one, other]: readonly [string, string]) => Romanised.romanised(one) === Romanised.romanised(other)
    expect(needless(Romanised.rules, examples, agree)).toEqual([])
  })

  it('of the states of Mexico', () => {
    const examples = Object.fromEntries(
      `aguascalientes|baja california|baja california norte|baja california sur|campeche|chiapas|chihuahua|coahuila
      |coahuila de zaragoza|colima|distrito federal|durango|guanajuato|guerrero|hidalgo|jalisco|michoacan
      |michoacan de ocampo|morelos|nayarit|nuevo leon|oaxaca|puebla|queretaro|quintana roo|san luis potosi|sinaloa|sonora
      |tabasco|tamaulipas|tlaxcala|veracruz|veracruz de ignacio de la llave|yucatan|zacatecas`
        .split('|')
        .map((name) => [name.trim(), `Xalapa, ${name.trim()}`]),
    )
    expect(needless(mexicanStates, examples, (place) => countryOfPlace(place) === 'Mexico')).toEqual([])
  })

  it('of the words for the sexes', () => {
    const examples = {
      Male: ['Gender Male.', 'H'],
      Female: ['Gender Female.', 'M'],
      H: ['C.U.R.P. LIMP900101HDFRRS03 (Mexico).', 'H'],
      M: ['C.U.R.P. LIMP900101MDFRRS03 (Mexico).', 'M'],
    } as const
    const says = ([remark, sex]: readonly [string, string]) => factsOf(remark).sex === sex
    expect(needless(sexes, examples, says)).toEqual([])
  })
})
