import { agents, gendered, nouns, phrases, words } from './inflections.ts'

/** Religion, origin, migration, criminal record, politics and unions, in Spanish and English. */
export const standing = {
  words: [
    ...gendered(`
      judi musulman ate mormon agnostic evangelic budist religios mestiz mulat gitan afromexican afroamerican asiatic
      indocumentad refugiad asilad deportad repatriad apatrid extranjer haitian venezolan honduren salvadoren
      guatemaltec cuban colombian peruan centroamerican sudamerican
      convict exconvict presidiari expresidiari encarcelad pres reclus sindicalizad
    `),
    ...agents('violador musulman'),
    ...nouns(`
      religion judaismo jewish jew muslim islam islamic islamico islamica catholic protestant evangelical hindu hinduism
      buddhist budista atheist atheism agnostic mormon adventista pentecostal creyente
      etnia ethnic ethnicity etnico etnica racial indigena indigenous hispanic caucasian asian arab arabe
      afrodescendiente aborigen nationality nacionalidad
      migrante inmigrante emigrante migrant immigrant immigration inmigracion migratorio migratoria undocumented
      refugee asylum foreigner expatriate expat deported deportation deportacion nicaraguense venezuelan honduran
      salvadoran guatemalan nicaraguan
      delincuente criminal criminality felon felony convicted conviction arrested arrest inmate prisoner imprisoned
      incarcerated jailed parolee parole probation misdemeanor homicida asesino asesina murderer rapist narco
      narcotraficante pandillero pandillera sicario gangster pedofilo pedophile offender
      panista priista perredista morenista militante sindicalista comunista communist socialista socialist marxista
      anarquista anarchist activista activist feminista feminist republican democrat ideologia ideology unionized
      izquierdista derechista
    `),
  ],
  besidePerson: [
    ...gendered('catolic cristian negr moren priet blanc chin indi latin gring'),
    ...nouns(`
      black white brown christian mexican american chinese latino latina latinx otomi zapoteco zapoteca mixteco mixteca
      nahua tzotzil maya ilegal illegal asilo voter votante practicante raza race
    `),
  ],
  alone: words('catolico catolica cristiana asilo voter votante'),
  phrases: phrases(`
    testigo|testigos|witness|witnesses jehova|jehovah
    jehovah|jehovahs s|witness|witnesses
    persona|personas|gente|people|person|man|woman color
    african|native|asian american|americans
    pueblo|lengua|comunidad indigena|originario|originaria
    sin|no papeles|visa
    visa|visas vencida|expirada|humanitaria|temporal|turista|expired|overstay|trabajo|estudiante
    expired|overstayed|student|work|no visa
    residente|residencia|resident|residency temporal|permanente|permanent|temporary
    permanent|temporary|legal|illegal resident|residents|alien|aliens
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
    drug|drugs dealer|dealers|trafficker
    proceso|denuncia|demanda|carpeta penal|penales
    union|unions member|members|leader|rep|organizer
    miembro|lider|delegado|delegada|dirigente|afiliado|afiliada sindicato|sindical|partido
    afiliado/a|simpatizante|simpatizantes|votante|votantes|vota|voto|miembro por|morena|pan|pri|prd|pt|verde|mc
    afiliacion|preferencia|militancia|filiacion politica|sindical|partidista
    political affiliation|party|views|activist
    left|right|far wing|left|right
  `),
  placesToo: words(`
    judio judios judia judias indigena indigenas cubano cubanos cubana cubanas colombiano colombianos venezolano
    venezolanos venezolana refugiado refugiados migrante migrantes emigrante emigrantes preso presos evangelico
    evangelica gitano gitanos arabe arabes delincuente
  `),
}
