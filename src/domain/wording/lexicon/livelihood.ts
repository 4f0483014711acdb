import { gendered, nouns, phrases, words } from './inflections.ts'

/** Employment, income and studies, in Spanish and English. */
export const livelihood = {
  words: [
    ...gendered('desemplead subemplead becari prejubilad sexoservidor'),
    ...nouns(`
      desempleo subempleo jubilacion pensionista unemployed unemployment jobless employed retiree retired freelance
      freelancer autoempleo autoempleado housewife homemaker househusband breadwinner sueldo salario salarial salary
      wage income paycheck payslip quincena aguinaldo pobreza poverty lowincome indigente homeless limosnero vagabundo
      remesa teletrabajador cesante pasante doctorante mucama criada prostituta prostituto teibolera waitress youtuber
      tiktoker influencer streamer waiter estudia estudian nanny janitor housekeeper handyman bartender truckdriver
    `),
    ...words('unemployable underemployed empleada jubilado jubilada pensionado pensionada'),
  ],
  traits: [
    ...gendered('pobrecit retirad despedid adinerad acaudalad becad cesad'),
    ...nouns(`
      student pobre poor wealthy millonario millonaria ricachon ricachona jodido jodida menesteroso nini proletario
      mendigo mendiga beggar limosnera millionaire billionaire prepa licenciatura maestria doctorado sueldazo medicare
      ebt inapam subsidio heiress analfabeta analfabetismo illiterate iletrado iletrada bachillerato egresado egresada
      graduado graduada graduate dropout phd mba maestrante escolaridad patrona boss gigworker cesantia despido layoff
      ganancias earnings mileurista clasemedia homeoffice teletrabajo teleworker nomada ahorrador ahorradora
      clasemediero clasemediera aristocrata burgues burguesa godin popis mirrey fresita plebeyo humilde arruinado
      arruinada muertodehambre pordiosero pordiosera precarizado
    `),
    ...words('asalariado asalariada estudiante bachiller welfare foodstamps fired laidoff unwaged penniless'),
  ],
  besidePerson: [
    ...words(`
      ingresos uber preparatoria asalariados asalariadas estudiantes nomina rico rica ricos ricas honorarios beca
      renuncia rich jubilados jubiladas pensionados pensionadas
    `),
  ],
  alonePhrases: phrases(`
    section|sections 8
    part|full time
    clase baja|media|alta
  `),
  phrases: phrases(`
    no comprueba|comprueban|comprobable ingreso|ingresos
    sin comprobar|comprobante|comprobantes ingreso|ingresos
    no tiene|tienen trabajo|empleo|ingresos|chamba
    sin|busca|buscando|perdio|consiguio trabajo|empleo|chamba|ingreso|ingresos|sueldo
    trabaja|trabajo|labora en|como|de|para|medio|tiempo|informal|formal|gobierno|cuenta|casa
    trabajador|trabajadora|trabajadores informal|informales|eventual|hogar
    trabajador|trabajadora|trabajadores domestica|domestico|sexual|independiente|ambulante
    empleado/a|funcionario/a|servidor|servidora|servidores domestico|domestica|gobierno|publico|publica
    empleado/a|funcionario/a|servidor|servidora|servidores publicos|federal|banco|bancario|bancaria|informal
    ama|amas casa
    ingreso|ingresos bajo|bajos|alto|altos|irregular|irregulares|variable|variables
    ingreso|ingresos mensual|mensuales|insuficientes|familiares|comprobables|anual|propios|extra
    bajo|bajos|pocos|poco|altos|menores|mayores ingreso|ingresos
    low|high|no|monthly|annual|irregular|household|minimum income|salary|wage|wages|earner|earners
    gana|ganan|earns|earning|makes mas|menos|more|less|#|poco|mucho|bien|minimo|minimum
    clase baja|media|alta|trabajadora
    working|middle|upper|lower class
    self employed|employment
    en paro|desempleo|nomina
    ingreso|ingresos de|por #any
    works|working|worked at|for|in|as
    gana|ganan|makes|earns|earning #any
    maneja|manejan|conduce uber|didi|taxi|trailer|camion|microbus
    roomies|roommates estudiantes|students
    sin|no|con nomina
    nomina quincenal|mensual|imss|timbrada
    percepcion|percepciones mensual|mensuales|netas
    recibe|cobra|receives|gets|on pension|beca|apoyo|apoyos|bienestar|subsidio|welfare|benefits|stamps
    welfare recipient|recipients|benefits|mom
    social security
    seguro desempleo
    stable|unstable|steady|irregular|no|lost|informal job|employment|income|work
    government|factory|maquiladora|construction|farm|domestic|sex|gig worker|workers|employee|employees
    bank teller|employee|clerk
    chofer|conductor|repartidor|repartidora|socio uber|didi|rappi|taxi|plataforma|camion
    obrero/a|operador|operadora textil|fabrica|maquila|general|industrial
    estudiante|estudiantes|student|students de|of
    universitario/a foraneo|foranea|foraneos|foraneas|becado|becada
    laid off
    out of work
    taxi|uber|truck|bus|job|occupation driver
    job|occupation worker
    between jobs
    recien despedido/a|egresado/a|graduado/a|jubilado/a
    fue|ha despedido/a
    college|university|foreign|exchange|grad|graduate student|students
    estudiante|estudiantes foraneo|foranea|foraneos|universitario|universitaria
    estudiante|estudiantes universitarios|extranjero|becado|unam|ipn|tec
    full|part time worker|employee|job|student
    employment|job status|history|situation|loss
    situacion|estabilidad|antiguedad laboral
    puesto actual
    veterano|veterana militar|guerra
    disabled|war|army veteran|vet
    food stamps
    programa social
    sin|no|con estudios|primaria|secundaria|prepa|preparatoria|carrera|titulo
    nivel|grado|ultimo|maximo estudios|escolaridad|socioeconomico
    clase|estrato baja|bajo|media|medio|alta|alto|popular|obrera|social
    clase media
    trust fund
    voucher|section|welfare|subsidy holder|holders|tenant|tenants|recipient|recipients
    credencial inapam|bienestar|insen
    pension|pensiones bienestar|imss|issste|viudez|orfandad|invalidez|mensual
    money problem|problems|trouble|troubles
    problemas economicos|dinero|financieros|legales
    vive|viven remesas|propinas|ahorros|rentas
    credito infonavit|fovissste
    beca|becas benito|bienestar|conacyt|conahcyt
    minimum|low|high wage|wages|pay
    seguro popular
    renuncio trabajo|empleo
    sin|no seguro|imss|prestaciones
    carrera|primaria|secundaria|prepa|universidad trunca|terminada|incompleta|completa
    digital|nomada nomad|nomads|digital
    home office
    turno|jornada nocturno|nocturna|matutino|vespertino|parcial|completa
    medio tiempo
    tiempo completo|parcial
    contrato eventual|outsourcing|honorarios
    on welfare|benefits|dole
    trabaja|trabajan noche|noches|campo|fabrica|calle|uber|didi|maquila|oficina|banco|escuela|extranjero
    carga economica
    bajo|escasos|pocos|altos|buenos recursos
  `),
  placesToo: words(`
    jubilado jubilados jubilada jubiladas pensionado pensionados pensionada pensionadas empleada empleadas
  `),
}
