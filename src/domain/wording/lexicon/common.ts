import { words } from './inflections.ts'

/** Words for a person. A word next to them describes that person. */
export const person = words(`
  solicitante solicitantes solicitantas aplicante aplicantes aspirante aspirantes candidato candidata candidatos
  candidatas inquilino inquilina inquilinos inquilinas arrendatario arrendataria arrendatarios arrendatarias cliente
  clienta clientes clientas prospecto prospecta prospectos persona personas usuario usuaria usuarios titular huesped
  aval fiador fiadora senor senora senorita chico chica chavo chava muchacho muchacha pareja parejas mujer mujeres
  hombre hombres familia familias hijo hija hijos hijas nino nina ella applicant applicants tenant tenants renter
  renters lessee lessees person persons people client clients customer customers candidate candidates user users
  borrower guarantor resident occupant man men woman women guy lady couple couples family families son daughter
  household she sr sra don dona vecina vecinas prospect prospects
`)

/** Words that introduce a description of a person, and count like a word for a person (`es-viuda`, `nota=ruidosa`). */
export const introductions = words(`
  es son fue eres somos esta estan nota notas obs observacion observaciones comentario comentarios desc descripcion
  note notes reason detalle label texto info is was has profile perfil soy
`)

/** Words that may appear between the words of a phrase, and between a description and its person. */
export const particles = words(`
  de del la las el los lo un una unos unas y e en por su sus al muy es esta estan son ser se que como of the a an and
  in on at by to her his their my very is are was be
`)

export const numberWords = words(`
  un una uno dos tres cuatro cinco seis siete ocho one two three four five six seven eight varios varias muchos
  several
`)

/** After these words and an optional article comes the name of a place. */
export const placeMarkers = words(`
  calle calles av avenida avenidas boulevard blvd bulevar calzada calz callejon callejones camino carretera cerrada
  privada andador paseo pasaje prolongacion retorno circuito eje rio glorieta parque plaza jardin jardines puente
  colonia col fraccionamiento fracc barrio unidad residencial conjunto condominio lomas villa villas ciudad pueblo
  rancho hacienda ejido presa laguna lago asilo templo iglesia capilla panteon museo mercado escuela colegio facultad
  instituto seminario partido movimiento casa club isla cerro sierra san santa santo sor tropico centro estancia
  hospital street avenue road ave priv cda prol and cto cjon circ ret edif edificio torre torres esq esquina entre
  sucursal zona municipio estacion playa barranca rinconada rincon vecindad hotel posada hostal restaurante bar cafe
  inmobiliaria inmobiliarias rentas grupo raices desarrollos desarrollo propiedades casas administradora corporativo
  brokers realty arrendadora notaria despacho constructora asesores consultoria bufete fundacion hogares promotora
`)

export const articles = words('del la las el los')

/** Names of records that identifiers number, and other neutral words. */
export const records = words(`
  sol solicitud solicitudes req request requests app apl application applications folio folios exp expediente
  expedientes ref referencia id ids no num numero numeros nro number caso case file registro record item tramite
  ticket ctr contrato avs cotejo prop inm lead leads ver verif verificacion cot inq renta hook hooks webhook webhooks
  api cb callback demo prueba test
`)

/** Words that only strengthen, date or place a description. */
export const fillers = words(`
  imss issste sep pemex cfe unam ipn oxxo walmart soriana bimbo telmex aurrera televisa bancomer banamex infonavit gdl
  mty usa demasiado algo bastante pretty super extremely semi casi antes despues todavia aun still muy bien mal medio
  media tan mas ya siempre nunca solo sola con sin tiene tengo fue era ha ex futuro futura nuevo nueva recien otro
  otra vive very really always never too so with without has had was new former future cdmx mx total puro pura posible
  hoy ahora actual actualmente si es soy tipo perfil enero febrero marzo abril junio julio agosto septiembre octubre
  noviembre diciembre
`)

/** Rented dwellings and premises. */
export const dwellings = words(`
  depto dpto deptos departamento departamentos casa casas cuarto cuartos habitacion habitaciones recamara recamaras
  loft lofts suite suites estudio estudios local oficina oficinas consultorio edificio torre inmueble propiedad renta
  rentas rento alquiler terreno bodega nave lote finca quinta cabana bungalow roof cochera duplex villa casita casitas
  condominio rancho residencial conjunto villas privada vivienda residencia penthouse ph apartamento apto piso room
  rooms house apartment flat studio condo home
`)

/** After these words follows for whom a dwelling is meant. */
export const audience = words('para ideal for solo only')

/** Words that announce a telephone number. */
export const phones = words(`
  tel tels telefono telefonos cel celular celulares movil fono phone phones mobile cell cellphone whatsapp whats wapp
  fijo
`)

/** Words that announce the number of an identity document, or of an account. */
export const papers = words('pasaporte pasaportes passport passports nss ssn dni nif nie clabe idmex')

/** Offices and papers that are also mentioned without their number. */
export const offices = words('ine ife imss cedula cedulas cic matricula')
