import { holdsCredential } from './CredentialForms.ts'

/** Finds secrets in the part of a URL after its host (contract 4.21). */

/** Name parts that only secrets have, whatever surrounds them (`api_key`). */
export const stems = (
  'token passw passphrase secret contrasen credencial credential apikey jwt bearer privatekey accesskey secretkey ' +
  'accountkey sharedkey authkey signingkey masterkey claveapi clavesecreta claveprivada claveacceso llaveapi ' +
  'llavesecreta llaveprivada llaveacceso sessionkey sessionid sesionid phpsessid'
).split(' ')

/** Words that announce a secret if they are a whole word of the name. */
export const words =
  'auth oauth authorization autorizacion authentication autenticacion pass pwd psw pw hmac creds cred otp nip'.split(
    ' ',
  )

/** Words that announce a secret only with a long value, because short notes have these names too (`code=7`). */
export const ambiguous = 'sig signature firma code'.split(' ')
const leastAmbiguous = 20

/**
 * Words for keys that may also be the key of a door. They announce a secret if they are the whole name, or next to a
 * word of `access`.
 */
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

/** Whether a parameter with this name and this length of its value contains a secret. */
const isSecret = (name: string, length: number): boolean => {
  const names = (name.match(parts) ?? []).map((part) => part.toLowerCase())
  const letters = names.join('').replace(office, '')
  if (length === 0) return false
  if (stems.some((stem) => letters.includes(stem)) || names.some((part) => words.includes(part))) return true
  if (length >= leastAmbiguous && names.some((part) => ambiguous.includes(part))) return true
  return names.some((part) => keys.includes(part)) && names.every((part) => keys.includes(part) || access.has(part))
}

/** Candidates for the name of a parameter, or of a JSON member in a parameter's value. */
const names = /[^/?&;#=,"]+/g
/** Longer than any parameter's name. */
const longestName = 100
/** Characters that end a value. */
const valueEnd = /[&;#"]/

/** A name is followed by `=`, or in JSON by a quote and a colon. */
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

/** Whether a parameter's value is a URL with user and password. */
const hasUserinfo = (text: string): boolean =>
  text
    .split('://')
    .slice(1)
    .some((rest) => {
      const authority = rest.split(/[/?#&]/)[0] ?? ''
      const at = authority.lastIndexOf('@')
      return at !== -1 && authority.slice(0, at).includes(':')
    })

/**
 * @param texts the part of a URL after its host, both as written and decoded
 */
export const carriesSecret = (texts: ReadonlyArray<string>): boolean =>
  texts.some((text) => holdsCredential(text) || hasSecretParameter(text) || hasUserinfo(text))
