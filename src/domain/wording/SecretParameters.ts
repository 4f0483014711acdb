import { holdsCredential } from './CredentialForms.ts'

/** Finds secrets in what follows the host of a URL (contract 4.21). */

/** What only a secret is called, whatever stands around it and between its letters (`api_key`). */
export const stems = (
  'token passw passphrase secret contrasen credencial credential apikey jwt bearer privatekey accesskey secretkey ' +
  'accountkey sharedkey authkey signingkey masterkey claveapi clavesecreta claveprivada claveacceso llaveapi ' +
  'llavesecreta llaveprivada llaveacceso sessionkey sessionid sesionid phpsessid'
).split(' ')

/** What announces a secret as a word of its own. */
export const words =
  'auth oauth authorization autorizacion authentication autenticacion pass pwd psw pw hmac creds cred otp nip'.split(
    ' ',
  )

/** What announces one with a value that is long enough for it: also short notes are called so (`code=7`). */
export const ambiguous = 'sig signature firma code'.split(' ')
const leastAmbiguous = 20

/** What may also be the key of a thing: it announces a secret when it is the whole name, or access stands beside it. */
export const keys = 'key keys clave claves llave llaves pin'.split(' ')
export const access = new Set(
  (
    'api app access private signing shared master client service webhook hook security encryption de acceso privada ' +
    'maestra seguridad cifrado compartida subscription suscripcion function functions x'
  ).split(' '),
)

/** `secretaria` is an office. */
const office = /secretari/g
const parts = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

/** Whether a parameter of this name and this length of its value holds a secret. */
const isSecret = (name: string, length: number): boolean => {
  const names = (name.match(parts) ?? []).map((part) => part.toLowerCase())
  const letters = names.join('').replace(office, '')
  if (length === 0) return false
  if (stems.some((stem) => letters.includes(stem)) || names.some((part) => words.includes(part))) return true
  if (length >= leastAmbiguous && names.some((part) => ambiguous.includes(part))) return true
  return names.some((part) => keys.includes(part)) && names.every((part) => keys.includes(part) || access.has(part))
}

/** What may be the name of a parameter, or of a member of JSON in the value of one. */
const names = /[^/?&;#=,"]+/g
/** Longer than any name of a parameter. */
const longestName = 100
/** What ends a value. */
const valueEnd = /[&;#"]/

/** Names are followed by `=`, and in JSON, between quotes, by a colon. */
const hasSecretParameter = (text: string): boolean => {
  for (const { 0: name, index } of text.matchAll(names)) {
    const end = index + name.length
    const sign = ['=', '":"', '":'].find((one) => text.startsWith(one, end))
    if (sign === undefined) continue
    const from = end + sign.length
    const [value = ''] = text.slice(from, from + leastAmbiguous).split(valueEnd)
    if (isSecret(name.slice(-longestName), value.length)) return true
  }
  return false
}

/** A URL with user and password as the value of a parameter. */
const hasUserinfo = (text: string): boolean =>
  text
    .split('://')
    .slice(1)
    .some((rest) => {
      const authority = rest.split(/[/?#&]/)[0] ?? ''
      const at = authority.lastIndexOf('@')
      return at !== -1 && authority.slice(0, at).includes(':')
    })

/** @param texts what follows the host of a URL, as it stands and decoded */
export const carriesSecret = (texts: ReadonlyArray<string>): boolean =>
  texts.some((text) => holdsCredential(text) || hasSecretParameter(text) || hasUserinfo(text))
