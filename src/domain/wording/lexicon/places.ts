import { phrases } from './inflections.ts'

/** Names of streets, colonies, houses, papers and things, whose words do not describe a person. */
export const places = phrases(`
  ninos|nino heroes|artillero|perdido
  ciudad ninos
  isla|hombres|mujeres mujeres|ilustres
  mujer campesina
  madre teresa|selva|patria
  padre mier|kino|hidalgo|miguel
  sierra madre
  piedras|aguas|paso negras
  agua prieta
  rio|barrio|cerro negro|blanco
  isabel catolica
  reyes catolicos
  martires cristianos
  obrero mundial
  pacto obrero socialista
  sagrada familia
  medico|militar militar|marte
  maestro|maestra|maestros justo|veracruzanos
  doctor balmis|rio|vertiz|mora
  hijos cuauhtemoc
  joven orquesta
  pueblo|camino viejo
  viejo camino
  gay lussac
  real minero|minera
  single|multi family
  senior living
  student|senior housing
  white|black label|box|friday
  ladron guevara
  descartes
  sordo|torre madaleno
  empleados federales|municipales
  cruz roja|verde|blanca
  mujer|mujeres mexicana|mexicanas
  acta|actas|constancia|comprobante|certificado nacimiento|matrimonio|divorcio
  acceso|rampa|bano|banos|estacionamiento|elevador|cajon discapacitados|discapacidad|minusvalidos
  no|non fumador|fumadores|smoker|smokers
  country|white house
  buen pastor|aire|vista
`)
