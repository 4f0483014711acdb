import { anywhere } from './Lexicon.ts'
import { gaps } from './Scan.ts'
import type { Finder, Sequence, Word } from './Sequence.ts'

/** Finds e-mail addresses, and numbers that are announced as those of a person (contract 4.22). */

/** `juan.perez@example.com`: what may end the name of a mailbox, and a domain with its suffix. */
const mailAddress = /[a-z0-9._%+-]@[a-z0-9-][a-z0-9.-]*\.[a-z0-9-]*[a-z]{2}/i

export const holdsMailAddress = (text: string): boolean => text.includes('@') && mailAddress.test(text)

/** `rfc-VECJ880326XXX`, also in part or glued: four letters and a date, as an RFC and a CURP begin; three of a legal person. */
const registration = /(?<![a-z])(?:rfc|curp)[^a-z0-9]{0,3}[a-z&]{3,4}[^a-z0-9]?[0-9]{6}/i

/** `elector-GMVLMR80070501M100`, the voter's key on a credential: six letters, a date, where and of which sex. */
const votersKey = /(?<![a-z])(?:elector|ine|ife)[^a-z0-9]{0,3}[a-z]{6}[^a-z0-9]?[0-9]{8}[^a-z0-9]?[hm]/i

export const announcesRegistration = (text: string): boolean => registration.test(text) || votersKey.test(text)

/** Digits that make a number of what is announced. */
const leastDigits = [
  [anywhere.phone, 7],
  [anywhere.paper, 3],
  [anywhere.office, 6],
] as const
/** In a path the number of anything may follow, unless it is as long as a telephone number. */
const phoneInPath = 10
/** A series of letters, a number, and perhaps a letter: as papers are numbered, and random ids are not. */
const numberOfPaper = /^([a-z]{0,5})[0-9]+[a-z]?$/i
/** Digits behind capitals that are more than the number of a contract (`NIF523892`). */
const leastInSeries = 8
/** Letters in front of a number that belong to it (`G12345678`). */
const longestSeries = 4
/** Words and numbers that are looked at behind an announcement. */
const lookedAt = 8

const digitsOf = (text: string, { from, to }: Word): number => {
  const written = text.slice(from, to)
  return numberOfPaper.test(written) ? written.replace(/[a-z]/gi, '').length : 0
}

/** What a word announces, and in a series of capitals and a number (`NSS12345678901`) the letters. */
const announcementIn = (finder: Finder, text: string, { kind, number, from, to }: Word): number => {
  if (kind === 'word') return finder.flagsOf(number)
  const [, series] = numberOfPaper.exec(text.slice(from, to)) ?? []
  return finder.flagsOf(series === undefined ? number : finder.wordIn(text, from, from + series.length))
}

/** `pasaporte-G123`, `tel-55-1234-5678`: a word that announces a number of a person, and that number with it. */
export const announcesNumber = (finder: Finder, text: string, words: Sequence): boolean =>
  words.some((announcing, index) => {
    const flags = announcementIn(finder, text, announcing)
    const least = leastDigits.find(([kind]) => (flags & kind) !== 0)?.[1]
    if (least === undefined) return false
    let digits = digitsOf(text, announcing)
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
