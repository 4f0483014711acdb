import { words } from './inflections.ts'

/** Words that may appear between the words of a phrase. */
export const particles = words(`
  de del la las el los lo un una unos unas y e en por su sus al muy es esta estan son ser se que como of the a an and
  in on at by to her his their my very is are was be
`)

export const numberWords = words('un una uno dos tres cuatro cinco seis one two three four five six')

/** Names of records that identifiers number. */
export const records = words(`
  sol solicitud solicitudes req request requests app apl application applications folio folios exp expediente
  expedientes ref referencia id ids no num numero numeros nro number caso case file registro record item tramite
  ticket ctr contrato avs cotejo prop inm lead leads ver verif verificacion cot inq renta hook hooks webhook webhooks
  api cb callback demo prueba test
`)

/** Words that announce a telephone number. */
export const phones = words(`
  tel tels telefono telefonos cel celular celulares movil fono phone phones mobile cell cellphone whatsapp whats wapp
  fijo
`)

/** Words that announce the number of an identity document, or of an account. */
export const papers = words('pasaporte pasaportes passport passports nss ssn dni nif nie clabe idmex')

/** Offices and papers that are also mentioned without their number. */
export const offices = words('ine ife imss cedula cedulas cic matricula')
