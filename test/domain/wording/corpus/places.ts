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
  Calle Madero
  Francisco I. Madero
  5 de Mayo
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
  Calle Cáncer
  Calle Virgo
  Calle Géminis
  Calle Salud
  Calle Maternidad
  Hospital General
  Avenida Hospital
  Calle Monjas
  Calle Obispado
  Calle Arzobispado
  Calle Sor Juana Inés de la Cruz
  San Juan Evangelista
  Santo Domingo
  Calle Cristiano
  Calle Mártires Cristianos
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
  Avenida Hidalgo
  Avenida Federalismo
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
  Paso del Norte
  Calle Aprovechamiento
  Calle Estrellas
  Calle Puntos
  Calle Notables
  Presa Falcón
  Presa Salinillas
  Presa de la Amistad
  Presas
  René Descartes
  Descartes
  Gay-Lussac
  Adolfo Prieto
  Pedro Moreno
  Amores
  Luz Saviñón
  Peña Nieto
  Enrique José Varona
  Juan Bautista
  Torres Gemelas
  Casa Gemela
  Callejón de los Ladrones
  Reclusorio Norte
  Pacto Obrero Socialista
  Movimiento Socialista
  Sindicalismo
  Partido Comunista
  Los Amantes
  Los Abuelos
  Jornaleros
  Monjas Capuchinas
  Las Novicias
  Real Minero
  Mineral del Monte
  Los Moros
  Mar Negro
  Cerro Blanco
  Prado Norte
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
  Calle del Hospicio
  Calle del Orfanato
  Casa Cuna
  Asilo de Ancianos
  Panteón Español
  Colegio Americano
  Club Libanés
  Barrio Árabe
  Templo Mormón
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
  Puerto Vallarta
  Poza Rica
  Guerrero
  Hidalgo
  Ciudad del Carmen
  Isla Mujeres
  Progreso
  Piedras Negras
  Agua Prieta
  Hidalgo del Parral
  Cuauhtémoc
  San Luis Río Colorado
  Salamanca
  San Miguel de Allende
  Dolores Hidalgo
  Real de Catorce
  Ciudad Valles
  Lagos de Moreno
  San Cristóbal de las Casas
  Santa Catarina
  Ciudad Madero
  Río Bravo
  San Juan del Río
  Corregidora
  Villa Unión
  Ciudad Lerdo
  Huauchinango
  Salina Cruz
  Puerto Escondido
  Tierra Blanca
  Martínez de la Torre
  Boca del Río
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
  Buenos Aires
  Tránsito
  Militar Marte
  Periodista
  Ex Hipódromo de Peralvillo
  Burócrata Federal
  Lomas de Chapultepec
  Ciudad de los Niños
  Ciudad Universitaria
  Barrio Chino
  Barrio de los Judíos
  La Viuda
  Los Solteros
  La Soltera
  Infonavit Solidaridad
  Unidad Independencia
  Pueblo Viejo
  Casas Viejas
  Lomas del Paraíso
  Rincón de la Vieja
  Residencial El Refugio
  Colonia Maestros Federales
  Colonia Empleados
  Colonia Electricistas
  Colonia Ferrocarrilera
  Colonia Petrolera
  Colonia Minera
  Colonia Campesina
  Colonia Sindicato
  Colonia Unión de Colonos
  Colonia Benito Juárez
  Colonia Niños Héroes
  Colonia Libertad
  Colonia La Salud
  Colonia Maternidad
  Colonia Santa Cruz
  Colonia San Pedro Mártir
  Colonia Cristo Rey
  Colonia Nueva Jerusalén
  Colonia Israel
  Colonia Palestina
  Colonia Sor Juana
  Colonia Hidalgo
  Colonia La Mora
  Colonia Riego
  Colonia Centro
  Vallarta Norte
  Country Club
  Mitras Centro
  Altavista
  La Noria
  Zavaleta
  Analco
  Francisco de Montejo
`)

/** Words that stand in partners' own paths, parameters and slugs and say nothing of a person. */
export const pathWords = lines(`
  webhooks
  hooks
  callback
  verificaciones
  emitida
  v1
  v2
  notify
  notificaciones
  events
  tenant
  tenants
  arrendador
  inquilinos
  solicitudes
  solicitante
  solicitantes
  applicants
  rentals
  rentas
  renta
  propiedades
  inmuebles
  contrato
  contratos
  folio
  expediente
  jobs
  job
  worker
  workers
  queue
  health
  status
  estado
  result
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
  aval
  fiador
  seguro
  test
  avs
  token
  session
  secret
  partner
  socio
  crm
  portal
  receive
  recibir
  depto
  casa
  casas
  cuarto
  matrimonial
  single-family
  multi-family
  student-housing
  senior-living
  residencia-estudiantil
  wheelchair-accessible
  local
  oficina
  torre
  planta-baja
  penthouse
  estudio
  amueblado
  disponible
  ocupada
  separado
  rentado
  vigente
  contrato-3-anos
  plazo-12-meses
  age-of-building
  minor-version
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
  party
  visa
  terminal
  transito
  transporte
  trans-peninsular
  transfer
  sexto-piso
  arabesca
  generador
  generic
  engender
  negrita
  passport
  failsafe
  scoreless
  underscore
  grade
  upgrade
  downgrade
  default-route
  aptos-301
  apto-12b
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
`)
