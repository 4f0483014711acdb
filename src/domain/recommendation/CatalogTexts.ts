import { Schema } from 'effect'
import type { Action } from './Recommendation.ts'

/** `mensaje`: one fixed text per suggested action. */
export const messages: Record<Action, string> = {
  puede_continuar:
    'Puede continuar: se consultaron las fuentes previstas y nada de lo consultado limita el sustento documental.',
  continuar_con_reservas:
    'Puede continuar con reservas: los factores indican qué conviene tener en cuenta antes de firmar.',
  no_continuar_todavia:
    'Conviene no continuar todavía: el sustento documental tiene puntos que hace falta aclarar primero.',
}

/** `microexplicacion`: shown next to every level. */
export const microexplanation =
  'El nivel indica qué tan completa y consistente es la información que sustenta la recomendación; no valora a la persona.'

/** Why the level was chosen; the decision table in Engine.ts has the conditions. */
export const Reason = Schema.Literals([
  'identidad_sin_confirmar',
  'curp_dada_de_baja',
  'nombre_distinto',
  'coincidencia_por_aclarar',
  'juicios_acumulados',
  'todo_en_orden',
  'curp_reemplazada',
  'coincidencia_por_revisar',
  'posible_coincidencia',
  'persona_expuesta',
  'juicio_en_curso',
  'juicios_en_curso',
  'juicio_concluido',
  'juicios_concluidos',
  'posible_juicio',
  'credencial_por_revisar',
  'cobertura_parcial',
  'puntos_por_revisar',
])
export type Reason = typeof Reason.Type

/** `explicacion`: fixed text per case. */
export const explanations: Record<Reason, string> = {
  identidad_sin_confirmar:
    'El nivel es bajo porque la validación de la CURP ante el registro de población no fue favorable, y de ella depende el resto de la información.',
  curp_dada_de_baja:
    'El nivel es bajo porque la CURP aparece dada de baja en el registro de población, y de ella depende el resto de la información.',
  nombre_distinto:
    'El nivel es bajo porque el nombre proporcionado difiere del que corresponde a la CURP; puede ser un error al escribirlo, y mientras no se aclare el resto de la información podría ser de otra persona.',
  coincidencia_por_aclarar:
    'El nivel es bajo porque se encontró al menos una coincidencia en listas internacionales, y hace falta aclararla con la persona solicitante antes de continuar.',
  juicios_acumulados:
    'El nivel es bajo porque la consulta judicial muestra varios juicios en curso, y hace falta conocer en qué etapa se encuentra cada uno.',
  todo_en_orden:
    'El nivel es alto porque se consultaron todas las fuentes, la CURP se confirmó y nada limita el sustento.',
  curp_reemplazada:
    'El nivel es medio porque la CURP proporcionada fue dada de baja por un trámite y puede haber otra vigente, que conviene pedir.',
  coincidencia_por_revisar:
    'El nivel es medio porque se encontró al menos una coincidencia en las listas consultadas, y conviene aclararla con la persona solicitante.',
  posible_coincidencia:
    'El nivel es medio porque al menos un registro de las listas consultadas se parece a los datos de la persona, sin que sea posible saber si se trata de ella; basta con preguntarle.',
  persona_expuesta:
    'El nivel es medio porque el nombre y la fecha o el año de nacimiento corresponden a los de alguien que aparece en registros de cargos públicos, lo que no es una irregularidad.',
  juicio_en_curso:
    'El nivel es medio porque la consulta judicial muestra un juicio en curso, y conviene conocer en qué etapa se encuentra.',
  juicios_en_curso:
    'El nivel es medio porque la consulta judicial muestra más de un juicio en curso, y conviene conocer en qué etapa se encuentra cada uno.',
  juicio_concluido:
    'El nivel es medio porque la consulta judicial muestra un juicio ya concluido y no se sabe cómo terminó; si puede, la persona lo aclara con su conclusión.',
  juicios_concluidos:
    'El nivel es medio porque la consulta judicial muestra más de un juicio ya concluido y no se sabe cómo terminaron; si puede, la persona lo aclara con la conclusión de cada uno.',
  posible_juicio:
    'El nivel es medio porque se encontró al menos un juicio por nombre, que puede ser de otra persona; basta con preguntarle.',
  credencial_por_revisar:
    'El nivel es medio porque la credencial para votar no coincide con la identidad consultada, aunque la CURP sí se confirmó.',
  cobertura_parcial:
    'El nivel es medio porque no fue posible consultar una de las fuentes; lo que sí se consultó no limita el sustento.',
  puntos_por_revisar:
    'El nivel es medio porque hay más de un punto que conviene revisar, como se indica en los factores.',
}
