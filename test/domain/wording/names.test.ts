import { describe, expect, it } from 'vitest'
import { disclosedBy, searchFor } from '#domain/wording/OpaqueText.ts'
import { readingOf } from '#domain/wording/Tokens.ts'
import { wordingOf } from '#domain/wording/Wording.ts'
import { givenNames, surnames } from './corpus/names.ts'
import { partnersTexts } from './partners.corpus.ts'

const curp = 'XEXX010101HNEXXXA4'
const texts = partnersTexts()
const read = texts.map((text) => {
  const reading = readingOf(text)
  return { text, reading, wording: wordingOf(reading) }
})

/** One in five, of every kind. */
const some = read.filter((_, index) => index % 5 === 0)

const letters = (text: string): string => decodeURIComponent(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

describe('ten thousand texts of partners and the 500 commonest names of Mexico', () => {
  it('are as many, few of them twice', () => {
    expect([givenNames.length, new Set(givenNames).size, surnames.length, new Set(surnames).size]).toEqual([
      250, 250, 250, 250,
    ])
    expect(texts.length).toBe(10_000)
    expect(new Set(texts).size).toBeGreaterThan(9_900)
  })

  it('say nothing of a person by themselves: no peticion_invalida and no vocabulario_no_permitido', () => {
    const isNamedIn = searchFor([])
    const refused = read.filter(
      ({ reading, wording }) => wording.rates || disclosedBy(reading, wording, { curp, isNamedIn }) !== null,
    )
    expect(refused.map(({ text }) => text)).toEqual([])
  })

  it('are refused to nobody for one name that they share', () => {
    const refused: Array<string> = []
    for (const name of new Set([...givenNames, ...surnames])) {
      const isNamedIn = searchFor([name, 'Xochiquetzalli'])
      for (const { text, reading } of some) if (isNamedIn(reading)) refused.push(`${name}: ${text}`)
    }
    expect(refused).toEqual([])
  })

  it('are refused for a full name only', () => {
    const wrong: Array<string> = []
    let checked = 0
    read.forEach(({ text, reading }, index) => {
      const said = letters(text)
      for (let other = 0; other < 2; other++) {
        const given = givenNames[(index + 10 * other) % 250] ?? ''
        const first = surnames[(index * 7 + 13 * other) % 250] ?? ''
        const second = surnames[(index * 11 + 29 * other) % 250] ?? ''
        const named = new Set([given, first, second].map(letters).filter((name) => said.includes(name)))
        if (searchFor([given, first, second])(reading) && named.size < 2)
          wrong.push(`${given} ${first} ${second}: ${text}`)
        checked += 1
      }
    })
    expect(checked).toBe(20_000)
    expect(wrong).toEqual([])
  })
})
