/**
 * Mexican names with the approximate number of bearers per 100,000 people, as commonly known. The rest have rarer
 * names. Given names are those of people born since 1940, by sex.
 */

const weighted = (text: string): ReadonlyArray<readonly [name: string, weight: number]> =>
  text
    .trim()
    .split(/\s*,\s*/)
    .map((part) => {
      const at = part.lastIndexOf(' ')
      return [part.slice(0, at), Number(part.slice(at + 1))]
    })

export const surnames = weighted(`
  Hernández 3930, García 3070, Martínez 2900, López 2720, González 2470, Pérez 2100, Rodríguez 2060, Sánchez 1850,
  Ramírez 1780, Cruz 1230, Flores 1180, Gómez 1170, Morales 890, Vázquez 870, Jiménez 830, Reyes 830, Díaz 780,
  Torres 780, Gutiérrez 740, Ruiz 720, Mendoza 690, Aguilar 680, Ortiz 640, Moreno 620, Castillo 620, Romero 600,
  Álvarez 590, Méndez 560, Chávez 550, Rivera 540, Juárez 520, Ramos 510, Domínguez 470, Herrera 460, Medina 450,
  Castro 440, Vargas 430, Guzmán 420, Velázquez 400, Rojas 370, Muñoz 370, de la Cruz 360, Contreras 350, Salazar 340,
  Luna 340, Ortega 330, Santiago 320, Guerrero 320, Estrada 310, Bautista 310, Cortés 300, Soto 290, Alvarado 280,
  Espinosa 200, Espinoza 240, Lara 260, Ávila 250, Ríos 250, Cervantes 240, Silva 240, Delgado 230, Vega 230,
  Márquez 220, Sandoval 220, Fernández 220, León 210, Carrillo 210, Mejía 210, Solís 200, Rosas 200, Núñez 200,
  Ibarra 200, Valdez 190, Campos 190, Santos 190, Camacho 190, Peña 190, Maldonado 180, Navarro 180, Rosales 180,
  Acosta 170, Miranda 170, Trejo 170, Cabrera 170, Valencia 170, Nava 170, Castañeda 160, Pacheco 160, Robles 160,
  Molina 160, Rangel 150, Fuentes 150, Huerta 150, Meza 150, Aguirre 150, Cárdenas 150, Orozco 150, Padilla 140,
  Zúñiga 140, Ayala 140, Salas 140, Barrera 130, Serrano 130, Tapia 130, Gallegos 130, Villanueva 120, Corona 120,
  Velasco 120, Franco 120, Ochoa 120, Suárez 120, Escobar 110, Marín 110, Mora 110, Montes 110, Zamora 110, Arellano 110,
  Cisneros 110, Figueroa 100, Quintero 100, Parra 100, Beltrán 100, Macías 100, Salinas 100, de la Rosa 90, Félix 90,
  Pineda 90, Andrade 90, Murillo 90, Osorio 90, Becerra 90, Arias 90, Villa 90, Galván 80, Duarte 80, Tovar 80, Lozano 80,
  Bravo 80, Carranza 70, Esparza 70, Guevara 70, Olvera 70, Zavala 70, Montoya 70, Barajas 70, Ojeda 60, Leyva 60,
  de León 60, Segura 60, Calderón 60, Palacios 60, Trujillo 60, Saucedo 60, Gastélum 50, Bojórquez 30, Loera 30,
  Valenzuela 80, Zepeda 60, Arriaga 50, Benítez 80, Bernal 70, Caballero 60, Cantú 40, Treviño 40, Garza 70,
  Villarreal 50, Elizondo 30, de la Torre 50, del Ángel 20, Montes de Oca 15, Pech 40, Chan 30, Canul 20, Dzul 20, Uc 15,
  Tun 15, May 20, Xool 5, Tzuc 5, Quiroz 50, Quintana 40, Rentería 30, Inzunza 20, Verdugo 20, Zambrano 30,
  Zaragoza 40, Zárate 50, Yáñez 40, Ventura 40, Vera 60, Vidal 50, Villegas 60, Villalobos 60, Uribe 40, Toledo 40,
  Téllez 40, Terán 30, Sosa 60, Sierra 40, Sepúlveda 30, Santana 50, Saldaña 40, Salgado 60, Ruelas 20, Rubio 50,
  Romo 30, Rocha 50, Rincón 20, Ponce 50, Piña 40, Peralta 50, Paredes 50, Palma 20, Olivares 50, Ocampo 50, Nieto 50,
  Navarrete 40, Moya 20, Monroy 30, Mondragón 30, Millán 20, Mercado 40, Mena 20, Matías 30, Mata 50, Lugo 40,
  Lira 20, Leal 30, Landa 10, Jaramillo 30, Islas 30, Hurtado 40, Hidalgo 30, Granados 40, Godínez 30, Gil 30,
  Gálvez 30, Galindo 40, Fierro 10, Escamilla 30, Enríquez 40, Durán 60, Cuevas 60, Cordero 30, Colín 20, Chacón 20,
  Cano 50, Camarena 20, Bustamante 30, Briones 20, Bonilla 40, Blanco 40, Báez 20, Ayón 5, Arroyo 50, Aranda 30,
  Antonio 90, Amador 20, Alonso 50, Alfaro 40, Alcántara 30, Acevedo 50, Abarca 20`)

export const givenNames = {
  H: weighted(`
    José Luis 2100, Juan Carlos 1900, Miguel Ángel 1900, Juan 1800, José 1700, Francisco Javier 1300, Luis 1000,
    Francisco 1200, Jesús 1300, Carlos 1000, Antonio 800, Alejandro 1300, Jorge 900, Pedro 800, Manuel 800, Roberto 700,
    José Antonio 1000, José Manuel 700, Juan Manuel 800, Luis Alberto 800, Víctor Manuel 700, Marco Antonio 700,
    Fernando 800, Daniel 900, Eduardo 900, Ricardo 800, Sergio 700, Javier 700, Rafael 600, Martín 600, Raúl 600,
    Arturo 600, Mario 500, Enrique 500, Alberto 500, Óscar 700, Gerardo 600, Rubén 500, Héctor 500, Víctor Hugo 400,
    Luis Fernando 400, Luis Ángel 500, Luis Enrique 500, José de Jesús 500, José Guadalupe 400, José Alfredo 300,
    José Ángel 400, José Alberto 400, José Juan 300, Juan José 500, Juan Antonio 400, Juan Pablo 300, Jesús Antonio 300,
    Jesús Manuel 300, Jesús Alberto 300, Carlos Alberto 500, Carlos Eduardo 300, Jorge Luis 500, Jorge Alberto 400,
    Julio César 600, César 400, Andrés 400, Adrián 500, Iván 400, Hugo 300, Ramón 400, Salvador 400, Guillermo 400,
    Gustavo 400, Alfredo 400, Armando 400, Ernesto 300, Jaime 400, David 600, Ángel 400, Diego 400, Cristian 300,
    Jonathan 300, Erick 250, Kevin 200, Brandon 150, Brayan 150, Omar 300, Israel 300, Ismael 250, Isaac 200, Abraham 200,
    Pablo 250, Agustín 250, Felipe 300, Ignacio 300, Gabriel 300, Gilberto 250, Rodolfo 250, Rogelio 250, Alfonso 300,
    Joaquín 200, Tomás 200, Santiago 200, Leonardo 250, Emmanuel 250, Edgar 300, Saúl 200, Moisés 200, Noé 100, Joel 150,
    Samuel 200, Aarón 100, Josué 150, Ulises 150, Rigoberto 150, Heriberto 100, Ezequiel 80, Efraín 150, Gregorio 150,
    Benjamín 150, Vicente 150, Lorenzo 150, Domingo 120, Mateo 80, Emiliano 150, Sebastián 150, Rodrigo 200, Axel 100`),
  M: weighted(`
    María Guadalupe 2500, María 1900, Guadalupe 1000, María del Carmen 1200, Ana María 900, María Elena 900,
    Juana 900, Verónica 1100, Leticia 1000, Rosa María 900, Alejandra 1000, Patricia 900, Martha 700, Gabriela 1000,
    Laura 900, Claudia 800, Adriana 900, Margarita 700, María de los Ángeles 600, María Teresa 600, Silvia 600,
    Elizabeth 700, Karla 300, Daniela 600, Fernanda 300, María Fernanda 600, Mónica 600, Sandra 600, Norma 500,
    Teresa 500, Isabel 400, Diana 500, Andrea 500, Alicia 500, Beatriz 500, Lucía 400, Yolanda 500, Irma 500, Gloria 500,
    Rocío 400, Blanca Estela 300, Elena 400, Mariana 500, Karen 300, Josefina 500, Brenda 400, Araceli 400, Maribel 400,
    Rebeca 200, Ana Laura 400, Ana Karen 300, María José 250, María Isabel 400, María Luisa 500, María de Jesús 500,
    María de la Luz 400, María Eugenia 400, María del Rosario 400, Rosa 500, Rosa Isela 150, Luz María 300,
    Luz Elena 200, Martha Patricia 200, Norma Angélica 200, Rosalba 200, Angélica María 250, Angélica 400, Cristina 400,
    Carolina 300, Erika 400, Esmeralda 250, Fabiola 250, Graciela 300, Imelda 150, Irene 200, Jazmín 200, Yazmín 150,
    Jessica 350, Judith 150, Julia 250, Karina 300, Liliana 300, Lizbeth 250, Lorena 300, Magdalena 250, Marisol 250,
    Miriam 250, Nancy 300, Natalia 250, Olga 200, Paola 250, Perla 150, Raquel 200, Reyna 150, Sara 200, Sofía 250,
    Susana 300, Valeria 300, Vanessa 200, Victoria 200, Virginia 200, Viridiana 200, Wendy 150, Ximena 200, Camila 150,
    Regina 100, Yesenia 200, Yadira 200, Dulce María 250, Antonia 250, Francisca 250, Catalina 150, Concepción 200`),
} as const

/** The name for a number from 0 to 1, drawn by frequency. */
export const drawnFrom = (names: ReadonlyArray<readonly [name: string, weight: number]>, number: number): string => {
  const all = names.reduce((sum, [, weight]) => sum + weight, 0)
  let left = number * all
  for (const [name, weight] of names) {
    left -= weight
    if (left < 0) return name
  }
  return names.at(-1)?.[0] ?? ''
}
