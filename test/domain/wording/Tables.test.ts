import { describe, expect, it } from 'vitest'
import * as Secrets from '#domain/wording/CredentialForms.ts'
import { holdsCredential, knownForms, ownForms } from '#domain/wording/CredentialForms.ts'
import { needless, themselves } from '#test/support/rows.ts'

const sampleOf = { digits: '0123456789', capitals: 'A1B2C3D4E5', hexadecimal: 'a1B2c3D4e5', letters: 'g1H2i3J4k5' }
type Sample = keyof typeof sampleOf

/** Credentials with as much behind their beginning as makes one. */
const credentials = (sample: Sample, least: number, prefixes: string) =>
  prefixes.split(' ').map((prefix) => ({ prefix, sample: sampleOf[sample].repeat(5).slice(0, least) }))

const isFound = ({ prefix, sample }: { readonly prefix: string; readonly sample: string }) =>
  holdsCredential(`/${prefix}${sample}`) && !holdsCredential(`/${prefix}${sample.slice(1)}`)

describe('every row is needed', () => {
  it('of the forms of our own credentials', () => {
    const examples = [...credentials('letters', 20, 'avs_live_ avs_test_'), ...credentials('letters', 24, 'whsec_')]
    expect(needless(ownForms, examples, isFound)).toEqual([])
  })

  it('of the forms of credentials of others', () => {
    const examples = [
      ...credentials('letters', 10, 'sk_live_ sk_test_ rk_live_ rk_test_'),
      ...credentials('letters', 20, 'ghp_ gho_ ghu_ ghs_ ghr_ key_ lin_api_ dp.pt. dp.st.'),
      ...credentials('letters', 30, 'npm_ ntn_ secret_ hf_ r8_ gsk_ xai-'),
      ...credentials('letters', 40, 'sk- EAAA'),
      ...credentials('letters', 10, 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxo- xapp-'),
      ...credentials('letters', 16, 'sk-proj- sk-ant- sk-svcacct- sk-admin- sk-or- sb_secret_ SG. glpat- gldt- glrt-'),
      ...credentials(
        'letters',
        20,
        'github_pat_ ya29. GOCSPX- sq0atp- sq0csp- APP_USR- hvs. hvb. HRKU- ATATT3x figd_ pat-na1- sntrys_ PMAK- glsa_',
      ),
      ...credentials('letters', 30, 'AIza 1//0 pypi-'),
      ...credentials(
        'hexadecimal',
        32,
        'sk_ key- shpat_ shpca_ shppa_ shpss_ dapi sbp_ dop_v1_ doo_v1_ dor_v1_ rubygems_',
      ),
      ...credentials('capitals', 16, 'AKIA ASIA ABIA ACCA'),
      ...credentials('digits', 16, 'TEST-'),
    ]
    expect(needless(knownForms, examples, isFound)).toEqual([])
  })

  it('of the words beside which a key is a secret', () => {
    const examples = themselves(`
      api app access private shared signing master client service webhook hook security encryption de acceso privada
      maestra seguridad cifrado compartida subscription suscripcion function functions x
    `)
    expect(needless(Secrets.access, examples, (word) => Secrets.carriesSecret([`/a?pin-${word}=x`]))).toEqual([])
  })
})

describe('every row has its example', () => {
  const missing = (rows: Iterable<string>, examples: Readonly<Record<string, string>>) =>
    [...rows].filter((row) => !(row in examples))

  it('of the names of secrets', () => {
    const examples = themselves(`
      token passw passphrase secret contrasen credencial credential apikey jwt bearer privatekey accesskey secretkey
      accountkey sharedkey authkey signingkey masterkey claveapi clavesecreta claveprivada claveacceso llaveapi
      llavesecreta llaveprivada llaveacceso sessionkey sessionid sesionid phpsessid
      auth oauth authorization autorizacion authentication autenticacion pass pwd psw pw hmac creds cred otp nip sig signature firma code
      key keys clave claves llave llaves pin
    `)
    expect(missing([...Secrets.stems, ...Secrets.words, ...Secrets.ambiguous, ...Secrets.keys], examples)).toEqual([])
    const refused = Object.keys(examples).filter((name) => Secrets.carriesSecret([`/a?${name}=${'x'.repeat(20)}`]))
    expect(refused).toEqual(Object.keys(examples))
  })
})
