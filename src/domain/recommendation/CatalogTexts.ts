import { Schema } from 'effect'
import type { Action } from './Recommendation.ts'

/** `mensaje`: one fixed text per suggested action. */
export const messages: Record<Action, string> = {
  puede_continuar: 'Puede continuar: el sustento documental está completo y es consistente.',
  continuar_con_reservas:
    'Puede continuar con reservas: el sustento documental tiene puntos que conviene revisar antes de firmar.',
  no_continuar_todavia:
    'Conviene no continuar todavía: el sustento documental tiene puntos que hace falta aclarar primero.',
}

/** `microexplicacion`: shown next to every level. */
export const microexplanation =
  'El nivel indica qué tan completa y consistente es la información que sustenta la recomendación; no valora a la persona.'

/** Why the level was chosen; the decision table in Engine.ts has the conditions. */
export const Reason = Schema.Literals([
  'identidad_sin_confirmar',
  'coincidencia_por_aclarar',
  'juicios_acumulados',
  'puntos_acumulados',
  'todo_en_orden',
  'coincidencia_por_revisar',
  'posible_coincidencia',
  'juicio_en_curso',
  'juicios_en_curso',
  'juicio_concluido',
  'juicios_concluidos',
  'credencial_por_revisar',
  'cobertura_parcial',
  'puntos_por_revisar',
])
export type Reason = typeof Reason.Type

/** `explicacion`: fixed text per case. */
export const explanations: Record<Reason, string> = {
  identidad_sin_confirmar:
    'El nivel es bajo porque la identidad no pudo confirmarse con las fuentes oficiales, y de ella depende el resto de la información.',
  coincidencia_por_aclarar:
    'El nivel es bajo porque se encontró al menos una coincidencia en las listas consultadas, y hace falta aclararla con la persona solicitante antes de continuar.',
  juicios_acumulados:
    'El nivel es bajo porque la consulta judicial muestra varios juicios en curso, y hace falta conocer en qué etapa se encuentra cada uno.',
  puntos_acumulados: 'El nivel es bajo porque se reúnen varios puntos por aclarar, que se indican en los factores.',
  todo_en_orden:
    'El nivel es alto porque se consultaron todas las fuentes, la CURP se confirmó y no hay puntos por aclarar.',
  coincidencia_por_revisar:
    'El nivel es medio porque se encontró al menos una coincidencia en las listas consultadas, y conviene aclararla con la persona solicitante.',
  posible_coincidencia:
    'El nivel es medio porque se encontró al menos una posible coincidencia en las listas consultadas, y conviene aclararla con la persona solicitante.',
  juicio_en_curso:
    'El nivel es medio porque la consulta judicial muestra un juicio en curso, y conviene conocer en qué etapa se encuentra.',
  juicios_en_curso:
    'El nivel es medio porque la consulta judicial muestra más de un juicio en curso, y conviene conocer en qué etapa se encuentra cada uno.',
  juicio_concluido:
    'El nivel es medio porque la consulta judicial muestra un juicio ya concluido; es un asunto cerrado que puede revisar con la persona solicitante.',
  juicios_concluidos:
    'El nivel es medio porque la consulta judicial muestra más de un juicio ya concluido; son asuntos cerrados que puede revisar con la persona solicitante.',
  credencial_por_revisar:
    'El nivel es medio porque la credencial para votar no coincide con la identidad consultada, aunque la CURP sí se confirmó.',
  cobertura_parcial:
    'El nivel es medio porque no fue posible consultar una de las fuentes; lo que sí se consultó no deja puntos por aclarar.',
  puntos_por_revisar:
    'El nivel es medio porque hay más de un punto que conviene revisar, como se indica en los factores.',
}
