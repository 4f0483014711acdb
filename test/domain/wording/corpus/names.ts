const words = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== '')

/** The 250 commonest given names of Mexico. */
export const givenNames = words(`
  María José Juan Guadalupe Jesús Luis Francisco Antonio Miguel Alejandro Manuel Juana Carlos Pedro Ana Margarita
  Martha Javier Jorge Fernando Rosa Ricardo Eduardo Roberto Verónica Alejandra Elizabeth Daniel Leticia Rafael Sergio
  Patricia Alberto David Gabriela Arturo Raúl Gerardo Alfredo Teresa Claudia Enrique Mario Óscar Gloria Andrea
  Adriana Josefina Silvia Armando Mónica Rubén Víctor Héctor Diana Jaime Sandra Salvador Ramón Norma Marco Julio
  Laura Angélica Yolanda César Andrés Rosario Irma Araceli Lucía Alma Carmen Karina Fabiola Blanca Sofía Valeria Fernanda
  Ximena Camila Daniela Mariana Regina Renata Natalia Paola Brenda Jessica Karen Cristina Elena Isabel Beatriz Lourdes
  Alicia Esther Susana Esperanza Concepción Consuelo Dolores Socorro Soledad Amparo Pilar Mercedes Ángeles Luz Paz Sol
  Estrella Aurora Alba Rocío Perla Flor Azucena Violeta Iris Dalia Jazmín Hortensia Magnolia Rubí Esmeralda Gema Cruz
  Trinidad Refugio Milagros Remedios Encarnación Asunción Ascensión Candelaria Inés Agustina Catalina Cecilia Celia
  Delia Elsa Elvira Emma Ernestina Estela Eva Graciela Guillermina Irene Julia Leonor Lidia Lilia Lorena Magdalena
  Maribel Maricela Marisol Marlene Marina Matilde Miriam Mireya Nancy Noemí Nora Ofelia Olga Olivia Raquel Rebeca Rita
  Rosalba Sara Sonia Tania Vanessa Virginia Viviana Wendy Yesenia Zoila Abel Abraham Adán Adolfo Adrián Agustín Alan
  Alfonso Alonso Álvaro Ángel Ariel Arnulfo Aurelio Axel Benito Benjamín Bernardo Brandon Bruno Camilo Christian Cristian
  Clemente Cuauhtémoc Damián Darío Diego Edgar Efraín Elías Emiliano Emilio Emmanuel Enoc Erick Ernesto Esteban Eugenio Ezequiel
  Fabián Federico Felipe Félix Fidel Gael Germán Gilberto Gonzalo Gregorio Guillermo Gustavo Heriberto Hugo Humberto Ignacio
  Isaac Ismael Israel Iván Jacob Jacobo Jerónimo Joaquín Jonathan Julián
`)

/** The 250 commonest surnames of Mexico. */
export const surnames = words(`
  Hernández García Martínez López González Pérez Rodríguez Sánchez Ramírez Cruz Flores Gómez Morales Vázquez Reyes
  Jiménez Torres Díaz Gutiérrez Ruiz Mendoza Aguilar Ortiz Moreno Castillo Romero Álvarez Méndez Chávez Rivera Juárez
  Ramos Domínguez Herrera Medina Castro Vargas Guzmán Velázquez Rojas Contreras Salazar Luna Ortega Santiago Guerrero
  Estrada Bautista Cortés Soto Alvarado Espinoza Lara Ávila Ríos Cervantes Silva Delgado Vega Márquez Sandoval Carrillo
  León Mejía Solís Rosas Ibarra Valdez Núñez Campos Santos Camacho Peña Navarro Maldonado Rosales Acosta Miranda Trejo
  Cabrera Valencia Nava Castañeda Pacheco Robles Molina Rangel Fuentes Huerta Meza Aguirre Cárdenas Orozco Padilla
  Espinosa Ayala Salas Valenzuela Zúñiga Ochoa Salinas Mora Tapia Serrano Durán Olvera Macías Zamora Calderón Arellano Suárez
  Barrera Zavala Villegas Gallegos Lozano Galván Figueroa Beltrán Franco Villarreal Sosa Montes Andrade Velasco Arias
  Marín Corona Garza Ponce Esquivel Pineda Alonso Palacios Antonio Vásquez Trujillo Cortez Rocha Rubio Bernal Benítez Escobar
  Villanueva Galindo Casas Cano Osorio Mata Carmona Montoya Parra Blanco Prieto Bravo Gallardo Quintero Murillo Leal Lugo
  Félix Amador Becerra Bonilla Caballero Coronado Cuevas Enríquez Escamilla Godínez Granados Hidalgo Jaramillo
  Leyva Linares Lucero Madrid Mercado Mireles Montiel Murguía Nieto Noriega Ojeda Olivares Ornelas Pedraza Peralta Pinto
  Plascencia Portillo Quezada Quiroz Rendón Roque Rosario Saldaña Santana Saucedo Segura Sierra Tovar Treviño Toledo Uribe
  Urbina Valadez Valle Varela Vera Vidal Villa Villalobos Yáñez Zapata Zaragoza Zárate Arroyo Ángeles Aranda Arce
  Barajas Barragán Carranza Casillas Cedillo Colín Córdova Correa Cordero Elizondo Guevara Guerra Hurtado Lemus Limón
  Manzo Medrano Mena Monroy Montaño Muñoz Naranjo Negrete Palma Paredes Pascual Paz Pulido Quiñones
`)
