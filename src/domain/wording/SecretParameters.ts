import { build, disguises, type Letters, letterAt, nowhere, plain, root, step } from './Automaton.ts'
import { holdsCredential } from './CredentialForms.ts'

/** Finds secrets in what follows the host of a URL (contract 4.21). */

/** What only a secret is called, whatever stands around it. */
export const stems = (
  'token passw passphrase secret contrasen credencial credential apikey jwt bearer privatekey accesskey secretkey ' +
  'accountkey sharedkey authkey signingkey masterkey claveapi clavesecreta claveprivada claveacceso llaveapi ' +
  'llavesecreta llaveprivada llaveacceso sessionkey sessionid sesionid phpsessid'
).split(' ')

/** What announces a secret as a word of its own. */
export const words =
  'auth oauth authorization autorizacion authentication autenticacion pass pwd psw sig signature firma hmac creds cred otp nip'.split(
    ' ',
  )

/** What may also be the key of a thing: it announces a secret when it is the whole name, or access stands beside it. */
export const keys = 'key keys clave claves llave llaves pin'.split(' ')
export const access = new Set(
  (
    'api app access private signing shared master client service webhook hook security encryption de acceso privada ' +
    'maestra seguridad cifrado compartida'
  ).split(' '),
)

const automaton = build([...stems, ...words, ...keys])

/** `secretaria` is an office. */
const office = 'ari'

const isLetterAt = (text: string, at: number): boolean => letterAt(plain, text, at) !== 0
const isLowerAt = (text: string, at: number): boolean => isLetterAt(text, at) && text.charCodeAt(at) >= 0x61

/** Whether a word begins or ends between two characters. */
const isBorder = (text: string, at: number): boolean =>
  !isLetterAt(text, at) || !isLetterAt(text, at - 1) || (isLowerAt(text, at - 1) && !isLowerAt(text, at))

/** Whether nothing but keys and words of access makes up a name. */
const isKeyOfAccess = (name: string): boolean =>
  (
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  ).every((part) => keys.includes(part) || access.has(part))

/** Signs between the letters of a stem do not count (`api_key`). */
const announcesAt = (text: string, start: number, from: number, to: number, letters: Letters): boolean => {
  let state = root
  let hasSigns = false
  for (let at = start; at < to; at++) {
    const letter = letterAt(letters, text, at)
    if (letter === 0) {
      hasSigns = true
      continue
    }
    state = step(automaton, state, letter)
    if (state === nowhere) return false
    const word = automaton.wordAt[state] ?? 0
    if (word === 0) continue
    if (word <= stems.length) return !text.startsWith(office, at + 1)
    const isWord = !hasSigns && isBorder(text, start) && isBorder(text, at + 1)
    if (isWord && (word <= stems.length + words.length || isKeyOfAccess(text.slice(from, to)))) return true
  }
  return false
}

const everyReading = [plain, ...disguises]

/** Whether a name announces a secret, as it stands or when its digits stand for letters. */
const announcesSecret = (text: string, from: number, to: number): boolean => {
  for (const letters of everyReading) {
    for (let start = from; start < to; start++) if (announcesAt(text, start, from, to, letters)) return true
  }
  return false
}

/** Longer than any name of a parameter. */
const longestName = 100

const equals = 0x3d
const colon = 0x3a
const quote = 0x22
/** What stands before the name of a parameter, or of a member of JSON in the value of one. */
const beforeName = new Set([...'/?&;#=,"'].map((sign) => sign.charCodeAt(0)))
/** What stands behind a parameter without value. */
const behindNothing = new Set([...'&;#'].map((sign) => sign.charCodeAt(0)))

/** Names are followed by `=`, and in JSON, between quotes, by a colon. */
const hasSecretParameter = (reading: string): boolean => {
  if (!reading.includes('=') && !reading.includes('":')) return false
  let start = 0
  let quoted = 0
  for (let at = 0; at < reading.length; at++) {
    const code = reading.charCodeAt(at)
    const isMember = code === colon && reading.charCodeAt(at - 1) === quote
    if (code === equals || isMember) {
      const from = isMember ? quoted : start
      const hasValue = at + 1 < reading.length && !behindNothing.has(reading.charCodeAt(at + 1))
      if (hasValue && announcesSecret(reading, Math.max(from, at - longestName), at)) return true
    }
    if (!beforeName.has(code)) continue
    quoted = start
    start = at + 1
  }
  return false
}

/** A URL with user and password as the value of a parameter. */
const hasUserinfo = (reading: string): boolean =>
  reading
    .split('://')
    .slice(1)
    .some((rest) => {
      const authority = rest.split(/[/?#&]/)[0] ?? ''
      const at = authority.lastIndexOf('@')
      return at !== -1 && authority.slice(0, at).includes(':')
    })

/** @param readings what follows the host of a URL, in each way in which it may be read */
export const carriesSecret = (readings: ReadonlyArray<string>): boolean =>
  readings.some((reading) => holdsCredential(reading) || hasSecretParameter(reading) || hasUserinfo(reading))
