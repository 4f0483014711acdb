import { holdsCredential } from './CredentialForms.ts'
import { readingsOf } from './Reading.ts'

/** Finds secrets in what follows the host of a URL (contract 4.21). */

/** What only a secret is called, whatever stands around it. */
const stems = (
  'token passw passphrase secret contrasen credencial credential apikey jwt bearer privatekey accesskey secretkey ' +
  'accountkey sharedkey authkey signingkey masterkey claveapi clavesecreta claveprivada claveacceso llaveapi ' +
  'llavesecreta llaveprivada llaveacceso sessionkey jsessionid phpsessid'
).split(' ')

/** `secretaria` is an office. */
const noSecrets = /secretari[ao]s?/g

/** What announces a secret as a word of its own. */
const words = new Set(
  'auth oauth authorization authentication autenticacion pass pwd psw sig signature hmac creds cred otp nip'.split(' '),
)

/** What may also be the key of a thing: it announces a secret when it is the whole name, or access stands beside it. */
const keys = new Set('key keys clave claves llave llaves pin'.split(' '))
const access = new Set(
  (
    'api app access private secret auth signing shared master client service webhook hook security encryption de acceso ' +
    'privada secreta maestra seguridad cifrado compartida'
  ).split(' '),
)

const disguises: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', '@': 'a' }

const announces = (name: string): boolean => {
  const parts =
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  const joined = parts.join('').replace(noSecrets, '')
  if (stems.some((stem) => joined.includes(stem)) || parts.some((part) => words.has(part))) return true
  return parts.some((part) => keys.has(part)) && parts.every((part) => keys.has(part) || access.has(part))
}

/** A name as it stands, and as it reads when its digits stand for letters. */
const announcesSecret = (name: string): boolean => {
  if (announces(name)) return true
  if (!/[0-9@$]/.test(name)) return false
  const spelled = name.replace(/[013457$@]/g, (sign) => disguises[sign] ?? sign)
  return announces(spelled) || announces(spelled.replaceAll('i', 'l'))
}

/** Longer than any name of a parameter. */
const longestName = 100

/** What stands before the name of a parameter, or of a member of JSON in the value of one. */
const beforeName = '/?&;#=,"'
/** What stands behind a parameter without value. */
const behindNothing = '&;#'

/** Names are followed by `=`, and in JSON, between quotes, by a colon. */
const hasSecretParameter = (reading: string): boolean => {
  let start = 0
  let quoted = 0
  for (let at = 0; at < reading.length; at++) {
    const char = reading.charAt(at)
    if (char === '=' || (char === ':' && reading.charAt(at - 1) === '"')) {
      const [from, to] = char === '=' ? [start, at] : [quoted, at - 1]
      const hasValue = at + 1 < reading.length && !behindNothing.includes(reading.charAt(at + 1))
      if (hasValue && announcesSecret(reading.slice(Math.max(from, to - longestName), to))) return true
    }
    if (char === '"') quoted = start
    if (beforeName.includes(char)) start = at + 1
  }
  return false
}

/** A URL with user and password as the value of a parameter. */
const hasUserinfo = (reading: string): boolean =>
  reading
    .split('://')
    .slice(1)
    .some((rest) => {
      const authority = rest.split(/[/?#&]/, 1)[0] ?? ''
      const at = authority.lastIndexOf('@')
      return at !== -1 && authority.slice(0, at).includes(':')
    })

/** @param text path, parameters and fragment of a URL, as they are written */
export const carriesSecret = (text: string): boolean =>
  readingsOf(text).some((reading) => holdsCredential(reading) || hasSecretParameter(reading) || hasUserinfo(reading))
