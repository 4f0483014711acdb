import { gendered, nouns, phrases, words } from './inflections.ts'

/** Where people come from, and what they look like, in Spanish and English. */
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
    ...gendered(`
      bolivian brasilen chilen ecuatorian puertorriquen panamen american suec polac chec ruman bulgar grieg turc rus
      italian palestin egipci african etiope chin hindu filipin mongol tibetan australian corean indonesi serbi siri
      chilang provincian oaxaquen indi indit prietit morenit guer guerit mojad latin hispan europe antillan forane
      fueren belicen
    `),
    ...nouns(`
      negrito libanes libanesa argentino frances francesa ingles inglesa irlandes irlandesa escoces escocesa portugues
      portuguesa holandes holandesa belga alemana austriaco austriaca suizo suiza noruego noruega danes danesa finlandes
      finlandesa hungaro hungara espanol espanola andaluz israeli irani iraqui marroqui japones japonesa uruguayo
      uruguaya dominicano paraguayo paraguaya jamaiquino afgano canadiense guerrerense chiapaneco chiapaneca prieta
      blanquito blanquita otomi triqui nahua nahuatl zapoteco zapoteca mixteco mixteca tzotzil tzeltal mazahua raramuri
      wixarika purepecha huichol tarahumara chontal mazateco mazateca chinanteco chinanteca totonaco totonaca tojolabal
      tepehuan tlapaneco afro black whitey cholo chola latinx paisano paisana mexican chinese japanese korean vietnamese
      indian canadian russian cuban haitian colombian british bengali bangladeshi cingales nepali kazajo kurdo kurda
      armenio georgiano persa kuwaiti yemeni libio tunecino sudanes somali keniano congoleno angoleno ghanes garifuna
      negro negra criollo criolla zambo triguena trigueno chinito chinita japonesito anglo anglosajon yanqui biracial
      multiracial mulatto yaqui lacandon zoque mixe cuicateco amuzgo popoluca huave navajo regiomontano citizen
      noncitizen alien ciudadano ciudadana turista tourist retornado retornada exiliado exiliada exile desplazado
      desplazada visado greencard stateless wetback pollero mojadito bracero asylee costeno costena acapulqueno
    `),
  ],
  besidePerson: [
    ...nouns('white brown raza moreno prieto blanco argentina mexicano mexicana latinoamericano'),
    ...words('morenas morena'),
  ],
  alone: words(''),
  numbered: words(''),
  alonePhrases: phrases(''),
  phrases: phrases(`
    sin|no nacionalidad|ciudadania|papeles
    nacionalidad|ciudadania|nacionalizado/a|naturalizado/a mexicana|americana|extranjera|doble
    nacido|nacida|born extranjero|abroad|eu|usa|in
    native|first nations|american|americans
    visa|permit|greencard holder|holders
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
