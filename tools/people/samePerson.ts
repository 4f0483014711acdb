/**
 * One person's name, as a form sends it and as the registry has it, by kind. Each line: the sex of the CURP, the three
 * fields of the form, `>`, the three parts of the registered name, `=`, and the right outcome. `~` is a field that was
 * not given. All people are fictitious.
 */
export const samePerson: Readonly<Record<string, string>> = {
  'as it is': `
    M Beatriz | Olvera | Tinoco > BEATRIZ | OLVERA | TINOCO = coincide
    H  emilio  | OROPEZA | lagunes > EMILIO | OROPEZA | LAGUNES = coincide
    M Zoé | Güereca | Núñez > ZOE | GUERECA | NUÑEZ = coincide
    M Íngrid | Ordóñez | Añorve > INGRID | ORDONEZ | ANORVE = coincide
    H Saúl | Cedeño | Bolaños > SAÚL | CEDEXO | BOLAXOS = coincide
    M Zaira Ivette | Carreón-Duarte | ~ > ZAIRA IVETTE | CARREÓN | DUARTE = coincide`,
  'parts omitted': `
    H Rogelio | Barraza | ~ > ROGELIO | BARRAZA | LUJÁN = coincide
    H Gerardo | Montaño | Félix > GERARDO IVÁN | MONTAÑO | FÉLIX = coincide
    M Patricia | Covarrubias | Leal > MARÍA PATRICIA | COVARRUBIAS | LEAL = coincide
    H Refugio | Arteaga | Luna > JOSÉ REFUGIO | ARTEAGA | LUNA = coincide
    H ~ | Villaseñor | Prado > TADEO | VILLASEÑOR | PRADO = coincide
    M Abril | ~ | ~ > ABRIL CELESTE | VILLASEÑOR | PRADO = coincide
    M María | Zepeda | Ornelas > MARÍA DEL ROCÍO | ZEPEDA | ORNELAS = coincide
    H Ramiro | ~ | Bedolla > RAMIRO | QUIROZ | BEDOLLA = coincide
    H Ramiro Bedolla | ~ | ~ > RAMIRO | QUIROZ | BEDOLLA = no_concluye
    M Itzel | Zamudio | Arce > PAOLA ITZEL | ZAMUDIO | ARCE = no_concluye
    H Noé | Ladrón | Rivas > NOÉ | LADRÓN DE GUEVARA | RIVAS = no_concluye
    M Irma | Fernández | Solís > IRMA | FERNÁNDEZ DE LARA | SOLÍS = no_concluye`,
  'usual abbreviations': `
    M Ma. del C. | Ríos | Lugo > MARÍA DEL CARMEN | RÍOS | LUGO = coincide
    M Ma. de los A. | Bustos | Parra > MARÍA DE LOS ÁNGELES | BUSTOS | PARRA = coincide
    M Ma Gpe | Hdez | Mtz > MARÍA GUADALUPE | HERNÁNDEZ | MARTÍNEZ = coincide
    M María Teresa | Arce | Luna > MA. TERESA | ARCE | LUNA = coincide
    H J. Jesús | Magaña | Ochoa > JOSÉ DE JESÚS | MAGAÑA | OCHOA = coincide
    H José Jesús | Magaña | Ochoa > J. JESÚS | MAGAÑA | OCHOA = coincide
    H Fco. Jav. | Rdz | Ávila > FRANCISCO JAVIER | RODRÍGUEZ | ÁVILA = coincide
    H Gmo. | Tapia | Rgz. > GUILLERMO | TAPIA | RODRÍGUEZ = coincide
    H Alfdo. | Glez | Cantú > ALFREDO | GONZÁLEZ | CANTÚ = coincide
    H Mnl. | Dguez | Vázqz > MANUEL | DOMÍNGUEZ | VÁZQUEZ = coincide
    M Marg. | Rmz | Sdz > MARGARITA | RAMÍREZ | SALDÍVAR = no_coincide
    M Eliz. | Rmz. | Snchz > ELIZABETH | RAMÍREZ | SÁNCHEZ = coincide
    H Ign. | Sta. Cruz | Vgas > IGNACIO | SANTA CRUZ | VARGAS = coincide
    M Rosa Ma. | Gtz. | Castro > ROSA MARÍA | GUTIÉRREZ | CASTRO = coincide
    H Sgio. | Alvz | Nava > SERGIO | ÁLVAREZ | NAVA = coincide`,
  initials: `
    H Marco A. | Duarte | Ceja > MARCO ANTONIO | DUARTE | CEJA = coincide
    H M. A. | Duarte | Ceja > MARCO ANTONIO | DUARTE | CEJA = coincide
    M Dulce | Cota | V. > DULCE | COTA | VERDUGO = coincide
    M K. Denisse | Valdez | ~ > KARLA DENISSE | VALDEZ | OSUNA = coincide
    H H. | Valdez | Osuna > HÉCTOR | VALDEZ | OSUNA = no_concluye
    H J. Carlos | Osuna | Mar > JUAN CARLOS | OSUNA | MAR = no_concluye
    H Robert L. | Baker | ~ > ROBERT LEE | BAKER | ~ = coincide`,
  'other fields': `
    H Mauricio Galeana Pinto | ~ | ~ > MAURICIO | GALEANA | PINTO = coincide
    H Galeana Pinto Mauricio | ~ | ~ > MAURICIO | GALEANA | PINTO = coincide
    H GALEANA PINTO, MAURICIO ARIEL | ~ | ~ > MAURICIO ARIEL | GALEANA | PINTO = coincide
    M Perla | Roldán Abundis | ~ > PERLA | ROLDÁN | ABUNDIS = coincide
    M Perla | ~ | Roldán Abundis > PERLA | ROLDÁN | ABUNDIS = coincide
    M ~ | Perla Roldán Abundis | ~ > PERLA | ROLDÁN | ABUNDIS = coincide
    M Roldán | Abundis | Perla > PERLA | ROLDÁN | ABUNDIS = coincide
    M Perla Roldán Abundis | Roldán | Abundis > PERLA | ROLDÁN | ABUNDIS = coincide
    M Perla Roldán | Abundis | ~ > PERLA | ROLDÁN | ABUNDIS = coincide
    H Ulises de la | Garza | Ríos > ULISES | DE LA GARZA | RÍOS = coincide
    M Luz Elena | Montes de | Oca > LUZ ELENA | MONTES DE OCA | REY = coincide
    H Óscar | Pérez de la | Torre > ÓSCAR | PÉREZ | DE LA TORRE = coincide
    M Alondra | Cuevas | Cuevas > ALONDRA | CUEVAS | MEJORADA = no_concluye`,
  'particles, joined and split': `
    H Adán | Peña | Cueva > ADÁN | DE LA PEÑA | CUEVA = coincide
    H Adán | Delapeña | Cueva > ADÁN | DE LA PEÑA | CUEVA = coincide
    M Socorro | Del Valle | Lara > MARÍA DEL SOCORRO | VALLE | LARA = coincide
    M Anaí | Sandoval y Rojas | ~ > ANAÍ | SANDOVAL | ROJAS = coincide
    M Ana Lilia | Santa María | Lugo > ANALILIA | SANTAMARÍA | LUGO = coincide
    M Analilia | Santamaría | Lugo > ANA LILIA | SANTA MARÍA | LUGO = coincide
    H Juanpablo | San Román | Ríos > JUAN PABLO | SANROMÁN | RÍOS = coincide
    M Mary Carmen | Cue | Ríos > MARICARMEN | CUE | RÍOS = no_concluye
    M Marisela | Ponce León | Ruiz > MARISELA | PONCE DE LEÓN | RUIZ = coincide
    H Patrick | O'Reilly | ~ > PATRICK | OREILLY | ~ = coincide
    H Patrick | O Reilly | ~ > PATRICK | OREILLY | ~ = coincide`,
  'swapped and out of order': `
    H Baltazar | Quiñones | Meraz > BALTAZAR | MERAZ | QUIÑONES = no_concluye
    H Baltazar | De la Fuente | Meraz > BALTAZAR | MERAZ | DE LA FUENTE = no_concluye
    M Belén Sofía | Meraz | Rico > SOFÍA BELÉN | MERAZ | RICO = no_concluye
    M Carmen María | Rico | Salas > MARÍA DEL CARMEN | RICO | SALAS = no_concluye
    H Antonio Marco | Rico | Salas > MARCO ANTONIO | RICO | SALAS = no_concluye`,
  'not given': `
    H Ethan | Miller | NO APLICA > ETHAN | MILLER | ~ = coincide
    H Ethan | Miller | --- > ETHAN | MILLER | ~ = coincide
    H Ethan | Miller | Sin segundo apellido > ETHAN | MILLER | ~ = coincide
    H Ethan | Miller | XXX > ETHAN | MILLER | ~ = coincide
    H Ethan | Miller | undefined > ETHAN | MILLER | ~ = coincide
    H Ethan | Miller | n.a. > ETHAN | MILLER | ~ = coincide
    H Ethan | Miller | (no tiene) > ETHAN | MILLER | ~ = coincide
    H Ethan | Miller | Miller > ETHAN | MILLER | ~ = coincide
    H Ethan | Miller | ~ > ETHAN | MILLER | X = coincide
    H Ethan | Miller | 👍 > ETHAN | MILLER | SIN APELLIDO = coincide
    H N/A | N/A | N/A > ETHAN | MILLER | ~ = no_proporcionado
    H Lic. | . | - > ETHAN | MILLER | ~ = no_proporcionado
    M Soo Ah | Na | ~ > SOO AH | NA | ~ = coincide
    M Soo Ah | No | ~ > SOO AH | NO | ~ = coincide`,
  'titles, suffixes and remarks': `
    H C. Dr. Abraham | Lucero | Ríos > ABRAHAM | LUCERO | RÍOS = coincide
    M Mtra. Graciela | Lucero | Ríos > GRACIELA | LUCERO | RÍOS = coincide
    M Srita. Graciela | Lucero | Ríos > GRACIELA | LUCERO | RÍOS = coincide
    H Arq Fabián | Lucero | Ríos > FABIÁN | LUCERO | RÍOS = coincide
    H Fabián | Lucero Ríos Jr | ~ > FABIÁN | LUCERO | RÍOS = coincide
    H Fabián II | Lucero | Ríos > FABIÁN | LUCERO | RÍOS = coincide
    H William | Grant III | ~ > WILLIAM | GRANT | ~ = coincide
    H Fabián (papá) | Lucero | Ríos [aval] > FABIÁN | LUCERO | RÍOS = coincide
    H Fabián | Lucero | fabian@correo.mx > FABIÁN | LUCERO | RÍOS = coincide
    H Fabián | Lucero | 5512345678 > FABIÁN | LUCERO | RÍOS = coincide
    H Don Fabián | Lucero | Ríos > FABIÁN | LUCERO | RÍOS = coincide`,
  'broken encodings': `
    M BegoÃ±a | IbÃ¡Ã±ez | LeÃ³n > BEGOÑA | IBÁÑEZ | LEÓN = coincide
    M BEGOÃ‘A | IBÃÃ‘EZ | Rey > BEGOÑA | IBÁÑEZ | REY = coincide
    M Bego&ntilde;a | Ib&aacute;&ntilde;ez | Le&oacute;n > BEGOÑA | IBÁÑEZ | LEÓN = coincide
    M Bego&#xF1;a | Rey | ~ > BEGOÑA | REY | LEÓN = coincide
    M Bego%C3%B1a | Rey%20Le%C3%B3n | ~ > BEGOÑA | REY | LEÓN = coincide
    M Bego\\u00f1a | Rey | León > BEGOÑA | REY | LEÓN = coincide
    M Bego\uFFFDa | Ib\uFFFD\uFFFDez | León > BEGOÑA | IBÁÑEZ | LEÓN = coincide
    M Bego??a | Rey | Le??n > BEGOÑA | REY | LEÓN = coincide
    M BEGO¥A | Rey | León > BEGOÑA | REY | LEÓN = coincide
    M BEGO#A | Rey | León > BEGOÑA | REY | LEÓN = coincide
    M Begon~a | Rey | Leo´n > BEGOÑA | REY | LEÓN = coincide
    M BegoÃƒÂ±a | Rey | León > BEGOÑA | REY | LEÓN = coincide`,
  'same sound': `
    H Jerónimo | Basurto | Cortez > GERÓNIMO | BASURTO | CORTÉS = no_concluye
    M Yessica | Ximénez | Ruiz > JÉSSICA | JIMÉNEZ | RUIZ = no_concluye
    M Katherine | Olvera | Ruiz > CATERINE | OLVERA | RUIZ = no_concluye
    H Giovani | Villegas | Ruiz > GEOVANNI | VILLEGAS | RUIZ = no_concluye
    M Esmeralda | Balderas | Ruiz > EZMERALDA | VALDERAS | RUIZ = no_concluye
    H Wilfredo | Osegueda | Uitz > WILFREDO | OCEGUEDA | UITZ = no_concluye
    M Mitzi | Munioz | Lara > MITZI | MUÑOZ | LARA = no_concluye`,
  'one slip': `
    H Cristobla | Segovia | Ruiz > CRISTÓBAL | SEGOVIA | RUIZ = no_concluye
    M Gabrila | Segovia | Ruiz > GABRIELA | SEGOVIA | RUIZ = no_concluye
    M Gabriela | Segobia | Ruis > GABRIELA | SEGOVIA | RUIZ = no_concluye
    M Gabriela | Segovvia | Rius > GABRIELA | SEGOVIA | RUIZ = no_concluye
    H Jaun | Segovia | Ruiz > JUAN | SEGOVIA | RUIZ = no_concluye
    H Rafael | Gutiérrrez | Olivraes > RAFAEL | GUTIÉRREZ | OLIVARES = no_concluye
    H Rafael | Gutierres | Olibares > RAFAEL | GUTIÉRREZ | OLIVARES = no_concluye
    H Ivvan | Cahvez | Olivares > IVÁN | CHÁVEZ | OLIVARES = no_concluye
    M Maribel | Velzco | Olivares > MARIBEL | VELASCO | OLIVARES = no_concluye
    M Rosalva | Villgas | Nuñes > ROSALBA | VILLEGAS | NÚÑEZ = no_coincide`,
  nicknames: `
    H Pancho | Lucio | Mora > FRANCISCO | LUCIO | MORA = no_concluye
    H Nacho | Lucio | Mora > IGNACIO | LUCIO | MORA = no_concluye
    H Chuy | Lucio | Mora > JESÚS | LUCIO | MORA = no_concluye
    M Tere | Lucio | Mora > MARÍA TERESA | LUCIO | MORA = no_concluye
    M Lety | Lucio | Mora > LETICIA | LUCIO | MORA = no_concluye
    M Rosita | Lucio | Mora > ROSA | LUCIO | MORA = no_concluye
    M Malena | Lucio | Mora > MARÍA ELENA | LUCIO | MORA = no_concluye
    H Juanito | Lucio | Mora > JUAN | LUCIO | MORA = no_concluye
    H Toño | Lucio | Mora > JOSÉ ANTONIO | LUCIO | MORA = no_concluye
    H Mike | Johnson | ~ > MICHAEL | JOHNSON | ~ = no_concluye
    M Liz | Johnson | ~ > ELIZABETH | JOHNSON | ~ = no_concluye
    H Quique | Lucio | Mora > ENRIQUE | LUCIO | MORA = no_concluye`,
  'married names': `
    M Amalia | Cordero | de Salinas > AMALIA | CORDERO | FRÍAS = no_concluye
    M Amalia | Cordero de Salinas | ~ > AMALIA | CORDERO | FRÍAS = no_concluye
    M Amalia | Cordero Frías de Salinas | ~ > AMALIA | CORDERO | FRÍAS = no_concluye
    M Amalia | Cordero Frías | Viuda de Salinas > AMALIA | CORDERO | FRÍAS = no_concluye
    M Sra. Amalia Cordero Vda. de Salinas | ~ | ~ > AMALIA | CORDERO | FRÍAS = no_concluye`,
  'first names given or omitted': `
    M María Estela | Ceballos | Rey > ESTELA | CEBALLOS | REY = no_concluye
    H José Rubén | Ceballos | Rey > RUBÉN | CEBALLOS | REY = no_concluye
    M María José | Ceballos | Rey > MARÍA JOSÉ | CEBALLOS | REY = coincide
    H José María | Ceballos | Rey > JOSÉ MARÍA | CEBALLOS | REY = coincide
    H J. María | Ceballos | Rey > JOSÉ MARÍA | CEBALLOS | REY = coincide`,
  'indigenous names': `
    M Ixchel | Cauich | Pech > IXCHEL | CAUICH | PECH = coincide
    M Xunaxi | Toledo | Luis > XUNAXHI | TOLEDO | LUIS = no_concluye
    H Tonatiuh | Tepale | Xochihua > TONATIU | TEPALE | XOCHIHUA = no_concluye
    H Nezahualcoyotl | Tlapa | Cuatle > NETZAHUALCÓYOTL | TLAPA | CUATLE = no_concluye
    M Citlalli | Ku | Be > CITLALI | KU | BE = no_concluye
    H Ka'an | Dzul | Tzab > KAAN | DZUL | TZAB = coincide
    M Sitlaly | Dzul | Uh > CITLALI | DZUL | UH = no_concluye`,
  'people from abroad': `
    H Min-jun | Kim | ~ > MINJUN | KIM | ~ = coincide
    H Kim Min Jun | ~ | ~ > MIN JUN | KIM | ~ = coincide
    H Jean-Luc | Le Goff | ~ > JEAN LUC | LEGOFF | ~ = coincide
    M Seo-yeon | Park | N/A > SEOYEON | PARK | ~ = coincide
    H Joaquim | dos Santos | Pereira > JOAQUIM | SANTOS | PEREIRA = coincide
    H Søren | Ødegaard | ~ > SOREN | ODEGAARD | ~ = coincide
    H Jürgen | Weiß | ~ > JURGEN | WEISS | ~ = coincide
    H Ali | Al-Rashid | ~ > ALI | ALRASHID | ~ = coincide
    H Yusef | Haddad | ~ > YUSUF | HADDAD | ~ = no_concluye
    M Emma Grace | Thompson | ~ > EMMA G | THOMPSON | ~ = coincide
    H Nguyen Van Anh | ~ | ~ > VAN ANH | NGUYEN | ~ = coincide
    H Iker | Etxeberria | Goñi > IKER | ECHEBERRIA | GONI = no_concluye`,
  'cut short': `
    M Guadalupe de los Dolores Esperanza Concepción | Rey | León > GUADALUPE DE LOS DOLORES ESPERANZA CONCEPC | REY | LEÓN = coincide
    H Bernardino Maximiliano de Jesús Buenaventura | Rey | León > BERNARDINO MAXIMILIANO DE JESÚS BUENAVENT | REY | LEÓN = coincide`,
}
