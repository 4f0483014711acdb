import { agents, gendered, nouns, phrases, words } from './inflections.ts'

const children =
  'hijo|hija|hijos|hijas|nino|nina|ninos|ninas|bebe|bebes|nene|nenes|nena|nenas|nieto|nietos|nieta|nietas|crios'

/** Age, sex and orientation, marital status and family, in Spanish and English. */
export const personal = {
  words: [
    ...gendered(`
      ancian viejit jovencit longev sexagenari septuagenari octogenari nonagenari centenari cuarenton cincuenton
      sesenton nacid casad solter divorciad concubin espos exespos homosexual transexual huerfan suegr abuel hijastr
      adoptad masculin femenin geriatric novi melliz trilliz quinceaner amasi
    `),
    ...agents('solteron cuarenton cincuenton sesenton setenton maricon'),
    ...nouns(`
      varon varones hembra vejez septuagenarian octogenarian nonagenarian centenarian pensioner boomer toddler newborn
      elderly teenager teen adolescent adolescente adolescencia underage birthdate birthday birthplace nacimiento
      cumpleanos millennial sexo sexual sexuality sexualidad gender female male feminine masculine lesbiana lesbian
      homosexual bisexual heterosexual transexual transsexual transgenero transgender travesti transvestite queer lgbt
      lgbtq intersexual intersex nonbinary homosexualidad cisgender cisgenero marica viudo viudez divorcio divorce
      divorced divorcee matrimonio marriage married marital unmarried conyuge spouse wife husband fiance fiancee widow
      widower widowed solteria concubinato amasiato amante cohabitation newlywed bride marido exmarido girlfriend
      boyfriend padrastro madrastra orphan stepson stepdaughter stepfather stepmother stepparent nieta bisnieto
      manutencion alimony stepchild adopted adoptive monoparental grandmother grandfather grandparent grandson
      granddaughter breadwinner childless motherhood fatherhood
    `),
    ...words('nietos viuda viudita viuditas viudito aged teenage underaged lgbtqi lgbtiq wives'),
  ],
  traits: [],
  besidePerson: [
    ...gendered('separad gemel'),
    ...nouns(`
      joven juvenil senior elder young youth minor twin gay sex dob mtf ftm parejas retirement bachelor genero edad
      age mujer hombre varonil woman man madre padre mama papa mother father mom dad kid baby bebe familia family
    `),
    ...words('jovenes children single women men viudas nieto viejo vieja viejos viejas'),
  ],
  alone: words(`
    gay gays sex dob edad age genero joven jovenes viejo vieja mujer hombre woman man bebe baby kids children hijo
    hija hijos hijas familia
  `),
  numbered: words(''),
  alonePhrases: phrases(''),
  phrases: phrases(`
    adulto|adulta mayor
    tercera|avanzada edad
    edad ##|####|avanzada|adulta|madura|laboral
    ## edad
    mayor|menor|mayores|menores edad
    mayor|menor|mayores|menores de ##
    mas|menos ## anos|anios
    ## anos|anios|years|yo|yrs
    senor|senora|hombre|mujer|man|woman|lady de|of ##
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
    born ####|before|after
    nacio|nacido|nacida ####
    fecha nacimiento
    date birth
    cumple|cumplio ## anos|anios
    genero masculino|femenino|m|f|h|hombre|mujer|no
    no binario|binaria|binarios
    non binary
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
    # ${children}
    bebe|bebes|baby|nino|nina|hijo|hija de|of|# #|meses|months
    nietos|hijos|padres|abuelos a cargo
    con|sin|tiene|tienen|tengo|muchos|cuida|espera|esperan|esperando|van|tendra|tendran ${children}|familia
    hijos|hijas #
    hijo|hija|hijos|hijas|nino|nina|ninos|ninas menor|menores|chico|chicos|chica
    hijo|hija|hijos|hijas|nino|nina|ninos|ninas chicas|pequeno|pequenos|pequenas|autista
    no tiene|tienen|quiere hijos|ninos|familia
    numero|num|cantidad|cuantos hijos
    familia|familias|family numerosa|numerosas|grande|disfuncional|large
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
  `),
  placesToo: words(`
    viuda viudas viudo viudos soltera solteras soltero solteros anciano anciana ancianos ancianas abuelo abuela
    abuelos abuelas novia novias novio novios suegra suegras suegro suegros matrimonio matrimonios nacimiento huerfano
    huerfanos huerfana huerfanas esposos esposas amante amantes
  `),
}
