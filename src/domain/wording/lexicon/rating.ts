import { agents, englishVerbs, gendered, nouns, phrases, verbsAr, verbsIr, words } from './inflections.ts'

const verdicts = [
  ...verbsAr(`
    aprob aprueb desaprob desaprueb reprob reprueb preaprob rechaz deneg denieg declin descart calific descalific
    precalific recalific desconfi
  `),
  ...gendered('vetad negad inept idone desacreditad inadmitid'),
  ...nouns(`
    aprobacion aprobaciones aprobatorio desaprobacion reprobacion preaprobacion rechazo denegacion calificacion
    descalificacion precalificacion recalificacion calificador calificadora declinacion veredicto recomendable
    inaceptable elegible inelegible elegibilidad inadmisible inviable idoneidad desfavorable rechazable aprobable
    improcedente approval disapproval preapproval rejection denial declination qualification disqualification
    prequalification verdict eligible ineligible eligibility ineligibility unacceptable unsuitable suitability
    inadmissible unqualified unfavorable
  `),
  ...englishVerbs('approve disapprove preapprove reject deny decline qualify disqualify prequalify'),
  ...words('apta aptas'),
]

const scores = [
  ...gendered('creditici'),
  ...nouns(`
    score scorer scorecard scoring puntaje puntuacion rating ranking rank creditworthy creditworthiness solvencia
    solvente insolvencia insolvente solvent insolvent insolvency
  `),
  ...words('scored unscored ranked fico underrated overrated'),
]

const debts = [
  ...gendered('moros endeudad sobreendeudad embargad boletinad sobregirad'),
  ...agents('deudor codeudor incumplidor'),
  ...verbsAr('adeud endeud desaloj'),
  ...verbsIr('incumpl'),
  ...nouns(`
    morosidad deuda adeudo endeudamiento impago impagado impagada incobrable incumplimiento bancarrota desalojo
    desahucio debt debtor indebted arrear overdue delinquent delinquency bankrupt bankruptcy defaulter nonpayer
    nonpayment eviction evictee foreclosure repossession chargeoff deadbeat overdrawn squatter okupa invasor
  `),
  ...englishVerbs('evict foreclose'),
  ...words('defaulted defaulting'),
]

const trust = [
  ...gendered(`
    riesgos arriesgad sospechos peligros fraudulent mentiros trampos deshonest conflictiv problematic corrupt rater
    abusiv falsificad malandr honest groser respetuos irrespetuos violent agresiv fichad destructiv toxic
  `),
  ...agents(`
    estafador defraudador falsificador embaucador ladron malhechor impostor suplantador usurpador timador
  `),
  ...verbsAr('estaf defraud falsific suplant usurp'),
  ...nouns(`
    riesgo risk fraude fraud fraudster fraudulent estafa scam scammer swindler confiable confiabilidad desconfiable
    fiable desconfianza trustworthy untrustworthy trustworthiness reliable unreliable reliability unreliability
    distrust mistrust suplantacion usurpacion irresponsable violento violent problematic aggressive troublesome conman
    watchlist culpable guilty tranza transa sospecha suspect suspected suspicious suspicion peligrosidad dangerous
    blacklist impostor imposter cheater liar crook thief honest dishonest dishonesty troublemaker vandalo vandal
    sinverguenza forger forgery forged launderer laundering
  `),
  ...englishVerbs('blacklist defraud scam'),
  ...words('risky riskier riskiest thieves scamming scammed lowrisk highrisk'),
]

/** Words that the channel never emits because they rate a person: verdicts, scores, debt, risk and trust. */
export const rating = {
  words: [...verdicts, ...scores, ...debts, ...trust],
  traits: [],
  besidePerson: [
    ...words('buen mal'),
    ...gendered('buen mal pesim dudos fals aceptad admitid bloquead cumplid ruidos escandalos'),
    ...nouns(`
      good bad terrible awful worst best excellent excelente ejemplar peor mejor vip viable ideal top tier puntual
      cumplidor responsable rude rowdy noisy messy flagged barred banned rata doubtful questionable nightmare
    `),
  ],
  alone: words('passed viable rata ruidoso escandaloso paracaidista admitido'),
  notBeforeNumber: words('apto aptos'),
  labels: words('pagador pagadora payer credito credit reputation reputacion referencia referencias references'),
  numbered: words(''),
  alonePhrases: phrases(''),
  phrases: phrases(`
    visto bueno
    pasa|paso|pasan|pasaron|passes filtro|filtros|investigacion|evaluacion|buro
    no procede|procedente|firmar|aceptar|admitir|admitido|admitida
    negativa renta
    dictamen|resultado|perfil negativo|positivo|favorable|desfavorable|bajo|alto|malo|bueno|medio
    kicked out
    demandado/a por|civil|mercantil|renta|desahucio
    no apto/a|califica|viable|elegible|recomendado|recomendada|recomendados|recomendadas|recomendable|pasa|pasan
    no|ni rentar|renten|rente|arrendar
    no paso|pasaron filtro|filtros|investigacion|buro|evaluacion|estudio
    not|never recommended|pass|rent|trusted
    didnt|didn|did not|t|pass pass|passed|qualify
    do not rent
    dont|don rent|t
    failed|passed|fails|passes|flunked screening|background|check|credit
    failed|passed|fails|passes|flunked applicant|applicants|renter|interview|investigation
    applicant|applicants|renter|candidate|screening|interview failed|passed|fails|passes|accepted
    accepted applicant|applicants|renter|candidate
    whitelisted|blocked|banned tenant|applicant|renter
    solicitante|inquilino|aspirante aceptado|aceptada|vetado
    loan|credit|rent|rental|payment|mortgage|lease|debt|borrower|applicant|renter default|defaults
    default risk|history|judgment|probability|rate
    in default
    mal|mala|buen|buena|bad|good|late|non|slow|poor|no pagador|pagadora|paga|payer|payers|pagadores|pago
    no|nunca paga|pagan|pago|pagaron|pays|paga
    never|doesnt pays|pay|paid
    non payment|payer|payers
    debe|deben|debia renta|rentas|dinero|mes|meses|#|mantenimiento|luz|agua|predial|servicios|mucho
    atrasado|atrasada|atrasados # mes|meses|rentas|pagos
    owes|owing rent|money|months|#
    buro credito|malo|mala|bajo|sucio|negativo
    mal|mala|malas|malos|buen|buena|buenas|pesima|pesimas buro|credito|historial|reputacion|experiencia|antecedentes
    en|sin|por buro
    bad|good|poor|no|low|excellent credit|reputation|references|record
    historial credito|malo|negativo|pagos
    lista|listas negra|negras|gris|roja
    calif #
    calif baja|alta|media|mala|buena|a|b|c
    tier # applicant|tenant|client|renter
    puntos|points malos|negativos|bajos|bad
    cuidado con
    quejas vecinos|ruido
    con|confidence man|artist
    identidad robada|suplantada
    stolen identity
    marcado/a|foco rojo|roja
    black|grey|gray list|lists|listed
    cartera|cuenta|renta|rentas|pago|pagos|recibo vencida|vencido|vencidas|vencidos
    cartera|cuenta|renta|rentas|pago|pagos|recibo atrasada|atrasadas|atrasado|atrasados
    atraso|atrasos|retraso pago|pagos|renta
    in collections|arrears
    # estrellas|stars cliente|inquilino|inquilina|solicitante|tenant|client|applicant|renter
    charged off
    charge off|offs
    write|written off
    past due
    late|missed|skipped|behind|delayed on|payment|payments|rent|payer
    behind rent|payments
    pagos|pago|renta|rentas tardio|tardios|tardia
    sin liquidez
    embargo|embargos|remate sat|judicial|bancario|precautorio|hipotecario
    lanzamiento|juicio judicial|desahucio
    lease breaker|violation|violator
    rompe|rompio contrato|contratos
    sent collection|collections
    debt collector|collectors
    quebrado/a economicamente|financieramente
    grado|nivel|indice confianza|confiabilidad
    no fiar|confiar
    es|de fiar
    no|poco|nada confiar|confiable|serio|seria
    semaforo rojo|verde|amarillo|naranja
    foco|focos|luz|bandera|banderas|alerta rojo|rojos|roja|rojas|verde|verdes
    green|red light
    red|green|yellow|warning flag|flags|flagged
    documento|documentos|identidad|comprobante falso|falsa|falsos|falsas|apocrifo|apocrifos
    comprobantes|recibo|recibos|nombre falso|falsa|falsos|falsas|apocrifo|apocrifos
    fake|false id|ids|document|documents|payslip|payslips|identity|income
    lavado dinero
    problem|nightmare|trouble tenant|tenants|renter|renters|applicant|client
  `),
  placesToo: words('ladron ladrones'),
}
