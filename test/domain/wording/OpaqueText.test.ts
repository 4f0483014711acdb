import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { make } from '#domain/account/ApiKey.ts'
import { holdsOwnCredential } from '#domain/wording/CredentialForms.ts'
import { holdsIdentifier } from '#domain/wording/OpaqueText.ts'
import { readingOf } from '#domain/wording/Reading.ts'
import { describesPerson, isOpaqueFor } from '#test/support/wording.ts'

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

  it('reads through joining and encoding, and not through disguises', () => {
    const texts = ['madresoltera', 'em%62arazada', '%2565mbarazada', 'MadreSoltera', 'VIHpositivo']
    expect(described(texts)).toEqual(texts)
    expect(described(['/cb?condicion=epil%C3%A9ptica', 'ＶＩＵＤＡ'])).toHaveLength(2)
    expect(described(['3mbarazada', 'solicitanteembarazada', 'e-m-b-a-r-a-z-a-d-a', 'dis-capacitada'])).toEqual([])
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

  it('refuses a word of a person that stands alone, with a number, or with what says nothing', () => {
    const texts = [
      'mama-de-3',
      'mayor65',
      'over65',
      'obrero-3',
      'negocio-informal',
      'trans-9',
      'chino-4',
      'EmpleoInformal7',
      'solicitud-obrero-3',
      'folio_2024_plomero',
      '/hooks/mesera-3',
      'muy-pobre-2',
      'nurse-12',
      'section8',
      'conGripa',
      'sin-estudios-3',
      'PADRE-DE-DOS',
    ]
    expect(described(texts)).toEqual(texts)
  })

  it('lets the same word pass in an address, in a company, after an article, and as the name of a guild', () => {
    const texts = [
      'calle-obrero-mundial',
      'obrero-mundial-33',
      'calle-0brero-mundial-4',
      'colonia-obrera-12',
      'barrio-chino-4',
      'el-chino-4',
      'poblana-chino-9',
      'inmobiliaria-chino/hooks',
      'medicos-12',
      'plaza-mayor-65',
      'casa-separado-2',
      'heroico-colegio-militar-3',
      'trans-peninsular-9',
      'sindicato-de-electricistas-4',
      'CalleLasSolteras28A',
      'RICA240115001',
      '/solicitantes/la-viuda/7',
      '/drivers/v2',
      '/chef/avs',
    ]
    expect(described(texts)).toEqual([])
  })

  it('takes no word out of random ids', () => {
    expect(described(['xK9Viuda3q', 'V1StGXR8_gay-B', 'K7P2-SIDA-9QW3', 'a3Sida9Zq2'])).toEqual([])
    expect(described(['V1StGXR8_SEX1', 'V1StGXR8_edad-7z'])).toEqual([])
    expect(described(['vih-01ARZ3NDEKTSV4RRFFQ69G5FAV', 'embarazada-V1StGXR8_Z5jdHi6B'])).toHaveLength(2)
  })
})

describe('isOpaque (peticion_invalida)', () => {
  const opaque = isOpaqueFor(['Juan José', 'Pérez', 'de la Cruz'])
  const refused = (texts: ReadonlyArray<string>, of = opaque) => texts.filter((text) => !of(text))

  it('refuses two different names of this request in one text, as words or joined', () => {
    const texts = [
      'juan-perez-7',
      'JOSE_CRUZ',
      'sol_perez_juan',
      'P%C3%A9rez-Juan',
      'juanPerez',
      'juanperez',
      'JuanPerez2024',
      'perezdelacruz12',
      'cliente-perez-cruz',
      '/hooks/cruz/3?de=perez',
      'Ｐérez-ＪＵＡＮ',
      'juan%2Dperez',
      'juan%252Dperez',
    ]
    expect(refused(texts)).toEqual(texts)
  })

  it('lets one of them pass: it may be a street, a colony or the name of the partner', () => {
    const texts = [
      'juan-7',
      'JOSE',
      '/hooks/perez/avs',
      'perezperez',
      'clienteperez',
      'jperez',
      '/cruz/3?de=cruz',
      'jose-juan',
      'p3r3z-ju4n',
    ]
    expect(refused(texts)).toEqual([])
    for (const [names, text] of [
      [['Guadalupe', 'Casas'], '/casas/avs'],
      [['Ana', 'Reyes'], '/inmobiliaria-reyes/avs'],
      [['Rosa', 'Flores'], 'las-flores-12'],
      [['Sol', 'Mar'], 'sol-0001'],
      [['Rosa', 'Flores'], 'rosales-flores-3'],
      [['Miguel Ángel', 'Pérez'], 'miguel-angel-de-quevedo-245'],
    ] as const) {
      expect(isOpaqueFor(names)(text), text).toBe(true)
    }
  })

  it('lets particles, parts of words and names of nobody in this request pass', () => {
    const texts = ['de-la-2', 'perezoso-juanito', 'sanjuan-9', 'cruzada-jose', 'lopez-garcia', 'jp-22', 'depto-la-12']
    expect(refused(texts)).toEqual([])
    expect(isOpaqueFor(['Al', 'Li', 'Wu'])('al-norte-li-2')).toBe(true)
    expect(isOpaqueFor(['Ana', 'Mora'])('solicitud-demora')).toBe(true)
    expect(isOpaqueFor(['de los Santos'])('lomas-de-los-pinos')).toBe(true)
    expect(isOpaqueFor(['Ana', 'Paz'])('anapaz')).toBe(false)
    expect(isOpaqueFor(['Ana', 'Paz'])('campanapaz-2')).toBe(true)
    expect(isOpaqueFor()('lo-que-sea')).toBe(true)
  })

  it('finds two names of three letters or more wherever they stand as words', () => {
    const name = fc.constantFrom('Guadalupe', 'Íñiguez', 'Ruiz', 'Paz', 'Xochitl')
    const part = fc.constantFrom('sol', '2024', 'norte', 'CTR')
    fc.assert(
      fc.property(name, part, fc.constantFrom('-', '_', '/', '.', '%20'), (given, other, by) => {
        const text = [other, given.toUpperCase(), other, 'ortega'].join(by)
        expect(isOpaqueFor([given, 'Ortega'])(text)).toBe(false)
        expect(isOpaqueFor(['Ortega', 'Lugo'])(text)).toBe(true)
      }),
    )
  })

  it('refuses a CURP, and the first ten characters of this one, in any spelling', () => {
    const ofLimp = isOpaqueFor([], 'LIMP900101HDFRRN09')
    const texts = [
      'sol-LIMP900101HDFRRN09',
      'LIMP900101%48DFRRN09',
      'GOMC-800101-HDFLRR-09',
      'sol-LIMP900101',
      'limp900101ab1',
      'LIMP-900101-AB1',
      'limp_90_01_01',
      'LIMP9001%30%31',
      'ＬＩＭＰ９００１０１',
      'xLIMP9001012',
    ]
    expect(refused(texts, ofLimp)).toEqual(texts)
    expect(refused(['LIMP900102', 'LIMP90010', 'LIMP---900101'], ofLimp)).toEqual([])
  })

  it('lets other texts of the form of an RFC pass, as dated folios have it', () => {
    expect(refused(['SOLI240115001', 'CASA260101002', 'VECJ880326XXX', 'GODE561231GR8', 'SAT970701NN3'])).toEqual([])
  })

  it('refuses an RFC, a CURP or their beginning that is announced as one', () => {
    const texts = [
      'rfc-VECJ880326XXX',
      'RFC:VECJ880326',
      'rfcVECJ880326XXX',
      '/rfc/SAT970701NN3',
      'curp=GOMC800101',
      'rfc-VECJ88%30326',
    ]
    expect(refused(texts)).toEqual(texts)
    expect(refused(['rfc-9457', 'rfc2616', 'curp-2', 'arfcn-abcd123456'])).toEqual([])
  })

  it('refuses e-mail addresses, also encoded', () => {
    const texts = [
      'juan.perez@example.com',
      'a@b.mx',
      'ref-ana_g%40correo.com.mx',
      'ana%2540correo.mx',
      '/hooks?a=ana+x@correo.co',
      'ana＠correo.mx',
    ]
    expect(refused(texts, isOpaqueFor())).toEqual(texts)
    expect(refused(['/@acme/hooks', 'pkg@1.2.3', 'rol@sitio', '@', 'a@', '@b.mx'])).toEqual([])
  })

  it('refuses numbers that are announced as those of a person', () => {
    const texts = [
      'pasaporte-G123',
      'PASAPORTE-G12345678',
      'pasaporteG12345678',
      'passport_no_123456789',
      'tel-5512345678',
      'tel-55-1234-5678',
      'telefono=+52%2055%201234%205678',
      'cel5512345678',
      'whatsapp/5512345678',
      'ine-1234567890123',
      'INE_IDMEX1234567890',
      'nss-12345678901',
      'NSS12345678901',
      'ssn-123-45-6789',
      'dni-12345678z',
      'cedula-1234567',
      'ine-123456',
      'clabe-012345678901234567',
    ]
    expect(refused(texts)).toEqual(texts)
    expect(
      refused([
        'passport',
        '/v1/passport/7',
        'ine-2024',
        'ine-12345',
        'mobile-2024',
        'tel-1',
        'phone-v2',
        'pasaporte-2025-10-16',
      ]),
    ).toEqual([])
    expect(refused(['/hooks/passport/58489', '/passport/d964b76d-9f5a-41a0-84c5-b4df0e75f737'])).toEqual([])
    expect(refused(['/cel/hooks/12345678', 'hotel-5512345678', 'cancel-12345678', 'linea-1234567'])).toEqual([])
  })

  it('refuses our own keys and signing secrets, also encoded', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.boolean(), (random, live) => {
        const key = make(live ? 'production' : 'sandbox', random)
        expect(holdsOwnCredential(`/hook?k=${key}`)).toBe(true)
        expect(opaque(`/hook?k=${key.replace('_', '%5F')}`)).toBe(false)
      }),
    )
    expect(opaque('/hook/whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(false)
    expect(opaque('/hook?s=whsec_MfKQ9r8GKY+qrTwjUPD8/LPZIo2LaLaSw==')).toBe(false)
    expect(opaque('/hooks/avs_test_verificaciones?whsec_version=2')).toBe(true)
  })

  it('finds what nobody’s identifier may hold in any reading', () => {
    expect(holdsIdentifier(readingOf('LIMP900101%48DFRRN09'))).toBe(true)
    expect(holdsIdentifier(readingOf('avs%5Flive_aZ34567890aZ34567890'))).toBe(true)
    expect(holdsIdentifier(readingOf('LIMP900101%48'))).toBe(false)
  })

  it('refuses what describes the person', () => {
    expect(isOpaqueFor()('depto-viuda-3')).toBe(false)
  })
})
