import { Schema } from 'effect'
import { ListKind } from '#domain/evidence/Findings.ts'
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
  'CURP_REEMPLAZADA',
  'CURP_DADA_DE_BAJA',
  'CREDENCIAL_COINCIDE',
  'CREDENCIAL_NO_COINCIDE',
  'SIN_COINCIDENCIAS_EN_LISTAS',
  'COINCIDENCIA_EN_LISTAS_INTERNACIONALES',
  'PERSONA_EXPUESTA_POLITICAMENTE',
  'COINCIDENCIA_EN_LISTA_FISCAL',
  'POSIBLE_COINCIDENCIA_EN_LISTAS',
  'SIN_REGISTROS_JUDICIALES',
  'JUICIO_EN_CURSO',
  'JUICIOS_CONCLUIDOS',
  'POSIBLE_REGISTRO_JUDICIAL',
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
    text: 'El nombre proporcionado difiere del que corresponde a la CURP en más de lo que explica otra forma de escribirlo.',
    reviewed: 'Se comparó, palabra por palabra, el nombre proporcionado con el del registro de población.',
    meaning:
      'Puede deberse a un error al escribir el nombre o la CURP; mientras no se aclare, el resto de la información podría corresponder a otra persona.',
  },
  IDENTIDAD_NO_VALIDADA: {
    effect: 'limita',
    source: 'identidad',
    text: 'La validación de la CURP ante el registro de población no fue favorable.',
    reviewed: 'Se consultó la validación de la CURP ante el registro de población.',
    meaning:
      'Conviene confirmar la identidad con documentos originales antes de tomar en cuenta el resto de la información.',
  },
  CURP_REEMPLAZADA: {
    effect: 'limita',
    source: 'identidad',
    text: 'La CURP proporcionada fue dada de baja por un trámite del registro de población, y puede haber otra vigente.',
    reviewed: 'Se consultó si la CURP está activa en el registro de población.',
    meaning:
      'Suele deberse a una corrección de datos o a un registro repetido; con la CURP vigente puede solicitarse otra verificación.',
  },
  CURP_DADA_DE_BAJA: {
    effect: 'limita',
    source: 'identidad',
    text: 'La CURP aparece dada de baja en el registro de población por un motivo distinto de un cambio o una corrección.',
    reviewed: 'Se consultó si la CURP está activa en el registro de población.',
    meaning:
      'Puede tratarse de un error del registro, que la persona puede corregir ahí; mientras no se aclare, el resto de la información no tiene una base confirmada.',
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

/** The kinds of list for people. Watch lists and sanctions read the same: a text never reveals the kind of a match. */
const kindsInSpanish: Readonly<Record<ListKind, string>> = {
  sanciones: 'listas internacionales',
  vigilancia: 'listas internacionales',
  personas_expuestas: 'registros de cargos públicos',
  fiscal: 'la lista de la autoridad fiscal',
}

/** What was searched: only the lists that were loaded. */
const searchedText = (kinds: ReadonlyArray<ListKind> | null): string => {
  const named = [...new Set((kinds ?? ListKind.literals).map((kind) => kindsInSpanish[kind]))]
  const last = named.pop() ?? 'ninguna lista'
  const all = named.length === 0 ? last : `${named.join(', ')} y ${last}`
  return `Se buscaron el nombre registrado y la fecha de nacimiento en ${all}.`
}

/** `reviewed` follows from the lists that were searched. */
const lists: Record<Extract<FactorCode, `${string}_LISTA${string}` | `PERSONA_${string}`>, FactorTexts> = {
  // «vigente»: entries that the tax authority presumes or has cleared do not count.
  SIN_COINCIDENCIAS_EN_LISTAS: {
    effect: 'fortalece',
    source: 'listas',
    text: 'No se encontraron coincidencias vigentes en las listas consultadas.',
    reviewed: null,
    meaning: 'Las listas consultadas no dejan puntos por aclarar.',
  },
  COINCIDENCIA_EN_LISTAS_INTERNACIONALES: {
    effect: 'limita',
    source: 'listas',
    text: 'Se encontró al menos una coincidencia en listas internacionales; conviene aclararla con la persona solicitante.',
    reviewed: null,
    meaning:
      'Una coincidencia puede deberse a un nombre parecido y por sí sola no dice nada de la persona; aclararla completa el sustento.',
  },
  PERSONA_EXPUESTA_POLITICAMENTE: {
    effect: 'limita',
    source: 'listas',
    text: 'El nombre y la fecha o el año de nacimiento corresponden a los de alguien que aparece en registros de cargos públicos.',
    reviewed: null,
    meaning: 'Tener o haber tenido un cargo público no es una irregularidad ni habla en contra de la persona.',
  },
  COINCIDENCIA_EN_LISTA_FISCAL: {
    effect: 'limita',
    source: 'listas',
    text: 'Se encontró al menos una coincidencia en la lista de la autoridad fiscal; conviene aclararla con la persona solicitante.',
    reviewed: null,
    meaning:
      'La lista trata de asuntos fiscales y no de rentas; la situación puede haber cambiado, y la persona solicitante puede explicarla.',
  },
  POSIBLE_COINCIDENCIA_EN_LISTAS: {
    effect: 'limita',
    source: 'listas',
    text: 'Al menos un registro de las listas consultadas se parece a los datos de la persona, sin que sea posible saber si se trata de ella.',
    reviewed: null,
    meaning:
      'Muchas personas comparten nombre: si la persona dice que no se trata de ella, eso basta para no tomarlo en cuenta, salvo prueba en contra.',
  },
}

const courtsSearched = 'Se buscaron juicios por nombre en registros judiciales.'
const recordCompared =
  'Se buscaron juicios por nombre en registros judiciales, y si su registro tiene la CURP, el RFC o la fecha de nacimiento de la persona.'

const judicial: Record<Extract<FactorCode, `JUICIO${string}` | `${string}_JUDICIAL${string}`>, FactorTexts> = {
  SIN_REGISTROS_JUDICIALES: {
    effect: 'fortalece',
    source: 'judicial',
    text: 'No se encontraron juicios atribuibles a la persona que convenga aclarar.',
    reviewed: courtsSearched,
    meaning: 'La consulta judicial no deja puntos por aclarar.',
  },
  JUICIO_EN_CURSO: {
    effect: 'limita',
    source: 'judicial',
    text: 'La consulta judicial muestra un juicio en curso, con datos que corresponden a la persona.',
    reviewed: recordCompared,
    meaning: 'Un juicio en curso no dice quién tiene la razón; conviene conocer en qué etapa se encuentra.',
  },
  JUICIOS_CONCLUIDOS: {
    effect: 'limita',
    source: 'judicial',
    text: 'La consulta judicial muestra un juicio ya concluido, con datos que corresponden a la persona.',
    reviewed: recordCompared,
    meaning: 'No se sabe cómo terminó, y pudo haberse resuelto a favor de la persona; su conclusión lo aclara.',
  },
  POSIBLE_REGISTRO_JUDICIAL: {
    effect: 'limita',
    source: 'judicial',
    text: 'Se encontró al menos un juicio por nombre, que puede ser de otra persona que se llama igual.',
    reviewed: courtsSearched,
    meaning: 'Si la persona dice que no es parte, eso basta para no tomarlo en cuenta, salvo prueba en contra.',
  },
}

/** Texts of the same factors for more than one lawsuit. */
const severalLawsuits: Partial<Record<FactorCode, Pick<FactorTexts, 'text' | 'meaning'>>> = {
  JUICIO_EN_CURSO: {
    text: 'La consulta judicial muestra más de un juicio en curso, con datos que corresponden a la persona.',
    meaning: 'Los juicios en curso no dicen quién tiene la razón; conviene conocer en qué etapa se encuentra cada uno.',
  },
  JUICIOS_CONCLUIDOS: {
    text: 'La consulta judicial muestra más de un juicio ya concluido, con datos que corresponden a la persona.',
    meaning:
      'No se sabe cómo terminaron, y pudieron haberse resuelto a favor de la persona; la conclusión de cada uno lo aclara.',
  },
}

const coverage: Record<Extract<FactorCode, `COBERTURA_${string}`>, FactorTexts> = {
  COBERTURA_FUENTES_COMPLETA: {
    effect: 'fortalece',
    source: null,
    text: 'Se consultaron todas las fuentes previstas.',
    reviewed: 'Se revisó cuántas de las fuentes previstas pudieron consultarse.',
    meaning: 'El sustento se apoya en todas las fuentes previstas.',
  },
  COBERTURA_FUENTES_PARCIAL: {
    effect: 'limita',
    source: null,
    text: 'No fue posible consultar los registros judiciales.',
    reviewed: 'Se revisó cuántas de las fuentes previstas pudieron consultarse.',
    meaning: 'El sustento es menos completo; lo que falta no habla a favor ni en contra de la persona.',
  },
}

const withoutLists = 'No fue posible consultar las listas.'

const texts: Record<FactorCode, FactorTexts> = { ...identity, ...credential, ...lists, ...judicial, ...coverage }

/** What a text depends on in addition to its code. */
export interface TextFacts {
  /** The factors that are about more than one lawsuit. */
  readonly several: ReadonlyArray<FactorCode>
  /** The source that coverage lacks, if it lacks one. */
  readonly missing: 'listas' | 'judicial'
  /** The kinds of list that were searched; null for all. */
  readonly searched: ReadonlyArray<ListKind> | null
}

const usual: TextFacts = { several: [], missing: 'judicial', searched: null }

export const factor = (
  code: FactorCode,
  { several, missing, searched }: TextFacts = usual,
): Factor & { readonly code: FactorCode } => ({
  code,
  ...texts[code],
  ...(several.includes(code) ? severalLawsuits[code] : {}),
  ...(texts[code].source === 'listas' ? { reviewed: searchedText(searched) } : {}),
  ...(code === 'COBERTURA_FUENTES_PARCIAL' && missing === 'listas' ? { text: withoutLists } : {}),
})
