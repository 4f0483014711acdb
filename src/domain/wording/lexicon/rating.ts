import { agents, gendered, nouns, phrases, singular, words } from './inflections.ts'

/** What rates a person (contract 4.24: debt, risk, trust, verdicts), in Spanish and English. */
export const rating = {
  /** They say nothing else. */
  words: [
    ...gendered(`
      moros endeudad sobreendeudad boletinad mentiros trampos deshonest rater groser
    `),
    ...agents('deudor defraudador estafador timador impostor suplantador usurpador malpagador incumplidor'),
    ...nouns(`
      insolvente insolvent creditworthy indebted debtor defaulter deadbeat fraudster scammer swindler troublemaker
      untrustworthy desconfiable irresponsable inelegible disqualified unqualified
    `),
    ...words('malapaga bankrupt falsifico defraudo estafo'),
  ],
  /** They also rate houses and payments. They count next to a word for a person. */
  grades: [
    ...gendered(`
      riesgos peligros ruidos escandalos violent agresiv conflictiv problematic fraudulent corrupt abusiv honest
    `),
    ...singular(`
      mal buen pesim dudos sospechos vetad suci cochin fiester desordenad quejos chismos tacan mugros destructiv litigios
      floj pendej estupid embargad desalojad quebrad aprobad rechazad calificad descalificad reprobad
    `),
    ...nouns(`
      excelente puntual impuntual responsable confiable solvente elegible apto apta okupa squatter ladron tranza transa
      invasor paracaidista bad worst terrible risky dangerous violent aggressive problematic suspicious shady sketchy
      unsuitable unacceptable unreliable reliable trustworthy undesirable irresponsible dishonest honest liar thief noisy
      loud messy dirty rude lazy filthy creepy annoying idiot fraudulent evicted approved rejected denied qualified
      ineligible eligible banned blacklisted flagged
    `),
  ],
  /** The service's own sentences use none of these, nor a grade. In identifiers they are steps of a rental. */
  verdicts: [
    ...gendered('aprobad rechazad preaprobad denegad descartad creditici'),
    ...nouns(`
      aprobar aprobo aprueba aprobacion rechazar rechazo rechaza denegar deniega calificar califica calificacion veredicto
      riesgo score scoring puntaje puntuacion rating ranking solvencia insolvencia morosidad deuda adeudo impago fraude
      estafa desconfianza approval approve rejection reject decline declined denial risk fraud debt
    `),
  ],
  phrases: phrases(`
    mal|mala|buen|buena|pesimo|pesima paga|pagador|pagadora|pagadores
    buenpagador|buenpagadora
    bad|good|late|slow|non|excellent|reliable|terrible payer|payers
    debe|deben renta|rentas|mucho|dinero
    debe|deben # meses|rentas|mensualidades
    debe|deben luz|agua|mantenimiento
    owes rent|money|back
    owes # months|rents
    no|nunca paga|pagan|pago|pays
    never|not pays|pay
    paga|pagan tarde|puntual|puntualmente
    en bancarrota
    poco solvente|solventes
    quebrado/a economicamente|financieramente
    atrasado|atrasada # meses
    excelente|puntual|cumplido|unreliable pagador|payer
    mala|malas|pesimas reputacion|fama|referencias
    bad|poor reputation|references
    rompe contratos
    lease breaker|breakers
    cuidado con
    no fiar|confiar
    @person quiebra
    fue desalojado|desalojada
    desalojado|desalojada antes
    evicted before|twice|last
    evicted # times
    tenant from hell
    dejo pagar
    no pago # meses
    @person riesgo|confianza
    bounced checks @person
    previously evicted
    en buro de credito
    mal|malo|mala|pesimo buro
    buro|crediticio malo|mala
    buro credito malo
    mal|buen|pesimo|excelente historial|credito
    bad|poor|good credit @person
    bad credit
    low|high|bad|good|poor credit score
    low|high score @person
    alto|bajo riesgo
    muy riesgoso/a|peligroso/a
    riesgo alto|bajo @person
    high|low risk
    con artist|artists|man
    suplanta identidad
    identity thief
    stolen identity
    poco|no confiable|confiables
    no apto|apta|aptos|recomendado|recomendada|recomendable
    not recommended
    do not rent
    no rentar|rentarle|renten a|este|esta|le
    no rentarle|rentarles
    no le rente|renten
    en lista negra
    lista negra @person
    @person lista negra
    red flag @person
    desaprobado/a
    no paso investigacion|filtro|buro
    reprobo|reprobado|reprobada investigacion|buro
    rating|grade a|b|c|d|f @person
    @person tipo|clase|grade a|b|c|d|f
    #|cinco|una estrellas|estrella|star @person
    party animal
    mal|problem|nightmare @person
    destroza|destrozo|destruye todo|depto|deptos|casa|casas
    trashed apartment|house|unit|place
    ine|ife|pasaporte|passport|curp|acta|nomina|identidad|identificacion|credencial|documento|documentos|papeles|recibo|recibos|comprobante|comprobantes|referencia|referencias|carta|constancia falso/a|falsificado/a|alterado/a|apocrifo/a|clonado/a|suplantado/a|robado/a
    recibo|recibos|carta|constancia nomina|laboral|trabajo falso/a|falsificado/a|alterado/a|apocrifo/a
    fake|forged|false|altered id|ine|paystub|paystubs|payslip|payslips|document|documents|docs|passport|curp|papers
  `),
}
