import { Schema } from 'effect'
import type { Factor } from './Recommendation.ts'

/**
 * The closed catalog of factors (contract 2.15): partners program against the codes, and people read the texts. A text
 * speaks of the documentary support and never of the person. It says that something needs clarifying, never what a
 * record contains, nor which list, court or kind of lawsuit. The texts are stored with each recommendation, so a new
 * wording does not change emitted ones. A change of texts or rules raises `engineVersion`.
 */
export const FactorCode = Schema.Literals([
  'IDENTIDAD_CONFIRMADA',
  'NOMBRE_COINCIDE',
  'IDENTIDAD_NO_COINCIDE',
  'IDENTIDAD_NO_VALIDADA',
  'CURP_DADA_DE_BAJA',
  'CREDENCIAL_COINCIDE',
  'CREDENCIAL_NO_COINCIDE',
  'SIN_COINCIDENCIAS_EN_LISTAS',
  'COINCIDENCIA_EN_LISTAS_INTERNACIONALES',
  'COINCIDENCIA_EN_LISTA_FISCAL',
  'POSIBLE_COINCIDENCIA_EN_LISTAS',
  'SIN_REGISTROS_JUDICIALES',
  'JUICIO_EN_CURSO',
  'JUICIOS_CONCLUIDOS',
  'COBERTURA_FUENTES_COMPLETA',
  'COBERTURA_FUENTES_PARCIAL',
])
export type FactorCode = typeof FactorCode.Type

type FactorTexts = Omit<Factor, 'code'>

const identity: Record<
  Extract<FactorCode, `IDENTIDAD_${string}` | `NOMBRE_${string}` | `CURP_${string}`>,
  FactorTexts
> = {
  // It does not mention a name, because the request may contain none.
  IDENTIDAD_CONFIRMADA: {
    effect: 'fortalece',
    source: 'identidad',
    text: 'La CURP existe, está activa y su validación ante el registro de población fue favorable.',
    reviewed: 'Se consultó la CURP en el registro de población, junto con su validación.',
    meaning:
      'La CURP tiene respaldo oficial, y el resto de la información puede leerse sobre esa base; que pertenece a quien la presenta se comprueba con sus documentos originales.',
  },
  NOMBRE_COINCIDE: {
    effect: 'fortalece',
    source: 'identidad',
    text: 'El nombre proporcionado coincide con el que corresponde a la CURP.',
    reviewed: 'Se comparó el nombre proporcionado con el del registro de población.',
    meaning: 'El nombre y la CURP que se proporcionaron son consistentes entre sí.',
  },
  IDENTIDAD_NO_COINCIDE: {
    effect: 'limita',
    source: 'identidad',
    text: 'El nombre proporcionado no coincide con el que corresponde a la CURP.',
    reviewed: 'Se comparó el nombre proporcionado con el del registro de población.',
    meaning:
      'Puede deberse a un error de captura; mientras no se aclare, el resto de la información podría corresponder a otra persona.',
  },
  IDENTIDAD_NO_VALIDADA: {
    effect: 'limita',
    source: 'identidad',
    text: 'La validación de la CURP ante el registro de población no fue favorable.',
    reviewed: 'Se consultó la validación de la CURP ante el registro de población.',
    meaning:
      'Conviene confirmar la identidad con documentos originales antes de tomar en cuenta el resto de la información.',
  },
  CURP_DADA_DE_BAJA: {
    effect: 'limita',
    source: 'identidad',
    text: 'La CURP aparece dada de baja en el registro de población.',
    reviewed: 'Se consultó si la CURP está activa en el registro de población.',
    meaning:
      'Una CURP puede darse de baja por motivos administrativos, como una corrección o un duplicado; hace falta consultar la vigente.',
  },
}

const credential: Record<Extract<FactorCode, `CREDENCIAL_${string}`>, FactorTexts> = {
  CREDENCIAL_COINCIDE: {
    effect: 'fortalece',
    source: 'identidad',
    text: 'La credencial para votar coincide con la identidad consultada.',
    reviewed: 'Se comparó la credencial para votar con la identidad consultada.',
    meaning: 'Además de la CURP, la credencial para votar es consistente con la identidad consultada.',
  },
  CREDENCIAL_NO_COINCIDE: {
    effect: 'limita',
    source: 'identidad',
    text: 'La credencial para votar no coincide con la identidad consultada.',
    reviewed: 'Se comparó la credencial para votar con la identidad consultada.',
    meaning: 'Puede deberse a una renovación o a datos sin actualizar; conviene revisar la credencial original.',
  },
}

const lists: Record<Extract<FactorCode, `${string}_LISTA${string}`>, FactorTexts> = {
  // «vigente»: entries that the tax authority has cleared do not count.
  SIN_COINCIDENCIAS_EN_LISTAS: {
    effect: 'fortalece',
    source: 'listas',
    text: 'No se encontraron coincidencias vigentes en las listas consultadas.',
    reviewed: 'Se consultaron listas internacionales y la lista de la autoridad fiscal.',
    meaning: 'Las listas consultadas no dejan puntos por aclarar.',
  },
  COINCIDENCIA_EN_LISTAS_INTERNACIONALES: {
    effect: 'limita',
    source: 'listas',
    text: 'Se encontró al menos una coincidencia en listas internacionales; conviene aclararla con la persona solicitante.',
    reviewed: 'Se consultaron listas internacionales.',
    meaning:
      'Una coincidencia puede deberse a un nombre parecido y por sí sola no dice nada de la persona; aclararla completa el sustento.',
  },
  COINCIDENCIA_EN_LISTA_FISCAL: {
    effect: 'limita',
    source: 'listas',
    text: 'Se encontró al menos una coincidencia en la lista de la autoridad fiscal; conviene aclararla con la persona solicitante.',
    reviewed: 'Se consultó la lista de la autoridad fiscal.',
    meaning:
      'La situación ante la autoridad fiscal puede haber cambiado; un documento reciente de la persona solicitante puede aclararla.',
  },
  POSIBLE_COINCIDENCIA_EN_LISTAS: {
    effect: 'limita',
    source: 'listas',
    text: 'Se encontró al menos una posible coincidencia en las listas consultadas, que no fue posible confirmar; conviene aclararla con la persona solicitante.',
    reviewed: 'Se consultaron listas internacionales y la lista de la autoridad fiscal.',
    meaning:
      'Los datos se parecen a los de algún registro, pero difieren en algún punto; con frecuencia se trata de otra persona, y aclararlo completa el sustento.',
  },
}

const judicial: Record<Extract<FactorCode, `JUICIO${string}` | `${string}_JUDICIALES`>, FactorTexts> = {
  SIN_REGISTROS_JUDICIALES: {
    effect: 'fortalece',
    source: 'judicial',
    text: 'No se encontraron juicios en la consulta judicial.',
    reviewed: 'Se consultaron registros judiciales.',
    meaning: 'La consulta judicial no deja puntos por aclarar.',
  },
  JUICIO_EN_CURSO: {
    effect: 'limita',
    source: 'judicial',
    text: 'La consulta judicial muestra un juicio en curso.',
    reviewed: 'Se consultaron registros judiciales.',
    meaning:
      'Participar en un juicio que aún no concluye no dice nada en contra de la persona; conviene conocer en qué etapa se encuentra.',
  },
  JUICIOS_CONCLUIDOS: {
    effect: 'limita',
    source: 'judicial',
    text: 'La consulta judicial muestra un juicio ya concluido.',
    reviewed: 'Se consultaron registros judiciales.',
    meaning:
      'Un juicio concluido es un asunto cerrado y no dice nada en contra de la persona; un documento de su conclusión completa el sustento.',
  },
}

/** Texts of the same factors for more than one lawsuit. */
const severalLawsuits: Partial<Record<FactorCode, Pick<FactorTexts, 'text' | 'meaning'>>> = {
  JUICIO_EN_CURSO: {
    text: 'La consulta judicial muestra más de un juicio en curso.',
    meaning:
      'Participar en juicios que aún no concluyen no dice nada en contra de la persona; conviene conocer en qué etapa se encuentra cada uno.',
  },
  JUICIOS_CONCLUIDOS: {
    text: 'La consulta judicial muestra más de un juicio ya concluido.',
    meaning:
      'Los juicios concluidos son asuntos cerrados y no dicen nada en contra de la persona; un documento de la conclusión de cada uno completa el sustento.',
  },
}

const coverage: Record<Extract<FactorCode, `COBERTURA_${string}`>, FactorTexts> = {
  COBERTURA_FUENTES_COMPLETA: {
    effect: 'fortalece',
    source: null,
    text: 'Se consultaron todas las fuentes previstas.',
    reviewed: 'Se revisó cuántas de las fuentes previstas pudieron consultarse.',
    meaning: 'El sustento se apoya en toda la información prevista.',
  },
  COBERTURA_FUENTES_PARCIAL: {
    effect: 'limita',
    source: null,
    text: 'No fue posible consultar una de las fuentes previstas.',
    reviewed: 'Se revisó cuántas de las fuentes previstas pudieron consultarse.',
    meaning: 'El sustento es menos completo; lo que falta no habla a favor ni en contra de la persona.',
  },
}

const texts: Record<FactorCode, FactorTexts> = { ...identity, ...credential, ...lists, ...judicial, ...coverage }

/** @param isSeveral whether it is about more than one lawsuit; some texts differ then */
export const factor = (code: FactorCode, isSeveral = false): Factor => ({
  code,
  ...texts[code],
  ...(isSeveral ? severalLawsuits[code] : {}),
})
