import { agents, gendered, nouns, phrases, words } from './inflections.ts'

/** Religion, origin, migration, criminal record, politics and unions, in Spanish and English. */
export const standing = {
  words: [
    ...gendered(`
      tatuad judi musulman mormon agnostic evangelic budist religios mestiz mulat afromexican afroamerican asiatic
      indocumentad extranjer refugiad asilad deportad repatriad apatrid haitian venezolan honduren salvadoren
      guatemaltec cuban colombian peruan centroamerican sudamerican convict exconvict presidiari expresidiari
      encarcelad reclus sindicalizad arrestad presbiterian luteran metodist santer ortodox gring migratori
      narcomenudist pandiller
    `),
    ...agents('violador musulman agresor secuestrador asaltante narcotraficante'),
    ...nouns(`
      religion ateo atea ateista sacerdote rabino rabbi priest krishna sikh jainista hinduista judaismo jewish muslim
      islam islamic islamico islamica catholic protestant evangelical hinduism buddhist budista atheist atheism
      agnostic mormon adventista pentecostal creyente etnia ethnic ethnicity etnico etnica racial indigena indigenous
      hispanic caucasian asian arab arabe afrodescendiente aborigen nationality nacionalidad migrante inmigrante
      emigrante migrant immigrant immigration inmigracion undocumented daca dreamer refugee asylum foreigner
      expatriate expat deported deportation deportacion nicaraguense venezuelan honduran salvadoran guatemalan
      nicaraguan delincuente criminal criminality felon felony convicted conviction arrested arrest inmate prisoner
      imprisoned incarcerated jailed parolee parole probation misdemeanor homicida homicidio asesino asesina murderer
      preso robo asalto secuestro burglary burglar larceny theft assault abuser jailbird rapist narco sicario gangster
      pedofilo pedophile offender panista priista perredista morenista militante sindicalista comunista communist
      socialista socialist marxista anarquista anarchist activista activist feminista feminist republican democrat
      ideologia ideology unionized izquierdista derechista chavista lopezobradorista cetemista unionist
    `),
  ],
  traits: [
    ...gendered(`
      gitan catolic monjit satanic bruj rezander pagan detenid arraigad denunciad acusad imputad sentenciad
    `),
    ...nouns(`
      parroco novicia diacono chaman curandero curandera brujeria satanista masona pentecostes cienciologo rastafari
      rastafariano devoto devota hereje zionist sionista hasidic jasidico amish quaker baptist methodist lutheran
      anglican scientologist pastora penitente nun jew reo excon exfelon carcel prision jail prison antecedentes
      golpeador golpeadora abusador abusadora pederasta pandilla carterista delito crimen expandillero stalker
      wifebeater snitch yakuza mafioso mafiosa mafia amlover obradorista pejista pejezombie calderonista penista
      emecista trumpista trumper fascista fascist nazi neonazi fifi chairo chaira derechairo derechaira
      ultraderechista huelguista disidente cnte snte sindicato feligres laico yoruba palero espiritista espiritualista
      tarotista hechicero hechicera wicca taoista taoist bahai copto maronita sefardi ashkenazi kosher halal ramadan
      bautizado baptized excomulgado apostata apostate secta sectario heathen infidel nonbeliever religious churchgoer
      clerigo presbitero vicario capellan sacristan catequista imam ayatola jehova jehovah opusdei santeria vudu
      voodoo testigo sabatista fugitivo fugitiva profugo profuga fugitive reincidente recidivist malviviente
      extorsionador extortionist acosador acosadora harasser feminicida parricida maton killer molester molestador
      incesto exhibicionista voyeur batterer indiciado indiciada inculpado inculpada condenado condenada excarcelado
      preliberado cereso reclusorio correccional detained detainee bail juvie thug hoodlum gangbanger mugshot rapsheet
      outlaw crime victima victim alcoholimetro contrabandista tratante robacoches exreo expreso expresa expolicia
      exmilitar sexoffender wanted petista salinista neozapatista sinarquista progre trotskista maoista leninista
      stalinista castrista peronista libertario mileista manifestante protester simpatizante elector abstencionista
      obradorismo cuatrotero marxismo comunismo communism fascismo monarquico huelga
    `),
    ...words('detuvieron arrestaron monja monje fraile zapatista cristiano cristiana voter votante jews'),
  ],
  besidePerson: [
    ...words('asilo monjas frailes zapatistas cristianos cristianas dui dwi'),
    ...nouns('illegal ilegal practicante pastor'),
  ],
  alonePhrases: phrases(''),
  phrases: phrases(`
    testigo|testigos|witness|witnesses jehova|jehovah
    jehovah|jehovahs s|witness|witnesses
    catolico/a|cristiano/a practicante|creyente|devoto|devota
    born again
    santa muerte
    habla|hablan|hablante nahuatl|maya|zapoteco|mixteco|otomi|tzotzil|tzeltal|dialecto
    nahuatl|maya|zapoteco|mixteco hablante
    tez|piel|moreno/a|guero/a|blanco/a moreno/a|claro/a|oscuro/a|blanco/a|guero/a
    dark|light|fair|brown skin|skinned
    persona|personas|gente|people|person|man|woman color
    african|native|asian american|americans
    pueblo|lengua|comunidad indigena|originario|originaria
    sin|no papeles|visa
    documentos migratorios
    visa|visas vencida|expirada|humanitaria|temporal|turista|expired|overstay|trabajo|estudiante
    expired|overstayed|student|work|no visa
    residente|residencia|resident|residency temporal|permanente|permanent|temporary
    permanent|temporary|legal|illegal resident|residents|alien|aliens
    dui|dwi ####|conviction|arrest|record
    green card
    solicitante|solicitud|pide|pidio|pidieron|busca asilo|refugio
    antecedente|antecedentes penal|penales|criminal|criminales|policiaco|policiacos
    con|sin|tiene|tenia antecedentes
    orden|ordenes aprehension|captura|arresto
    libertad condicional
    ex|former convicto|convicta|con|reo|presidiario|presidiaria|inmate|prisoner
    estuvo|esta|salio|fue carcel|prision|reclusorio|detenido|detenida|arrestado
    served|did time
    in|from jail|prison
    violencia|maltrato familiar|domestica|infantil|genero
    domestic violence|abuse
    orden restriccion|alejamiento
    restraining order
    ex con|convict|convicts|felon|inmate|prisoner
    drug|drugs dealer|dealers|trafficker
    proceso|denuncia|demanda|carpeta penal|penales
    pro|anti|sin union|sindicato
    lider sindical
    izquierda|derecha radical|politica
    union|unions member|members|leader|rep|organizer
    miembro|lider|delegado|delegada|dirigente|afiliado|afiliada sindicato|sindical|partido
    afiliado/a|simpatizante|simpatizantes|votante|votantes|vota|voto|miembro por|morena|pan|pri|prd|pt|verde|mc
    afiliacion|preferencia|militancia|filiacion politica|sindical|partidista
    political affiliation|party|views|activist
    left|right|far wing|left|right
    sindicato|maestro|maestra|maestros snte|cnte|ctm|croc|cfe|imss|pemex|stprm|suterm
    christian|christians couple|family|applicant|tenant|woman|man|renter
    brazalete|grillete electronico
    ankle monitor|bracelet
    carta antecedentes
    vinculado|vinculada|sujeto|sujeta proceso
    presa|preso penal
    drug trafficker|traffickers
    carpeta|carpetas investigacion
    gang member|members|related|tattoo|tattoos
    denunciado/a|acusado/a|detenido/a violencia|robo|fraude|abuso|acoso
    rap|arrest|police sheet|record|report
    sex|registered offender|offenders|crime
    delito|delitos sexual|sexuales|grave|graves|menor|federal
    juicio|causa penal
    opus dei
    maga supporter|voter|hat
    testigo|testigos protegido|protegida
    ex policia|militar|cop|police|reo|preso|presa
    pago|paga|salio fianza
    liberado|liberada bajo|fianza|palabra
    out on bail|parole
    hare krishna
    denuncia|denuncias policia|penal|violencia|acoso
    prision preventiva|domiciliaria
    arraigo|arresto domiciliario
    victima|victimas violencia|delito|secuestro|trata
  `),
  placesToo: words(`
    gringo gringos gringa judio judios judia judias extranjero extranjeros extranjera extranjeras indigena indigenas
    cubano cubanos cubana cubanas colombiano colombianos venezolano venezolanos venezolana refugiado refugiados mormon
    mormones socialista socialistas comunista comunistas sindicalista sindicalistas sacerdote sacerdotes ortodoxo
    ortodoxa ortodoxos migrante migrantes emigrante emigrantes preso presos evangelico evangelica gitano gitanos arabe
    arabes delincuente
  `),
}
