import { describe, expect, it } from 'vitest'
import * as common from '#domain/wording/lexicon/common.ts'
import { scansOf, wordingOf } from '#domain/wording/Wording.ts'

/** Words that every list of the lexicon goes by: each has its example here, which fails without it. */

const words = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== '')
const describes = (text: string): boolean => wordingOf(scansOf(text)).describes
const rates = (text: string): boolean => wordingOf(scansOf(text)).rates

/** A word that no list has. */
const stranger = 'zortix'

/** Words without an example, and examples that do not hold; the same of a stranger must not hold. */
const faults = (rows: ReadonlyArray<string>, examples: ReadonlyArray<string>, holds: (word: string) => boolean) => [
  ...rows.filter((row) => !examples.includes(row)).map((row) => `${row} has no example`),
  ...examples.filter((word) => !holds(word)).map((word) => `${word} does not count`),
  ...(holds(stranger) ? ['any word counts'] : []),
]

describe('every word has its example', () => {
  it('of those that point at a person: beside it something is said of them', () => {
    const examples = words(`
      solicitante solicitantes solicitantas aplicante aplicantes aspirante aspirantes candidato candidata candidatos
      candidatas inquilino inquilina inquilinos inquilinas arrendatario arrendataria arrendatarios arrendatarias
      cliente clienta clientes clientas prospecto prospecta prospectos persona personas usuario usuaria usuarios
      titular huesped aval fiador fiadora senor senora senorita chico chica chavo chava muchacho muchacha pareja
      parejas mujer mujeres hombre hombres familia familias hijo hija hijos hijas nino nina vecino vecina soy ella
      perfil applicant applicants tenant tenants renter renters lessee lessees person persons people client clients
      customer customers candidate candidates user users borrower guarantor resident occupant man men woman women guy
      lady couple couples family families son daughter household she is was has profile
    `)
    expect(faults(common.person, examples, (word) => describes(`${word}-blind`) && describes(`blind-${word}`))).toEqual(
      [],
    )
  })

  it('of those that may stand between a word and the person it is said of', () => {
    const examples = words(`
      de del la las el los lo un una unos unas y e en por su sus al muy es esta estan son ser se que como of the a an
      and in on at by to her his their my very is are was be
    `)
    expect(faults(common.particles, examples, (word) => describes(`inquilino-${word}-blind`))).toEqual([])
  })

  it('of those that are joined to a word without a sign between', () => {
    const examples = words(`
      de del los las es esta con sin no por muy tiene fue casi has with without not was very solicitud solicitudes
      caso casos folio propiedad depto casa renta rentas contrato lista listas reporte alta baja alto bajo nuevo nueva
      gran buen mal tipo grupo nivel application applications request case list report property rental rent level type
      status estado high low new positivo positiva positive
    `)
    expect(faults(common.glue, examples, (word) => rates(`${word}moroso`))).toEqual([])
  })

  it('of numbers', () => {
    const examples = words(`
      un una uno dos tres cuatro cinco seis siete ocho one two three four five six seven eight varios varias muchos
      several
    `)
    expect(faults(common.numberWords, examples, (word) => describes(`${word}-hijos`))).toEqual([])
  })

  it('of what identifiers name: beside it a word stands alone', () => {
    const examples = words(`
      sol solicitud solicitudes req request requests app apl application applications folio folios exp expediente
      expedientes ref referencia id ids no num numero numeros nro number caso case file registro record item tramite
      ticket ctr contrato avs cotejo hook hooks webhook webhooks api cb callback demo prueba test
    `)
    expect(
      faults(common.records, examples, (word) => describes(`${word}-obrero`) && describes(`obrero-${word}`)),
    ).toEqual([])
  })

  it('of what only strengthens or dates what is said: beside it a word stands alone', () => {
    const examples = words(`
      imss issste sep pemex cfe unam ipn oxxo walmart soriana bimbo telmex aurrera televisa bancomer banamex infonavit
      gdl mty usa demasiado algo bastante pretty super extremely semi casi antes despues todavia aun still muy bien
      mal medio media tan mas ya siempre nunca solo sola con sin tiene tengo fue era ha ex futuro futura nuevo nueva
      recien otro otra vive very really always never too so with without has had was new former future cdmx mx total
      puro pura posible hoy ahora actual actualmente si es soy tipo perfil enero febrero marzo abril junio julio
      agosto septiembre octubre noviembre diciembre
    `)
    expect(
      faults(common.fillers, examples, (word) => describes(`${word}-obrero`) && describes(`obrero-${word}`)),
    ).toEqual([])
  })

  it('of those before the name of a place, articles aside', () => {
    const examples = words(`
      calle calles av avenida avenidas boulevard blvd bulevar calzada calz callejon callejones camino carretera
      cerrada privada andador paseo pasaje prolongacion retorno circuito eje rio glorieta parque plaza jardin jardines
      puente colonia col fraccionamiento fracc barrio unidad residencial conjunto condominio lomas villa villas ciudad
      pueblo rancho hacienda ejido presa laguna lago asilo templo iglesia capilla panteon museo mercado escuela
      colegio facultad instituto seminario partido movimiento casa club isla cerro sierra san santa santo sor tropico
      centro estancia hospital street avenue road
    `)
    expect(faults(common.placeMarkers, examples, (word) => !describes(`${word}-viuda`))).toEqual([])
    const articles = words('del la las el los')
    expect(faults(common.articles, articles, (word) => !describes(`calle-${word}-viuda`))).toEqual([])
  })

  it('of what is let, and of what tells whom it is meant for: what follows says nothing of the applicant', () => {
    const examples = words(`
      depto dpto deptos departamento departamentos casa casas cuarto cuartos habitacion habitaciones recamara recamaras
      loft lofts suite suites estudio estudios local oficina oficinas consultorio edificio torre inmueble propiedad
      renta rentas rento alquiler vivienda residencia penthouse ph apartamento apto piso room rooms house apartment
      flat studio condo home
    `)
    expect(faults(common.dwellings, examples, (word) => !describes(`${word}-para-inquilino-obrero`))).toEqual([])
    const audience = words('para ideal for')
    expect(faults(common.audience, audience, (word) => !describes(`depto-${word}-inquilino-obrero`))).toEqual([])
  })
})

describe('words that are joined to others', () => {
  it('of two letters are these alone', () => {
    expect(faults(common.shortJoined, words('no de es'), (word) => rates(`${word}moroso`))).toEqual([])
    expect(words('un la is by').filter((word) => rates(`${word}moroso`))).toEqual([])
  })

  it('are never those that begin or end too many others', () => {
    const examples = words(`
      age ages aged ateo atea ateos ateas arab arabs dad male man men teen teens ill ella fico trans the timador
      timadora nun meth mental tier daca
    `)
    expect(common.neverJoined).toEqual(expect.arrayContaining([...examples]))
    expect(examples.filter((word) => rates(`${word}moroso`) || rates(`moroso${word}`))).toEqual([])
  })

  it('are none in an ordinary word that happens to be made of them', () => {
    const examples = words('nominalist nominalista nominalistas defiance')
    expect(common.notJoined).toEqual(examples)
    expect(examples.filter((word) => rates(word) || describes(word))).toEqual([])
  })
})
