import { gendered, nouns, phrases, words } from './inflections.ts'

/** Health, disability and pregnancy, in Spanish and English. */
export const health = {
  words: [
    ...gendered(`
      enferm convaleciente diabetic epileptic asmatic hipertens hipotens cardiac alergic anemic obes seropositiv
      tuberculos oncologic psiquiatric esquizofrenic autist depresiv deprimid neurotic psicotic paranoic
      anorexic bulimic alcoholic exalcoholic drogadict toxicoman adict medicad hospitalizad
      trasplantad transplantad amputad contagiad infectad lesionad moribund desahuciad
      discapacitad incapacitad minusvalid paralitic paraplejic tetraplejic cuadriplejic hemiplejic lisiad tullid
      sordomud sord mud cieg tartamud embarazad prenad parid
    `),
    ...nouns(`
      enfermedad padecimiento dolencia diabetes diabetic hipertension epilepsia epilepsy epileptic asma asthma asthmatic
      alergia allergy anemia cancer tumor leucemia leukemia linfoma lymphoma metastasis oncologia quimio quimioterapia
      radioterapia chemo chemotherapy radiotherapy dialisis dialysis hemodialisis cirrosis cirrhosis infarto embolia
      hepatitis neumonia pneumonia tuberculosis covid sifilis syphilis venerea gonorrea herpes seropositividad
      esquizofrenia schizophrenia schizophrenic psicosis psychosis psychotic neurosis depresion depression depressive
      depressed ansiedad anxiety bipolar bipolaridad trastorno psiquiatra psiquiatria psychiatrist psychiatric paranoia
      autismo autism autistic asperger alzheimer parkinson demencia dementia senil senilidad fibromialgia lupus
      esclerosis sclerosis artritis arthritis osteoporosis migrana obesidad obesity obese anorexia bulimia bulimic
      alcoholismo alcoholism alcoholic drogadiccion adiccion addiction addict droga drug fumador fumadora smoker bebedor
      toxicomania overdose sobredosis suicidio suicide suicidal suicida
      paciente patient hospitalizacion hospitalization hospitalized cirugia surgery trasplante transplante transplant
      marcapasos pacemaker protesis prosthesis muleta crutch diagnosis diagnosed sindrome syndrome
      discapacidad disability disabled minusvalia invalidez incapacidad handicap handicapped impaired impairment cripple
      crippled paralysis paralyzed paraplegic quadriplegic tetraplegic amputee
      ceguera blindness invidente sordera deafness deaf
      embarazo encinta gestante gestacion pregnancy pregnant maternidad maternity paternidad lactancia lactante
      breastfeeding puerperio aborto abortion miscarriage infertil infertility
      terapia therapy ill illness sickness disease chronic insulina insulin
    `),
    ...words('vih hiv sida aids tdah adhd ptsd epoc'),
  ],
  besidePerson: [
    ...gendered('coj manc tuert operad internad cronic invalid impedid accidentad delicad'),
    ...nouns('blind mute sick salud health diagnostico medico medica trans wheelchair rehab portador symptom'),
  ],
  alone: words('wheelchair rehab blind sick ciego ciega'),
  phrases: phrases(`
    silla ruedas
    wheelchair user|bound|tenant|applicant
    salud mental|delicada|mala
    mental|bad|poor health
    health condition|issue|issues|problem|problems
    mala|poca salud
    debil|debiles|debilidad|discapacidad visual|visuales|auditivo|auditivos|motriz
    visually|hearing|mentally challenged
    special needs
    necesidades especiales
    capacidades diferentes
    down syndrome
    en|in|with|bajo tratamiento|recuperacion|recovery|treatment
    recien|fue|esta operado/a
    espera|esperan|esperando|tiene|tienen|con|van|tendra bebe|bebes
    expecting|expectant mother|mom|baby|parents|child
    baby on way
    dar|dio luz
    meses embarazo
    substance|drug abuse|user|users
    licencia|permiso medica|medico|maternidad|paternidad
    sick|medical|maternity|paternity leave
    operado/a corazon|columna|rodilla
  `),
  placesToo: words('cancer cancers maternidad sordo sordos ciego ciegos ciega ciegas mudo mudos muda mudas'),
}
