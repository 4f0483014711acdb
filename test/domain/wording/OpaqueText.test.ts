import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { make } from '#domain/account/ApiKey.ts'
import { apiKeyForm, holdsCredential } from '#domain/wording/CredentialForms.ts'
import { describesPerson, isOpaque, searchFor } from '#domain/wording/OpaqueText.ts'

const described = (texts: ReadonlyArray<string>) => texts.filter(describesPerson)

describe('describesPerson (peticion_invalida)', () => {
  it('refuses every kind of description, in Spanish and English', () => {
    const kinds = {
      health: ['diabetica', 'con-vih', 'cancer-patient', 'esquizofrenico'],
      disability: ['discapacitadas', 'silla-de-ruedas', 'deaf', 'wheelchair-user'],
      pregnancy: ['embarazada', 'pregnant', 'en-licencia-de-maternidad'],
      age: ['anciana', 'edad-67', 'adulto-mayor', '70-anos', 'elderly', 'age=70', 'menor_de_edad'],
      sex: ['sexo=M', 'female', 'lesbianas', 'pareja-gay', 'mujer-trans', 'inquilina-joven'],
      maritalStatus: ['solteras', 'divorciado', 'viuda', 'casados', 'madre-soltera', 'single-mom', 'estado-civil'],
      family: ['sin-hijos', '3-hijos', 'con_ninos', 'has-children', 'familia-numerosa'],
      employment: ['desempleada', 'jubilado', 'ocupacion=mesero', 'unemployed', 'salario', 'ingresos-bajos'],
      religion: ['judia', 'muslim', 'testigos-de-jehova', 'familia-catolica'],
      origin: ['indigena', 'afromexicana', 'persona-de-color', 'black-applicant'],
      migration: ['indocumentado', 'migrante', 'refugee', 'visa-vencida'],
      criminalRecord: ['exconvicto', 'antecedentes-penales', 'felony'],
      politics: ['militante', 'sindicalizado', 'union-member', 'afiliado-al-pri'],
    }
    for (const [kind, texts] of Object.entries(kinds)) expect(described(texts), kind).toEqual(texts)
  })

  it('reads through joining, disguise and encoding', () => {
    const texts = [
      'madresoltera',
      'solicitanteembarazada',
      '3mbarazada',
      'em%62arazada',
      '%2565mbarazada',
      'MadreSoltera',
    ]
    expect(described(texts)).toEqual(texts)
    expect(described(['/cb?condicion=epil%C3%A9ptica', 'ＶＩＵＤＡ', 'dis-capacitada'])).toHaveLength(3)
  })

  it('lets places be named after people', () => {
    const places = [
      'calle-viudas-12',
      'la-viuda-7',
      'colonia-obrera',
      'doctores-45',
      'ninos-heroes-3',
      'esq-con-ninos-heroes',
    ]
    expect(described(places)).toEqual([])
    expect(described(['madre-teresa', 'isabel-la-catolica-33', 'isla-mujeres', 'tropico-de-cancer-8'])).toEqual([])
    expect(described(['presa-falcon', 'piedras-negras', 'adultos-mayores', 'calle-trabajadores', 'malecon-2'])).toEqual(
      [],
    )
    expect(described(['viuda-12', 'inquilina-la-viuda', 'folio-de-viuda-3', 'cancer-12'])).toHaveLength(4)
  })

  it('lets houses and software have families, ages and jobs', () => {
    const texts = ['single-family-home', 'senior-living-2', 'student-housing', '/jobs/42', '/health', '/workers/hook']
    expect(described(texts)).toEqual([])
    expect(
      described(['max-age', 'parent-id', 'contrato-3-anos', 'manage', 'departmental', 'defiance', '/v1/children']),
    ).toEqual([])
  })

  it('takes no word out of random ids', () => {
    expect(described(['xK9Viuda3q', 'V1StGXR8_gay-B', 'K7P2-SIDA-9QW3', 'a3Sida9Zq2'])).toEqual([])
    expect(described(['V1StGXR8_SEX1', 'V1StGXR8_edad-7z'])).toEqual([])
    expect(described(['vih-01ARZ3NDEKTSV4RRFFQ69G5FAV', 'embarazada-V1StGXR8_Z5jdHi6B'])).toHaveLength(2)
  })
})

describe('isOpaque (peticion_invalida)', () => {
  const holdsName = searchFor(['Juan José', 'Pérez', 'de la Cruz'])
  const opaque = (text: string) => isOpaque(text, holdsName)

  it('refuses the names of this request, as words or joined', () => {
    for (const text of ['juan-7', 'JOSE', 'sol_perez_1', 'P%C3%A9rez', 'juanPerez', 'juanperez', 'perezdelacruz12']) {
      expect(opaque(text), text).toBe(false)
    }
    for (const text of ['jperez', 'clienteperez', '/hooks/cruz/3', 'p3r3z', 'P.E.R.E.Z', 'Ｐérez']) {
      expect(opaque(text), text).toBe(false)
    }
  })

  it('lets particles, parts of words and names of nobody in this request pass', () => {
    for (const text of ['de-la-2', 'perezoso-1', 'sanjuan-9', 'cruzada', 'lopez-garcia', 'jp-22', 'depto-la-12']) {
      expect(opaque(text), text).toBe(true)
    }
    expect(isOpaque('al-norte-li-2', searchFor(['Al', 'Li', 'Wu']))).toBe(true)
    expect(isOpaque('ana-norte', searchFor(['Ana']))).toBe(false)
    expect(isOpaque('V1StGXR8_Ana-Q2x', searchFor(['Ana']))).toBe(true)
    expect(isOpaque('solicitud-demora', searchFor(['Ana', 'Mora']))).toBe(true)
    expect(isOpaque('lomas-de-los-pinos', searchFor(['de los Santos']))).toBe(true)
    expect(isOpaque('anapaz', searchFor(['Ana', 'Paz']))).toBe(false)
    expect(isOpaque('lo-que-sea')).toBe(true)
  })

  it('finds a name of three letters or more wherever it stands as a word', () => {
    const name = fc.constantFrom('Guadalupe', 'Íñiguez', 'Ruiz', 'Paz', 'Xochitl')
    const part = fc.constantFrom('sol', '2024', 'norte', 'CTR')
    fc.assert(
      fc.property(name, part, fc.constantFrom('-', '_', '/', '.', '%20'), (given, other, by) => {
        expect(searchFor([given])([other, given.toUpperCase(), other].join(by))).toBe(true)
        expect(searchFor(['Ortega'])([other, given].join(by))).toBe(false)
      }),
    )
  })

  it('refuses a CURP or RFC, also encoded', () => {
    expect(opaque('sol-LIMP900101HDFRRN09')).toBe(false)
    expect(opaque('LIMP900101%48DFRRN09')).toBe(false)
    expect(opaque('rfc-VECJ880326XXX')).toBe(false)
  })

  it('refuses our own keys and signing secrets, also encoded', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.boolean(), (random, live) => {
        const key = make(live ? 'production' : 'sandbox', random)
        expect(new RegExp(`^${apiKeyForm}$`).test(key)).toBe(true)
        expect(holdsCredential(`/hook?k=${key}`)).toBe(true)
        expect(opaque(`/hook?k=${key.replace('_', '%5F')}`)).toBe(false)
      }),
    )
    expect(opaque('/hook/whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(false)
    expect(opaque('/hook?s=whsec_MfKQ9r8GKY+qrTwjUPD8/LPZIo2LaLaSw==')).toBe(false)
    expect(opaque('/hooks/avs_test_verificaciones?whsec_version=2')).toBe(true)
  })

  it('refuses what describes the person', () => {
    expect(isOpaque('depto-viuda-3')).toBe(false)
  })
})
