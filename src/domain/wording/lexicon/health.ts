import { gendered, nouns, phrases, words } from './inflections.ts'

/** Health, disability and pregnancy, in Spanish and English. */
export const health = {
  words: [
    ...gendered(`
      sidos infartad sifilitic menopausic paraplej cuadraplejic leucemic canceros lepros ansios estresad retrasad
      mongolic trastornad desquiciad cocainoman heroinoman cirrotic hiperactiv dislexic desnutrid artritic reumatic
      enferm diabetic epileptic asmatic hipertens hipotens cardiac hemofilic celiac alergic anemic obes seropositiv
      tuberculos oncologic psiquiatric esquizofrenic depresiv deprimid neurotic psicotic paranoic maniac anorexic
      bulimic alcoholic exalcoholic drogadict toxicoman adict marihuan borrach medicad hospitalizad trasplantad
      transplantad amputad contagiad infectad lesionad moribund desahuciad encamad discapacitad incapacitad minusvalid
      paralitic paraplejic tetraplejic cuadriplejic hemiplejic lisiad tullid sordomud tartamud embarazad prenad parid
    `),
    ...nouns(`
      enfermedad padecimiento convaleciente cardiopatia nefropatia neuropatia retinopatia miopatia diabetes diabetic
      hipertension epilepsia epilepsy epileptic asma asthma asthmatic alergia allergy anemia hemofilia cancer tumor
      leucemia leukemia linfoma lymphoma melanoma carcinoma metastasis oncologia quimio quimioterapia radioterapia
      chemo chemotherapy radiotherapy dialisis dialysis hemodialisis cirrosis cirrhosis infarto embolia trombosis
      hernia ulcera hepatitis neumonia pneumonia tuberculosis covid sifilis syphilis venerea gonorrea herpes psoriasis
      vitiligo seropositividad esquizofrenia schizophrenia schizophrenic psicosis psychosis psychotic neurosis
      depresion depression depressive depressed ansiedad anxiety bipolar bipolaridad borderline trastorno disorder
      trauma traumatic psiquiatra psiquiatria psychiatrist psychiatric paranoia insomnio autista autismo autism
      autistic asperger alzheimer parkinson demencia dementia senil senilidad fibromialgia lupus esclerosis sclerosis
      artritis arthritis osteoporosis migrana convulsion seizure fibrosis sobrepeso overweight obesidad obesity obese
      anorexia bulimia bulimic celiaco antidepresivo antidepressant ansiolitico antipsicotico alcoholismo alcoholism
      alcoholic drunk drunkard drogadiccion adiccion addiction addict droga drug cocaina cocaine heroin metanfetamina
      meth marihuana marijuana cannabis ludopata ludopatia gambler gambling fumador fumadora smoker bebedor
      toxicomania overdose sobredosis suicidio suicide suicidal suicida paciente patient outpatient inpatient
      hospitalizacion hospitalization hospitalized cirugia surgery trasplante transplante transplant marcapasos
      pacemaker protesis prosthesis muleta crutch diagnosis diagnosed sindrome syndrome discapacidad disability
      disabled minusvalia invalidez incapacidad handicap handicapped impaired impairment cripple crippled paralisis
      paralysis paralyzed paraplegic quadriplegic tetraplegic amputee bedridden dwarf enanismo mental ceguera
      blindness invidente sordera deafness deaf embarazo encinta gestante gestacion gestation pregnancy pregnant
      maternity paternidad lactancia lactante breastfeeding puerperio postparto posparto postpartum prenatal aborto
      abortion miscarriage infertil infertility fertility fertilidad menopausia menopause terapia therapy illness
      sickness gastritis colitis tiroides hipotiroidismo hipertiroidismo thyroid pulmonia tosferina antirretroviral
      antiretroviral methadone metadona xanax prozac insomne insomniac insomnia inhaler nebulizer medicamento
      medication hiperactividad dislexia lepra leprosy leper sarampion measles varicela viruela dengue zika
      chikungunya malaria paludismo ebola clamidia chlamydia endometriosis apendicitis pancreatitis nefritis
      bronquitis sinusitis rinitis enfisema emphysema artrosis osteoartritis ciatica escoliosis scoliosis glaucoma
      miopia astigmatismo apoplejia hemorroide prostatitis prostatico candidiasis hiperplasia reumatismo lumbalgia
      farmacodependiente fentanilo fentanyl anfetamina amphetamine ketamina opioid opioide opiaceo tabaquismo vapeador
      alzheimers invalidante incontinencia incontinent quadriplegia paraplejia hemiplejia neuralgia arritmia
      arrhythmia resfriado dolencia achaque convalecencia herido herida injured injury quemadura glucosa glucometro
      ovarico crohn bariatrica bariatrico liposuccion hematoma urticaria papiloma micosis quirurgico postoperatorio
      rehabilitacion fisioterapia psicosomatico psicopata psychopath sociopata sociopath narcisista narcissist
      cleptomano cleptomana piromano piromana sonambulo sonambula apnea cpap narcolepsia distrofia dystrophy espastico
      ataxia albinismo mutilado mutilada miope afasia afonico tartamudez stutterer dyslexic dyslexia paliativo
      palliative intubado intubada traqueotomia detox desintoxicacion abstinencia intoxicado intoxicada catarro tetano
      toxoplasmosis salmonela tifoidea brucelosis coclear cochlear angina enfermizo enfermiza gastritico convulso
      maniatico maniatica obsesivo obsesiva compulsivo vomito nausea fiebre fever hepatico pulmonar coronario
      nefropata cardiopata neumopata oncologica hepatopata psiquis postrado postrada vegetativo hipocondriaco
      hipocondriaca ninfomana hypochondriac mononucleosis hepatic cystic quiste mioma varicocele hidropesia lumbago
      tendinitis bursitis meniscopatia rehabilitado rehabilitada marcapaso flebitis varices hidrocefalia microcefalia
      meningitis encefalitis poliomielitis aneurisma tourette estrabismo dermatitis eczema alopecia calvicie teporocho
      mariguana heroinomano clonazepam rivotril sertralina fluoxetina lorazepam zoloft adderall ritalin metformina
      coronavirus neurodivergente neurodivergent neurodiverso esquizoide claustrofobia agorafobia phobia histerico
      histerica hysterical mastectomia histerectomia vasectomia hysterectomy vasectomy mastectomy subrogada surrogate
      menstruacion amputacion amputation sordociego sordociega hipoacusico colostomia colostomy nefrologico convulsivo
      retarded retardado retardada hemorragia aneurysm cholera diarrea taquicardia hipoacusia hipoglucemia colesterol
      cholesterol hipertiroideo hunchback menopausal lactating disease chronic insulina insulin
    `),
    ...words(`
      feos feas preeclampsia insulinodependiente sida aids tdah adhd ptsd epoc ciega ciegos ciegas sorda sordos sordas
      muda mudos mudas enana enanos enanas
    `),
  ],
  traits: [
    ...gendered(`
      loc gord gordit flac flaquit chaparr chaparrit jorobad manc tuert coj bizc lele enyesad internad invalid impedid
      accidentad operad delicad cronic dement cieguit panz
    `).filter((word) => !word.startsWith('panz') && !word.startsWith('lel')),
    ...nouns(`
      crazy lunatic psycho insane sick panic fat skinny diabesity burnout estres antivacuna unvaccinated vaccinated
      vacunado wheelchair vih hiv oxigeno oxygen baston rehab andadera silladeruedas yeso fractura esguince pelon
      pelona bald chimuelo chimuela narizon orejon cabezon guapo guapa ugly handsome sexy buenota tatuaje tattoo
      piercing hijab burka gordibuena ebrio ebria briago beodo drogo drogado drogada mariguanero crackero piedrero
      tomador sober relapse recaida anexado vegano vegana nervioso nerviosa celoso celosa sedado cateter munon esteril
      quirofano zurdo zurda jorobadito cegaton cegatona cuatroojos gripa gripe flu cough prostata rinon pulmon
      cicatriz sobrio sobria resaca hangover fracturado fracturada influenza stoner pothead junkie crackhead
    `),
    ...words('dementes feo fea heroina chagas blind ciego sordo mudo enano'),
  ],
  besidePerson: [...words('maternidad sanatorio manicomio calvo albino albina'), ...nouns('diagnostico symptom ill')],
  alonePhrases: phrases(''),
  phrases: phrases(`
    vih|hiv positivo|positiva|positivos|positive|sida|status|aids|tratamiento|treatment
    con|tiene|sin|portador|portadora|with|has vih|hiv
    mentally|terminally|chronically|seriously|very ill
    silla|sillon ruedas
    wheelchair user|users|bound|tenant|applicant
    usa|usan|con|uses|with baston|bastones|muletas|andadera|oxigeno|wheelchair|protesis|audifonos|aparato|cane|walker
    oxigeno|oxygen domicilio|casa|tank|home
    salud delicada|mala|precaria
    mala|poca salud
    bad|poor|failing health
    health condition|conditions|issue|issues|problem|problems|applicant|renter
    heart|kidney|liver|lung condition|attack|disease|failure
    insuficiencia|falla|fallo renal|cardiaca|hepatica|respiratoria
    presion alta
    blood pressure
    derrame|ataque cerebral|corazon|cardiaco|epileptico
    deaf mute
    prieto/a|moreno/a|negro/a|gordo/a|chaparro/a|flaco/a|viejo/a|pobre feo/a
    ciego|ciega|tuerto|tuerta|blind ojo|one|vista
    uses|in wheelchair
    deaf|blind one
    debil|debiles|debilidad|baja|poca visual|visuales|auditivo|auditivos|motriz|vision|audicion
    low vision|hearing
    visually|hearing|mentally|physically challenged
    impedimento|retraso|retardo|problema|problemas|limitacion|limitaciones fisico|fisica|fisicas|motriz|motora|salud
    special needs
    necesidades especiales
    capacidades diferentes
    down syndrome
    sindrome down
    en|in|with|bajo tratamiento|recuperacion|rehabilitacion|recovery|treatment|rehab
    recien|fue|esta operado/a
    expecting|expectant mother|mom|baby|parents|child
    baby on way
    dar|dio luz
    en cinta
    substance|drug abuse|user|users
    licencia|permiso medica|medico|maternidad|paternidad
    sick|medical|maternity|paternity leave
    ataque|ataques|crisis panico|ansiedad|nervios|nerviosa|epilepsia|asma
    panic|anxiety|asthma attack|attacks
    hard of hearing
    cronico|cronica degenerativo|degenerativa
    prep vih|hiv
    inhaler|nebulizer|catheter user
    enfermedad|problema|problemas mental|mentales|cardiaco|cardiacos|corazon|renal|renales|respiratorio|respiratorios
    salud mental
    sindrome|nino|nina|bebe down
    down syndrome|s
    problemas|problema alcohol|drogas|adiccion|adicciones|bebida|memoria|nervios
    alcohol|drug|drugs abuse|problem|problems|addict|user|users|rehab|test
    sin|no fuma|toma|bebe
    fuma|fuman marihuana|mota|mucho|cigarro|crack
    toma|toman|bebe mucho|alcohol|demasiado
    mala|mal vista|oido
    toma|toman|takes|on|bajo medicamento|medicamentos|medicina|medicinas|pastillas|medication|meds|pills
    sin piernas|pierna|brazo|brazos
    baja medica|incapacidad
    emotional support
    perro guia|lazarillo
    operado/a corazon|columna|rodilla
  `),
  placesToo: words(`
    cancer cancers sorda sordos sordas ciega ciegos ciegas muda mudos mudas enana enanos enanas borracho borrachos
  `),
}
