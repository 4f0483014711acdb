import { anywhere } from './Lexicon.ts'
import { gaps } from './Scan.ts'
import type { Finder, Sequence, Word } from './Sequence.ts'

/** Finds e-mail addresses, and numbers that are announced as those of a person (contract 4.22). */

const isDigitAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

const isAlphanumeric = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)

/** What may stand at the end of the name of a mailbox, beside letters and digits. */
const ofMailbox = '._%+-'
const shortestSuffix = 2

/** Whether these letters, digits and hyphens are followed by a dot and the suffix of a domain. */
const isDomain = (text: string, from: number): boolean => {
  let letters = 0
  let hasDot = false
  for (let next = from; next < text.length; next++) {
    const code = text.charCodeAt(next)
    const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
    if (text.charAt(next) === '.') {
      if (next === from || (hasDot && letters >= shortestSuffix)) return hasDot
      hasDot = true
      letters = 0
    } else if (isAlphanumeric(code) || text.charAt(next) === '-') letters = isLetter ? letters + 1 : 0
    else break
    if (hasDot && letters >= shortestSuffix) return true
  }
  return false
}

/** `juan.perez@example.com`: what stands before the sign, and a domain behind it. */
export const holdsMailAddress = (text: string): boolean => {
  for (let sign = text.indexOf('@'); sign !== -1; sign = text.indexOf('@', sign + 1)) {
    const before = text.charCodeAt(sign - 1)
    const hasMailbox = sign > 0 && (isAlphanumeric(before) || ofMailbox.includes(text.charAt(sign - 1)))
    if (hasMailbox && isDomain(text, sign + 1)) return true
  }
  return false
}

/** Four letters and a date, as an RFC and a CURP begin; three of a legal person. */
const beginning = /^[^a-z0-9]{0,3}[a-z&]{3,4}[^a-z0-9]?[0-9]{6}/
/** Of what is looked at behind the announcement. */
const beginningLength = 16

/** `rfc-VECJ880326XXX`, also in part or glued. */
export const announcesRegistration = (text: string): boolean => {
  const lower = text.toLowerCase()
  for (const name of ['rfc', 'curp']) {
    for (let found = lower.indexOf(name); found !== -1; found = lower.indexOf(name, found + 1)) {
      const behind = found + name.length
      const before = lower.charCodeAt(found - 1)
      const isWord = found === 0 || before < 0x61 || before > 0x7a
      if (isWord && beginning.test(lower.slice(behind, behind + beginningLength))) return true
    }
  }
  return false
}

/** Digits that make a number of what is announced. */
const leastDigits = [
  [anywhere.phone, 7],
  [anywhere.paper, 3],
  [anywhere.office, 6],
] as const
/** In a path the number of anything may follow, unless it is as long as a telephone number. */
const phoneInPath = 10
/** A series of letters, a number, and perhaps a letter: as papers are numbered, and random ids are not. */
const numberOfPaper = /^[a-z]{0,5}[0-9]+[a-z]?$/i
/** Digits behind capitals that are more than the number of a contract (`NIF523892`). */
const leastInSeries = 8
/** Letters in front of a number that belong to it (`G12345678`). */
const longestSeries = 4
/** Words and numbers that are looked at behind an announcement. */
const lookedAt = 8

const digitsOf = (text: string, { kind, from, to }: Word): number => {
  const written = text.slice(from, to)
  return kind === 'number' || numberOfPaper.test(written) ? written.replace(/[a-z]/gi, '').length : 0
}

/** What a word announces, and in a series of capitals and a number (`NSS12345678901`) the letters. */
const announcementIn = (finder: Finder, text: string, { kind, number, from, to }: Word): number => {
  if (kind === 'word' || kind === 'number' || !numberOfPaper.test(text.slice(from, to))) return finder.flagsOf(number)
  let end = from
  while (end < to && !isDigitAt(text, end)) end += 1
  return finder.flagsOf(finder.wordIn(text, from, end))
}

/** `pasaporte-G123`, `tel-55-1234-5678`: a word that announces a number of a person, and that number with it. */
export const announcesNumber = (finder: Finder, text: string, words: Sequence): boolean =>
  words.some((announcing, index) => {
    const flags = announcementIn(finder, text, announcing)
    const [, least] = leastDigits.find(([kind]) => (flags & kind) !== 0) ?? []
    if (least === undefined) return false
    let digits = announcing.kind === 'word' ? 0 : digitsOf(text, announcing)
    if (digits >= leastInSeries) return true
    let isInPath = false
    for (const word of words.slice(index + 1, index + 1 + lookedAt)) {
      isInPath ||= word.gap === gaps.slash
      if (word.gap === gaps.parameter || (isInPath && (flags & anywhere.phone) === 0)) return false
      const isFiller = (finder.flagsOf(word.number) & (anywhere.particle | anywhere.record)) !== 0
      if (word.kind === 'word' && !isFiller && word.to - word.from > longestSeries) return false
      digits += digitsOf(text, word)
      if (digits >= (isInPath ? phoneInPath : least)) return true
    }
    return false
  })
