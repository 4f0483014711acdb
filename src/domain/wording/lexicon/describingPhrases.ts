import { phrases } from './inflections.ts'

/** Phrases that describe a person, in Spanish and English. */
export const describingPhrases = phrases(`
  con|tiene|padece|sufre|has|with @trait
  con|tiene|padece|sufre ansiedad
  le falta pierna|brazo|mano
  enfermo/a terminal|cronico/a|mental
  enfermedad terminal|mental
  terminal|mental illness
  trastorno bipolar|mental
  depresion severa|cronica
  tuberculosis activa
  insuficiencia renal|cardiaca
  paralisis cerebral
  debil|baja visual|vision
  post parto
  post traumatic|traumatico
  protesis cadera
  takes meds|drugs
  fuma|toma mucho|marihuana|alcohol|drogas
  se droga
  recovering alcoholic|addict
  cronicamente enfermo/a
  mental patient
  retrasado/a mental|mentales
  en|usa silla ruedas
  @person silla ruedas
  wheelchair bound|user|tenant|applicant
  en|recibe quimioterapia|dialisis
  en rehabilitacion drogas
  drug|drugs addict|user|dealer|abuser
  adicto/a drogas|alcohol
  sindrome down
  demencia senil
  down syndrome
  expecting mother|mom|baby|twins|child
  baby on way
  licencia maternidad|paternidad
  maternity|paternity leave
  en proceso divorcio
  recently|newly separated|married
  separado/a legalmente
  widow of
  matrimonio igualitario
  vive|viven en pareja
  mi|su marido
  es|soy|esta @trait|@name
  cabeza|jefa familia
  nietos a cargo
  teen|teenage mom|mother
  foster|adopted child
  engaged couple
  old|elderly lady|man|woman|couple
  casado/a por civil|iglesia
  madre|mama|padre|papa soltero/a
  single mother|mom|mum|father|dad|parent|woman|man|female|male
  union libre
  @person union libre
  pareja|parejas gay|gays|lesbiana|lesbianas|homosexual|casada
  gay|lesbian|married|retired|interracial couple|couples
  same sex couple
  no binario/a|binarie
  trans mtf|ftm
  non binary|binarie
  nonbinary @person
  lgbt|lgbtq @person
  sexo masculino|femenino|hombre|mujer|m|f
  genero masculino|femenino|hombre|mujer
  gender|sex male|female
  mujer|hombre|varon|woman|female ##
  @person|@trait ## anos|anios|years
  @person|@trait edad|aged|age|over ##
  edad|aged|over ## @person
  ## year|years old @person|@trait
  tiene|cumplio|cumple ## anos|anios
  @person mayor|mayores|menor|menores de ##
  mayor|mayores de 60|65|70|75|80 anos|anios
  joven ## anos|anios
  @trait solo|sola ## anos|anios
  ## yo @person|@trait
  senora|senor mayor
  @person adulto/a mayor|mayores
  adulto/a mayor|mayores @person
  @person tercera edad
  tercera edad @person
  senior citizen|citizens
  @person menor|menores de edad
  middle aged
  senor|senora|hombre|mujer de ##
  familia monoparental|disfuncional
  two moms|dads|mothers|fathers
  nac|nacido|nacida|nacio|fnac|nacimiento|dob|born|birth|birthdate #date
  nacido|nacida|nacio|born|birthdate #year
  fecha|fec nac|nacimiento #year
  date birth #year
  nac|fnac|nacimiento|dob|birth|birthdate|born # # #year
  nac|fnac|nacimiento|dob|birth|birthdate|born #year # #
  con|tiene|tienen # hijo|hijos|hijas|nietos
  tiene|tienen # ninos|nenes|bebes
  con|tiene|sin hijo|hija|hijos|hijas|nietos
  tiene bebe|gemelos
  has children|kids|baby
  custodia compartida|hijos
  @person|@trait con|# hijos|hijas|ninos|nietos
  con ninos chicos|pequenos
  with|has # kids|children|sons|daughters
  tenant|applicant|couple|married|family with kids|children
  mother|father|mom|dad|madre|padre|mama|papa of|de #
  hijo|hija|sobrino|sobrina|hermano|hermana|esposa|esposo|novio|novia|amante|suegra dueno|duena|casero|casera
  wife|husband|son|daughter of owner|landlord
  vive|viven con mama|papa|padres|suegra|suegros|novio|novia
  lives with parents|mom|dad|boyfriend|girlfriend
  mantenido|mantenida por
  su esposo|esposa|marido|mama|papa paga
  paga su mama|papa
  cuida abuela|abuelo|mama|papa
  mujer|mujeres golpeada|golpeadas|maltratada|maltratadas
  battered|abused wife|woman|women
  victima|victimas violencia
  pension alimenticia
  child support
  no trabaja|trabajan
  sin|perdio|busca empleo|trabajo|chamba
  no tiene empleo|trabajo|ingresos
  lost his|her|their job
  laid off
  self employed @person
  trabaja|trabajan como|gobierno|cuenta|fabrica|campo
  trabajador|trabajadora informal|sexual
  veterano militar|guerra
  army|war|disabled|ptsd veteran|veterans
  undocumented worker|workers
  ama|amas de casa
  stay at home mom|dad
  sex worker
  bajos|bajo ingresos
  escasos|bajos recursos @person
  @person escasos|bajos recursos
  @person ingresos bajos
  ingresos bajos @person
  low|no|high income @person
  lowincome|highincome @person
  @person low|no income
  minimum wage @person
  salario minimo @person
  gana|earns|makes poco|mucho|minimo|little|salario|sueldo
  vive|viven de pension|remesas|propinas
  gana mas|menos #any
  gana #any mensuales|mes|pesos
  sueldo|salario de #any
  welfare recipient|recipients
  on welfare|parole|probation|dialysis
  food stamps
  lower|middle|upper class @person
  testigo|testigos jehova
  jehovahs witness|witnesses
  catolico/a practicante|devota|devoto
  ateo|atea convencido|convencida
  born again
  habla|hablante maya|nahuatl|zapoteco|mixteco|otomi
  maya|nahuatl|zapoteco|mixteco|otomi hablante
  dark skinned
  cristiano/a evangelico/a
  @person color
  african american
  raza|tez|piel negro/a|blanco/a|moreno/a
  nacionalidad|nationality venezolana|hondurena|haitiana|cubana|colombiana|salvadorena|guatemalteca|haitian|honduran
  sin|no papeles|papers
  sin documentos migratorios
  visa vencida @person
  illegal alien|aliens
  expired visa @person
  asylum seeker|seekers
  solicitante asilo
  ex convict|convicto|convicta|con|felon|presidiario|presidiaria|prisoner|inmate|alcoholico|alcoholica
  en|salio|estuvo|fue carcel|prision
  estuvo|estaba preso|presa
  in|from jail|prison
  con|tiene antecedentes
  has criminal record
  criminal record @person
  @person criminal record
  sex offender|offenders
  gang member|members|affiliated
  fue|fueron detenido/a|arrestado/a|despedido/a|corrido/a
  roba|robo casas|deptos
  violencia familiar|domestica
  orden restriccion|aprehension
  restraining order
  arrested in|for
  agresor|agresora sexual|sexuales
  golpeador mujeres
  wife beater
  libertad condicional
  buscado|buscada policia
  republican|democrat voter|voters
  militante|votante morena|pan|pri|prd
  afiliado|afiliada morena|pan|pri|prd
  trump supporter|supporters
  union member @person
  lider sindical
  left|right wing @person|activist
  usa baston|muletas|andadera|cocaina|drogas|protesis|oxigeno|marcapasos
  con marcapasos|muletas|sobrepeso|oxigeno
  ciego/a|sordo/a total|nacimiento|oido|ojo
  no puede caminar|ver|oir|hablar
  espera|esperan|esperando|tener bebe|gemelos|mellizos
  inquilina|solicitante|esta en cinta
  clase baja
  clase alta|media @person
  vih|hiv|covid positivo/a|positive
  hombre|mujer|persona|tez|piel blanco/a|moreno/a
  sin ingresos|estudios|visa @person
  @person|@trait|@name sin|no visa|papeles|documentos|trabajo|empleo|seguro|ingresos|estudios|dinero
  sin dinero
  vive al dia
  nuevo rico
  sueldo|salario bajo
  mentally|terminally|chronically ill|unstable|disabled
  heavy smoker|drinker
  cancer survivor
  drug addicted
  recien operado/a|parida|casado/a|divorciado/a|despedido/a|viudo/a
  operado/a corazon|columna|rodilla|cadera
  portador|portadora vih|hiv
  consume|vende|fuma droga|drogas|cocaina|marihuana|cristal
  menor|menores de edad @person
  menor emancipado|emancipada
  amante casado/a
  simpatizante|militante|votante morena|pan|pri|prd|mc
  maestro/a cnte|snte
  muy|demasiado|very|too @trait
  acusado/a|denunciado/a|procesado/a por|de
  preso/a por
  vinculado/a narco|cartel|proceso
  domestic abuser
  no|without green card
  # hijos|kids|children @person
  low|high earner|earners
  food stamps|bank
`)
