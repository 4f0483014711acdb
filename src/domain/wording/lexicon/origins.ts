import { gendered, nouns, phrases, singular, words } from './inflections.ts'

/** People's origin and appearance, in Spanish and English. */
export const origins = {
  words: [
    ...gendered('catrach gabach sudac nigerian argelin ucranian bielorrus pakistan norteamerican'),
    ...nouns(`
      estadounidense gachupin whitexican costarricense boricua chicano pocho senegales camerunes vietnamita taiwanes
      tailandes pakistani nigerian ukrainian ecuadorian peruvian bolivian brazilian panamanian dominican chicanx
      mexicanamerican
    `),
    ...words('senegalesa camerunesa taiwanesa tailandesa'),
  ],
  traits: [
    ...singular(`
      naturalizad bolivian brasilen chilen ecuatorian puertorriquen panamen suec polac chec ruman bulgar grieg turc
      egipci african etiope filipin mongol tibetan australian corean indonesi serbi chilang provincian oaxaquen indit
      prietit morenit guer guerit mojad latin hispan europe antillan forane fueren belicen
    `),
    ...words(`
      mazahua raramuri wixarika chino ruso americano italiano hindu libanes libanesa argentino frances ingles inglesa
      irlandes irlandesa escoces escocesa portugues portuguesa holandes holandesa belga austriaco austriaca suizo
      suiza noruego noruega danes danesa finlandes finlandesa hungaro hungara andaluz israeli irani iraqui marroqui
      japones japonesa uruguayo uruguaya dominicano paraguayo paraguaya jamaiquino afgano canadiense guerrerense
      chiapaneco chiapaneca prieta blanquito blanquita afro black whitey cholo chola latinx mexican chinese japanese
      korean vietnamese indian canadian russian cuban haitian colombian british bengali bangladeshi cingales nepali
      kazajo kurdo kurda armenio georgiano kuwaiti yemeni libio tunecino sudanes somali keniano congoleno angoleno
      ghanes negro negra criollo criolla zambo triguena trigueno chinito chinita japonesito anglo anglosajon yanqui
      biracial multiracial mulatto regiomontano noncitizen ciudadano ciudadana turista tourist retornado retornada
      exiliado exiliada exile desplazado desplazada visado greencard stateless wetback pollero mojadito bracero asylee
      acapulqueno
    `),
  ],
  besidePerson: [
    ...nouns('white brown raza moreno prieto blanco argentina mexicano mexicana latinoamericano'),
    ...words(`
      negrita negrito otomi triqui nahua nahuatl zapoteco zapoteca mixteco mixteca tzotzil tzeltal purepecha huichol
      tarahumara chontal mazateco mazateca chinanteco chinanteca totonaco totonaca tojolabal tepehuan tlapaneco
      garifuna yaqui lacandon zoque mixe cuicateco amuzgo popoluca navajo
    `),
    ...words(`
      americana francesa italiana espanola alemana indio espanol palestino palestina morenas morena india mexicana
      rusa china moro moros
    `),
  ],
  alonePhrases: phrases(''),
  phrases: phrases(`
    sin|no nacionalidad|ciudadania|papeles
    nacionalidad|ciudadania|nacionalizado/a|naturalizado/a mexicana|americana|extranjera|doble
    nacido|nacida|born extranjero|abroad|eu|usa|in
    native|first nations|american|americans
    visa|permit|greencard holder|holders
    visa h1b|h2a|h2b|f1|j1|tn|humanitaria|tourist|turista|work|trabajo|student
    h1b|h2a|h2b|f1|j1|humanitarian|tourist visa|holder
    from venezuela|haiti|cuba|honduras|colombia|guatemala|nicaragua|salvador|argentina|usa|africa|china|abroad
    no tiene|tienen papeles|visa|pasaporte|documentos
    sin|without pasaporte|visa|passport
    h1b|h2a|h2b user|tenant|applicant|worker|renter
    user|tenant|applicant|person|man|woman|renter|worker h1b|h2a|h2b
    no|without|sin papers|papeles|documents|documentos
    papers|papeles expired|vencidos
    dark|light|brown|fair|black skinned|complexion
    color|tono piel
    mixed race|raced
    fm 2|3
    doble|dual|segunda nacionalidad|ciudadania|citizenship
    espalda|espaldas mojada|mojadas
    cafe con leche
    anchor baby
    ciudadano|ciudadana extranjero|extranjera|americano|americana
    hijo|hija|hijos migrante|migrantes|extranjero|extranjeros|indigena|indigenas
  `),
  placesToo: words(''),
}
