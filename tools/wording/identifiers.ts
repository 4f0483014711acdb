import { words } from '#domain/wording/lexicon/inflections.ts'

/**
 * Identifiers, addresses, papers, features, paths and parameters as rental platforms write them. None describes or
 * rates a person. Written before the rules that judge them.
 */
const folios = words(`
  SOL-2026-000123 sol_2026_11_0045 SOLICITUD-8841 solicitud-de-arrendamiento-77 REQ00012 req-2026-11-03-001 APP-10293
  app_88213 application-5521 folio-99120 FOLIO_2026_000731 EXP-2026-0042 expediente-331 exp.2026.114 CTR-2026-0091
  contrato-44-2026 contrato_renta_2026_19 renovacion-contrato-12 RNV-00071 prorroga-3-2026 adenda-2-contrato-118
  TIA-39618 GAY-00123 LOC-4410 RUC-20013 JOB-7781 SOR-0091 VIH-20931 LOC-2026-11 PEN-00412 MAL-3301 REO-10022 FEO-7
  RICO-44012 POBRE-1 NEG-55120 RATA-0021 DEB-20394 MOR-8812 VIP-0042 TOP-11 GOR-9912 CEG-0001 NUN-4471 JEW-6610
  LOCA-1209 SICK-104 DEAF-88 MUDO-31 BAD-20441 FAT-9921 OLD-2214 MAN-1002 SEX-0031 KID-5530 MOM-221 DAD-904 HIV-00012
  RISK-2026-04 lead-44512 LEAD_2026_88 prospecto-5531 prospecto_0091 cliente-22041 CLIENTE_0012 inquilino-34
  inquilino-0034 INQ-2026-114 inquilina-7 arrendatario-1182 tenant-45 tenant_00881 applicant-27 applicant:9912
  renter-65 user-18 usuario-30 usuario_44 persona-12 candidato-25 candidata-19 aval-12 aval-34-contrato-9
  fiador-2-de-2 obligado-solidario-1 coarrendatario-2 co-applicant-2 guarantor-1 titular-2 ocupante-3 huesped-19
  cotizacion-8821 COT-2026-31 presupuesto-44 orden-de-pago-77 OP-10021 oc-2026-33 ticket-55120 TK-99123 caso-8812
  case-10044 incidencia-31 reporte-2026-04 reporte-semanal-12 lote-3-manzana-12 mz12-lt4 batch-2026-11-02
  batch_00031 job-20261103-0001 run-77 intento-2 retry-3-of-5 version-2-final copia-3 copia-de-contrato-2 borrador-5
  sin-titulo-1 sin-titulo sin-nombre-2 untitled-3 nuevo-documento-4 prueba-1 prueba_final_3 test-0001 test-user-1
  demo-2026 demo-inquilino-2 piloto-monterrey-3 sandbox-001 qa-44 uat-12-b dev-local-7 staging-0033 dummy-2 ejemplo-9
  operacion-44120 op.2026.000041 tramite-8831 tramite_renta_77 verificacion-2026-001 verif-0091 ver-44120 avs-000312
  investigacion-8812 inv-2026-31 estudio-socioeconomico-44 poliza-juridica-2026-88 poliza-5521 PJ-00912 fianza-0044
  firma-2026-11-04 firma-pendiente-12 cita-2026-11-30-1130 visita-44 visita-2-depto-301 entrega-llaves-7
  entrega-recepcion-2026-12 checkin-2026-11-03 check-out-44 mudanza-12 reserva-88120 booking-5512 apartado-12
  apartado-2026-11 separado-2 preventa-44 renta-2026-11-depto-5 renta-con-opcion-a-compra-3 subarriendo-2
  turno-44 sucursal-12-folio-331 asesor-7-cliente-44 broker-12 agente-44-solicitud-9 equipo-norte-31 mesa-4-exp-12
  2026-11-03T10-15 20261103-001 000000123 42 7-A 12B-2026 A1 A-1 B/12/2026 1.2.3 v2-000331 x-44120 id-9 no-12 num_44
`)

const places = words(`
  calle-centenario-163 parque-bicentenario militar-3 herreros-12 albino-corzo-1200 calle-obrero-mundial-88
  av-ninos-heroes-1245 ninos-heroes-301 isla-mujeres-44 isla-mujeres-depto-2 sierra-madre-102 paseo-de-los-sordos-3
  madre-teresa-de-calcuta-12 padre-mier-440 padre-kino-1210 calle-de-la-viuda-7 callejon-del-ciego-4 calle-el-cojo-9
  colonia-obrera-331 col-doctores-dr-lavista-12 doctor-vertiz-880 dr-balmis-148 dr-rio-de-la-loza-22 medicos-44
  enfermeras-12 maestros-federales-7 profesores-221 calle-abogados-33 ingenieros-militares-119 ferrocarrileros-12
  electricistas-45 telefonistas-9 periodistas-30 burocratas-21 taxistas-8 carpinteros-77 panaderos-18 plateros-34
  tintoreros-65 alfareros-29 zapateros-31 carniceros-40 sastres-27 jornaleros-55 campesinos-380 mineros-61 marineros-19
  soldado-anonimo-12 policia-auxiliar-33 general-anaya-301 coronel-romero-44 capitan-carreon-9 sargento-pipila-20
  gringos-12 calle-alemania-33 alemanes-ilustres-2 calle-cuba-92 republica-de-cuba-55 republica-de-honduras-18
  republica-de-venezuela-77 republica-de-el-salvador-121 barrio-chino-4 callejon-del-chino-2 chinos-12 colonia-americana-44
  col-italiana-9 col-francesa-12 colonia-judia-2 indios-verdes-330 indio-triste-10 calle-indigena-44 aztecas-12 mayas-45
  zapotecas-44 mixtecos-31 otomies-28 tarahumaras-60 yaquis-33 nahuas-21 totonacas-55 olmecas-18 purepechas-19
  moreno-12 pedro-moreno-901 lagos-de-moreno-3 calle-morena-221 la-morena-1010 rio-blanco-33 rio-negro-21 blanco-45
  piedras-negras-12 agua-prieta-331 puente-negro-8 guillermo-prieto-34 adolfo-prieto-1230 delgado-45 calle-gallardo-22
  bravo-30 nicolas-bravo-19 leal-y-asociados-3 rubio-33 casado-44 fracc-casado-12 inmobiliaria-casado calvo-18 cano-65
  cordero-21 cuevas-y-prieto-abogados rico-hermanos-12 villa-rica-33 costa-rica-88 puerto-rico-45   calle-novia-del-mar-3 la-suegra-cocina-local-2 callejon-del-beso-4 plaza-de-la-soledad-12 soledad-45 calle-matrimonio-2
  la-divina-pastora-33 monjas-12 las-capuchinas-44 frailes-9 obispado-301 arzobispado-12 jesuitas-44 carmelitas-28
  san-judas-tadeo-12 santa-muerte-calle-3 sagrada-familia-33 isabel-la-catolica-92 reyes-catolicos-12 cristianos-7
  templo-mormon-esq-12 israel-44 palestina-12 nueva-jerusalen-3 tierra-santa-9 martires-cristianos-5 evangelistas-33
  libertad-1220 igualdad-33 confianza-12 prudencia-7 honestidad-4 fidelidad-8 amistad-21 calle-salud-12 hospital-civil-9
  maternidad-12 psiquiatrico-san-bernardino-4 tropico-de-cancer-331 cancer-12 geminis-33 virgo-9 enfermeria-3
  reclusorio-norte-33 carcel-vieja-2 calle-de-la-carcel-12 presidio-44 presos-politicos-3 callejon-del-ladron-2
  ladron-de-guevara-1201 bandidos-hostal-3 piratas-de-campeche-33 los-locos-12 la-loca-de-la-casa-2 cojos-9
  viejo-camino-a-santa-fe-33 camino-viejo-12 pueblo-viejo-44 ciudad-vieja-2 casa-vieja-9 rincon-de-la-vieja-3 viejos-12
  jovenes-12 juventud-heroica-33 ancianos-4 asilo-de-ancianos-12 abuelos-12 los-abuelos-33 abuela-tomasa-cocina-3
  veteranos-de-la-revolucion-12 pensionados-33 jubilados-44 viudas-12 solteros-3 las-solteras-departamento-2 los-solteros-34
  huerfanos-9 hospicio-cabanas-33 casa-cuna-12 ciudad-de-los-ninos-5 nino-artillero-44 nino-perdido-220 el-nino-12
  mujer-campesina-31 mujeres-ilustres-8 hombres-ilustres-44 plaza-de-la-mujer-3 avenida-mujer-mexicana-12
  jardin-de-las-madres-2 monumento-a-la-madre-9 calle-hermanos-aldama-330 hermanos-serdan-44 gemelos-12 torres-gemelas-301
  hijos-de-cuauhtemoc-12 calle-familia-3 los-herederos-44 calle-princesa-12 rey-maxtla-33 reina-xochitl-4 principe-9
  socialistas-33 comunistas-4 partido-liberal-12 sindicato-de-electricistas-330 sindicalismo-87 union-44 derecha-12
  izquierda-calle-3 republicanos-9 zapatistas-12 cristeros-33 villistas-5 federales-12 dolores-33 remedios-12
  angel-de-la-independencia-44 edificio-ermita-depto-9 torre-latino-piso-30 torre-mayor-2802 torre-mayor-65 plaza-mayor-70
  mayor-cuaron-18 callejon-del-diablo-3 calle-fatal-2 buena-vista-33 buenavista-301 buen-pastor-12 mal-pais-9 mal-paso-3
  peor-es-nada-cantina-2 la-perla-negra-12 lista-de-correos-33 paso-de-cortes-44 la-estafeta-12
  edif-alcatraz-12 priv-del-sol-3 cda-del-moral-9 moral-33 calle-mora-12 los-moros-44 riego-12 riesco-33
  condesa-amsterdam-301 roma-norte-colima-88 polanco-horacio-1022 del-valle-amores-44 narvarte-anaxagoras-12
  juriquilla-paseo-3 zapopan-andares-2204 san-pedro-calzada-del-valle-33 cumbres-elite-12 santa-fe-city-park-1803
  tijuana-zona-rio-44 playa-del-carmen-5a-av-12 merida-montejo-33 puebla-angelopolis-1502 leon-campestre-12 lindavista-9
  12-main-st 450-young-street-3 100-old-mill-road senior-drive-12 widow-creek-lane-3 church-street-33 bishop-avenue-9
  single-tree-lane-44 union-square-301 white-house-lane-2 black-rock-12 brown-street-33 green-light-street-2 gay-street-301
  gay-lussac-12 king-street-65 baker-street-221 mason-road-9 carpenter-avenue-44 miller-lane-12 farmer-road-33
  deadwood-drive-3 hunter-way-18 male-maldives-12 lady-bird-lane-33 st-mary-place-5 little-italy-12
  chinatown-44 french-quarter-33 german-village-9 korea-town-12 indian-wells-301 african-village-2 mexican-hat-3
`)

const dwellings = words(`
  depto-5 depto-301-torre-b departamento_12 dpto.4 depto-soltero depto-de-soltero Depto%20de%20soltero loft-de-soltera-2
  apartamento-para-soltero-9 roof-para-estudiante-3 cuarto-para-estudiantes-4 cuarto-senoritas-2 cuarto-solo-mujeres-3
  casa-para-familia-12 casa-familiar-4 depto-familiar-33 depto-para-pareja-2 depto-ejecutivo-9
  suite-ejecutiva-12 suite-nupcial-2 depto-home-office-roma home-office-3 con-home-office estudio-homeoffice-12
  casa-con-cuarto-de-servicio cuarto-de-nana-2 cuarto-chofer-3 casa-conserje-1 bodega-jardinero-2 local-para-dentista-4
  consultorio-medico-12 consultorio-dental-3 consultorio-psiquiatrico-8 local-veterinaria-9 local-carniceria-2
  local-panaderia-44 taller-mecanico-12 taller-carpintero-3 local-farmacia-33 bar-y-cantina-2
  edificio-30-anos edificio-de-30-anos-12 casa-20-anos-antiguedad antiguedad-35-anos 30-anos-de-antiguedad
  edificio-40-years-old building-25-years-old contrato-2-anos contrato-3-anos-forzoso plazo-24-meses credito-20-anos
  hipoteca-30-anos renta-12-meses capacidad-4-adultos capacidad-2-adultos-1-nino 4-adultos-2-menores 2-ninos-permitidos
  max-6-personas hasta-4-personas 2-personas 3-huespedes acepta-ninos no-acepta-ninos sin-ninos acepta-mascotas
  ninos-bienvenidos kids-ok no-kids-pool-area kids-pool-2 area-infantil-1 juegos-infantiles-3 salon-de-adultos-2
  alberca-ninos-2 ludoteca-bebes-1 cuna-para-bebe cambiador-bebe-bano baby-crib-available family-room-2 master-bedroom-1
  rampa-silla-de-ruedas acceso-silla-de-ruedas acceso-discapacitados-3 bano-discapacitados bano-para-discapacitados-2
  cajon-discapacitados-12 estacionamiento-discapacidad-2 elevador-para-discapacitados wheelchair-accessible-4
  wheelchair-ramp-12 handicap-parking-3 disabled-access-2 accessible-unit-33 ada-compliant-9 braille-elevador-1
  no-fumar no-fumadores-2 area-fumadores non-smoking-unit-3 smoke-free-12 drug-free-building-4 alcohol-permitido-terraza
  sin-muebles-2 amueblado-44 semi-amueblado-3 con-terraza-12 vista-al-mar-33 pent-house-2 ph-12 roof-garden-4
  cocina-integral-12 bano-completo-2 medio-bano-1 2-recamaras-1-bano 3rec2ba planta-baja-12 piso-9-interior-3 int-44
  cochera-2-autos bodega-12-m2 patio-servicio-3 cuarto-lavado-2 pet-friendly-12 mascotas-si-2 gato-ok-1 perro-chico-no
  zona-segura-33 zona-roja-2 zona-rosa-44 zona-dorada-12 alto-trafico-3 silencioso-2 ruidoso-calle-9 luminoso-44
  pequeno-pero-bonito-2 amplio-12 viejo-edificio-33 antigua-casona-4 remodelado-2025-2 nuevo-a-estrenar-12 usado-3
  feo-pero-barato-2 excelente-ubicacion-44 buena-zona-12 mejor-precio-3 premium-301 vip-lounge-2 top-floor-9 ideal-oficina-2
  barato-33 caro-2 lujo-44 economico-12 interes-social-33 clase-a-oficinas-2 edificio-clase-b-12 grado-a-industrial-3
  tres-estrellas-hotel-12 hotel-5-estrellas-2 five-star-hotel-33 left-wing-apt-3 right-wing-4 west-wing-12 ala-izquierda-2
  ala-derecha-piso-3 lado-izquierdo-9 studio-12 one-bedroom-33 2br-1ba-44 loft-white-2 casa-blanca-12 casa-negra-3
  torre-blanca-44 depto-blanco-2 black-tower-9 casa-rosa-33 muebles-blancos-y-negros-2 red-door-apt-12 student-housing-44
  senior-living-12 senior-housing-3 residencia-estudiantil-33 residencia-adultos-mayores-2 asilo-san-jose-9 coliving-12
  casa-hogar-3 guarderia-pb-2 kinder-local-44 low-income-housing-12 vivienda-popular-33
  infonavit-44 credito-infonavit-12 fovissste-33 renta-mensual-8500 deposito-2-meses un-mes-de-deposito mes-corriente-1
  lujo-soltero-44 estudio-soltero-12 bachelor-pad-3 mother-in-law-suite-2 granny-flat-9 maids-room-1 in-law-apartment-3
`)

const steps = words(`
  pago-de-fianza-2026-11 pago-fianza primer-mes-renta primer-mes-33 segundo-mes-2026 ultimo-mes-de-renta rent-due-date-12
  due-date-2026-11-05 payment-due-44 late-payment-job late-payment-fee-12 late-fee-33 pago-tardio-recargo-2 pago-atrasado-12
  renta-atrasada renta-atrasada-2026-10 renta-vencida-321 rentas-vencidas-job cartera-vencida-cron cuenta-vencida-2
  recibo-vencido-44 contrato-vencido-12 contrato-por-vencer-33 cobranza-extrajudicial-2 cobranza-2026-11 collections-job
  adeudo-cero-12 constancia-de-no-adeudo-44 carta-no-adeudo-2 no-adeudo-predial-33 adeudo-agua-cfe-2 deuda-predial-12
  saldo-deudor-33 saldo-a-favor-12 estado-de-cuenta-2026-10 deposito-en-garantia-44 devolucion-deposito-2 penalizacion-3
  buro-de-credito-consulta-44 consulta-buro-12 buro-2289 reporte-de-buro-33 credit-check-12 credit-report-44
  credit-score-check-2 score-consulta-33 historial-crediticio-12 historial-de-credito-consulta-2 income-verification-44
  employment-verification-12 verificacion-de-ingresos-33 verificacion-laboral-2 comprobante-de-ingresos-44 ingresos-2026-10
  ingreso-2024-12 recibo-nomina-2026-10 recibos-de-nomina-3 nomina-quincenal-2 payslip-2026-10 payslips-3 paystub-2
  constancia-laboral-12 carta-trabajo-33 carta-patronal-2 carta-empleo-44 alta-imss-12 semanas-cotizadas-imss-2 sua-33
  declaracion-anual-2025 csf-sat-12 constancia-situacion-fiscal-44 opinion-cumplimiento-sat-33 opinion-positiva-sat-2
  acta-nacimiento-12 acta-de-nacimiento-2 acta-matrimonio-7 acta-divorcio-33 acta-defuncion-2 acta-constitutiva-44
  comprobante-domicilio-12 recibo-cfe-2026-09 recibo-agua-3 ine-frente-2 ine-reverso-2 ine-vigente-si pasaporte-vigente-2
  visa-trabajo-copia-1 fm3-copia-2 residente-temporal-tarjeta-scan tarjeta-residente-scan-2 green-card-scan-12
  licencia-conducir-2 cedula-profesional-44 titulo-profesional-12 certificado-medico-33 carta-medica-2 seguro-medico-12
  seguro-de-vida-44 seguro-desempleo-poliza-2 poliza-desempleo-33 seguro-gastos-medicos-2 incapacidad-imss-formato-2
  pension-imss-comprobante-12 comprobante-pension-33 resolucion-pension-2 beca-comprobante-44 constancia-estudios-12
  carta-de-no-antecedentes-penales-2 antecedentes-no-penales-33 constancia-antecedentes-penales-12 background-check-44
  criminal-background-check-2 carpeta-investigacion-44 carpeta-de-investigacion-12 investigacion-inquilino-33
  referencias-2021-2 referencias-personales-44 referencias-laborales-12 carta-recomendacion-33 recommendation-letter-2
  reference-check-12 entrevista-aval-2 estudio-de-riesgo-44 analisis-riesgo-12 risk-assessment-33
  risk-engine-v2 fraud-check-12 fraud-detection-44 antifraude-33 anti-fraud-hook validacion-fraude-2 prevencion-fraude-12
  lavado-dinero-aviso-33 pld-ft-12 aviso-ley-antilavado-2 watchlist-screening-12 lista-negra-sat-69b-consulta blacklist-check-33
  pep-check-2 sanctions-check-12 verificacion-identidad-44 identidad-verificada-33 prueba-de-vida-2 liveness-12
  aprobacion-contrato-33 contrato-aprobado-12 pago-rechazado-44 pago-aprobado-2 payment-declined-33 payment-approved-12
  transferencia-rechazada-2 cargo-rechazado-44 cheque-devuelto-12 solicitud-recibida-33 solicitud-cancelada-2 expirado-44
  pendiente-12 en-revision-33 aceptado-2 autorizado-44 completado-12 fallido-33 failed-2 rejected-payments-queue
  approved-invoices-12 pre-aprobacion-paso-1 precalificacion-12 pre-qualification-step-2 calificacion-energetica-33
  rating-energetico-a energy-rating-44 airbnb-rating-2 review-5-stars-12 puntaje-energetico-3 ranking-zonas-12 score-33
  scoring-job-2 default-42 default-hook default-settings-3 desalojo-zona-sismica-2 simulacro-desalojo-12 eviction-notice-template
  demanda-desahucio-plantilla clausula-allanamiento-2 juicio-arrendamiento-44 clausula-incumplimiento-12 dia-incumplimiento-2
  garantia-inmueble-12 obligado-solidario-anexo seguro-impago-44 rent-guarantee-12 default-insurance-33
  abort-job-12 kill-child-process-3 parent-id-44 child-node-2
  master-slave-db-3 orphan-records-cleanup orphaned-leases-2 sibling-unit-12 twin-towers-301 divorce-certificate-33
  marriage-certificate-12 birth-certificate-44 fecha-nacimiento-campo dob-field-validation age-verification-12 age-check-33
  mayor-de-edad-check comprobacion-mayoria-edad gender-neutral-form sexo-campo estado-civil-campo marital-status-field
  regimen-matrimonial-campo ocupacion-campo nacionalidad-campo occupation-field health-check healthz-2 sick-leave-policy-doc
  terminal-2-aeropuerto terminal-punto-venta-12 operador-movil-3 operador-logico-2 chofer-mudanza-12 conductor-electrico-3
  plomero-emergencia-12 electricista-turno-2 jardinero-lunes-33 cerrajero-24h-44 pintor-presupuesto-12 albanil-presupuesto-3
  guardia-turno-noche-2 vigilante-caseta-12 conserje-edificio-33 portero-electrico-2 mucama-hotel-12 limpieza-semanal-44
`)

const urls = words(`
  /hooks/cotejo /webhooks/avs /api/v1/webhooks/verificaciones /api/v2/callbacks?src=avs /cb?t=44120 /notify/verificacion-emitida
  /hooks/tenants/45 /hooks/inquilinos/34/eventos /v1/applicants/27/events /v1/renters/65 /users/30/notifications /personas/18
  /clientes/45/solicitudes/12 /prospectos/9912/seguimiento /leads/33?status=new /aval/44/docs
  /webhook?solicitud=5512&propiedad=301 /webhook?prop=depto-soltero&src=avs /webhook?tipo=departamento&rec=2
  /webhook?type=single-family&beds=3 /webhook?type=studio&status=active /hook?estado=pendiente /hook?status=approved
  /hook?status=rejected /hook?result=declined /hook?resultado=aprobado /hook?resultado=rechazado /events/approved
  /events/rejected /events/verification.failed /callbacks/success /callbacks/failure /on-approval /on-rejection
  /verificacion/aprobada /verificacion/rechazada /payments/late /payments/overdue /payments/default /pagos/vencidos
  /pagos/atrasados /cobranza/vencida /rentas/atrasadas/44 /risk/events /riesgo/eventos /fraud/alerts /fraude/alertas
  /score/v2 /scoring/callback /credit/check /buro/consulta /blacklist/sync /lista-negra/consulta /background-check/done
  /screening/complete /screening/tenant/44 /income/verified /employment/verified /ingresos/verificados /identidad/ok
  /militar/avs /casado-bienes-raices/hooks /inmobiliaria-moreno/avs /grupo-delgado/hooks /prieto-y-asociados/avs
  /bravo-rentas/eventos /rico-propiedades/cb /leal-inmuebles/notify /gallardo-brokers/api /calvo-corporativo/v1
  /el-chino-rentas/hooks /la-guera-inmuebles/avs /los-gemelos-rentas/cb /dos-hermanos/hooks /tres-marias/avs
  /viuda-de-sanchez/hooks /hijos-de-perez-sa/avs /hermanos-garcia/webhook /madre-tierra-rentas/cb /sor-juana/notify
  /senor-casa/hooks /mister-rent/cb /lady-house/avs /the-old-house/cb /young-realty/hooks /white-realty/avs /black-realty/cb
  /brown-and-sons/hooks /king-properties/v2 /bishop-rentals/cb /pope-homes/avs /priest-lane/notify /cook-county/hooks
  /baker-rentals/hooks /mason-homes/v1 /carpenter-rentals/avs /hunter-homes/cb /smart-tenant/hooks /good-tenant-app/cb
  /buen-inquilino/webhook /mejor-inquilino/avs /inquilino-seguro/hooks /inquilino-ideal-app/cb /renta-segura/avs
  /renta-facil/eventos /sin-aval/hooks /rentas-sin-aval/cb /sin-fiador/notify /sin-riesgo/avs /cero-riesgo/hooks
  /apto/301 /aptos/12b /apto-norte/hooks /solvente/avs /confiable/hooks /trust/cb /honest-homes/avs /fiable/cb
  /drivers/v2 /chef/avs /worker/jobs/44 /workers/queue /agent/12 /agents/callback /broker/33 /operator/2 /admin/hooks
  /employees/12 /empleados/3 /staff/44 /student-housing/hooks /senior-living/cb /family/plan /familia/plan/2 /parents/child/3
  /es/notificaciones /en/notifications /es?tipo=casa /en?kind=house /mx/cdmx/hooks /us/tx/cb /german/v1
  /latin/utf8 /black/friday /white-label/hooks /dark-mode/on /male/female-connector /gender/none /sex/na
  /hook?edad_inmueble=30 /hook?antiguedad=25 /hook?anos=12 /hook?years=3 /hook?edad=30&tipo=inmueble /hook?age=25&unit=building
  /hook?max_adultos=4 /hook?adultos=2&ninos=1 /hook?adults=2&kids=1 /hook?guests=4 /hook?pets=yes /hook?mascotas=2
  /hook?ocupantes=3 /hook?depto=12&torre=b /hook?calle=madero&num=45 /hook?ref=viuda-3 /hook?ref=GAY-00123
  /hook?ref=militar-3 /hook?folio=TIA-39618 /hook?next=/pagos/atrasados /hook?job=late-payment-job /hook?job=worker
  /hook?plan=premium /hook?tier=top /hook?plan=vip /hook?nivel=oro /hook?lang=es&currency=mxn /hook?mode=blind-test
  /hook?dry_run=true /hook?retry=2&delay=30 /hook?color=negro /hook?color=blanco /hook?tema=oscuro /hook?zona=roja
  /hook?semaforo=verde /hook?flag=red-flag-emoji /hook?feature-flag=on /hook?lead=caliente /hook?etapa=firma /hook?paso=3
  /hook?paso=investigacion /hook?documento=ine /hook?papel=acta-matrimonio /hook?papel=recibo-nomina /hook?doc=payslip
  /hook?utm_source=cotejo&utm_medium=api /hook?utm_campaign=buen-fin /hook?fecha=2026-11-03 /hook?desde=2026-01&hasta=2026-12
  /hook?empresa=soriana /hook?banco=bbva /hook?convenio=imss /hook?convenio=pemex /hook?sector=salud /hook?sector=gobierno
`)

const mixed = words(`
  casa-en-renta-coyoacan-12 cuarto-azotea-lavanderia-3 depto-cerca-metro-balderas rento-cuarto-zapata-2
  contrato-comodato-7 inmueble_000912 aval-hipotecario-22 pagare-firmado-3 convenio-salida-44 acta-entrega-12
  inventario-muebles-9 bodega-la-viga-331 local-plaza-meave-118 torre-insignia-2201 depto-cuauhtemoc-moctezuma
  residencial-los-arcos-77 privada-san-angel-4 rancho-san-jose-lote-9 terreno-ejidal-31 estudiante-housing-tec-12
  residencia-universitaria-unam-3 vivienda-militar-12 unidad-habitacional-isste-44 casa-de-huespedes-la-abuela
  pension-estudiantil-9 pension-autos-12 hostal-la-gringa-4 hotel-casa-vieja-112 posada-del-angel-7
  edificio-banobras-301 corredor-industrial-toluca nave-12-parque-alianza notaria-187-firma escrituracion-44
  poder-notarial-3 testamento-copia cesion-derechos-9 pago-mantenimiento-noviembre recargo-por-mora-12
  intereses-moratorios-44 mora-30-dias dias-de-mora-7 reporte-morosidad-2026 plan-de-pagos-3 convenio-de-pago-vencido
  cargo-no-reconocido-2 factura-rechazada-sat-12 cfdi-cancelado-44 spei-devuelto-9 domiciliacion-rechazada-3
  aviso-desocupacion-12 carta-aviso-30-dias terminacion-anticipada-4 rescision-contrato-12 tenant-onboarding-77
  tenant-move-out-12 renter-portal-login applicant-tracking-44 lead-score-job rental-criteria-v3 pet-screening-12
  guest-card-881 waitlist-44 unit-4b-status lease-renewal-2026 lease-violation-notice-3 noise-complaint-12
  queja-ruido-depto-301 reporte-vecino-12 mantenimiento-plomeria-44 reparacion-electrica-3 fuga-gas-urgente-12
  seguro-responsabilidad-civil-44 estado-civil-solicitante-campo solicitante-ocupacion-campo evaluacion-crediticia-12
  capacidad-de-pago-44 relacion-ingreso-renta-3x ingreso-comprobable-requerido requisitos-sin-aval-12
  extranjeros-bienvenidos-3 aceptamos-extranjeros-44 foreigners-welcome-2 lgbt-friendly-12 gay-friendly-building-3
  family-friendly-44 senior-friendly-2 solo-familias-12 solo-damas-3 no-estudiantes-2 parejas-o-solteros-4
  ideal-recien-casados-3 ideal-para-soltero-12 persona-fisica-12 persona-moral-44 persona-fisica-con-actividad
  cliente-corporativo-3 cliente-nuevo-12 inquilino-nuevo-44 inquilino-actual-2 inquilino-anterior-9
  inquilino-principal-1 tenant-a tenant-default tenant-prod tenant-mx-01 tenant-blue-12 tenant-green-3 tenant-admin
  expediente-pobre-diablo cliente-monterrey-sur solicitante-guadalupe-12 arrendatario-del-local-9
  prospecto-caliente-3 prospecto-frio-12 villa-coapa-casa-33 real-del-bosque-mz4-l12 lomas-verdes-6ta-seccion-9
  jardines-de-morelos-12 ampliacion-san-lorenzo-3 ojo-de-agua-lote-44 cuautitlan-izcalli-depto-201
  ecatepec-las-americas-77 valle-dorado-casa-9 satelite-circuito-pintores-12 circuito-medicos-33
  circuito-novelistas-4 calle-poetas-12 paseo-de-los-maestros-9 calle-obreros-33 callejon-de-los-frailes-2
  cerrada-de-la-monja-4 privada-del-obispo-12 av-de-los-maestros-1890 blvd-adolfo-lopez-mateos-44 calz-del-hueso-310
  eje-10-sur-pedro-henriquez av-del-iman-151 cerro-de-la-estrella-9 rio-churubusco-12 dr-atl-301 dr-marquez-44
  dr-liceaga-9 dr-lucio-102 gabriel-mancera-1500 hombres-g-bar-2 la-muerta-de-hambre-tacos los-panchos-2
  el-borrego-viudo-local-3 la-negra-tomasa-bar-12 el-moro-churreria-44 la-gorda-pizzas-3 el-flaco-de-oro-9
  cafe-la-habana-12 pulqueria-los-insurgentes-3 mezcaleria-la-clandestina-12 gimnasio-fit-44
  guarderia-ninos-felices-2 kinder-mi-mama-y-yo clinica-diabetes-12 hospital-cancer-44 instituto-de-cancerologia-3
  centro-de-rehabilitacion-12 clinica-embarazo-alto-riesgo-2 fundacion-down-12 albergue-migrantes-44
  casa-del-migrante-3 asilo-judio-12 panteon-frances-44 centro-libanes-9 casino-espanol-3 deportivo-israelita-12
  liceo-franco-mexicano-44 colegio-aleman-3 sinagoga-polanco-12 mezquita-coyoacan-9 templo-evangelico-44
  parroquia-sagrada-familia-12 comite-de-vecinos-3 administracion-condominio-44 cuota-extraordinaria-12 multa-ruido-3
  multa-mascota-12 reglamento-interno-44 acceso-peatonal-9 elevador-descompuesto-3 fuga-agua-vecino-12
  plaga-cucarachas-44 humedad-pared-3 inspeccion-gas-12 avaluo-2026-44 corretaje-12 comision-broker-50-50
  exclusiva-90-dias opcion-compra-3 oferta-aceptada-12 contraoferta-44 oferta-rechazada-9 visita-cancelada-3
  solicitud-incompleta-12 documento-ilegible-44 foto-borrosa-3 ine-vencida-12 ine-caducada-9 pasaporte-vencido-44
  firma-no-coincide-3 selfie-fallida-12 aval-con-inmueble-44 aval-sin-buro-3 fiador-solvente-requerido-12
  garante-corporativo-9 renta-garantizada-44 seguro-de-renta-3 poliza-12-meses inquilino-carga-docs-12
  inquilino-firma-contrato-44 tenant-signed-lease tenant-invited-12 applicant-started-44 applicant-submitted-3
  applicant-withdrew-12 renter-insurance-44 person-verified-3 family-of-four-unit-12 couple-friendly-studio-44
  client-id-mexico-9 patient-room-3 child-safe-balcony-12 son-of-liberty-bar-3 husband-hill-trail-9
  resident-parking-44 resident-portal-3 candidate-release-12 rc-candidate-2 guest-house-44 pool-house-3
  carriage-house-12 in-law-unit-44 old-town-road-9 young-at-heart-cafe-3 dirty-dog-bar-12 crazy-horse-lane-44
  black-mountain-3 white-plains-12 brownsville-tx-44 sick-building-report-3 deaf-smith-county-12 blind-alley-9
  poor-farm-road-44 rich-valley-3 student-union-building-12 nurse-station-44 teacher-parking-3 officer-row-12
  soldier-field-9 maid-service-44 cook-county-il-12 doctor-park-3 /api/tenants/approved-list /api/applicants/export
  /hooks/applicant/rejected-docs /cb?tenant=casado-sa /cb?cliente=grupo-militar-5 /hook?inmobiliaria=chino&folio=9
  /wh/cotejo?agente=maestro-lopez /in/avs?empresa=negro-modelo /ws/rentas/soltero /x/y/z/viuda /t/joven/avs
  res-000412 unidad-14-nivel-3 edif-7-entrada-c depto_amueblado_escandon_9 casa-duplex-tlalpan-44 ph-vista-bosque-12
  loft-reforma-222-1801 bodega-vallejo-900-m2 local-esquina-taxquena-3 oficina-coworking-44 terreno-tepoztlan-lt-8
  rancho-valle-de-bravo-2 cabana-mazamitla-12 casa-playa-progreso-9 condo-cancun-zona-hotelera
  villa-tulum-aldea-zama-301 studio-roma-colima casa-adobe-san-miguel-12 loft-industrial-doctores
  depto-obrera-bolivar-331 casa-militar-marte-44 depto-periodista-12 casa-burocrata-9 depto-maestros-federales-3
  casa-electricistas-44 casa-americana-gdl-12 depto-chapultepec-morales-9 col-juarez-zona-rosa-44
  buenavista-mercado-3 san-simon-ticumac-12 portales-oriente-44 viaducto-piedad-9 jamaica-morelos-12
  merced-balbuena-3 candelaria-44 penitenciaria-calle-12 lecumberri-9 hospital-general-44 metro-ninos-heroes-3
  metro-etnografia-12 metro-obrera-44 metro-viveros-derechos-humanos metro-mixcoac-9 metro-juanacatlan-12
  metro-barranca-del-muerto-44 heroes-de-padierna-3 insurgentes-1431 soldados-de-la-patria-12 los-reyes-la-paz-44
  reina-xochitl-9 virreyes-12 condes-44 calle-alcaldes-12 alguaciles-9 calle-jueces-44 gobernadores-12 virgenes-44
  martires-de-rio-blanco-301 mulatos-sonora-12 negritos-44 pardos-9 calle-cojumatlan-12 chinampas-44 chinconcuac-9
  rusos-blancos-bar-2 cubanitos-cafe-12 la-argentina-parrilla-9 el-gaucho-feo-3 tio-sam-44 sra-torres-renta
  sr-gomez-depto familia-lopez-casa-9 familia-hernandez-44 hermanos-coraje-bar-3 hnos-vazquez-12 suc-de-garcia-44
  vda-de-perez-9 renta-abril renta-mayo-2026 pago-3-de-12 mensualidad-7 deposito-liberado-12 garantia-retenida-44
  comision-pagada-9 iva-desglosado-3 recibo-renta-44 contrato-firmado-12 contrato-en-firma-44 contrato-cancelado-9
  contrato-mayor-12-meses contrato-menor-a-un-ano renta-menor-10000 renta-mayor-20000 revision-documentos-12
  documentos-completos-44 faltan-documentos-9 datos-incorrectos-3 curp-invalida-retry nombre-mal-escrito-12
  telefono-malo-44 correo-rebotado-9 webhook-fallido-12 intento-fallido-44 reintento-3 verificacion-lenta-12
  job-muerto-9 dead-letter-44 zombie-lease-cleaner slow-query-12 bad-request-44 bad-gateway-9 good-standing-12
  risk-free-trial-3 credit-memo-44 debit-note-12 late-checkout-9 early-move-in-44 clean-unit-12 dirty-unit-44
  loud-street-9 quiet-street-12 angry-birds-theme-3 hot-lead-44 cold-lead-12 dead-lead-9 lost-lead-44
  active-tenant-12 inactive-tenant-44 past-tenant-9 current-tenant-12 prospective-tenant-44
  previous-tenant-reference-3 former-tenant-12 new-applicant-44 first-applicant-9 second-applicant-12
  primary-tenant-44 co-tenant-9 corporate-tenant-12 commercial-tenant-44 anchor-tenant-mall-9 tenant-sw-corner
  hooks/v1/avs?inmueble=casa-chica hooks/avs?operacion=renta&ocupantes=2 wh?id=9912&estatus=rechazado
  wh?evento=inquilino.creado wh?evt=tenant.updated
`)

export const identifiers: ReadonlyArray<string> = [...folios, ...places, ...dwellings, ...steps, ...urls, ...mixed]
