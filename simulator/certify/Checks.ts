import type { Text } from '#simulator/docs/Text.ts'

/**
 * What a back end can do wrong: what it is, and what to do about it. Their names are in reports and in files of
 * regressions. They are in the order of causes: what comes first may explain what follows.
 */
export const checks = {
  no_crea: {
    es: 'No pidió la verificación: ninguna petición válida llegó a POST /v1/verificaciones. Apunte el backend a la dirección y a la llave de la certificación.',
    en: 'It did not request the verification: POST /v1/verificaciones received no valid request. Configure the back end with the address and the key of the certification.',
  },
  creacion_rechazada: {
    es: 'El servicio rechazó su petición. Corrija primero lo que dicen el código, el campo y la regla: sin verificación no se sabe lo demás.',
    en: 'The service refused its request. Fix what the code, the field and the rule say first: without a verification nothing else can be checked.',
  },
  contrato_de_certificacion: {
    es: 'No dijo lo que cree de la verificación. GET {backend}/{solicitud_id} contesta 200 y {"estado", "accion", "avisos"}, los tres y sin envoltura, o 404. Corríjalo primero: sin eso no se sabe lo demás.',
    en: 'It did not return what it knows of the verification. GET {backend}/{solicitud_id} must return 200 and {"estado", "accion", "avisos"}, all three at the top level, or 404. Fix this first: the other checks depend on it.',
  },
  llave_reutilizada: {
    es: 'Usó el mismo solicitud_id para dos personas. Es único en la cuenta: use un UUID.',
    en: 'It used the same solicitud_id for two applicants. It is unique in the account: use a UUID.',
  },
  llave_nueva_al_repetir: {
    es: 'Pidió dos veces a la misma persona con otro solicitud_id: son dos verificaciones y dos cobros. Genere solicitud_id una vez, antes del primer intento.',
    en: 'It retried with another solicitud_id, which makes two verifications and two charges. Generate solicitud_id once, before the first attempt.',
  },
  cuerpo_cambiado_al_repetir: {
    es: 'Repitió con el mismo solicitud_id y otro cuerpo, lo que contesta 409. Guarde el cuerpo y envíelo igual, también la hora del consentimiento.',
    en: 'It retried with the same solicitud_id and another body, which returns 409. Store the body and send it unchanged, including the time of the consent.',
  },
  llave_de_la_persona: {
    es: 'Usó el mismo solicitud_id para dos solicitudes de la misma persona. No lo derive de la CURP ni de la fecha de nacimiento: genere un UUID por solicitud.',
    en: 'It used the same solicitud_id for two applications of one person. Do not derive it from the CURP or the birth date: generate a UUID for each application.',
  },
  pago_distinto: {
    es: 'No mandó el pago de esta solicitud. Un pago ampara una sola verificación: mande en cobro.payment_intent_id el payment_intent_id que recibió con la CURP.',
    en: 'It did not send the payment of this application. A payment pays for one verification: send the payment_intent_id that came with the CURP as cobro.payment_intent_id.',
  },
  pago_abandonado: {
    es: 'No volvió después de 402 cobro_no_verificado, aunque el pago está en orden. Repita más tarde la misma petición: la consulta al procesador pudo fallar.',
    en: 'It did not retry after 402 cobro_no_verificado, although the payment is in order. Retry the same request later: the query to the processor may have failed.',
  },
  creacion_olvidada: {
    es: 'Olvidó una creación que nadie contestó: la verificación no existe. Anótela antes de enviarla, y repítala igual hasta que el servicio conteste, también después de agotar los reintentos del cliente. Si lo hace en minutos reales, divida sus esperas entre --speed.',
    en: 'It forgot a creation that was never answered, so the verification does not exist. Store it before you send it, and repeat it unchanged until the service answers, also after the retries of the client are used up. If it does so in real minutes, divide its waits by --speed.',
  },
  firma_no_verificada: {
    es: 'Aceptó un webhook falso. Verifique Service-Signature sobre los bytes recibidos, antes de leerlos, y conteste 401 a lo que no sea bueno.',
    en: 'It accepted a forged webhook. Verify Service-Signature over the bytes received, before parsing them, and return 401 if it is invalid.',
  },
  evento_anotado_sin_verificar: {
    es: 'No tomó un webhook auténtico después de uno falso con su mismo Service-Event-Id: cualquiera puede así taparle un resultado. Anote el evento después de verificar la firma, no antes.',
    en: 'It did not accept a genuine webhook after a forged one with the same Service-Event-Id, so anybody could hide a result from it. Store the event after you verify the signature, not before.',
  },
  firma_vieja_aceptada: {
    es: 'Aceptó una firma buena cuya hora está a más de 300 segundos de su reloj, antes o después: quien guarde un webhook puede enviarlo otra vez. Compare t con su reloj, por su valor absoluto.',
    en: 'It accepted a valid signature whose time is more than 300 seconds from its clock, so an old webhook could be replayed. Compare t with your clock, by the absolute difference.',
  },
  cuerpo_reserializado: {
    es: 'Rechazó un webhook auténtico escrito con otros espacios y escapes. Firme los bytes tal como llegaron: el cuerpo analizado y vuelto a escribir es otro texto.',
    en: 'It refused a genuine webhook with other spaces and escapes. Verify the bytes as received: a body that you parse and serialize again has other bytes.',
  },
  webhook_rechazado: {
    es: 'Rechazó un webhook auténtico, o no contestó en 10 segundos. Conteste 2xx en cuanto lo anote, y trabaje después.',
    en: 'It refused a genuine webhook, or did not answer in 10 seconds. Return 2xx as soon as the event is stored, and process it afterwards.',
  },
  evento_nuevo_rechazado: {
    es: 'Rechazó un Service-Event que no conoce, o lo tomó por un resultado. Puede haber eventos nuevos: conteste 2xx y no haga nada más.',
    en: 'It refused an unknown Service-Event, or processed it as a result. New events may appear: return 2xx and do nothing else.',
  },
  secreto_siguiente_rechazado: {
    es: 'Rechazó un webhook firmado con el secreto siguiente. Mientras se rota el secreto, acepte los dos.',
    en: 'It refused a webhook signed with the next secret. While the secret is being rotated, accept both.',
  },
  duplicado_rechazado: {
    es: 'Contestó un error a un webhook repetido. El mismo Service-Event-Id puede llegar más de una vez: conteste 2xx y no haga nada más.',
    en: 'It returned an error for a repeated webhook. The same Service-Event-Id may arrive more than once: return 2xx and do nothing else.',
  },
  resultado_repetido: {
    es: 'Trabajó el mismo resultado más de una vez. Anote cada Service-Event-Id con una clave única, y que un final no cambie.',
    en: 'It processed the same result more than once. Store each Service-Event-Id under a unique key, and never change a final state.',
  },
  deduplicacion_no_atomica: {
    es: 'Trabajó el mismo evento más de una vez cuando sus copias llegaron en el mismo instante. Inserte el Service-Event-Id con una clave única antes de trabajar: primero leer y después escribir no basta.',
    en: 'It processed the same event more than once when its copies came at the same instant. Insert the Service-Event-Id under a unique key before you process it: to read first and write later is not enough.',
  },
  resultado_perdido: {
    es: 'Perdió el resultado: el webhook llegó antes que la respuesta de la creación, o a la vez, y esta lo borró. Un final no vuelve a en_proceso.',
    en: 'It lost the result: the webhook arrived before the answer to the creation, or with it, and the answer overwrote it. Never replace a final state by en_proceso.',
  },
  resultado_no_visto: {
    es: 'No se enteró de un resultado que le llegó por un webhook auténtico.',
    en: 'It ignored the result in a genuine webhook.',
  },
  accion_distinta: {
    es: 'Supo del final, pero dice otra accion que el servicio, y es lo que lee el arrendador. Tome recomendacion.accion tal como llega; sin recomendacion es null.',
    en: 'It knows the final state but shows another accion than the service, and the landlord reads that. Use recomendacion.accion unchanged; without recomendacion it is null.',
  },
  webhook_perdido_sin_consulta: {
    es: 'El webhook se perdió y el backend no preguntó. Lo que no tenga webhook a los 11 minutos se lee con GET. Si lo hace en minutos reales, divida sus esperas entre --speed.',
    en: 'The webhook was lost, and the back end did not poll. If no webhook came after 11 minutes, call GET. If it does so in real minutes, divide its waits by --speed.',
  },
  no_concluyente_no_visto: {
    es: 'No se enteró de un final no_concluyente, que no tiene webhook. Lo que no tenga webhook a los 11 minutos se lee con GET. Si lo hace en minutos reales, divida sus esperas entre --speed.',
    en: 'It missed the final state no_concluyente, which has no webhook. If no webhook came after 11 minutes, call GET. If it does so in real minutes, divide its waits by --speed.',
  },
  abandona_antes_del_fin: {
    es: 'Dio por perdida una verificación que seguía en_proceso a los 11 minutos, y ya no tomó su resultado. Solo el servicio la termina.',
    en: 'It gave up a verification that was still en_proceso after 11 minutes, and ignored its result. Only the service ends a verification.',
  },
  respuesta_perdida_sin_repetir: {
    es: 'La conexión se cortó después de crear, y no repitió la petición. Anótela antes de enviarla y repítala igual: la misma verificación contesta.',
    en: 'The connection was cut after the creation, and it did not retry. Store the request before you send it, and send the same request again: it returns the same verification.',
  },
  retry_after_ignorado: {
    es: 'Volvió antes de lo que pedía Retry-After. Una cuota mensual puede pedir 30 días: guarde la hora, porque muchos temporizadores no cuentan tanto.',
    en: 'It retried before Retry-After had passed. A monthly quota may ask for 30 days: store the time, because many timers cannot count that far.',
  },
  abandona_tras_errores: {
    es: 'No volvió después de 503 y 429: la verificación no existe. Repita la misma petición con esperas crecientes.',
    en: 'It did not retry after 503 and 429, so the verification does not exist. Retry the same request with growing waits.',
  },
  rechazo_repetido: {
    es: 'Repitió enseguida una petición que se rechazó con 402, 409 o 422. Solo los fallos de red, 429, 500 y 503 mejoran al repetir; 402 consumo_agotado, cuando se abone a la cuenta.',
    en: 'It immediately retried a request that was refused with 402, 409 or 422. Only network failures, 429, 500 and 503 are worth retrying; 402 consumo_agotado once the account is credited.',
  },
  campo_nuevo_rechazado: {
    es: 'No entendió una respuesta o un webhook con un campo de más. Los esquemas de las respuestas son abiertos: ignore lo que no conozca.',
    en: 'It did not understand an answer or a webhook with one extra field. Answers may gain fields: ignore those that you do not know.',
  },
  codigo_nuevo_rechazado: {
    es: 'No entendió un resultado con un factor o un paso de código nuevo. Los catálogos crecen: muestre su texto, y no falle por un código que no conozca.',
    en: 'It did not understand a result with a factor or a step of a new code. The catalogues grow: show its text, and do not fail on a code that you do not know.',
  },
  sondeo_excesivo: {
    es: 'Consultó más de una vez cada 5 segundos. Espere 5 s, luego 1.5 veces más cada vez hasta 30 s.',
    en: 'It polled more than once in 5 seconds. Wait 5 s, then 1.5 times longer each time, at most 30 s.',
  },
  sondeo_sin_fin: {
    es: 'Siguió consultando una verificación cuyo final ya conocía. Deje de consultar cuando llega el webhook o el final.',
    en: 'It kept polling a verification whose final state it knew. Stop when the webhook or the final state has arrived.',
  },
  estado_perdido: {
    es: 'Perdió su estado al reiniciarse. Guarde en su base las solicitudes, los finales y cada Service-Event-Id.',
    en: 'It lost its state when it was restarted. Store the applications, the final states and each Service-Event-Id in your database.',
  },
} as const satisfies Record<string, Text>

export type Check = keyof typeof checks
