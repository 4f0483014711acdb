import { agents, gendered, nouns, phrases, words } from './inflections.ts'

/** Religion, origin, migration, criminal record, politics and unions, in Spanish and English. */
export const standing = {
  words: [
    ...gendered(`
      judi musulman mormon agnostic evangelic budist religios mestiz mulat gitan afromexican afroamerican asiatic
      indocumentad refugiad asilad deportad repatriad apatrid extranjer haitian venezolan honduren salvadoren
      guatemaltec cuban colombian peruan centroamerican sudamerican convict exconvict presidiari expresidiari
      encarcelad reclus sindicalizad presbiterian luteran metodist santer ortodox gring migratori narcomenudist
      pandiller
    `),
    ...agents('violador musulman agresor secuestrador asaltante narcotraficante'),
    ...nouns(`
      religion ateo atea ateista sacerdote rabino rabbi priest krishna sikh jainista hinduista judaismo jewish muslim
      islam islamic islamico islamica catholic protestant evangelical hindu hinduism buddhist budista atheist atheism
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
  traits: [],
  besidePerson: [
    ...gendered('catolic cristian negr moren priet blanc guer chin indi latin mojad bautist'),
    ...nouns(`
      black white brown christian mexican chinese latino latina latinx otomi zapoteco zapoteca mixteco mixteca nahua
      tzotzil mazahua raramuri wixarika purepecha huichol ilegal illegal asilo voter votante practicante raza jew nun
      dui dwi
    `),
  ],
  alone: words('dui dwi catolico cristiana asilo voter votante mazahua raramuri wixarika mojado'),
  numbered: words(''),
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
    solicitante|solicitud|pide asilo|refugio
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
    ex con
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
  `),
  placesToo: words(`
    judio judios judia judias indigena indigenas cubano cubanos cubana cubanas colombiano colombianos venezolano
    venezolanos venezolana refugiado refugiados mormon mormones socialista socialistas comunista comunistas
    sindicalista sindicalistas sacerdote sacerdotes ortodoxo ortodoxa ortodoxos migrante migrantes emigrante
    emigrantes preso presos evangelico evangelica gitano gitanos arabe arabes delincuente
  `),
}
