import { words } from '#domain/wording/lexicon/inflections.ts'

/** Identifiers, paths and parameters that clearly describe or rate a person. Written before the rules that judge them. */
const health = words(`
  embarazada embarazada-3 solicitante_embarazada inquilina-embarazada-7-meses Embarazada2026 esta-embarazada chica-embarazada
  mujer-embarazada pregnant pregnant-tenant-4 tenantPregnant pregnant_woman esta%20encinta gestante-7-meses paciente-vih
  vih-positivo vih_positiva_22 VihPositivo hiv-positive hivPositiveTenant seropositivo-3 seropositiva con-vih tiene-vih
  tiene_sida enfermo-de-sida con-cancer tiene-cancer paciente-con-cancer cancer-patient inquilino-con-cancer-terminal
  enfermo-terminal terminally-ill-12 diabetico diabetica-44 inquilino_diabetico diabetic-tenant solicitanteDiabetica
  hipertenso-12 hipertensa epileptico epileptica_3 epileptic-renter asmatico-2 asmatica asthmatic-applicant cardiaco-inquilino
  esquizofrenico esquizofrenica-2 con-esquizofrenia schizophrenic bipolar-tenant inquilino-bipolar persona-bipolar depresivo
  deprimida-33 depresiva inquilina-con-depresion tenant-with-depression depressed-renter suicida-12 suicidal-tenant
  con-ansiedad-severa psicotico autista-12 nino-autista hijo-autista autistic-child autistic_son con-autismo asperger-tenant
  con-tdah alzheimer-paciente con-alzheimer demencia-senil-2 con-demencia parkinson-inquilino tiene-parkinson
  alcoholico-44 alcoholica inquilino-alcoholico alcoholic-tenant AlcoholicRenter exalcoholico ex-alcoholico drogadicto
  drogadicta-3 inquilino_drogadicto drug-addict drug-user-tenant adicto-a-drogas adicta-2 addict-renter toxicomano
  cocainomano heroinomana marihuano-12 borracho-44 inquilino-borracho drunk-tenant ludopata-2 en-rehabilitacion-drogas
  discapacitado-12 discapacitada solicitante-discapacitado inquilino-con-discapacidad persona-con-discapacidad disabled-tenant
  disabled_applicant disabled-veteran handicapped-tenant minusvalido-3 minusvalida invalido-solicitante paralitico paraplejico
  parapléjica cuadriplejico quadriplegic paraplegic-renter amputado-2 en-silla-de-ruedas inquilino-en-silla-de-ruedas
  usa-silla-de-ruedas wheelchair-user wheelchair-bound-tenant sordomudo sordomuda-3 inquilino-sordo persona-sorda deaf-tenant
  ciego-solicitante inquilina-ciega blind-applicant blind_woman invidente-12 mudo-inquilino tartamudo-3 mute-tenant
  retrasado-mental retrasada_mental mentally-ill mentally-ill-tenant enfermo-mental enferma-mental-2 loco-inquilino
  inquilina-loca crazy-tenant sindrome-de-down hijo-con-sindrome-de-down down-syndrome-child obeso-12 obesa inquilino-obeso
  obese-tenant gordo-inquilino gorda-solicitante fat-tenant anorexica-3 bulimica en-quimioterapia recibe-quimioterapia
  en-dialisis tuberculoso-2 con-tuberculosis leproso enfermo-cronico cronicamente-enfermo chronically-ill enferma-12 enfermito
  inquilino-enfermo sick-tenant hospitalizado-12 hospitalizada_2026 recien-operado transplantado paciente-psiquiatrico
  psychiatric-patient mental-patient-12 persona-con-hepatitis con-lupus tiene-lupus
`)

const lives = words(`
  madre-soltera madre_soltera_2 madresoltera MadreSoltera mamá-soltera mama-soltera-33 padre-soltero papa-soltero-3 single-mother
  single-mom-12 singleMom single_dad single-father-4 single-parent-12 mujer-soltera hombre-soltero-34 soltera-sin-hijos
  soltero-sin-hijos-3 solicitante-soltero inquilina-soltera single-woman single-man-40 single-female-tenant divorciado
  divorciada-12 divorciadaConHijos inquilino_divorciado recien-divorciada divorced divorced-woman divorced-tenant-3 divorcee
  viuda-con-hijos inquilina-viuda senora-viuda viuda-72-anos viudo-solicitante widowed widowed-tenant widow-tenant widower-65
  casado-con-hijos casada-y-embarazada solicitante-casado mujer-casada hombre-casado-45 married-couple married-tenant
  married-with-kids recien-casados newlyweds-12 concubina-2 concubino vive-en-union-libre en-union-libre pareja-gay
  pareja-lesbiana gay-couple lesbian-couple same-sex-couple homosexual homosexual-3 inquilino-homosexual inquilino-gay
  gay-tenant gayTenant lesbiana lesbiana-12 lesbian-renter bisexual-tenant transexual transexual-3 transgender-applicant
  mujer-trans hombre-trans trans-woman inquilina-trans travesti-2 transvestite no-binario no-binaria-2 non-binary-tenant
  queer-couple heterosexual-3 lgbt-tenant maricon maricon-3 mujer-34 varon-34 hombre-45 male-28 female-33 woman-41 man-52
  white-male black-male white-female asian-female hombre-blanco mujer-negra hombre-negro mujer-morena solicitante-mujer
  solicitante-hombre inquilino-varon female-applicant male-tenant woman-tenant-3 sexo-masculino sexo_femenino genero-femenino
  gender-male sex-female sexo=hombre genero=mujer anciano-solo anciana-12 ancianita ancianito-3 inquilino-anciano viejito-12
  viejita_solicitante inquilino-viejo vieja-inquilina old-tenant old-lady-12 old-man-tenant elderly-tenant elderly-couple
  elderly_woman elderly adulto-mayor-solicitante adulta-mayor-inquilina solicitante-adulto-mayor tercera-edad-inquilino
  de-la-tercera-edad persona-de-la-tercera-edad senior-citizen senior-citizen-tenant octogenario septuagenaria-2 nonagenario
  sexagenario-3 cincuenton cuarentona-3 sesentona joven-inexperto-inquilino inquilino-joven joven-23-anos young-tenant
  young-couple-tenants menor-de-edad-solicitante inquilino-menor-de-edad underage-tenant adolescente-17-anos teenager-tenant
  solicitante-67-anos inquilino-de-45-anos inquilina-23-anos mujer-de-30-anos senora-de-70-anos senor-65-anos hombre-40-anos
  tenant-65-years-old 65-year-old-tenant 70-year-old-woman applicant-aged-67 edad-67-inquilino tiene-67-anos cumplio-70-anos
  mayor-de-60-anos mayor-de-65-anos-solicitante over-60-tenant tenant-over-65 nac-19850312 nacido-19850312 nacida-1985
  nacido-en-1950 fecha-nacimiento-1985-03-12 fecha_nacimiento=12-03-1985 fnac-850312 dob-1985-03-12 dob=19850312 born-1985
  born-in-1962 birthdate-1990-01-15 date-of-birth-1985-03-12 tenant-dob-850312 huerfano-solicitante orphan-tenant
  con-3-hijos tiene-3-hijos con-dos-hijos con-hijos-pequenos inquilina-con-hijos tenant-with-kids familia-con-4-hijos
  mujer-con-hijos mother-of-3 father-of-two padre-de-dos-ninos mama-de-tres sin-hijos-casada has-two-kids with-three-children
  hija-del-dueno hijo-del-casero sobrino-del-dueno vive-con-su-mama vive-con-sus-padres vive-con-su-suegra lives-with-parents
  lives-with-mom mantenida mantenido-por-su-esposa su-esposo-paga wife-of-owner amante-del-dueno esposa-del-casero
  suegra-del-inquilino familia-numerosa-inquilinos abuela-con-nietos grandmother-tenant mujer-golpeada mujer-maltratada
  battered-wife victima-de-violencia-familiar custodia-de-hijos recibe-pension-alimenticia paga-pension-alimenticia
`)

const standing = words(`
  desempleado desempleada-12 Desempleado2026 inquilino-desempleado solicitante_desempleada sin-empleo sin-trabajo-inquilino
  no-tiene-trabajo no-tiene-empleo perdio-su-trabajo unemployed unemployed-tenant unemployedApplicant jobless jobless-renter
  lost-his-job inquilino-jubilado jubilado-solicitante retired-teacher retired-couple retired-tenant pensionado-inquilino
  pensionada-viuda solicitante-pensionado ama-de-casa inquilina-ama-de-casa housewife-12 stay-at-home-mom
  trabajadora-domestica-inquilina sexoservidora prostituta prostituta-3 prostitute-tenant sex-worker-tenant teibolera-12
  stripper-tenant inquilino-militar militar-casado militar-retirado-inquilino policia-casado solicitante-policia
  inquilino-taxista solicitante-albanil cliente-plomero mesera-soltera enfermera-divorciada maestra-jubilada-viuda
  medico-soltero abogado-casado inquilino-estudiante estudiante-soltero estudiante-foraneo student-tenant-no-income
  college-student-tenant foreign-student-tenant nurse-tenant waiter-applicant truck-driver-tenant police-officer-tenant
  obrero-solicitante ocupacion=taxista ocupacion=mesero occupation=nurse profesion=abogado job=waiter oficio-albanil
  inquilino-informal trabajador-informal-solicitante self-employed-tenant freelancer-solicitante bajos-ingresos
  ingresos-bajos-inquilino inquilino-de-bajos-recursos escasos-recursos-solicitante low-income-tenant lowIncomeFamily
  low-income-applicant no-income-tenant tenant-no-income sin-ingresos-solicitante gana-poco gana-12000 gana-15000-al-mes
  earns-900 makes-30k sueldo-de-12000 salario-minimo-inquilino minimum-wage-tenant pobre-inquilino inquilino-pobre familia-pobre
  poor-tenant poor_family rico-solicitante rich-tenant wealthy-applicant indigente indigente-2 homeless homeless-man
  vagabundo limosnero-3 beggar-tenant welfare-recipient on-welfare becario-inquilino analfabeta-12 illiterate-tenant
  sin-estudios-inquilino iletrado-3 clase-baja-inquilino lower-class-tenant naco-inquilino
  judio-inquilino inquilina-judia familia-judia jewish-tenant jewish-family-3 musulman musulmana-2 inquilino-musulman
  muslim-tenant MuslimFamily catolico-practicante inquilino-catolico catholic-family christian-tenant cristiano-evangelico
  evangelico-inquilino testigo-de-jehova testigo-jehova-3 jehovahs-witness mormon-tenant inquilino-mormon ateo-inquilino
  atheist-tenant budista-solicitante hindu-tenant religion-catolica religion=judia religion-muslim santero-inquilino
  indigena-inquilino solicitante-indigena mujer-indigena indigenous-woman afrodescendiente-12 afromexicano afroamericano-2
  african-american-tenant black-tenant black_applicant white-tenant asian-couple hispanic-tenant latino-tenant latina-applicant
  mestizo-inquilino mulata-2 negro-inquilino inquilino-negro moreno-inquilino persona-de-color indio-inquilino prieto-inquilino
  de-raza-negra raza=negra raza-blanca race=black ethnicity=hispanic tez-morena-inquilino gitano-inquilino
  extranjero-inquilino inquilino-extranjero foreigner-tenant foreign-tenant solicitante-extranjera migrante-inquilino
  inmigrante-ilegal inmigrante illegal-immigrant immigrant-tenant immigrant_family ilegal-inquilino tenant-illegal
  indocumentado indocumentada-3 undocumented undocumented-tenant undocumentedFamily sin-papeles sin_papeles_3 no-papers-tenant
  sin-visa-inquilino visa-vencida-inquilino expired-visa-tenant refugiado-inquilino refugee-family refugee-tenant
  asylum-seeker solicitante-de-asilo deportado deportado-2019 deported-tenant haitiano-inquilino inquilino-venezolano
  venezolana-soltera solicitante-colombiana familia-haitiana hondureno-inquilino cubano-inquilino chino-inquilino
  familia-china chinese-tenant mexican-tenant cuban-tenant indian-family gringo-inquilino inquilino-gringo argentina-soltera
  nacionalidad-hondurena nacionalidad=venezolana nationality-haitian centroamericano-inquilino
  ex-convicto exconvicto-3 ex_convicta ex-con-tenant convicted-felon felon-tenant ex-felon ex-presidiario expresidiario
  preso-3-anos-inquilino estuvo-en-la-carcel en-la-carcel en_la_carcel salio-de-la-carcel estuvo-preso been-in-jail
  in-prison ex-prisoner criminal-tenant inquilino-criminal delincuente delincuente-3 con-antecedentes-penales
  tiene-antecedentes-penales tiene-antecedentes has-criminal-record criminal-record-tenant sex-offender sex-offender-3
  violador-12 violadora asesino-2 murderer-tenant secuestrador-2 narcotraficante narco-inquilino inquilino-narco drug-dealer
  pandillero-3 gang-member gangMember agresor-sexual golpeador-de-mujeres wife-beater pedofilo-2 pedophile arrestado-2020
  arrested-tenant on-parole on-probation-tenant libertad-condicional prófugo fugitivo-inquilino buscado-por-la-policia
  panista-inquilino priista-3 morenista militante-de-morena afiliado-al-pri militante-del-pan comunista-inquilino
  votante-de-morena trump-supporter sindicalizado inquilino-sindicalizado union-member-tenant lider-sindical activista-inquilina
  feminista-inquilina chairo-inquilino fifi-inquilino left-wing-tenant
`)

const ratings = words(`
  moroso morosa moroso-3 MOROSO_2026 inquilino-moroso inquilinos-morosos tenantMoroso cliente_moroso morosisimo lista-de-morosos
  deudor deudora-12 deudores inquilino-deudor deudor-alimentario debtor-tenant debtor-12 deadbeat deadbeat-tenant
  endeudado endeudada-2 sobreendeudado inquilino-endeudado muy-endeudado indebted-tenant heavily-indebted debe-3-meses
  debe-dos-rentas debe-renta debe-mucho owes-rent owes_two_months no-paga no-paga-renta inquilino-no-paga nunca-paga
  mala-paga malapaga buena-paga mal-pagador malpagador buen-pagador-3 pesimo-pagador bad-payer good-payer late-payer
  slow-payer latePayer non-payer never-pays does-not-pay paga-tarde paga-puntual siempre-paga-tarde impuntual-inquilino
  inquilino-puntual insolvente insolvente-4 inquilino_insolvente insolvent-tenant solvente-inquilino en-bancarrota bankrupt
  bankrupt-tenant quebrado-inquilino inquilino-en-quiebra desalojado-antes evicted-before evicted-tenant evicted-twice
  previously-evicted fue-desalojado embargado-12 inquilino-embargado boletinado-3 boletinada en-buro-de-credito
  mal-historial-crediticio mal-buro buro-malo mal-credito bad-credit bad-credit-tenant badCredit poor-credit-applicant
  good-credit-tenant low-score-tenant low-credit-score high-credit-score buen-historial-crediticio excelente-historial
  riesgoso riesgosa-3 inquilino-riesgoso muy-riesgoso alto-riesgo riesgo-alto-inquilino inquilino-de-alto-riesgo high-risk
  high-risk-tenant highRiskTenant low-risk-tenant risky risky-tenant riskyApplicant riesgo-bajo-solicitante peligroso
  peligrosa-2 inquilino-peligroso dangerous-tenant violento-inquilino inquilino-violento violent-tenant agresivo-inquilino
  aggressive-tenant conflictivo conflictiva-3 inquilino-conflictivo problematico-3 inquilino_problematico problematic-tenant
  problem-tenant troublemaker trouble-maker-tenant nightmare-tenant worst-tenant-ever bad-tenant badTenant bad_tenant_3
  good-tenant great-tenant best-tenant excellent-tenant excelente-inquilino mal-inquilino buen-inquilino-12-juan
  pesimo-inquilino mala-inquilina mejor-inquilino-del-ano inquilino-malo inquilino-bueno inquilino-excelente tenant-bad
  estafador estafadora-3 estafadores defraudador-2 defraudadora fraudster scammer scammer-12 con-artist tramposo
  tramposa-2 mentiroso mentirosa-inquilina liar-tenant ladron-inquilino inquilino-ladron thief-tenant ratero ratera-3
  tranza-inquilino transa-inquilina corrupto-3 fraudulento-solicitante fraudulent-applicant impostor-12 suplantador
  suplanta-identidad identity-thief sospechoso sospechosa-3 inquilino-sospechoso suspicious-tenant dudoso-inquilino
  shady-tenant sketchy-tenant desconfiable poco-confiable no-confiable inquilino-confiable confiable-inquilino
  trustworthy-tenant untrustworthy unreliable-tenant reliable-tenant irresponsable irresponsable-3 inquilino-irresponsable
  responsable-inquilino irresponsible-tenant inquilino-honesto deshonesto dishonest-tenant honest-tenant
  inquilino-aprobado solicitante-aprobada approved-tenant approvedApplicant tenant-approved inquilino-rechazado
  solicitante_rechazada rejected-tenant rejected-applicant tenantRejected denied-applicant applicant-denied
  no-apto-inquilino inquilino-no-apto solicitante-apto no-apto no-recomendado no-recomendable not-recommended-tenant
  do-not-rent do-not-rent-to doNotRent no-rentar-a-este no-rentarle no-le-renten vetado vetada-12 inquilino-vetado
  banned-tenant blacklisted blacklisted-tenant en-lista-negra inquilino-en-lista-negra lista-negra-inquilinos
  flagged-tenant red-flag-tenant inquilino-calificado qualified-tenant unqualified-applicant unqualified ineligible-tenant
  inelegible-solicitante eligible-applicant descalificado disqualified-tenant desaprobado reprobado-inquilino failed-screening
  failed-background-check no-paso-investigacion no-paso-el-filtro reprobo-investigacion rating-f-tenant tenant-score-300
  score-inquilino-420 grade-d-tenant inquilino-tipo-d cinco-estrellas-inquilino 1-star-tenant inquilino-vip vip-tenant
  ruidoso-inquilino inquilino-ruidoso noisy-tenant loud-tenant messy-tenant dirty-tenant inquilino-sucio sucia-inquilina
  fiestero-inquilino party-animal destructivo-inquilino destroza-deptos invasor-inquilino okupa-3 squatter squatter-tenant
  paracaidista-inquilino litigioso-inquilino abusivo-inquilino grosero-inquilino inquilina-grosera rude-tenant flojo-inquilino
  lazy-tenant feo-inquilino ugly-tenant guapa-inquilina inquilina-guapa sexy-tenant pendejo-inquilino idiot-tenant
  estupida-inquilina ine-falsa ine_falsa_3 documentos-falsos documento-falso papeles-falsos recibos-falsos nomina-falsa
  recibo-nomina-falso comprobante-falso ine-alterada pasaporte-falso fake-id fake-id-3 fakePaystub forged-documents
  forged-payslip fake-documents identidad-falsa identidad-robada documentos-apocrifos carta-laboral-falsa recibos-alterados
  false-documents fake-passport curp-falsa acta-falsa
  /hooks/moroso/avs /cb?nota=mentiroso /cb?nota=mala%20paga /cb?perfil=delincuente /hook?obs=muy%20peligroso
  /hooks/embarazada/3 /hooks/ex-convicto/cb /cb?estado_civil=divorciado /cb?estado-civil=casada /hook?estadoCivil=viudo
  /cb?marital_status=divorced /hook?sexo=femenino /hook?gender=female /hook?genero=masculino /hook?edad=67&sexo=masculino
  /hook?religion=catolica /hook?raza=negra /hook?ocupacion=albanil /hook?discapacidad=sordo /hook?salud=diabetico
  /hook?nota=est%C3%A1%20embarazada /hook?obs=sin%20papeles /hook?perfil=madre-soltera /hook?tag=alcoholico
  /hook?tag=high-risk /hook?nota=no%20paga /hook?nota=ex%20convicto /webhooks/tenant/blacklisted /webhooks/inquilino-moroso
  /avs?q=homosexual /avs?q=desempleado /avs?q=indocumentada /avs?q=lesbiana /avs?motivo=discapacitado /avs?c=drogadicta
`)

const mixed = words(`
  senora-embarazada-renta anda-en-silla-de-ruedas tiene-diabetes hijo-con-autismo padece-epilepsia
  le-falta-una-pierna toma-mucho-alcohol tiene-3-ninos-chiquitos mama-soltera-con-2-ninos divorciada-con-hijos
  senora-mayor-sola viudo-jubilado hombre-solo-45-anos pareja-de-gays pareja-lesbiana-con-hijo chavo-gay-soltero
  trans-no-binario sexo-hombre muchacha-de-22-anos joven-de-19-anos nacio-en-1987 dob-03-12-1985 no-trabaja
  desempleado-desde-2024 vive-de-su-pension gana-el-salario-minimo inquilino-albanil solicitante-mesera es-policia
  cliente-militar es-extranjero inmigrante-hondureno venezolano-sin-papeles haitiana-indocumentada refugiado-cubano
  deportado-de-eu indigena-oaxaqueno negro-venezolano inquilino-chaparro gordo-y-feo ex-presidiario-tepito
  estuvo-en-prision con-antecedentes fue-detenido roba-casas narcotraficante-culiacan testigo-de-jehova-familia
  familia-catolica-practicante es-judio musulman-estudiante moroso-reincidente debe-4-meses nunca-paga-a-tiempo
  mala-paga-conocido mal-pagador-zona-sur estafador-facebook ratero-de-departamentos inquilino-problematico-no-rentar
  cliente-conflictivo muy-mal-inquilino pesimo-inquilino-destrozo-todo persona-no-confiable no-rentarle-nunca
  lista-negra-de-inquilinos solicitante-de-alto-riesgo score-bajo-rechazado inquilino-excelente-pagador
  aprobado-buen-cliente ine-falsa-detectada recibos-de-nomina-falsos comprobante-alterado referencias-falsas
  pregnant-applicant blind-tenant-dog wheelchair-user-44 autistic-kid has-cancer recovering-alcoholic
  on-antidepressants single-mom-two-kids divorced-dad widowed-grandmother gay-male-couple trans-woman-tenant
  24-year-old-female 70yo-man born-1990 elderly-couple-retired unemployed-since-may on-food-stamps low-income-family
  uber-driver-tenant college-student undocumented-mexican syrian-refugee black-family jewish-couple muslim-woman
  ex-convict registered-sex-offender arrested-for-dui gang-affiliated evicted-3-times never-pays-rent
  bad-credit-score high-risk-applicant liar-and-cheat fake-paystubs forged-id unreliable-renter blacklisted-renter
  rejected-applicant-77 do-not-rent-again trashed-the-apartment drug-dealer-tenant problem-tenant-2b
  embarazadita-3-meses inquilina-en-cinta esta-esperando-bebe va-a-tener-bebe embarazo-gemelar señora-con-cancer
  paciente-renal-cronico enfermo-del-corazon operado-del-corazon usa-marcapasos ciego-de-nacimiento sordo-de-un-oido
  no-puede-caminar cojea-de-una-pierna con-esquizofrenia-controlada inquilina-medicada-por-ansiedad
  bipolar-sin-tratamiento intento-suicidarse adicto-al-juego alcoholico-anonimo fumador-empedernido
  pacheco-y-borracho se-mete-cristal vende-droga consume-cocaina tiene-hepatitis-c contagiado-de-covid
  portador-de-vih ancianita-viuda viejito-enfermo abuelito-solo 80-anos-y-enfermo chavita-de-18-anos menor-emancipado
  mujer-de-65 hombre-maduro-casado recien-divorciada-con-ninos dejada-por-su-marido madre-de-4 padre-ausente
  no-tiene-hijos con-tres-hijas familia-de-inmigrantes hijo-discapacitado pareja-homosexual dos-lesbianas
  travesti-nocturno hombre-afeminado mujer-trans-hormonada concubina-del-dueno amante-casada solicitante-negro
  persona-morena familia-indigena-mixteca habla-zapoteco cliente-centroamericano extranjero-ilegal gringo-jubilado
  ruso-millonario argentino-sin-visa colombiana-prostituta venezolano-repartidor mojado-deportado judio-ortodoxo
  cristiana-evangelica ateo-declarado santero-cubano mormon-casado priista-de-hueso-colorado simpatizante-de-morena
  sindicalista-del-snte maestro-de-la-cnte taxista-pobre obrero-sin-seguro comerciante-informal mesera-de-noche
  policia-corrupto abogado-litigioso inquilino-sin-empleo sueldo-bajo gana-8000-al-mes vive-al-dia sin-dinero
  muy-pobre pobre-y-enfermo gente-humilde nuevo-rico clase-baja ex-convicto-por-robo acusado-de-violacion
  denunciado-por-violencia preso-por-fraude delincuente-sexual homicida-confeso vinculado-al-narco moroso-de-closet
  morosa-en-lista deuda-de-inquilino-moroso deudor-fugado no-pago-6-meses dejo-de-pagar debe-luz-y-agua
  cheques-sin-fondos mal-historial-de-pago pesimo-buro inquilino-de-riesgo riesgo-alto-no-rentar persona-conflictiva
  vecino-ruidoso inquilina-chismosa cliente-mentiroso solicitante-sospechoso identidad-suplantada nomina-falsificada
  ine-clonada documento-alterado acta-apocrifa tenant-with-hiv cancer-survivor-tenant deaf-mute-renter
  bipolar-applicant mentally-unstable-tenant drug-addicted-renter heavy-drinker expecting-twins-may
  mother-of-three-kids childless-couple widowed-lady gay-latino-male lesbian-moms 19-year-old-girl senior-woman-72
  unemployed-single-father broke-student poor-immigrant-family african-refugee illegal-alien-tenant
  no-green-card-tenant haitian-asylum-seeker devout-muslim catholic-priest-tenant hasidic-jew trump-voter
  convicted-thief parolee-tenant gang-member-2 domestic-abuser chronic-late-payer bounced-checks-tenant
  evicted-last-year owes-back-rent scammer-alert con-man-applicant fraudulent-renter fake-id-holder terrible-tenant
  worst-renter excellent-payer high-risk-renter-7 tenant-from-hell do-not-rent-list-9 unqualified-renter
  undesirable-tenant diabetica-tipo-2 hipertensa-cronica cancer-de-mama-paciente vih-positiva-tratamiento
  epileptico-controlado asmatica-severa esquizofrenico-12 bipolar-tipo-1 inquilina-embarazada-8-meses
  pregnant-renter-due discapacitado-motriz-solicitante persona-ciega sordomuda-34 autista-leve
  en-silla-de-ruedas-inquilina wheelchair-user-renter alcoholico-en-recuperacion drogadicto-rehabilitado
  adicta-a-las-pastillas enferma-mental mujer-soltera-34 hombre-divorciado-50 viuda-67-anos madre-soltera-3-hijos
  padre-soltero-con-hija casada-sin-hijos union-libre-pareja lesbiana-soltera gay-casado transexual-44 bisexual-joven
  varon-28 mujer-45 female-applicant-33 male-tenant-41 anciana-sola inquilino-anciano-80 solicitante-de-72-anos
  tercera-edad-solicitante joven-soltero adolescente-embarazada menor-de-edad-inquilino nacido-en-1978
  fecha-nac-19900315 fnac-1985-07-22 born-on-1992-04-01 desempleada-6-meses jobless-applicant jubilado-casado
  pensionada-imss-viuda ama-de-casa-44 obrero-soltero taxista-divorciado policia-retirado-viudo solicitante-enfermera
  inquilino-estudiante-unam tenant-unemployed low-income-renter familia-de-escasos-recursos pobre-solicitante
  rico-heredero-soltero indigente-calle homeless-applicant inquilino-judio familia-musulmana testigo-de-jehova-12
  catolica-soltera cristiano-casado muslim-applicant jewish-renter atheist-renter black-family-3 white-couple
  asian-applicant latino-male indigena-soltera afromexicana-3 mulata-soltera persona-de-raza-negra
  indocumentado-hondureno ilegal-guatemalteco migrante-sin-papeles refugiada-venezolana extranjera-casada deportado-2
  undocumented-tenant-5 ex-convicto-44 presidiario-liberado ex-con-renter felon-applicant con-antecedentes-penales-2
  sex-offender-tenant pandillero-tatuado en-la-carcel-2 militante-morena sindicalizado-pemex priista-activo
  comunista-soltero moroso-44 deudora-bancaria inquilino-moroso-3 mal-pagador-12 no-paga-renta-4 debe-3-rentas
  bad-payer-4 evicted-tenant-9 deadbeat-renter estafador-12 defraudadora-44 tramposo-inquilino mentirosa-3
  inquilino-problematico-3 tenant-troublemaker inquilino-conflictivo-9 solicitante-rechazado-44 inquilino-aprobado-3
  rejected-renter high-risk-tenant-3 inquilino-riesgoso-4 no-confiable-3 untrustworthy-renter excelente-inquilino-3
  buen-pagador-9 good-payer-3 inquilino-responsable-44 reliable-renter-3 irresponsable-9 ine-falsa-3
  pasaporte-falso-9 nomina-alterada-12 documentos-apocrifos-3 fake-payslip-9 forged-passport-3 recibos-falsos-44
`)

export const descriptions: ReadonlyArray<string> = [...health, ...lives, ...standing, ...ratings, ...mixed]
