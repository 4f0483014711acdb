/**
 * Names of streets, cities and neighbourhoods of Mexico as they stand in partners' property slugs,
 * with every one that we know to collide with words about people.
 */
const lines = (text: string): ReadonlyArray<string> =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const streets = lines(`
  Avenida Insurgentes Sur
  Paseo de la Reforma
  Avenida Universidad
  Calzada de Tlalpan
  Eje Central Lázaro Cárdenas
  Avenida Revolución
  Avenida Patriotismo
  Avenida Chapultepec
  Avenida Juárez
  Calle Madero
  Francisco I. Madero
  5 de Mayo
  16 de Septiembre
  20 de Noviembre
  Cinco de Febrero
  Niños Héroes
  Avenida Niños Héroes de Chapultepec
  Niño Artillero
  Niño Perdido
  Obrero Mundial
  Doctor Balmis
  Dr. Vértiz
  Doctor Río de la Loza
  Médicos
  Enfermeras
  Maestros Veracruzanos
  Maestro Justo Sierra
  Normal de Maestros
  Abogados
  Ingenieros Militares
  Ferrocarriles Nacionales
  Ferrocarrileros
  Electricistas
  Telefonistas
  Periodistas
  Sindicato de Electricistas
  Calle Trabajadores
  Trabajadores Sociales
  Avenida del Trabajo
  Calle Empleados
  Empleados Municipales
  Jubilados
  Calle Pensionados
  Burócratas
  Calle Viudas
  Calle de la Viuda
  Calle Las Solteras
  Calle Católica
  Isabel la Católica
  Reyes Católicos
  Madre Teresa de Calcuta
  Madre Selva
  Padre Mier
  Padre Kino
  Padre Hidalgo
  Sierra Madre Oriental
  Sierra Madre Occidental
  Hijos de Cuauhtémoc
  Hombres Ilustres
  Mujeres Ilustres
  Mujer Campesina
  Rotonda de los Hombres Ilustres
  Trópico de Cáncer
  Trópico de Capricornio
  Calle Cáncer
  Calle Virgo
  Calle Géminis
  Calle Salud
  Calle Maternidad
  Hospital General
  Avenida Hospital
  Calle Monjas
  Calle Obispado
  Avenida Obispo
  Calle Arzobispado
  Calle Sor Juana Inés de la Cruz
  San Juan Evangelista
  San Judas Tadeo
  Santo Domingo
  Virgen de Guadalupe
  Calle Cristiano
  Calle Mártires Cristianos
  Avenida Jesús Carranza
  Calle Israel
  Calle Palestina
  Avenida Miguel Alemán
  Calle Alemania
  República de Cuba
  República de Venezuela
  República de El Salvador
  República de Honduras
  Calle Haití
  Avenida Latinoamericana
  Avenida de las Américas
  Calle Estados Unidos
  Calle Chinos
  Callejón del Chino
  Calle Indígena
  Calle Indios Verdes
  Calle Azteca
  Calle Mayas
  Calle Otomíes
  Calle Zapotecas
  Calle Mixtecos
  Calle Tarahumaras
  Calle Yaquis
  Río Negro
  Río Blanco
  Calle Morena
  La Morena
  Avenida Morelos
  Paso de las Negras
  Casa Blanca
  Barrio Negro
  La Raza
  Calle Emigrantes
  Avenida Migrantes
  Calle Refugio
  Nuestra Señora del Refugio
  Calle Soledad
  Calle Consuelo
  Calle Esperanza
  Calle Confianza
  Calle Prudencia
  Calle Libertad
  Calle Igualdad
  Calle Unión
  Unión y Progreso
  Calle Juventud
  Juventud Heroica
  Avenida de la Juventud
  Calle Joven Orquesta
  Calle Ancianos
  Calle Adultos Mayores
  Parque de los Adultos Mayores
  Calle Veteranos
  Veteranos de la Revolución
  Viejo Camino a Santa Fe
  Camino Viejo
  Calle Soldado
  Calle Policía
  Calle Comerciantes
  Calle Taxistas
  Calle Albañiles
  Calle Carpinteros
  Calle Panaderos
  Plateros
  Calle Mineros
  Calle Pescadores
  Calle Campesinos
  Avenida Agricultores
  Avenida Profesores
  Avenida Estudiantes
  Avenida Politécnico
  Calle Partido Liberal
  Calle Ricos
  Calle Pobres
  Calle Cojos
  Calle del Ciego
  El Sordo
  El Mudo
  El Manco de Lepanto
  Avenida Familia
  Calle Sagrada Familia
  Calle Matrimonio
  Calle Novias
  Calle Suegras
  Callejón del Beso
  Callejón de la Novia
  Callejón del Diablo
  Calle Presos
  Calle Cárcel
  Calle Ladrón de Guevara
  Avenida López Mateos
  Avenida Vallarta
  Calzada Independencia
  Avenida Hidalgo
  Avenida Federalismo
  Boulevard Díaz Ordaz
  Boulevard Gustavo Salinas
  Boulevard Kukulcán
  Avenida Tulum
  Calle Mora
  José María Luis Mora
  Calle Instituto Mora
  Calle Riego
  Distrito de Riego
  Calle Bandera
  Bandera Nacional
  Calle Lista
  Calle Juicio
  Calle Mérito
  Calle Honestidad
  Calle Ahorro
  Calle Crédito Agrícola
  Banco de Crédito Rural
  Calle Garantías
  Buena Vista
  Buen Pastor
  Malpaso
  Paso del Norte
  Calle Aprovechamiento
  Calle Estrellas
  Calle Puntos
  Calle Notables
  Pasaje Polanco
  Presa Falcón
  Presa Salinillas
  Presa de la Amistad
  Presas
  René Descartes
  Descartes
  Gay-Lussac
  Leibniz
  Kelvin
  Gutenberg
  Copérnico
  Anaxágoras
  Pitágoras
  Horacio
  Homero
  Tennyson
  Emilio Castelar
  Adolfo Prieto
  Pedro Moreno
  Gabriel Mancera
  Amores
  Luz Saviñón
  Concepción Béistegui
  Heriberto Frías
  Matías Romero
  Peña Nieto
  Enrique José Varona
  Juan Bautista
  Malinche
  Torres Gemelas
  Casa Gemela
  Callejón de los Ladrones
  Reclusorio Norte
  Penitenciaría
  Ampliación Penitenciaría
  Pacto Obrero Socialista
  Movimiento Socialista
  Sindicalismo
  Partido Comunista
  Los Amantes
  Los Abuelos
  Jornaleros
  Mascarones
  Monjas Capuchinas
  Las Novicias
  Real Minero
  Mineral del Monte
  Los Moros
  Malpaís
  Lago Bolsena
  Lago Alberto
  Mar Negro
  Cerro Blanco
  Volcán Paricutín
  Playa Revolcadero
  Prado Norte
  Bosque de los Ciruelos
  Fuente de la Juventud
  Retorno de la Bondad
  Virtudes
  Nobleza
  Cuarta Edad Media
  Tercera Cerrada de Morelos
  Segunda Privada de Hidalgo
  Sexta Avenida
  Sexto Sol
  Mayor Cuarón
  General Anaya
  Soldado de Cuera
  Sargento Segundo
  Cabo Primero
  Marina Nacional
  Ejército Nacional
  Heroico Colegio Militar
  Escuela Médico Militar
  Escuela Naval
  Escuela de Enfermería
  Facultad de Medicina
  Politécnico Nacional
  Estudios Universitarios
  Ciudad Deportiva
  Deportistas
  Olímpica
  Viaducto Tlalpan
  Calz. de los Misterios
  Calle del Hospicio
  Hospicio Cabañas
  Calle del Orfanato
  Casa Cuna
  Asilo de Ancianos
  Panteón Español
  Colegio Americano
  Club Libanés
  Sinagoga Histórica
  Barrio Árabe
  Templo Mormón
  Seminario Conciliar
  Catedral
  Plaza de la Mujer
  Jardín de las Madres
  Monumento a la Madre
  Avenida del Niño
  Parque del Niño
  Casa del Estudiante
  Casa del Obrero
  Casa del Maestro
  Vecindad del Migrante
  Puente Negro
  Cerrada del Indio
  Arroyo Prieto
  La Prieta
  Los Güeros
`)

export const cities = lines(`
  Ciudad de México
  Guadalajara
  Monterrey
  Puebla
  Tijuana
  León
  Ciudad Juárez
  Torreón
  Querétaro
  San Luis Potosí
  Mérida
  Mexicali
  Aguascalientes
  Cuernavaca
  Acapulco
  Tampico
  Chihuahua
  Saltillo
  Morelia
  Veracruz
  Villahermosa
  Reynosa
  Hermosillo
  Culiacán
  Cancún
  Xalapa
  Oaxaca
  Tuxtla Gutiérrez
  Durango
  Matamoros
  Toluca
  Pachuca de Soto
  Mazatlán
  Celaya
  Irapuato
  Nuevo Laredo
  Ciudad Obregón
  Ciudad Victoria
  Ensenada
  La Paz
  Los Mochis
  Tepic
  Puerto Vallarta
  Coatzacoalcos
  Minatitlán
  Poza Rica
  Orizaba
  Córdoba
  Tehuacán
  Tlaxcala
  Chilpancingo
  Guerrero
  Hidalgo
  Iguala
  Taxco
  Zihuatanejo
  Campeche
  Ciudad del Carmen
  Playa del Carmen
  Chetumal
  Cozumel
  Isla Mujeres
  Valladolid
  Progreso
  Piedras Negras
  Agua Prieta
  Monclova
  Hidalgo del Parral
  Delicias
  Cuauhtémoc
  Nogales
  Guaymas
  Navojoa
  San Luis Río Colorado
  Guanajuato
  Salamanca
  San Miguel de Allende
  Dolores Hidalgo
  Silao
  Zacatecas
  Fresnillo
  Real de Catorce
  Matehuala
  Ciudad Valles
  Zamora
  Uruapan
  Lázaro Cárdenas
  Apatzingán
  Colima
  Manzanillo
  Tecomán
  Zapopan
  Tlaquepaque
  Tonalá
  Tepatitlán
  Lagos de Moreno
  Ocotlán
  Naucalpan
  Ecatepec
  Nezahualcóyotl
  Tlalnepantla
  Chalco
  Texcoco
  Cuautla
  Jiutepec
  Tula
  Tulancingo
  San Cristóbal de las Casas
  Comitán
  Tapachula
  Palenque
  San Pedro Garza García
  Santa Catarina
  Apodaca
  Guadalupe
  Santiago
  Linares
  Altamira
  Ciudad Madero
  Río Bravo
  San Juan del Río
  Corregidora
  Tequisquiapan
  Villa de Álvarez
  Villa Unión
  Gómez Palacio
  Ciudad Lerdo
  San José del Cabo
  Cabo San Lucas
  Loreto
  Rosarito
  Tecate
  Atlixco
  Cholula
  Huauchinango
  Salina Cruz
  Juchitán
  Huatulco
  Puerto Escondido
  Tierra Blanca
  Martínez de la Torre
  Boca del Río
  Cárdenas
  Comalcalco
  Macuspana
`)

export const neighbourhoods = lines(`
  Colonia Doctores
  Colonia Obrera
  Colonia Guerrero
  Del Valle
  Narvarte Poniente
  Roma Norte
  Hipódromo Condesa
  Polanco
  Anzures
  Colonia Americana
  Colonia Francesa
  Colonia Italiana
  Argentina Poniente
  Santa María la Ribera
  San Rafael
  Juárez
  Portales
  Nápoles
  Escandón
  Tacubaya
  Buenos Aires
  Algarín
  Tránsito
  Asturias
  Viaducto Piedad
  Militar Marte
  Periodista
  Sifón
  Ex Hipódromo de Peralvillo
  Morelos
  Burócrata Federal
  Jardines del Pedregal
  Lomas de Chapultepec
  Las Águilas
  Los Alpes
  Ciudad de los Niños
  Ciudad Universitaria
  Barrio Chino
  Barrio de los Judíos
  La Conchita
  La Viuda
  Los Solteros
  La Soltera
  Infonavit Solidaridad
  Unidad Independencia
  Villa Coapa
  Pueblo Viejo
  Casas Viejas
  Lomas del Paraíso
  Rincón de la Vieja
  Residencial El Refugio
  Fraccionamiento Los Pensadores
  Colonia Maestros Federales
  Colonia Empleados
  Colonia Electricistas
  Colonia Ferrocarrilera
  Colonia Petrolera
  Colonia Minera
  Colonia Campesina
  Colonia Magisterial
  Colonia Sindicato
  Colonia Unión de Colonos
  Colonia Emiliano Zapata
  Colonia Benito Juárez
  Colonia Niños Héroes
  Colonia Libertad
  Colonia La Paz
  Colonia La Salud
  Colonia Maternidad
  Colonia Santa Cruz
  Colonia San Pedro Mártir
  Colonia Cristo Rey
  Colonia El Evangelio
  Colonia Nueva Jerusalén
  Colonia Israel
  Colonia Palestina
  Colonia Sor Juana
  Colonia Hidalgo
  Colonia La Mora
  Colonia Riego
  Colonia Centro
  Zona Dorada
  Mirador
  El Rosario
  La Providencia
  Vallarta Norte
  Chapalita
  Providencia
  Country Club
  Cumbres
  Contry
  Mitras Centro
  Obispado
  Tecnológico
  Altavista
  San Jerónimo
  Valle Oriente
  Angelópolis
  La Noria
  Zavaleta
  El Carmen
  Analco
  Cholul
  Altabrisa
  Montebello
  García Ginerés
  Itzimná
  Francisco de Montejo
`)

/** Words that stand in partners' own paths, parameters and slugs and say nothing of a person. */
export const pathWords = lines(`
  webhooks
  hooks
  hook
  callbacks
  callback
  verificaciones
  verificacion
  emitida
  cotejo
  api
  v1
  v2
  notify
  notificaciones
  eventos
  events
  tenant
  tenants
  landlord
  arrendador
  inquilinos
  solicitudes
  solicitante
  solicitantes
  applicants
  applications
  rentals
  rentas
  renta
  propiedades
  inmuebles
  listings
  properties
  units
  contrato
  contratos
  folio
  expediente
  expedientes
  jobs
  job
  worker
  workers
  queue
  health
  status
  estado
  result
  results
  resultado
  resultados
  validada
  validado
  verificado
  verified
  pending
  completed
  concluidos
  coincidencia
  sustento
  recomendacion
  decision
  juicio
  lista
  listas
  usuario
  user
  users
  cliente
  clientes
  customer
  account
  cuenta
  pago
  pagos
  payment
  payments
  cobro
  factura
  deposito
  garantia
  aval
  fiador
  poliza
  seguro
  sandbox
  production
  staging
  dev
  test
  src
  source
  avs
  utm
  token
  session
  secret
  signature
  version
  partner
  socio
  crm
  erp
  portal
  inbox
  ingest
  receive
  recibir
  depto
  departamento
  casa
  casas
  cuarto
  habitacion
  recamara
  matrimonial
  single-family
  multi-family
  student-housing
  senior-living
  residencia-estudiantil
  wheelchair-accessible
  terraza
  terreno
  local
  oficina
  bodega
  torre
  edificio
  piso
  planta-baja
  penthouse
  loft
  estudio
  amueblado
  disponible
  ocupada
  desocupado
  separado
  apartado
  rentado
  vigente
  renovacion
  contrato-3-anos
  plazo-12-meses
  age-of-building
  minor-version
  master
  main
  parent
  child-node
  orden
  queue-worker
  white-label
  blackbox
  dark-mode
  single-sign-on
  singleton
  senior-dev
  young-street
  family-office
  union-square
  partition
  party
  visa
  terminal
  paciencia
  transito
  transporte
  trans-peninsular
  transfer
  racecar
  sextant
  unisex
  message
  package
  storage
  garage
  page
  image
  average
  manage
  percentage
  sexto-piso
  asia
  arabesca
  generador
  generic
  engender
  negrita
  pasaje
  passage
  passport
  bypass
  compass
  password
  failover
  failsafe
  scoreless
  underscore
  grade
  upgrade
  downgrade
  frank
  rankine
  default-route
  aptos-301
  apto-12b
  aptitud
  capto
  confianza
  trust
  trust-center
  confirmed
  confirmado
  aceptado
  accepted
  autorizado
  authorized
  completado
  cancelado
  cancelled
  expired
  expirado
  failed
  failure
  error
  retry
`)
