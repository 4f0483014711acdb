import { agents, gendered, nouns, phrases, words } from './inflections.ts'

/** Age, sex and orientation, marital status and family, in Spanish and English. */
export const personal = {
  words: [
    ...gendered(`
      ancian viejit jovencit longev sexagenari septuagenari octogenari nonagenari cuarenton cincuenton sesenton nacid
      casad solter divorciad concubin espos exespos homosexual transexual huerfan suegr abuel hijastr adoptad
      masculin femenin geriatric novi
    `),
    ...agents('varon hembra solteron cuarenton cincuenton sesenton setenton'),
    ...nouns(`
      vejez elderly teenager teen adolescent adolescente adolescencia underage birthdate birthday birthplace dob
      nacimiento cumpleanos millennial menopausia
      sexo sex sexual sexuality sexualidad gender female male feminine masculine gay lesbiana lesbian homosexual bisexual
      heterosexual transexual transsexual transgenero transgender travesti transvestite queer lgbt lgbtq intersexual
      intersex nonbinary homosexualidad
      viudo viudez divorcio divorce divorced divorcee matrimonio marriage married marital unmarried conyuge spouse wife
      husband fiance fiancee widow widower widowed solteria concubinato newlywed bride marido exmarido girlfriend
      boyfriend
      padrastro madrastra orphan stepson stepdaughter stepchild adopted adoptive monoparental
      grandmother grandfather grandparent grandson granddaughter breadwinner childless motherhood fatherhood
    `),
    ...words('viuda viudita viuditas viudito aged lgbtqi lgbtiq wives'),
  ],
  besidePerson: [
    ...gendered('viej separad'),
    ...nouns(`
      joven juvenil senior elder old young youth retirement bachelor viuda genero edad age mujer hombre varonil woman man
      madre padre mama papa mother father mom dad parent kid child baby bebe familia family monogamo libre
    `),
    ...words('jovenes children single women men'),
  ],
  alone: words(`
    edad age genero joven jovenes viejo vieja mujer hombre woman man bebe baby kids children mother father madre padre
    hijo hija hijos hijas familia single
  `),
  phrases: phrases(`
    adulto|adulta mayor
    tercera|avanzada edad
    edad ##|####|avanzada|adulta|madura|laboral
    ## edad
    mayor|menor|mayores|menores edad|##
    mas|menos ## anos|anios
    ## anos|anios|years|yo|yrs
    anos|anios edad
    # ## years|year old
    years|year old
    age #|##|group|range|over|under|above|below
    over|under|above|older|younger ##
    older|younger than
    ## plus
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
    mujer|hombre|chica|chico|man|woman trans
    trans man|woman|male|female|men|women
    drag queen|king
    mismo|same sexo|sex
    estado|situacion civil
    union libre
    separado/a legalmente|bienes|pareja|esposo|esposa
    recien separado/a|casado/a
    madre|padre|madres|padres|mama|papa|mamas|papas soltero/a
    single|solo mom|moms|mother|mothers|dad|dads|father|fathers|parent|parents|mum
    madre|padre|jefe|jefa familia
    vive|vivo|viven sola|solo|solos|solas|padres|mama|mother
    # hijo|hija|hijos|hijas|nino|nina|ninos|ninas|bebe|bebes|nietos
    con|sin|tiene|tienen|tengo|muchos|cuida|espera hijo|hija|hijos|hijas|nino|nina|ninos|ninas|bebe|bebes|nietos|familia
    hijo|hija|hijos|hijas|nino|nina|ninos|ninas #|menor|menores|chico|chicos|chica|chicas|pequeno|pequenos|pequenas|autista
    numero|num|cantidad|cuantos hijos
    familia|familias|family numerosa|numerosas|grande|disfuncional|large
    # kid|kids|child|children|son|sons|daughter|daughters|baby|babies
    with|has|have|no|without|having|expecting kid|kids|child|children|son|sons|daughter|daughters|baby|babies|family
    child|children support|custody
    num|number children|kids|dependents
    dependiente|dependientes economico|economicos
    # dependiente|dependientes|dependent|dependents
    pension|cuota alimenticia|alimenticias|alimentaria
    patria potestad
    hogar|household|family monoparental|size
    recien nacido|nacida|nacidos
  `),
  placesToo: words(`
    viuda viudas viudo viudos soltera solteras soltero solteros anciano anciana ancianos ancianas abuelo abuela abuelos
    abuelas novia novias novio novios suegra suegras suegro suegros matrimonio matrimonios nacimiento huerfano huerfanos
    huerfana huerfanas esposos esposas
  `),
}
