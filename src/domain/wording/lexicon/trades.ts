import { nouns, phrases, singular, singularAgents, words } from './inflections.ts'

/** Occupations, in Spanish and English. */

const trades = [
  ...singular(`
    meser cociner camarer niner balconer tablajer marisquer eloter paleter camoter albercer alfarer talabarter
    carboner lancher gambusin patruller granader diplomatic decan reporter camarograf mercadolog talacher macheter
    panteoner sepulturer obrer ingenier enfermer carpinter plomer panader cajer bomber banquer arquitect abogad
    psicolog veterinari peluquer costurer ganader miner camioner microbuser taquer tortiller carnicer zapater jardiner
    relojer fontaner yeser vidrier hojalater tapicer granjer vaquer campesin porter franeler basurer barrender
    cerrajer trailer cantiner barber camiller torner llanter tiender abarroter lecher aguador tamaler odontolog
    ginecolog cardiolog dermatolog oncolog neurolog urolog radiolog nutriolog sociolog antropolog biolog podolog
    fisioterapeut pedagog geolog filolog politolog ecolog fotograf coreograf bibliotecari diputad magistrad licenciad
    catedratic filosof misioner guerriller torer petroler ferrocarriler bracer tianguer changarrer fayuquer chatarrer
    huachicoler mandader cirujan topograf carretoner cartoner pizzer maquiler funcionari maestr lavander fleter
    cadener cerillit autonom preparatorian
  `),
  ...singularAgents(`
    trabajador profesor conductor repartidor vendedor programador contador doctor pescador cargador pintor velador
    soldador recolector cuidador investigador emprendedor disenador tatuador domador enterrador lenador instalador
    escultor escritor educador entrenador afanador lavador planchador senador gobernador regidor legislador embajador
    jugador boxeador luchador bordador estibador pepenador cobrador encuestador volanteador empacador ensamblador
    agricultor apicultor lustrador afilador cortador animador compositor traductor fumigador cazador despachador
    limpiador prestador acomodador
  `),
  ...words(`
    universitario universitaria chofer policia comerciante ambulante tianguista electricista empresario empresaria
    profesionista dentista artista comisionista oficinista recepcionista gerente ejecutivo ejecutiva estilista
    mecanico operario operaria musico cientifico politico academico quimico matematico tecnico medico medica
    secretario secretaria marino piloto azafata sobrecargo actor actriz cantante bailarin bailarina futbolista
    deportista conserje intendente vigilante modista manicurista masajista cosmetologa barista garrotero lavaplatos
    lavacoches maquiladora maquinista tractorista sirviente nana institutriz partera comadrona paramedico paramedica
    pediatra psicoterapeuta geriatra terapeuta optometrista anestesista ortodoncista laboratorista astronomo agronomo
    economista historiador historiadora telefonista bloguero gamer edecan stripper escort hostess escolta
    guardaespaldas peon chalan capataz mayordomo ayudante aprendiz ejidatario ejidataria buzo juez jueza fiscal
    alcalde alcaldesa sindico recluta cadete marinero profe profa docente tesista prefecto prefecta taquillero
    taquillera bicitaxista periodista burocrata
  `),
  ...words(`
    student nurse teacher professor lawyer attorney physician surgeon cook maid cleaner plumber engineer farmer
    soldier veteran policeman firefighter fireman carpenter electrician mechanic welder cashier salesman saleswoman
    clerk intern apprentice accountant secretary sailor stewardess butcher baker tailor seamstress fisherman trucker
    cabbie gardener landscaper caregiver babysitter dentist barber hairdresser hairstylist stylist beautician
    manicurist journalist actress singer dancer musician artist athlete footballer politician senator scientist
    researcher chef bouncer watchman farmhand fieldworker laborer labourer hooker sexworker driver uberdriver
    caretaker housemaid chauffeur busboy dishwasher machinist roofer bricklayer stonemason paramedic therapist
    psychologist paralegal congressman diplomat entrepreneur businessman businesswoman camgirl dayworker taxidriver
    doorman mailman garbageman repairman policewoman undergrad undergraduate postgrad schoolteacher employee lawmaker
    designer coder programmer photographer videographer filmmaker poet translator librarian lifeguard optician
    optometrist pharmacist chemist physicist biologist veterinarian rancher cowboy shepherd lumberjack blacksmith
    locksmith glazier plasterer deliveryman steelworker autoworker dockworker seaman airman sheriff trooper jailer
    bailiff banker receptionist foreman housepainter valet bellhop masseuse masseur undertaker clergyman comedian
    rapper cameraman sportsman clown barmaid barman
  `),
  ...words(`
    empleado payaso payasa mariachi malabarista ceramista ebanista artesano artesana publicista policemen firemen
    salesmen businessmen fishermen congressmen doormen cop taxista albanil jornalero jornalera
  `),
]

/** Also names of colonies, offices and companies. They count only next to a word for a person. */
const namesToo = words(`
  militar periodista burocrata electricista telefonista universitario universitaria secretaria veterinaria obrera
  petrolera minera campesina ganadera ferrocarrilera maquiladora notario fiscal piloto tecnico herrero zapatero sastre
  soldado tejedor valet didi rappi driver trabajador jardinera licenciado profesor doctor
`)

/** People's trades, professions and offices. */
export const occupations = {
  words: words(''),
  traits: trades.filter((word) => !namesToo.includes(word)),
  besidePerson: [...namesToo, ...words('empleados albaniles'), ...nouns('contractor employer')],
  alonePhrases: phrases(''),
  phrases: phrases(`
    empleo|trabajo|negocio|comercio|chamba|sector|economia|ocupacion|actividad informal|informales|eventual|temporal|estable|precario
    empleo|trabajo|negocio|puesto|local|oficio propio|informal|formal|ambulante|fijo
    informal|formal|self|own employment|job|business|work|trade
    dueno|duena|duenos|duenas negocio|negocios|empresa|taller|tienda|changarro|puesto
    muchacha|senora|chica|empleada|personal limpieza|servicio|aseo|quehacer
    guardia|guardias|security seguridad|guard|guards|privado
    recolector|recolectora|recolectores basura
    vendedor|vendedora|vendedores|puesto ambulante|ambulantes|tianguis|calle|callejero|callejera
    trabajador|trabajadora social
    policia|agente federal|estatal|municipal|ministerial|judicial|auxiliar
    union guy|man|worker|job|guys
    college|high|school kid|kids|student|students|dropout
    comerciante|comerciantes|vendedor|vendedora informal|informales
    trabajador|trabajadora|obrera|obrero maquila|fabrica|campo
    call center agent|worker|employee
    guardia nacional
    trabaja|trabajo|empleado|empleada|empleo oxxo|walmart|imss|issste|pemex|cfe|gobierno|unam|sep
    vende|vendia comida|tamales|ropa|catalogo|droga|drogas|tacos|mercado
    trabajador|trabajadora|trabajadores sexual|sexuales|migrante|campo|construccion|fabrica|agricola|agricolas
    business|store|shop owner|owners
    stay at home mom|dad|mother|father|parent|mum|wife
    street|market vendor|vendors|seller
    day laborer|labourer|worker
    security|prison guard|guards
    construction|factory|farm|office|field|warehouse worker|workers
  `),
  placesToo: words(''),
}
