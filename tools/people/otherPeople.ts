/**
 * Names of two people, in the same form as those of one person: who the form names, and whose CURP it is. Some are
 * people whose names cannot be told apart, so that the right outcome is not always `no_coincide`.
 */
export const otherPeople: Readonly<Record<string, string>> = {
  siblings: `
    M Susana | Palomino | Arce > SUSY ELENA | PALOMINO | ARCE = no_coincide
    M Paola | Palomino | Arce > PALOMA | PALOMINO | ARCE = no_coincide
    H Julio | Palomino | Arce > JULIÁN | PALOMINO | ARCE = no_coincide
    M Julia | Palomino | Arce > JULIANA | PALOMINO | ARCE = no_coincide
    H Antonio | Palomino | Arce > ANTONIA | PALOMINO | ARCE = no_coincide
    H Adrián | Palomino | Arce > ADRIANA | PALOMINO | ARCE = no_coincide
    H José Ramón | Palomino | Arce > JOSÉ RAÚL | PALOMINO | ARCE = no_coincide
    M María Inés | Palomino | Arce > MARÍA IRENE | PALOMINO | ARCE = no_coincide
    M Ma. Luisa | Palomino | Arce > MARÍA LUCÍA | PALOMINO | ARCE = no_coincide
    H J. Manuel | Palomino | Arce > JOSÉ MIGUEL | PALOMINO | ARCE = no_coincide
    M Claudia Ivonne | Palomino | Arce > CLAUDIA IRENE | PALOMINO | ARCE = no_coincide
    M Ana Paula | Palomino | Arce > ANA PATRICIA | PALOMINO | ARCE = no_coincide
    M Mónica | Palomino | Arce > MIREYA | PALOMINO | ARCE = no_coincide
    H César | Palomino | Arce > CESAREO | PALOMINO | ARCE = no_coincide
    H Marcos | Palomino | Arce > MARCO ANTONIO | PALOMINO | ARCE = no_coincide
    H Martín | Palomino | Arce > MARTINA | PALOMINO | ARCE = no_coincide
    M Silvia | Palomino | Arce > SELVA | PALOMINO | ARCE = no_coincide
    H Leonel | Palomino | Arce > LEONARDO | PALOMINO | ARCE = no_coincide
    M Ana María | Palomino | Arce > ANA | PALOMINO | ARCE = no_coincide
    M Guadalupe | Palomino | Arce > MARÍA GUADALUPE | PALOMINO | ARCE = coincide`,
  twins: `
    H Erick | Sotomayor | Baca > ERIKA | SOTOMAYOR | BACA = no_coincide
    M Nidia | Sotomayor | Baca > NADIA | SOTOMAYOR | BACA = no_coincide
    M Alejandra | Sotomayor | Baca > ALEXANDRA | SOTOMAYOR | BACA = no_coincide
    H Rómulo | Sotomayor | Baca > REMO | SOTOMAYOR | BACA = no_coincide
    M Rosa Isela | Sotomayor | Baca > ROSA ISABEL | SOTOMAYOR | BACA = no_coincide
    H Carlos Iván | Sotomayor | Baca > CARLOS IRVING | SOTOMAYOR | BACA = no_coincide
    M Mariana | Sotomayor | Baca > MARINA | SOTOMAYOR | BACA = no_coincide
    M Fernanda Sofía | Sotomayor | Baca > FERNANDA LUCÍA | SOTOMAYOR | BACA = no_coincide`,
  'María and José': `
    H María Trinidad | Olmos | Lara > JOSÉ TRINIDAD | OLMOS | LARA = no_coincide
    M José Trinidad | Olmos | Lara > MARÍA TRINIDAD | OLMOS | LARA = no_coincide
    M J. Trinidad | Olmos | Lara > MARÍA TRINIDAD | OLMOS | LARA = no_coincide
    H Ma. Trinidad | Olmos | Lara > TRINIDAD | OLMOS | LARA = no_coincide
    M José | Olmos | Lara > MARÍA JOSÉ | OLMOS | LARA = no_coincide
    H María | Olmos | Lara > JOSÉ MARÍA | OLMOS | LARA = no_coincide
    H María José | Olmos | Lara > JOSÉ MARÍA | OLMOS | LARA = no_coincide
    M María | Olmos | Lara > JOSEFINA | OLMOS | LARA = no_coincide
    H José | Olmos | Lara > JESÚS | OLMOS | LARA = no_coincide
    M María | Olmos | Lara > ANA | OLMOS | LARA = no_coincide`,
  'parents and children': `
    M Hortensia | Rangel | Ponce > HORTENSIA | ÁVALOS | RANGEL = no_coincide
    M Leonor | Rangel | Ponce > LEONOR | RANGEL | ÁVALOS = no_coincide
    H Evaristo | Rangel | Ponce > EVARISTO | RANGEL | ÁVALOS = no_coincide
    H Evaristo | Rangel | ~ > EVARISTO | RANGEL | ÁVALOS = coincide
    H Evaristo Jr. | Rangel | ~ > EVARISTO | RANGEL | ÁVALOS = coincide
    H Evaristo Rangel Ponce | ~ | ~ > EVARISTO | RANGEL | ÁVALOS = no_coincide
    M Leonor | Ponce | Cid > ROSA LEONOR | RANGEL | PONCE = no_coincide
    M Alma | Rangel | de Ávalos > ALMA | ÁVALOS | RANGEL = no_concluye
    H Isidro | Rangel | Ponce > ISIDRO | PONCE | CID = no_coincide`,
  cousins: `
    M Daniela | Trejo | Rivas > DANIELA | TREJO | RUVALCABA = no_coincide
    M Daniela | Trejo | Rivas > DENISSE | TREJO | LUGO = no_coincide
    H Ernesto | Trejo | Rivas > ERNESTO | RIVAS | LUGO = no_coincide
    H Ernesto | Trejo | Rivas > EFRAÍN | TREJO | RIVERA = no_coincide
    H Luis Ernesto | Trejo | R. > LUIS ENRIQUE | TREJO | RIVAS = no_coincide
    M Carla | Trejo | Rivas > CLARA | TREJO | RIVERO = no_coincide
    H Hugo | Trejo Rivas | ~ > HUGO | TREJO | LUGO = no_coincide`,
  'surnames one letter apart': `
    H Andrés | Gómez | Solís > ANDRÉS | GÁMEZ | SOLÍS = no_coincide
    H Andrés | Torres | Solís > ANDRÉS | TORRE | SOLÍS = no_coincide
    H Andrés | Flores | Solís > ANDRÉS | FLORES | SOLANO = no_coincide
    H Andrés | Salinas | Mora > ANDRÉS | SALAS | MORA = no_coincide
    H Andrés | Barrera | Mora > ANDRÉS | BARRERAS | MORA = no_coincide
    H Andrés | Duarte | Mora > ANDRÉS | DURÁN | MORA = no_coincide
    H Andrés | Palacios | Mora > ANDRÉS | PALACIO | MORA = no_coincide
    H Andrés | Montero | Mora > ANDRÉS | MORENO | MORA = no_coincide
    H Andrés | Luna | Mora > ANDRÉS | LEMA | MORA = no_coincide
    H Andrés | Valdés | Nieto > ANDRÉS | VALDEZ | NIETO = no_concluye
    H Andrés | Casas | Nieto > ANDRÉS | CAZAS | NIETO = no_concluye
    H Andrés | Rivera | Nieto > ANDRÉS | RIVERO | NIETO = no_coincide
    H Andrés | Chan | Ek > ANDRÉS | CHE | EK = no_coincide
    H Andrés | Ek | Be > ANDRÉS | UC | BE = no_coincide
    H Andrés | Can | Ek > ANDRÉS | CANUL | EK = no_coincide`,
  'swapped surnames of another': `
    H Wenceslao | Nájera | Ortega > WENCESLAO | ORTEGA | NÁJERA = no_concluye
    M Yuliana | Méndez | Ponce > YULIANA | PONCE | MÉNDEZ = no_concluye
    M Yuliana | Méndez | Ponce > JULIANA | PONCE | MENDOZA = no_coincide`,
  'abbreviations of another': `
    H Omar | Gtz | Ríos > OMAR | GONZÁLEZ | RÍOS = no_coincide
    H Omar | Mtz | Ríos > OMAR | MÁRQUEZ | RÍOS = no_coincide
    H Omar | Fdez | Ríos > OMAR | FÉLIX | RÍOS = no_coincide
    H Omar | Rdz | Ríos > OMAR | RAMÍREZ | RÍOS = no_coincide
    H Fco. | Nava | Ríos > FELIPE | NAVA | RÍOS = no_coincide
    M Gpe. | Nava | Ríos > GRACIELA | NAVA | RÍOS = no_coincide
    H Alf. | Nava | Ríos > ALBERTO | NAVA | RÍOS = no_coincide
    H Luis R. | Nava | Ríos > LUIS ARTURO | NAVA | RÍOS = no_coincide
    H Luis | Nava | L. > LUIS | NAVA | RÍOS = no_coincide`,
  'nicknames of another': `
    H Beto | Fierro | Gil > BENITO | FIERRO | GIL = no_coincide
    H Pancho | Fierro | Gil > PABLO | FIERRO | GIL = no_coincide
    H Chava | Fierro | Gil > CARLOS | FIERRO | GIL = no_coincide
    M Lola | Fierro | Gil > LETICIA | FIERRO | GIL = no_coincide
    M Chela | Fierro | Gil > ISABEL | FIERRO | GIL = no_coincide`,
  'one field of another': `
    H Raúl Iglesias Mota | ~ | ~ > RAÚL | IGLESIAS | MATA = no_coincide
    H Raúl Iglesias Mota | ~ | ~ > RAÚL | PONCE | CANTÚ = no_coincide
    H Juan Iglesias Mota | ~ | ~ > JUAN | DE LA ROSA | CANTÚ = no_coincide
    H Raúl | Iglesias Mota | ~ > RAÚL | IGLESIAS | MOTTE = no_coincide`,
  'people from abroad': `
    H Jae-won | Lee | ~ > JAEHYUN | LEE | ~ = no_coincide
    H Wang | Li | ~ > LI | WANG | ~ = coincide
    M Li Na | Wang | ~ > LI | WANG | ~ = no_coincide
    H James Robert | Smith | ~ > JAMES EDWARD | SMITH | ~ = no_coincide
    H Oleg | Ivanov | ~ > OLGA | IVANOVA | ~ = no_coincide
    M Jane | Smith | ~ > JANET | SMITH | ~ = no_coincide
    M Emily | Brown | ~ > EMMA | BROWN | ~ = no_coincide`,
  'namesakes that cannot be told apart': `
    H Efrén | Sáenz | Lara > EFRÉN | SÁENZ | LARA = coincide
    M Rosa María | Cruz | ~ > ROSA MARÍA | CRUZ | VEGA = coincide
    M Rosa | Cruz | Vega > ROSA ISELA | CRUZ | VEGA = coincide
    H Luis | Cruz | Vega > JOSÉ LUIS | CRUZ | VEGA = coincide
    H ~ | Cruz | Vega > NORBERTO | CRUZ | VEGA = coincide
    M Nora | Cruz | NO > NORA | CRUZ | NORIEGA = coincide`,
}
