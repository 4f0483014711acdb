import { agents, gendered, nouns, phrases, words } from './inflections.ts'

const children =
  'hijo|hija|hijos|hijas|nino|nina|ninos|ninas|bebe|bebes|nene|nenes|nena|nenas|nieto|nietos|nieta|nietas|crios'

/** Age, sex and orientation, marital status and family, in Spanish and English. */
export const personal = {
  words: [
    ...gendered(`
      ancian viejit viejecit jovencit longev sexagenari septuagenari octogenari nonagenari cuarenton cincuenton
      sesenton nacid solter divorciad concubin espos exespos homosexual transexual suegr hijastr adoptad masculin
      femenin geriatric novi melliz trilliz quinceaner amasi
    `),
    ...agents('solteron cuarenton cincuenton sesenton setenton maricon'),
    ...nouns(`
      varones hembra vejez septuagenarian octogenarian nonagenarian pensioner boomer toddler newborn elderly teenager
      teen adolescencia underage birthdate birthday birthplace nacimiento cumpleanos millennial sexo sexual sexuality
      sexualidad gender female feminine masculine lesbiana lesbian homosexual bisexual heterosexual transexual
      transsexual transgenero transgender travesti transvestite queer lgbt lgbtq intersexual intersex nonbinary
      homosexualidad cisgender cisgenero marica viudo viudez divorcio divorce divorced divorcee matrimonio marriage
      married marital unmarried conyuge spouse wife husband fiance fiancee widow widower widowed solteria concubinato
      amasiato amante cohabitation newlywed bride marido exmarido girlfriend boyfriend padrastro madrastra stepson
      stepdaughter stepfather stepmother stepparent nieta bisnieto manutencion alimony stepchild adopted adoptive
      monoparental grandmother grandfather grandparent grandson granddaughter breadwinner childless motherhood
      fatherhood
    `),
    ...words(`
      huerfano huerfana huerfanos huerfanas huerfanita huerfanito abuela abuelita abuelito abuelitos casada casadas
      casados casadita casaditos adolescent adolescents adolescente nietos viuda viudita viuditas viudito aged teenage
      underaged lgbtqi lgbtiq wives
    `),
  ],
  traits: [
    ...gendered(`
      gemel prometid comprometid amancebad arrejuntad juntad dejad cornud enamorad casader preniad panzon veinteaner
      treintaner cuarentaner ruc chav chamac chiquill muchach jovenzuel ahijad entenad cunad consuegr hermanastr
      primogenit jot put machorr afeminad amanerad escuincl jotit
    `),
    ...agents('treinton ochenton noventon panzon barrigon'),
    ...nouns(`
      gay dob kid baby mujer hombre woman man bebe joven edad age genero familia hijo hija mama papa mami papi mamita
      papito mamacita mother father mom mum mommy dad daddy nene nena crio ninez tio tia yerno nuera comadre compadre
      padrino madrina tutela custodia parejita pareja couple brother sister sibling uncle aunt auntie nephew niece
      cousin infant kiddo grandma grandpa granny stepmom stepdad stepbrother stepsister triplet quadruplet elder
      youngster juvenil menor genz senorito senorita senor senora girl guy boy lady macho varonil enby asexual
      pansexual demisexual marimacha tortillera faggot dyke tranny shemale ladyboy androgino exmujer exnovio exnovia
      expareja exwife exhusband exboyfriend exgirlfriend wifey hubby mistress bachelorette bachelor spinster polyamory
      poliamor poliamoroso poliamorosa bigamo bigama poligamo poligama swinger honeymoon parturienta primeriza preggo
      vetarro vetarra vejete canoso canosa decrepito decrepita codger geezer oldtimer oldman grownup preschooler
      puberty pubertad ninito ninita bebito bebita mozo moza mozuelo mozuela zagal doncella maduro madura mature
      centenarian youthful abue cincuentanero cincuentanera sesentanero sesentanera ochentero ochentera nonna
      prematuro prematura maternal trimester ultrasonido obstetra quintillizo cuatrillizo vejestorio carcamal madurito
      madurita puberto preteen lass zoomer genx geny babyboomer centennial senectud oldie oldster veintitantos
      twentysomething thirtysomething fortysomething adult juvenile birth birthyear yob fnac boda wedding nupcias
      conyugal quedada mancebo barragana noviecito noviecita arrimado arrimada adultero adultera adulterio adultery
      infiel polygamist polygamous hitched partnered commonlaw casorio concuno concuna prole chilpayate luchona luchon
      bastardo bastarda pariente parientes relative halfbrother halfsister godson godfather godmother goddaughter
      stepkid stepchildren childfree parenthood bisabuelo bisabuela tatarabuelo tatarabuela patriarca matriarca
      crianza heredero heredera sodomita mariposon mariquita crossdresser dragqueen twink metrosexual genderfluid
      agender genderqueer transitioning hormonada muxe promiscuo promiscua virginidad impotente transvesti bigenero
      parto cesarea feto fetus embrion midwife nonato gravidez pancita panza
    `),
    ...words(`
      separada separadas male males hermano hermana hermanita hermanito madre padre nino nina sobrina casado trans
      jovenes adulto adulta viejo vieja viejos viejas women men singles engaged divorciandose divorciar divorciaron
      divorciarse casandose casarse separandose separarse juntarse divorcing straight cohabiting cohabitant remarried
      betrothed monogamous twins polyamorous preggers lactando expecting millenial
    `),
  ],
  besidePerson: words(`
    orphan orphans dependiente dependientes dependent dependents adolescentes children separado separados separacion
    hermanos hermanas abuelo abuelos abuelas madres padres ninos ninas sobrino infante varon exes sex nieto young
    youth minor senior seniors twin retirement single adultos adultas
  `),
  alonePhrases: phrases(`
    mayor|menor|mayores|menores|over|under|above|below ##
    generacion|generation|gen ##|####
    ## plus|mas|something|ish
    mid|early|late ##|twenties|thirties|forties|fifties|sixties|seventies
  `),
  phrases: phrases(`
    adulto|adulta mayor
    senor|senora grande
    tercera|avanzada edad
    edad ##|####|avanzada|adulta|madura|laboral
    ## edad
    mayor|menor|mayores|menores edad
    mayor|menor|mayores|menores de ##
    mas|menos ## anos|anios
    ## anos|anios|years|yo|yrs
    senor|senora|don|dona|tipo|persona|ruco|ruca|hombre|mujer|man|woman|lady|guy de|of ##
    middle age
    generation|gen|generacion z|x
    anos|anios edad
    # ## years|year old
    years|year old
    age #|##|group|range|over|under|above|below
    older|younger ##
    age|aged|applicant|applicants|tenant over|under|above ##
    older|younger than
    senior|seniors citizen|citizens
    old|young|single|elderly|pregnant lady|man|woman|men|women|people|person|couple|guy|adult|adults|mother|father
    born before|after
    nacio|nacido|nacida ####
    fecha nacimiento
    date birth
    cumple|cumplio ## anos|anios
    genero masculino|femenino|m|f|h|hombre|mujer|no
    no binario|binaria|binarios
    non binary
    # small|little|young|grown|teenage kid|kids|child|children|sons|daughters
    gay|lesbian guys|guy|women|woman|girls
    no binarie|binaries|binarix|binary|binaria|binarias
    mujer|mujeres|madre golpeada|golpeadas|maltratada|maltratadas|violentada|abandonada|sola
    battered|abused|lonely woman|wife|women|mother
    s|c hijos|hijas|ninos|nino|nina|bebe|hijo|hija
    nac|nacio|nacido|nacida|fnac|born|dob|birth|nacimiento #date|####
    adultos|adultas mayores solos|solas|enfermos|jubilados
    family|familia of|de #
    cuida|cuidan|mantiene|mantienen mama|papa|madre|padre|padres|papas|abuela|abuelo|hermano|hermana
    mujer|hombre|chica|chico|man|woman|inquilino|inquilina|solicitante|applicant|renter|persona trans
    trans man|woman|male|female|men|women
    trans|transgender mtf|ftm
    gay|gays lesbian|lesbiana|friendly|couple|pareja|men|man|hombre|soltero|roma|y|o
    es|esta|is|pareja|chico|hombre|openly|abiertamente gay
    sex #|f|m|h|male|female|woman|man|life
    dob #|##|####
    drag queen|king
    mismo|same sexo|sex
    estado|situacion civil
    union libre
    legally|recently|newly|just separated
    engaged|cohabiting|mixed couple
    separado/a legalmente|bienes|pareja|esposo|esposa
    recien separado/a|casado/a
    pareja no casada|casados
    vive|viven|vivo|living en|con|with pareja|novio|novia|partner
    madre|padre|madres|padres|mama|papa|mamas|papas soltero/a
    single|solo mom|moms|mother|mothers|dad|dads|father|fathers|parent|parents|mum
    madre|padre|jefe|jefa|cabeza familia|hogar
    # mamas|papas|madres|padres|moms|dads|mothers|fathers
    head of household
    legal guardian
    twins|gemelos|gemelas family|familia|bebes|recien
    con|tiene|tienen|espera|with|has|expecting gemelos|gemelas|twins
    vive|vivo|viven sola|solo|solos|solas|padres|mama|mother
    vive|vivo|viven|vivir con mama|mami|papa|papi|madre|padre|padres|papas|suegros|hermano|hermana
    mama|papa|madre|padre|padres|papas paga|pagan|mantiene|mantienen
    paga|pagan mama|papa|madre|padre|padres|papas
    hijo|hija|hijos|sobrino|sobrina|hermano|hermana|primo|prima dueno|duena|casero|casera|arrendador|arrendadora
    fecha|fec|fech nac|nacim
    # ${children}
    bebe|bebes|baby|nino|nina|hijo|hija de|of|# #|meses|months
    nietos|hijos|padres|abuelos|sobrinos|hermanos a cargo
    # adulto|adultos|adults
    muy|too|very mayor|joven|viejo|vieja|old|young
    lives|living|live with parents|mom|dad|boyfriend|girlfriend|husband|wife|roommates|family
    hombre|hombres solo|solos
    old couple|lady|man|woman|guy
    con|sin|tiene|tienen|tengo|muchos|cuida|espera|esperan|esperando|van|tendra|tendran ${children}|familia
    hijos|hijas #
    hijo|hija|hijos|hijas|nino|nina|ninos|ninas menor|menores|chico|chicos|chica
    hijo|hija|hijos|hijas|nino|nina|ninos|ninas chicas|pequeno|pequenos|pequenas|autista
    no tiene|tienen|quiere hijos|ninos|familia
    numero|num|cantidad|cuantos hijos
    familia|familias|family numerosa|numerosas|grande|disfuncional|large|homoparental|reconstituida|nuclear|extensa
    large|big|huge|extended|nuclear family|families|household
    # kid|kids|child|children|son|sons|daughter|daughters|baby|babies
    with|has|have|no|without|having|expecting kid|kids|child|children|son|sons|daughter|daughters|baby|babies|family
    child|children support|custody
    foster|step|adopted|only child|children|kid|kids|parent|parents
    custodia compartida|total|hijos|hijo|hija|menores
    shared|joint|full custody
    num|number children|kids|dependents
    dependiente|dependientes economico|economicos
    # dependiente|dependientes|dependent|dependents
    pension|cuota alimenticia|alimenticias|alimentaria
    patria potestad
    hogar|household|family monoparental|size
    recien nacido|nacida|nacidos
    stay home mom|mum|dad|mother|father|parent|wife
    mom|mum|dad|mama|papa|mother|father to be
    futuro|futura|proxima|proximo mama|mami|papa|papi|madre|padre|mamas|papas
    va|voy|vamos|van a ser|tener mama|papa|madre|padre|padres|papas|bebe|hijo
    ser mama|papa|madre|padre|papas
    first|second|third trimester
    mat|pat|parental leave
    unido/a libremente
    recien|nuevo|nuevos casado/a|parejita|matrimonio
    bi|poly couple|guy|girl|man|woman|applicant|tenant
    tutor|tutora|guardian legal
    solo|solos|solas|puras|puros|only mujeres|hombres|damas|senoritas|women|men|males|females|girls|ladies
    mujeres|hombres|damas|women|men|males|females|girls|ladies solo|solos|solas|only
    vive|viven|vivir con amante|amiga|amigos|roomie|roomies|abuela|abuelos|abuelita
    mediana edad
    edad treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|reproductiva|escolar|productiva
    tiene|with|con custodia|tutela
    ex esposo|esposa|marido|mujer|pareja|novio|novia|wife|husband|boyfriend|girlfriend|spouse
    mama|madre luchona
    bebe|nino|baby en|on camino|puerta|way
    ##|# semanas|weeks embarazo|gestacion|pregnant|along
    fecha probable parto
    post|pre parto
    recien aliviada|parida
    hijo|hija unico|unica
    primer|segundo|tercer|cuarto|quinto|sexto|septimo|octavo|noveno mes
    cumple|cumplira ##
    due date
    in relationship
    nursing|new|pregnant mom|mum|mother|moms|mothers
    nueva|nuevo|proxima mama|mami|papa
    en estado|espera interesante|bebe
    por dar luz
    bun oven
    baby|babies shower|bump|coming|soon
    estudio|prueba|test embarazo
    weeks|months|semanas|meses pregnant|embarazo|gestacion
    dulce espera
    fecha parto
    common law
    civil union
    mayoria|minoria edad
    cargas|carga familiar|familiares
    mother|father|mom|dad of #|twins|triplets
    twenty|thirty|forty|fifty|sixty|seventy something|years|year
    empty nest|nester|nesters
    primer|primera|segundo|segunda|tercer|tercera matrimonio|esposa|esposo|embarazo|hijo|hija
    genero fluido|neutro
    roomies|roommates mujeres|hombres|gays
  `),
  placesToo: words(`
    casada casadas casados viuda viudas viudo viudos soltera solteras soltero solteros anciano anciana ancianos
    ancianas abuelo abuela abuelos abuelas novia novias novio novios suegra suegras suegro suegros matrimonio
    matrimonios nacimiento huerfano huerfanos huerfana huerfanas esposos esposas amante amantes
  `),
}
