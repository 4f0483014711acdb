/**
 * The forms of this service's credentials and of well-known ones, to find them where they must not appear (contract
 * 4.21, 4.22). ApiKey.ts decides whether a key is valid.
 */

type Alphabet = (code: number) => boolean

const isDigit: Alphabet = (code) => code >= 0x30 && code <= 0x39
const isUpper: Alphabet = (code) => code >= 0x41 && code <= 0x5a
const isLower: Alphabet = (code) => code >= 0x61 && code <= 0x7a
const isAlphanumeric: Alphabet = (code) => isDigit(code) || isUpper(code) || isLower(code)
const dash = 0x2d
const underscore = 0x5f
const plus = 0x2b
const slash = 0x2f

const alphabets = {
  alphanumeric: isAlphanumeric,
  capital: (code) => isDigit(code) || isUpper(code),
  hexadecimal: (code) => isDigit(code) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46),
  digit: isDigit,
  base64url: (code) => isAlphanumeric(code) || code === dash || code === underscore,
  base64: (code) => isAlphanumeric(code) || code === dash || code === underscore || code === plus || code === slash,
} satisfies Record<string, Alphabet>

interface Form {
  readonly prefix: string
  readonly alphabet: Alphabet
  /** At least this many characters of the alphabet follow. */
  readonly least: number
}

const forms = (alphabet: Alphabet, least: number, prefixes: string): ReadonlyArray<Form> =>
  prefixes.split(' ').map((prefix) => ({ prefix, alphabet, least }))

/** A partner key or a signing secret of this service, or a dangerous part of one. */
export const ownForms = [
  ...forms(alphabets.alphanumeric, 20, 'avs_live_ avs_test_'),
  ...forms(alphabets.base64, 24, 'whsec_'),
]

export const knownForms = [
  ...forms(alphabets.alphanumeric, 10, 'sk_live_ sk_test_ rk_live_ rk_test_'),
  ...forms(alphabets.alphanumeric, 20, 'ghp_ gho_ ghu_ ghs_ ghr_ key_ lin_api_ dp.pt. dp.st.'),
  ...forms(alphabets.alphanumeric, 30, 'npm_ ntn_ secret_ hf_ r8_ gsk_ xai-'),
  ...forms(alphabets.alphanumeric, 40, 'sk- EAAA'),
  ...forms(alphabets.base64url, 10, 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxo- xapp-'),
  ...forms(alphabets.base64url, 16, 'sk-proj- sk-ant- sk-svcacct- sk-admin- sk-or- sb_secret_ SG. glpat- gldt- glrt-'),
  ...forms(alphabets.base64url, 20, 'github_pat_ ya29. GOCSPX- sq0atp- sq0csp- APP_USR- hvs. hvb. HRKU- ATATT3x figd_'),
  ...forms(alphabets.base64url, 20, 'pat-na1- sntrys_ PMAK- glsa_'),
  ...forms(alphabets.base64url, 30, 'AIza 1//0 pypi-'),
  ...forms(
    alphabets.hexadecimal,
    32,
    'sk_ key- shpat_ shpca_ shppa_ shpss_ dapi sbp_ dop_v1_ doo_v1_ dor_v1_ rubygems_',
  ),
  ...forms(alphabets.capital, 16, 'AKIA ASIA ABIA ACCA'),
  ...forms(alphabets.digit, 16, 'TEST-'),
]

const isFollowed = (text: string, from: number, { alphabet, least }: Form): boolean => {
  for (let at = from; at < from + least; at++) if (!alphabet(text.charCodeAt(at))) return false
  return true
}

const holds = (text: string, form: Form, isGlued: boolean): boolean => {
  const { prefix } = form
  for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1)) {
    const isOwnWord = isGlued || !isAlphanumeric(text.charCodeAt(at - 1))
    if (isOwnWord && isFollowed(text, at + prefix.length, form)) return true
  }
  return false
}

const tokenHead = 'eyJ'
const shortestTokenPart = 10

/** The end of a run of an alphabet's characters. */
const endOf = (text: string, from: number, alphabet: Alphabet): number => {
  let at = from
  while (alphabet(text.charCodeAt(at))) at += 1
  return at
}

/** A JSON Web Token: its header, a dot, and more. */
const holdsWebToken = (text: string): boolean => {
  for (let at = text.indexOf(tokenHead); at !== -1; ) {
    const dot = endOf(text, at, alphabets.base64url)
    const end = text.charAt(dot) === '.' ? endOf(text, dot + 1, alphabets.base64url) : dot
    if (dot - at >= shortestTokenPart && end - dot > shortestTokenPart) return true
    at = text.indexOf(tokenHead, dot)
  }
  return false
}

/** The token of a Telegram bot: its number, a colon, 35 characters. */
const botToken: Form = { prefix: ':', alphabet: alphabets.base64url, least: 35 }
const botNumber = 8

const holdsBotToken = (text: string): boolean => {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const isNumbered = endOf(text, at - botNumber, isDigit) >= at
    if (isNumbered && isFollowed(text, at + 1, botToken)) return true
  }
  return false
}

/** A run as long as the shortest foreign credential. Most texts have none and are not examined further. */
const longRun = /[A-Za-z0-9_.:+-]{15}/

/** Whether a text contains a partner key or a signing secret of this service. */
export const holdsOwnCredential = (text: string): boolean => ownForms.some((form) => holds(text, form, true))

/** Whether a text contains a credential in a well-known form, or one of this service. */
export const holdsCredential = (text: string): boolean =>
  holdsOwnCredential(text) ||
  text.includes('-----BEGIN') ||
  (longRun.test(text) &&
    (knownForms.some((form) => holds(text, form, false)) || holdsWebToken(text) || holdsBotToken(text)))

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

/** @param texts the part of a URL after its host, both as written and decoded */
export const carriesSecret = (texts: ReadonlyArray<string>): boolean =>
  texts.some((text) => holdsCredential(text) || hasSecretParameter(text) || hasUserinfo(text))
