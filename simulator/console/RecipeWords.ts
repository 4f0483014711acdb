import type { FactorCode } from '#domain/recommendation/Catalog.ts'
import type { StepCode } from '#domain/recommendation/CatalogSteps.ts'
import type { Reason } from '#domain/recommendation/CatalogTexts.ts'
import { glossOf } from './Glosses.ts'
import type { Pair } from './Texts.ts'
import { said } from './Words.ts'

/** What a recipe leads to, in a few words. Levels and ends without recommendation have a gloss everywhere. */
// biome-ignore format: a table reads by its columns
const words: Readonly<Record<FactorCode | StepCode | Reason, Pair> & Record<string, Pair>> = {
  IDENTIDAD_CONFIRMADA: ['el registro confirma la CURP', 'the registry confirms the CURP'],
  NOMBRE_COINCIDE: ['el nombre enviado es el del registro', 'the name that was sent matches the registry'],
  IDENTIDAD_NO_COINCIDE: ['el nombre enviado es otro', 'the name that was sent is another one'],
  IDENTIDAD_NO_VALIDADA: ['el registro no valida la CURP', 'the registry does not validate the CURP'],
  CURP_REEMPLAZADA: ['la CURP se cambió por otra', 'the CURP was replaced by another one'],
  CURP_DADA_DE_BAJA: ['la CURP ya no está vigente', 'the CURP is no longer in force'],
  CREDENCIAL_COINCIDE: ['la credencial para votar coincide', 'the voter credential agrees'],
  CREDENCIAL_NO_COINCIDE: ['la credencial para votar no coincide', 'the voter credential does not agree'],
  SIN_COINCIDENCIAS_EN_LISTAS: ['ninguna lista coincide', 'no list matches'],
  COINCIDENCIA_EN_LISTAS_INTERNACIONALES: ['coincide una lista internacional', 'an international list matches'],
  PERSONA_EXPUESTA_POLITICAMENTE: ['aparece en registros de cargos públicos', 'is in records of public offices'],
  COINCIDENCIA_EN_LISTA_FISCAL: ['coincide la lista fiscal', 'the tax list matches'],
  POSIBLE_COINCIDENCIA_EN_LISTAS: ['una lista tiene a alguien parecido', 'a list has somebody alike'],
  SIN_REGISTROS_JUDICIALES: ['no hay juicios por aclarar', 'there are no lawsuits to clear up'],
  JUICIO_EN_CURSO: ['hay un juicio en curso', 'there is a lawsuit in progress'],
  JUICIOS_CONCLUIDOS: ['hay un juicio concluido', 'there is a concluded lawsuit'],
  POSIBLE_REGISTRO_JUDICIAL: ['hay un juicio por nombre', 'there is a lawsuit under the name'],
  COBERTURA_FUENTES_COMPLETA: ['respondieron las tres fuentes', 'all three sources answered'],
  COBERTURA_FUENTES_PARCIAL: ['una fuente no respondió', 'one source did not answer'],
  COTEJAR_DOCUMENTOS_ORIGINALES: ['cotejar los documentos originales', 'compare the original documents'],
  PEDIR_CURP_VIGENTE: ['pedir la CURP vigente', 'ask for the CURP in force'],
  CONFIRMAR_IDENTIDAD_EN_PERSONA: ['confirmar la identidad en persona', 'confirm the identity in person'],
  COTEJAR_NOMBRE_EN_IDENTIFICACION: ['comparar cómo se escribe el nombre', 'compare how the name is written'],
  SOLICITAR_ACLARACION: ['pedir una aclaración', 'ask for a clarification'],
  PEDIR_CONSTANCIA_DE_JUICIO: ['pedir constancia del juicio', 'ask for a record of the lawsuit'],
  PEDIR_CONSTANCIA_DE_CONCLUSION: ['pedir constancia de que concluyó', 'ask for a record that it is concluded'],
  PREGUNTAR_A_LA_PERSONA: ['preguntar si se trata de ella', 'ask whether it is about the person'],
  PREGUNTAR_POR_CARGO_PUBLICO: ['preguntar por el cargo público', 'ask about the public office'],
  CONSULTAR_MAS_TARDE: ['consultar otra vez más tarde', 'consult again later'],
  DECISION_DEL_ARRENDADOR: ['la decisión es de quien arrienda', 'the decision is the landlord’s'],
  identidad_sin_confirmar: ['bajo: el registro no valida la CURP', 'bajo: the registry does not validate the CURP'],
  curp_dada_de_baja: ['bajo: la CURP está dada de baja', 'bajo: the CURP is cancelled'],
  nombre_distinto: ['bajo: el nombre es otro', 'bajo: the name is another one'],
  coincidencia_por_aclarar: ['bajo: coincide una lista de sanciones', 'bajo: a list of sanctions matches'],
  juicios_acumulados: ['bajo: varios juicios en curso', 'bajo: several lawsuits in progress'],
  todo_en_orden: ['alto: nada por aclarar', 'alto: nothing to clear up'],
  curp_reemplazada: ['medio: la CURP se cambió por otra', 'medio: the CURP was replaced by another one'],
  coincidencia_por_revisar: ['medio: coincide una lista', 'medio: a list matches'],
  posible_coincidencia: ['medio: una lista tiene a alguien parecido', 'medio: a list has somebody alike'],
  persona_expuesta: ['medio: aparece en registros de cargos públicos', 'medio: is in records of public offices'],
  juicio_en_curso: ['medio: un juicio en curso', 'medio: one lawsuit in progress'],
  juicios_en_curso: ['medio: dos juicios en curso', 'medio: two lawsuits in progress'],
  juicio_concluido: ['medio: un juicio concluido', 'medio: one concluded lawsuit'],
  juicios_concluidos: ['medio: dos juicios concluidos', 'medio: two concluded lawsuits'],
  posible_juicio: ['medio: un juicio por nombre', 'medio: a lawsuit under the name'],
  credencial_por_revisar: ['medio: la credencial no coincide', 'medio: the credential does not agree'],
  cobertura_parcial: ['medio: una fuente no respondió', 'medio: one source did not answer'],
  puntos_por_revisar: ['medio: dos puntos por revisar', 'medio: two points to review'],
}

/** The meaning of a code of the catalogue, in the selected language. */
export const wordsOf = (codigo: string): string => {
  const pair = words[codigo]
  return pair === undefined ? glossOf(codigo) : said(pair)
}
