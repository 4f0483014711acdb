import { agents, englishVerbs, gendered, nouns, phrases, verbsAr, verbsIr, words } from './inflections.ts'

const verdicts = [
  ...verbsAr(`
    aprob aprueb desaprob desaprueb reprob reprueb preaprob rechaz deneg denieg declin descart calific descalific
    precalific recalific
  `),
  ...gendered('vetad negad inept idone desacreditad'),
  ...nouns(`
    aprobacion aprobaciones aprobatorio desaprobacion reprobacion preaprobacion rechazo denegacion calificacion
    descalificacion precalificacion recalificacion calificador calificadora declinacion veredicto recomendable inaceptable
    elegible inelegible elegibilidad inadmisible inviable idoneidad desfavorable
    approval disapproval preapproval rejection denial declination qualification disqualification prequalification verdict
    eligible ineligible eligibility ineligibility unacceptable unsuitable suitability inadmissible unqualified unfavorable
  `),
  ...englishVerbs('approve disapprove preapprove reject deny decline qualify disqualify prequalify'),
  ...words('apta aptas'),
]

const scores = [
  ...gendered('creditici'),
  ...nouns(`
    score scorer scorecard scoring puntaje puntuacion rating ranking rank fico creditworthy creditworthiness solvencia
    solvente insolvencia insolvente solvent insolvent insolvency
  `),
  ...words('scored unscored ranked underrated overrated'),
]

const debts = [
  ...gendered('moros endeudad sobreendeudad embargad boletinad'),
  ...agents('deudor codeudor incumplidor'),
  ...verbsAr('adeud endeud desaloj'),
  ...verbsIr('incumpl'),
  ...nouns(`
    morosidad deuda adeudo endeudamiento impago impagado impagada incobrable incumplimiento bancarrota desalojo
    debt debtor indebted arrear overdue delinquent delinquency bankrupt bankruptcy defaulter nonpayer nonpayment eviction
    evictee foreclosure repossession chargeoff deadbeat
  `),
  ...englishVerbs('evict foreclose'),
  ...words('defaulted defaulting'),
]

const trust = [
  ...gendered(`
    riesgos arriesgad sospechos peligros fraudulent mentiros trampos deshonest conflictiv problematic corrupt
    rater abusiv falsificad malandr
  `),
  ...agents('estafador defraudador timador falsificador embaucador ladron malhechor impostor'),
  ...verbsAr('estaf defraud falsific'),
  ...nouns(`
    riesgo risk fraude fraud fraudster fraudulent estafa scam scammer swindler confiable confiabilidad desconfiable fiable
    desconfianza trustworthy untrustworthy trustworthiness reliable unreliable reliability unreliability distrust mistrust
    sospecha suspect suspected suspicious suspicion peligrosidad dangerous blacklist impostor imposter cheater
    liar crook thief dishonest dishonesty troublemaker vandalo vandal sinverguenza forger forgery forged launderer
    laundering
  `),
  ...englishVerbs('blacklist defraud scam'),
  ...words('risky riskier riskiest thieves scamming scammed lowrisk highrisk'),
]

/** Words that the channel never emits because they rate a person: verdicts, scores, debt, risk and trust. */
export const rating = {
  words: [...verdicts, ...scores, ...debts, ...trust],
  besidePerson: [
    ...gendered('buen mal pesim dudos fals'),
    ...nouns(`
      buen mal good bad terrible awful worst best excellent excelente ejemplar peor mejor problem estrella star vip
      honest viable doubtful questionable nightmare trusted
    `),
  ],
  alone: words('default failed passed fail pass viable'),
  notBeforeNumber: words('apto aptos'),
  labels: words('pagador pagadora payer credito credit record reputation reputacion referencia referencias references'),
  phrases: phrases(`
    no apto/a|califica|viable|elegible|recomendado|recomendada|recomendados|recomendadas|recomendable|pasa|pasan
    no|ni rentar|renten|rente|arrendar
    no paso|pasaron filtro|filtros|investigacion|buro|evaluacion|estudio
    not|never recommended|pass|rent|trusted
    didnt|didn|did not|t|pass pass|passed|qualify
    do|dont|don not|t|rent rent|to
    failed|passed|fails|passes|flunked screening|background|check|credit|applicant|applicants|renter|interview|investigation
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
    debe|deben|debia renta|rentas|dinero|mes|meses|#|varios|mucho
    owes|owing rent|money|months|#
    buro credito|malo|mala|bajo|sucio|negativo
    mal|mala|en|buen|sin buro|credito|historial|reputacion
    bad|good|poor|no|low|excellent credit|reputation|references|record
    historial credito|malo|negativo|pagos
    lista|listas negra|negras|gris
    black|grey|gray list|lists|listed
    cartera|cuenta|renta|rentas|pago|pagos|recibo vencida|vencido|vencidas|vencidos|atrasada|atrasadas|atrasado|atrasados
    atraso|atrasos|retraso pago|pagos|renta
    in collections|arrears
    charged off
    charge off|offs
    write|written off
    past due
    quebrado/a economicamente|financieramente
    grado|nivel|indice confianza|confiabilidad
    no fiar|confiar
    es|de fiar
    semaforo rojo|verde|amarillo|naranja
    foco|focos|luz|bandera|banderas|alerta rojo|rojos|roja|rojas
    red|green|yellow|warning flag|flags|flagged
    documento|documentos|identidad|comprobante|comprobantes|recibo|recibos|nombre falso|falsa|falsos|falsas|apocrifo|apocrifos
    fake|false id|ids|document|documents|payslip|payslips|identity|income
    lavado dinero
    problem|nightmare|trouble tenant|tenants|renter|renters|applicant|client
  `),
  placesToo: [],
  places: phrases(`
    ladron guevara
    buen pastor|aire|vista
  `),
}
