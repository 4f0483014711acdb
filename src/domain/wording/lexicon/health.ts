import { gendered, nouns, phrases, words } from './inflections.ts'

/** Health, disability and pregnancy, in Spanish and English. */
export const health = {
  words: [
    ...gendered(`
      enferm diabetic epileptic asmatic hipertens hipotens cardiac hemofilic celiac alergic anemic obes seropositiv
      tuberculos oncologic psiquiatric esquizofrenic depresiv deprimid neurotic psicotic paranoic maniac anorexic
      bulimic alcoholic exalcoholic drogadict toxicoman adict marihuan cocainoman borrach medicad hospitalizad
      trasplantad transplantad amputad contagiad infectad lesionad moribund desahuciad encamad discapacitad
      incapacitad minusvalid paralitic paraplejic tetraplejic cuadriplejic hemiplejic lisiad tullid sordomud sord mud
      cieg tartamud embarazad prenad parid enan
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
      alcoholic drunk drunkard drogadiccion adiccion addiction addict droga drug cocaina cocaine heroina heroin
      metanfetamina meth marihuana marijuana cannabis ludopata ludopatia gambler gambling fumador fumadora smoker
      bebedor toxicomania overdose sobredosis suicidio suicide suicidal suicida paciente patient outpatient inpatient
      hospitalizacion hospitalization hospitalized cirugia surgery trasplante transplante transplant marcapasos
      pacemaker protesis prosthesis muleta crutch diagnosis diagnosed sindrome syndrome discapacidad disability
      disabled minusvalia invalidez incapacidad handicap handicapped impaired impairment cripple crippled paralisis
      paralysis paralyzed paraplegic quadriplegic tetraplegic amputee bedridden dwarf enanismo mental ceguera
      blindness invidente sordera deafness deaf embarazo encinta gestante gestacion gestation pregnancy pregnant
      maternidad maternity paternidad lactancia lactante breastfeeding puerperio postparto posparto postpartum
      prenatal aborto abortion miscarriage infertil infertility fertility fertilidad menopausia menopause terapia
      therapy illness sickness disease chronic insulina insulin
    `),
    ...words('sida aids tdah adhd ptsd epoc'),
  ],
  traits: [],
  besidePerson: [
    ...gendered('coj manc tuert operad internad cronic invalid impedid accidentad delicad'),
    ...nouns('blind sick diagnostico medico medica wheelchair rehab symptom baston vih hiv ill'),
  ],
  alone: words('wheelchair vih hiv'),
  numbered: words(''),
  alonePhrases: phrases(''),
  phrases: phrases(`
    vih|hiv positivo|positiva|positivos|positive|sida|status|aids|tratamiento|treatment
    con|tiene|sin|portador|portadora|with|has vih|hiv
    mentally|terminally|chronically|seriously|very ill
    silla|sillon ruedas
    wheelchair user|users|bound|tenant|applicant
    usa|usan|con|uses|with baston|bastones|muletas|andadera|protesis|audifonos|aparato|cane|walker
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
    operado/a corazon|columna|rodilla
  `),
  placesToo: words(
    'cancer cancers maternidad sordo sordos ciego ciegos ciega ciegas mudo mudos muda mudas enano enanos borracho borrachos',
  ),
}
