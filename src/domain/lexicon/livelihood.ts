import { agents, gendered, nouns, phrases, words } from './inflections.ts'

/** Employment, income and studies, in Spanish and English. */
export const livelihood = {
  words: [
    ...gendered('desemplead subemplead jubilad pensionad becari asalariad jornaler prejubilad'),
    ...nouns(`
      desempleo subempleo jubilacion pensionista unemployed unemployment jobless employed retiree retired
      freelance freelancer autoempleo autoempleado housewife homemaker househusband breadwinner
      sueldo salario salarial salary wage income paycheck payslip nomina quincena aguinaldo
      pobreza poverty lowincome indigente homeless limosnero vagabundo remesa
      empleada teletrabajador
    `),
    ...words('unemployable underemployed'),
  ],
  besidePerson: [
    ...gendered(`
      obrer ingenier enfermer maestr mesero meser cociner carpinter plomer panader secretari cajer bombero bomber
      funcionari banquer ric pobre retirad despedid desocupad arquitect abogad medic psicolog veterinari notari
      burocrat autonom emplead peluquer costurer ganader minero miner camarer niner
    `),
    ...agents('trabajador profesor conductor repartidor vendedor programador contador doctor pescador cargador pintor velador'),
    ...nouns(`
      estudiante student universitario universitaria taxista albanil chofer policia militar soldado comerciante ambulante
      electricista empresario empresaria profesionista periodista burocrata dentista artista comisionista oficinista
      recepcionista gerente ejecutivo ejecutiva estilista mecanico jardinero jardinera mucama sirvienta
      pobre rico poor rich wealthy broke worker employee teacher nurse doctor lawyer driver waiter waitress cook maid
      cleaner plumber engineer farmer soldier veteran cop policeman carpenter cashier salesman clerk janitor nanny
      contractor intern apprentice employer empleo trabajo ingreso ingresos income patron
    `),
  ],
  alone: words(`
    estudiante student taxista albanil mesero mesera chofer policia militar comerciante enfermera enfermero maestro
    maestra abogado abogada obrero obrera doctor doctora empleado empleada teacher nurse lawyer driver waiter waitress
    employee ingresos profesionista veteran
  `),
  phrases: phrases(`
    sin|busca|buscando|perdio|consiguio trabajo|empleo|chamba|ingreso|ingresos|sueldo
    trabaja|trabajo|labora en|como|de|para|medio|tiempo|informal|formal|gobierno|cuenta|casa
    trabajador|trabajadora|trabajadores informal|informales|eventual|hogar|domestica|domestico|sexual|independiente|ambulante
    empleado/a domestico|domestica|gobierno|publico|publica|federal|banco|informal
    ama|amas casa
    ingreso|ingresos bajo|bajos|alto|altos|irregular|irregulares|variable|variables|mensual|mensuales|insuficientes|familiares|comprobables|anual|propios|extra
    bajo|bajos|pocos|poco|altos|menores|mayores ingreso|ingresos
    low|high|no|monthly|annual|irregular|household|minimum income|salary|wage|wages|earner|earners
    gana|ganan|earns|earning|makes mas|menos|more|less|#|poco|mucho|bien
    clase baja|media|alta|trabajadora
    working|middle|upper|lower class
    self employed|employment
    laid off
    out work
    between jobs
    lost job
    recien despedido/a|egresado/a|graduado/a|jubilado/a
    fue|ha despedido/a
    college|university|foreign|exchange|grad|graduate student|students
    estudiante|estudiantes foraneo|foranea|foraneos|universitario|universitaria|universitarios|extranjero|becado|unam|ipn|tec
    full|part time worker|employee|job|student
    employment|job status|history|situation|loss
    situacion|estabilidad|antiguedad laboral
    puesto actual
    veterano|veterana militar|guerra
    disabled|war|army veteran|vet
    receives|on welfare|benefits
    food stamps
    recibo|recibos nomina
    programa social
  `),
  placesToo: words('jubilado jubilados jubilada jubiladas pensionado pensionados pensionada pensionadas empleada empleadas'),
}
