import { agents, englishVerbs, gendered, nouns, phrases, verbsAr, verbsIr, words } from './inflections.ts'

const verdicts = [
  ...verbsAr(`
    aprob aprueb desaprob desaprueb reprob reprueb preaprob rechaz deneg denieg declin descart calific descalific
    precalific recalific desconfi
  `),
  ...gendered('vetad negad inept idone desacreditad inadmitid'),
  ...nouns(`
    aprobacion aprobaciones aprobatorio desaprobacion reprobacion rechazo denegacion calificacion descalificacion
    recalificacion calificador calificadora declinacion veredicto recomendable inaceptable elegible inelegible
    elegibilidad inadmisible inviable idoneidad desfavorable rechazable aprobable improcedente approval disapproval
    rejection denial declination qualification disqualification verdict eligible ineligible eligibility ineligibility
    unacceptable unsuitable suitability inadmissible unqualified unfavorable
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
    nonpayment eviction evictee foreclosure repossession chargeoff deadbeat overdrawn squatter okupa invasor invasora
    tracalero tracalera
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
    distrust mistrust suplantacion usurpacion irresponsable irresponsible inconfiable mitomano mitomana transero
    transera honrado honrada violento violent problematic aggressive troublesome conman watchlist culpable guilty
    tranza transa sospecha suspect suspected suspicious suspicion peligrosidad dangerous blacklist impostor imposter
    cheater liar crook thief honest dishonest dishonesty troublemaker vandalo vandal sinverguenza forger forgery
    forged launderer laundering
  `),
  ...englishVerbs('blacklist defraud scam'),
  ...words(`
    risky riskier riskiest thieves scamming scammed lowrisk highrisk medrisk midrisk malpagador malpagadora
    buenpagador malapaga unvetted vetoed untrusted refusal refusals aprobadito aprobadita rechazadito rechazadita
    greylist greylisted graylist graylisted
  `),
]

/** Words that the channel never emits because they rate a person: verdicts, scores, debt, risk and trust. */
export const rating = {
  words: [...verdicts, ...scores, ...debts, ...trust],
  traits: [
    ...gendered(`
      pesim dudos fals cumplid ruidos escandalos quebrad tronad batead atrasad tardad banead bloquead quejos buenisim
      desordenad castigad cochin suci mugros asqueros apestos descuidad mamon patetic
    `),
    ...nouns(`
      excelente puntual cumplidor cumplidora rude rowdy noisy messy flagged barred banned rata doubtful questionable
      shady sketchy dodgy creepy trashy filthy dirty trusted perfect passed viable acceptable fiestero fiestera
      borrachales vividor vividora gorron gorrona mantenido mantenida aprovechado aprovechada holgazan holgazana
      haragan haragana flojo floja huevon huevona vago vaga pillo bribon patan canalla maleante parasito gandalla naco
      pendejo pendeja cabron cabrona idiota imbecil estupido estupida idiot stupid moron jerk creep lowlife loser
      freeloader moocher ghoster flake slob quiebra subprime honorabilidad puntualidad perdedor perdedora gorrero
      gorrera collections writeoff fugado fugada irrecuperable litigante litigioso litigiosa despojo vandalismo
      destrozo destrozon reportado reportada peligro danger hostil hostile amenazante amenaza threat bully
      buscapleitos sangron sangrona mamila impuntual impuntualidad desleal hipocrita falsedad falsario malicioso
      maliciosa chantajista charlatan farsante timo trinquete gandul zangano abuson abusona inestable unstable
      sobregiro slowpayer latepayer dodger slacker mooch leech pig crooked scoundrel rascal impersonator bandit
      respectful tidy courteous impeccable flawless stellar pagon trampa trampas chafa apestado indeseable undesirable
      desirable deseable mejorable rescindido sancionado sancionada sanction penalizado amonestado worthy unworthy
      unwanted rejectable quarrelsome obedient behaved misbehaved unruly careless reckless negligent negligente
      mediocre deficiente sobresaliente fatal horrible nefasto nefasta desastre desastroso detestable odioso
      insoportable intolerable embustero embustera chapucero chapucera chanchullero chueco chueca turbio turbia
      ficticio apocrifo enganador enganadora fake phony bogus faker phisher catfish grifter hustler trickster shyster
      deceitful deceptive untruthful honorable trusty dependable undependable redflag greenflag peleonero peleonera
      pleitista parrandero parrandera desmadroso desmadrosa desmadre relajiento relajienta problemon latoso latosa
      quejumbroso quejumbrosa exigente demanding picky complainer whiner noisemaker partier loud hoarder acumulador
      acumuladora cochambroso puerco puerca marrano marrana cerdo desaseado desaseada smelly stinky gross nasty
      disgusting lazy entitled arrogante arrogant soberbio soberbia altanero altanera prepotente maleducado maleducada
      educado educada amable polite decente decent ordenado ordenada punctual timely precarista expulsado expulsada
      corrido echado echada inhabilitado inhabil quemado quemada negreado debedor endrogado entrampado apalancado
      fallido rezagado rezagada rezago lien garnishment repossessed nsf bouncedcheck skiptracer tracala desobligado
      desobligada sincero sincera trustless destructor destructora vandalico
    `),
    ...words('paracaidista paracaidistas'),
  ],
  besidePerson: [
    ...words(`
      great amazing awesome apto aptos buen mal bueno buena peor superior inferior optimo demandado demandada
      recomendado recomendada recommended
    `),
    ...nouns(`
      good bad terrible awful worst best excellent ejemplar mejor vip ideal top tier responsable nightmare premium
      blocked failed late modelo intachable impecable preferente
    `),
  ],
  labels: words('pagador pagadora payer credito credit reputation reputacion referencia referencias references'),
  alonePhrases: phrases(`
    grade|grado|clase a|b|c|d|f
    chapter 7|11|13
    una|dos|tres|cuatro|cinco|one|two|three|four|five|1|2|3|4|5 estrella|estrellas|star|stars
    no|not aceptado|aceptada|accepted
  `),
  phrases: phrases(`
    visto bueno
    resultado|dictamen|conclusion|veredicto|opinion apto|apta|aptos|bueno|malo
    si apto|apta|califica
    cliente|inquilino|inquilina|solicitante|tenant|applicant|renter malo|mala|bueno|buena|pesimo|pesima
    pasa|paso|pasan|pasaron|passes filtro|filtros|investigacion|evaluacion|buro
    no procede|procedente|firmar|aceptar|admitir|admitido|admitida
    negativa renta
    dictamen|resultado|perfil negativo|positivo|favorable|desfavorable|bajo|alto|malo|bueno|medio
    kicked out
    demandado/a por|civil|mercantil|renta|desahucio
    no apto/a|califica|viable|elegible|recomendado|recomendada|recomendados|recomendadas|recomendable|pasa|pasan
    no|ni rentar|renten|rente|rentarle|rentarles|arrendar|rentes
    no|not paso|pasaron|paso|passed
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
    unpaid|overdue|pending rent|rents|bills
    owes|owing back|rent|money|months|#
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
    cartera|cuenta|cuentas|pagos vencida|vencidas|vencidos
    cartera|cuenta|renta|rentas|pago|pagos|recibo atrasada|atrasadas|atrasado|atrasados
    atraso|atrasos|retraso pago|pagos|renta
    in collection|collections|arrears
    mala|malas|pesima|pesimas|buena|buenas|falsas|sin referencia|referencias
    no|not aprobado|aprobada|aprobados|approved|accepted|admitido|admitida
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
    foco|focos|luz|bandera|banderas|alerta rojo|rojos|roja|rojas|verde|verdes|amarillo|amarilla
    hace|hacen|arma|arman|mucho escandalo|escandalos|ruido|fiestas|fiesta|problemas
    tiene|con|hay embargo|embargos
    green|red light
    red|green|yellow|warning flag|flags|flagged
    ine|ife|pasaporte|passport|curp|rfc|acta|credencial|identificacion|licencia|visa|aval|nomina|nombre|titulo|escritura|escrituras|contrato falso|falsa|falsos|falsas|falsificado|falsificada|apocrifo|apocrifa|alterado|alterada|chueco|chueca|fake
    documento|documentos|comprobante|comprobantes|recibo|recibos|papeles|referencia|referencias|estado falsificado|falsificados|falsificadas|alterado|alterados|alterada|alteradas|apocrifo|apocrifos|inventado|inventadas
    fake|forged|altered ine|curp|rfc|visa|payslip|payslips|paystub|pay|job|employer|name|lease
    carta|constancia falsa|alterada|apocrifa
    carta|constancia|recomendacion laboral|trabajo|empleo|patron falsa|falso|alterada|apocrifa
    documento|documentos|identidad|comprobante falso|falsa|falsos|falsas|apocrifo|apocrifos
    comprobantes|recibo|recibos|nombre falso|falsa|falsos|falsas|apocrifo|apocrifos
    fake|false id|ids|document|documents|payslip|payslips|identity|income
    lavado dinero
    paga|pagan|pagaba tarde|puntual|puntualmente|atrasado
    pago|pagaba tarde
    retraso|retrasos|demora|demoras pago|pagos|renta
    slow pay|pays
    top rated
    grade a|b|c|d tenant|renter|applicant|client
    class a|b|c|d tenant|renter|applicant
    five|four|three|two|one|# star tenant|renter|applicant|client
    buro limpio|bueno|manchado|quemado|excelente|regular|pesimo
    autorizado|quemado|quemada|mal|reportado|reportada|limpio|limpia|boletinado|tronado|tronada buro
    confianza alta|baja|media|nula|poca|total
    papel|papeles|papeleria falso|falsos|falsa|chueco|chuecos|apocrifos|alterados
    no le|les|se renten|rente|rentar|rentarle|renta
    ojo|aguas|alerta con este|esta|inquilino|inquilina|ese
    ojo con
    destroza|destruye|destruyo|arruina|rompe casas|casa|depto|deptos|cosas|muebles
    problemas|problema vecinos|vecino|renta|pago|pagos|policia|buro
    documento|documentos|docs|papeles|recibo|recibos|nomina|acta|referencias|comprobantes chueco|chueca|chuecos|chuecas|falso|falsa|falsos|falsas|fake
    fake|false|forged docs|paper|papers|paystub|paystubs|references|reference|passport|bank
    broke|breaks|breaking lease|contract
    cheque|cheques rebotado|rebotados
    bounced|rubber check|checks
    wage garnish|garnished
    muy|poco|nada|super responsable|puntual|cumplido|formal|seria|serio
    inquilino|cliente|persona|gente|inquilina confianza
    on time payer|rent|payments
    concurso mercantil
    party animal
    thin file
    nivel|grado riesgo|endeudamiento
    ban|dnr|deny|donotrent|exclusion list
    bad|poor|good|great|excellent|low|high|fair payer|score|standing|history
    cliente|inquilino|inquilina|solicitante modelo|estrella|oro|conflicto|problema|ideal
    problem|nightmare|trouble tenant|tenants|renter|renters|applicant|client
  `),
  placesToo: words('ladron ladrones'),
}
