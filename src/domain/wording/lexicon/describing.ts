import { describingPhrases } from './describingPhrases.ts'
import { agents, gendered, nouns, singular, words } from './inflections.ts'

/** What describes a person (contract 4.22: health, age, marital status and the like), in Spanish and English. */
export const describing = {
  /** They say nothing else. */
  words: [
    ...gendered(`
      embarazad prenad seropositiv diabetic epileptic asmatic hipertens esquizofrenic psicotic neurotic paranoic depresiv
      deprimid trastornad tuberculos lepros obes anorexic bulimic alcoholic exalcoholic drogadict toxicoman cocainoman
      heroinoman marihuan adict hospitalizad medicad trasplantad transplantad amputad lisiad tullid minusvalid paralitic
      paraplejic cuadriplejic tetraplejic hemiplejic sordomud sordocieg tartamud hemofilic celiac artritic leucemic
      cirrotic sifilitic contagiad desahuciad divorciad concubin amancebad octogenari septuagenari
      sexagenari nonagenari desemplead subemplead prostitut sexoservidor indocumentad deportad apatrid afromexican
      afroamerican convict exconvict presidiari expresidiari encarcelad pandiller pedofil sindicalizad
      afeminad mariquit
    `),
    ...agents(
      'cuarenton cincuenton sesenton setenton solteron maricon violador golpeador narcotraficante agresor narcomenudista',
    ),
    ...singular('enferm enfermit incapacitad teiboler hijastr huerfan'),
    ...nouns(`
      embarazo encinta gestante parturienta esquizofrenia seropositividad autista asperger bipolar suicida suicidarse
      invidente ludopata heroinomana psicopata sociopata homosexual bisexual heterosexual transexual transgenero travesti
      lesbiana intersexual marica indigente pordiosero pordiosera analfabeta inmigrante afrodescendiente cardiopatia
      ceguera sordera antidepresivo antipsicotico antidepressant postparto postpartum viudez amasiato cesante
      sindicalista homicida homicidio delincuente asesino asesina secuestrador pederasta proxeneta sicario
      sexagenarian pregnant pregnancy schizophrenic autistic suicidal bulimic anorexic asthmatic epileptic arthritic
      paraplegic quadriplegic amputee addict addicted psychopath lesbian transsexual transgender transvestite
      divorced divorcee widowed widower newlywed unmarried childless unemployed jobless housewife illiterate immigrant
      ilegal deported felon felony convicted parolee jailbird bedridden pothead murderer pedophile rapist pensioner octogenarian
      septuagenarian prostitute obese millennial cisgender
    `),
    ...words('morenista panista priista perredista lopezobradorista'),
  ],
  /** They count next to a word for a person, another of these, or a word of the next two lists. */
  traits: [
    ...gendered(`
      solter casad viud ancian viejit abuelit catolic judi evangelic ortodox refugiad extranjer jubilad pensionad
      sord cieg discapacitad gord flac fe guap chaparr millonari adinerad endrogad venezolan
      honduren haitian cuban colombian salvadoren guatemaltec peruan dominican ecuatorian bolivian brasilen chilen siri
      african oaxaquen chiapanec forane mojad mantenid
    `),
    ...agents('musulman'),
    ...nouns(`
      mujer hombre varon male female woman man girl boy gay trans queer cristiano cristiana protestante hindu mormon ateo
      atea budista muslim migrante islam judaismo jewish jew catholic christian evangelical atheist buddhist hispanic
      latino latina married widow teenager adolescente refugee pobre joven nicaraguense costarricense preso presa
      cancer lupus epilepsia depresion alzheimer parkinson demencia autismo hepatitis tuberculosis diabetes asma artritis
      obesidad anemia leucemia cirrosis discapacidad disability depression anxiety asthma arthritis epilepsy autism
      dementia schizophrenia leukemia sobrepeso ansiedad alcoholismo drogadiccion adiccion addiction insomnio
    `),
    ...words('vih hiv sida aids adhd tdah ptsd'),
  ],
  /** Also names. They count next to a word for a person, or next to a trait. */
  names: [
    ...gendered(`
      mud tuert manc coj loc negr gitan mestiz mulat enan oncologic psiquiatric cardiac chin rus corean american italian
      centroamerican sudamerican naturalizad gring indigen obrer meser enfermer plomer carpinter cociner mecanic
      jardiner panader carnicer zapater costurer peluquer mucam niner fontaner barrender camioner trailer jornaler
      maestr medic arquitect ingenier abogad psicolog marin soldad bomber becari empresari
      universitari licenciad iletrad invalid operad santer borrach fumador nac madur desplazad repatriad
    `),
    ...nouns(`
      indio militar policia taxista albanil chofer electricista estudiante doctora comerciante vendedor vendedora
      contador contadora guardia repartidor velador conserje secretaria gerente cajero cajera recepcionista profesor
      profesora chef escort influencer youtuber informal ambulante criminal narco comunista socialista chairo fifi
      activista feminista sacerdote pastor monja rabino
    `),
  ],
  /** English adjectives and trades. They count before a word for a person, or before a trait. */
  adjectives: words(`
    deaf blind mute crazy sick fat ugly sexy young black white brown asian african indian chinese japanese korean mexican
    cuban haitian honduran salvadoran guatemalan colombian venezuelan syrian iraqi arab russian nigerian american foreign
    foreigner indigenous illegal undocumented poor rich wealthy broke homeless elderly aged retired disabled handicapped
    alcoholic depressed diabetic psychiatric devout hasidic arrested drunk underage student nurse teacher waiter
    waitress driver officer soldier plumber cook maid janitor lawyer doctor priest stripper beggar freelance
  `),
  phrases: describingPhrases,
}
