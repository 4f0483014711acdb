/** The people of lists as the registry would record them, if the entry has enough data. */
import { personWithoutCurp, type ScreenedPerson } from '#domain/screening/ScreenedPerson.ts'
import type { Candidate } from '#ports/Lists.ts'

const particle = /^(?:DE|DEL|LA|LAS|LOS|Y|SAN|SANTA|MC)$/i

/** Words, each with the particles before it. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let before = ''
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (particle.test(word)) before += `${word} `
    else {
      parts.push(before + word)
      before = ''
    }
  }
  return parts
}

const written = (text: string): string => text.replace(/\bMA\b\.?/gi, 'MARÍA').replace(/^J\b\.? /i, 'JOSÉ ')

/** Parses `SURNAMES, Given names`, or surnames first without a comma; null for another form. */
const nameIn = (text: string): ScreenedPerson['name'] | null => {
  const [before = '', after] = text.split(',')
  const [primerApellido, segundoApellido = null, ...rest] = partsOf(before)
  const nombres = written(after?.trim() ?? rest.join(' '))
  const isWhole = after === undefined || rest.length === 0
  if (primerApellido === undefined || nombres === '' || !isWhole) return null
  return { nombres, primerApellido, segundoApellido }
}

const bornIn = ({ births, rfc }: Candidate['entry']): string | null => {
  const [from, until] = births[0]?.split('/') ?? []
  if (rfc === null) return from !== undefined && from === until ? from : null
  const [, year = '', month = '', day = ''] = /^.{4}(\d\d)(\d\d)(\d\d)/.exec(rfc) ?? []
  return `${Number(year) < 9 ? 20 : 19}${year}-${month}-${day}`
}

/** The CURP letters that fit the RFC. For María and José, either may use the next name instead. */
const form = (rfc: string): RegExp =>
  new RegExp(`^${rfc.slice(0, 3).replaceAll('Ñ', 'X')}(?:${/[MJ]/.test(rfc.charAt(3)) ? '.' : `[${rfc.charAt(3)}MJ]`})`)

export const listedPeople = (candidates: ReadonlyArray<Candidate>) =>
  candidates.flatMap((candidate) => {
    const { entry, list } = candidate
    const [name, born] = [list === 'onu' ? null : nameIn(entry.names[0] ?? ''), bornIn(entry)]
    if (name === null || born === null) return []
    const sex = entry.sex ?? (/^(?:MAR[IÍ]A\b(?! JOS)|.*A$)/i.test(name.nombres.split(' ')[0] ?? '') ? 'M' : 'H')
    const person = personWithoutCurp({ name, born, sex, bornAbroad: entry.foreign })
    // The tax authority sometimes writes given names first, or one surname. The RFC shows the order.
    const isRead = entry.rfc === null || form(entry.rfc).test(person.letters)
    return isRead ? [{ person, candidate }] : []
  })
