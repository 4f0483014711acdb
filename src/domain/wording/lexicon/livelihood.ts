import { agents, gendered, nouns, phrases, words } from './inflections.ts'

/** Employment, income and studies, in Spanish and English. */
export const livelihood = {
  words: [
    ...gendered(`
    desemplead subemplead becari asalariad prejubilad meser cociner camarer niner sirvient sexoservidor
  `),
    ...nouns(`
      desempleo subempleo jubilacion pensionista unemployed unemployment jobless employed retiree retired freelance
      freelancer autoempleo autoempleado housewife homemaker househusband breadwinner sueldo salario salarial salary
      wage income paycheck payslip nomina quincena aguinaldo pobreza poverty lowincome indigente homeless limosnero
      vagabundo remesa teletrabajador cesante pasante doctorante mucama criada prostituta prostituto teibolera
      waitress nanny janitor housekeeper handyman bartender truckdriver
    `),
    ...words(`
    unemployable underemployed empleada jornalero jornalera taxista albanil jubilado jubilada pensionado pensionada
  `),
  ],
  traits: [],
  besidePerson: [
    ...gendered(`
      obrer ingenier enfermer maestr carpinter plomer panader secretari cajer bomber funcionari banquer ric retirad
      despedid desocupad arquitect abogad medic psicolog veterinari notari burocrat autonom peluquer costurer ganader
      miner
    `),
    ...agents(
      'trabajador profesor conductor repartidor vendedor programador contador doctor pescador cargador pintor velador',
    ),
    ...words('empleado empleados empleadas taxistas albaniles'),
    ...nouns(`
      estudiante student universitario universitaria maquila maquiladora escort chofer policia militar soldado
      comerciante ambulante electricista empresario empresaria profesionista periodista burocrata dentista artista
      comisionista oficinista recepcionista gerente ejecutivo ejecutiva estilista mecanico jardinero jardinera pobre
      rico poor rich wealthy jubilados jubiladas jornaleros jornaleras pensionados pensionadas employee teacher nurse
      doctor lawyer waiter cook maid cleaner plumber engineer farmer soldier veteran cop policeman carpenter cashier
      salesman clerk contractor intern apprentice employer empleo ingresos
    `),
  ],
  alone: words('estudiante student chofer policia enfermera ingresos'),
  numbered: words(''),
  alonePhrases: phrases(''),
  phrases: phrases(`
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
    recibo|recibos nomina
    programa social
  `),
  placesToo: words(
    'jubilado jubilados jubilada jubiladas pensionado pensionados pensionada pensionadas empleada empleadas',
  ),
}
