import { words } from '#domain/wording/lexicon/inflections.ts'

/** Identifiers, and paths and parameters of URLs, that describe a person. */
export const describing = words(`
  embarazada embarazadas sin-papeles vih-positivo madre-soltera madresoltera en-la-carcel militar-casado white-male
  varon-34 inquilino-militar nac-19850312 solicitud-diabetico-0042 inquilina_con_cancer enfermoCronico-77
  cliente-vih-positivo VIHpositivo2024 app-hiv-positive-001 pacienteOncologico /webhook?condicion=epil%C3%A9ptica
  /cb?salud=hipertenso tiene-esquizofrenia trastorno_bipolar_331 depresion-severa tenant-with-depression
  mentalIllness42 asmatica_2B enDialisis alcoholica-en-recuperacion exalcoholico drogadicta77 adicto-al-cristal
  addict_in_rehab former-drug-user-5 covid_positivo tuberculosis%20activa hospitalizada-hgz-20 transplantado-renal
  inquilino-con-marcapasos heavy-smoker obesa_morbida anorexica solicitante-seropositiva con_alzheimer
  demencia-senil-abuelo adhd-applicant autistic-son hijo_autista persona-con-discapacidad applicant_disabled_veteran
  inquilino-en-silla-de-ruedas wheelchair-user-8 ciega_total solicitante-invidente blind-tenant sordomuda
  deaf_applicant_01 minusvalida-3 paraplejico amputada%5Fpierna /v1/notify?tipo=incapacitado debil-visual-44
  sindrome_de_down embarazo-de-7-meses pregnant-tenant-31 /hook/pregnancy/42 esta_encinta mujer-gestante-9
  espera-bebe expecting-mother recien-parida em%62arazada licencia-de-maternidad maternity-leave-3 
  underage_applicant teenager-renter elderly-couple senior-citizen-7 sexagenaria octogenario-toluca inquilino-joven
  young-applicant-22 nacido-en-1950 fecha_nacimiento=1950-02-11 birthdate_19500211 dob-1950-02-11 inquilino-gay
  pareja_gay_roma_norte lesbiana-01 homosexual%20soltero es-bisexual transexual_44 mujer-trans trans-woman-5
  transgender_applicant lgbtq-couple sexo-femenino /hook?sexo=M /hook?gender=female genero_masculino
  female-applicant-9 male_tenant_03 solicitante-mujer applicant-woman-33 no-binario-2 nonbinary_renter sameSexCouple
  varon_sin_hijos madre-soltera-2-hijos MadreSoltera single-mom-44 singleMother single_dad single-woman-renter
  divorciada99 en-proceso-de-divorcio divorced_twice divorc%69ada viudo-sin-hijos viudita-joven inquilina-viuda
  widow-of-sergeant widowed_tenant casados-por-civil casada-2-ninos newlyweds_14 married-couple-88
  estado-civil-casado union_libre concubina-3 su-esposo-paga wife-of-owner husband_unemployed separada-legalmente
  unmarried-couple familia-con-4-hijos sinHijos2 has_children family-with-3-kids con-ninos-chicos tiene-un-bebe
  baby_on_the_way familia-monoparental-2 huerfana_01 vive-con-su-suegra vive-con-su-mama su-mama-paga paga-su-papa
  hijo-del-dueno sobrino-del-casero fecha-nac-1990-01-15 adopted-child cuida-a-su-abuela pension_alimenticia
  child-support-payer desempleado jobless-tenant unemployed_since_2023 sin_trabajo sin-empleo-fijo perdio-su-trabajo
  solicitante-taxista ocupacion-albanil /hooks/propiedad?ocupacion=mesero profesion_enfermera trabaja_en_gobierno
  ama-de-casa-5 housewife_9 trabajador-informal low-income-family gana-menos-de-10000 inquilino-estudiante
  college-student-renter estudianteForaneo familia-pobre poor_applicant recien-despedida laid-off-2024
  veterano-militar inquilino-judio jewish-family-polanco muslim_applicant solicitante-catolica catholic-couple
  testigo-de-jehova cristiano-evangelico atea-convencida religion=budista /cb?religi%C3%B3n=islam
  mujer-indigena-oaxaca indigenous-applicant afromexicana-guerrero afrodescendiente_4 persona-de-color
  black-applicant-1 african-american-tenant hispanic_female asian-couple inquilino-negro raza=mestiza ethnicity_white
  migrante-venezolano inmigrante_ilegal indocumentada undocumented-worker-2 undocumentedImmigrant
  refugiados-haitianos refugee_family_8 asylum-seeker-77 solicitante-de-asilo extranjero-sin-papeles
  deportado-usa-2019 hondurena_con_hijo exconvicto ex-presidiario-4 con_antecedentes estuvo-preso felony_2012
  convictedFelon on-probation-tenant delincuente-sexual sex-offender-check arrested-in-2020 orden-de-aprehension
  militante-de-morena panista_convencido sindicalizado-cfe sindicalista afiliado-al-pri republican-voter
  inquilino-epilepsia-2 paciente_cardiaca cardiopatia-congenita insuficiencia-renal enfermita esta-enferma-de-lupus
  con_vih vih-sida-cdmx solicitante-sorda baja-vision ceguera-parcial ptsd_veteran post-traumatic-stress
  toma-antidepresivos antidepressants-12 ludopata gambling-addict marihuano usa-cocaina drunk-tenant con-sobrepeso
  usa-baston usa-muletas protesis-de-cadera paralisis-cerebral bedridden terminally-ill terminal-illness-3 post-parto
  postpartum_mom senora-de-70 septuagenarian octogenarian_12 middle-aged-woman pensioner-4 cisgender trans_mtf
  intersexual marica two-moms matrimonio-igualitario heterosexual-couple amasiato vive-en-pareja novios-sin-hijos
  recently-separated engaged-couple mi-marido viudez-reciente teen-mom foster-child custodia-compartida
  cabeza-de-familia nietos-a-cargo cesante busca-chamba gana-el-minimo welfare-recipient sexoservidora
  trabajadora-sexual universitaria-foranea catolico-practicante born-again-christian ortodoxo-judio nahuatl-hablante
  habla-maya tez-morena dark-skinned illegal-alien sin-documentos-migratorios apatrida ex-con jailbird
  libertad-condicional pandillero narcomenudista homicidio-culposo violencia-familiar agresor-sexual afiliado-morena
  lider-sindical left-wing-activist senora-viuda-4-hijos /cb?q=soltero%20sin%20hijos cliente-con-lupus
  extranjero-colombiano mujer-casada-30-anos pareja-joven-sin-hijos no-tiene-trabajo trabaja-por-su-cuenta
  inquilino-ciego padece-parkinson mam%C3%A1-soltera %65mbarazo single.parent wheelchair-tenant immigrant-family
  ex-felon has-hiv gay-couple catolica-devota solicitante-migrante migranteHaitiano ex-convicto-reno
  estadoCivilDivorciado tieneVIH no-papers no-binarie mujer-golpeada inquilino%20con%20hijos%20chiquitos
  cliente_con_hijo_autista inquilino%20espera%20bebé /avs?nota=novia%20del%20casero cliente_adulta_mayor cuarentona
  sol-recien-operado-734 /avs?nota=usa%20muletas sol-ex-alcoholico-18 enfermedad_terminal cliente_tartamudo
  /hooks/perdio-su-empleo/60 inquilino%20doctora inquilino%20marino solicitante-teibolera inquilino%20gana%20poco
  inquilino%20pobre solicitante-adinerado inquilino%20negrita nacionalidad_hondurena inquilino%20católica
  /avs?nota=testigo%20de%20jehov%C3%A1 inquilino%20musulmán cliente_trans /hooks/sexo-masculino/15
  /avs?nota=homosexual sol-golpeador-72 solicitante-orden-de-restriccion cliente_with_two_kids
  /hooks/expecting-twins/85 /hooks/single-mom-of-3/26 solicitante-born-in-1955 /hooks/army-veteran/10 hivPositive
  solicitante-bipolar inquilino%20takes%20meds solicitante-pothead onDialysis sol-trans-man-65 cliente_latina
  inquilino%20cuban%20refugee /avs?nota=restraining%20order
`)

/** Those that rate a person. */
export const rating = words(`
  moroso morosisimo ine-falsa desaprobada-12 reprobado_en_buro reprobo-investigacion /cb?resultado=no%20apto no-apta
  noApto_2024 solicitante-apto inquilinos_aptos cliente-elegible inelegible_4 no-paso-investigacion no_recomendado
  no-recomendable-8 no_rentar_a_este approved-tenant-12 disqualified-9 qualifiedTenant unqualified_renter
  unsuitable-tenant not_recommended do-not-rent doNotRentTo unacceptable_applicant cinco-estrellas-cliente
  red-flag-tenant historial-crediticio-malo buro-de-credito-malo mal_buro bad-credit-77 badCredit good_credit_tenant
  creditworthy_1 mor%6Fso deudor_alimentario endeudado99 sobreendeudada debe-tres-rentas debe_renta no-paga
  noPagaRenta mala_paga mal-pagador malpagador buen_pagador_7 insolvente poco-solvente quebrado_financieramente
  en-bancarrota incumplidora defaulter_9 debtor-17 owes-rent bankrupt_tenant evicted_twice latePayer non-payer-31
  high-risk highRiskTenant risky_renter poco-confiables desconfiable_3 no-es-de-fiar untrustworthy_tenant
  unreliable-payer reliable_tenant boletinado-12 defraudador defraudo_a_dueno fraudster_01 estafador-slp scammer-12
  suspicious-applicant dangerous_tenant inquilino-problematico inquilinos_conflictivos problem-tenant-6 troublemaker
  bad_tenant_list mal-inquilino buena-inquilina mentirosa_comprobada documentos-falsos forged_payslip ratero-conocido
  tramposos deshonesto-1 dishonest-renter excelente-candidato no-confiar cuidado-con-este mala-reputacion
  mal-historial malas-referencias bad-references pesimas_referencias noisy-tenant debe-mantenimiento atrasado-3-meses
  lease-breaker rompe-contratos deadbeat insolvent lowRisk falsifico-recibos identidad-robada stolen-identity
  impostora suplantador usurpador timadora con-man con-artist flagged-applicant banned-tenant grosero
  cumplido-pagador puntual-pagador good-payer excelente-pagador irresponsable mal-cliente no-apto-7 nopaga buro-malo
  en-buro-de-credito highRisk worst-tenant inquilino-excelente veredicto-no-apto pasaporte-falso
  /avs?nota=moros%C3%ADsimo inquilino%20debe%20luz endeudadisima inquilino%20mal%20pagador cliente_buen_pagador
  inquilino%20nunca%20paga /avs?nota=no%20pas%C3%B3%20investigaci%C3%B3n /hooks/no-rentarle/50 malBuro
  /avs?nota=no%20confiable recibos-alterados comprobantes-falsos /avs?nota=identidad%20falsa cliente_bad_credit
  cliente_late_payer /avs?nota=fake%20docs
`)
