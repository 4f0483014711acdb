import type { Text } from '#simulator/docs/Text.ts'

/**
 * What a back end can do wrong: what it is, and what to do about it. Their names are in reports and in files of
 * regressions.
 */
export const checks = {
  no_crea: {
    es: 'No pidió la verificación: ninguna petición válida llegó a POST /v1/verificaciones. Apunte el backend a la dirección y a la llave de la certificación.',
    en: 'It did not request the verification: no valid request came to POST /v1/verificaciones. Point the back end at the address and the key of the certification.',
  },
  contrato_de_certificacion: {
    es: 'No dijo lo que cree de la verificación. GET {backend}/{solicitud_id} contesta 200 y {"estado", "accion", "avisos"}, los tres y sin envoltura, o 404. Corríjalo primero: sin eso no se sabe lo demás.',
    en: 'It did not say what it believes of the verification. GET {backend}/{solicitud_id} answers 200 and {"estado", "accion", "avisos"}, all three and in no wrapping, or 404. Mend it first: without it nothing else can be told.',
  },
  firma_no_verificada: {
    es: 'Aceptó un webhook falso. Verifique Service-Signature sobre los bytes recibidos, antes de leerlos, y conteste 401 a lo que no sea bueno.',
    en: 'It took a forged webhook. Verify Service-Signature over the bytes received, before reading them, and answer 401 to what is not good.',
  },
  evento_anotado_sin_verificar: {
    es: 'No tomó un webhook auténtico después de uno falso con su mismo Service-Event-Id: cualquiera puede así taparle un resultado. Anote el evento después de verificar la firma, no antes.',
    en: 'It did not take a genuine webhook after a forged one with the same Service-Event-Id: anybody may hide a result from it that way. Note the event down after verifying the signature, not before.',
  },
  firma_vieja_aceptada: {
    es: 'Aceptó una firma buena cuya hora está a más de 300 segundos de su reloj, antes o después: quien guarde un webhook puede enviarlo otra vez. Compare t con su reloj, por su valor absoluto.',
    en: 'It took a good signature whose time is more than 300 seconds from its clock, before or after: whoever keeps a webhook may send it again. Compare t with your clock, by the absolute difference.',
  },
  cuerpo_reserializado: {
    es: 'Rechazó un webhook auténtico escrito con otros espacios y escapes. Firme los bytes tal como llegaron: el cuerpo analizado y vuelto a escribir es otro texto.',
    en: 'It refused a genuine webhook that was written with other spaces and escapes. Sign the bytes as they came: a body parsed and written again is another text.',
  },
  webhook_rechazado: {
    es: 'Rechazó un webhook auténtico, o no contestó en 10 segundos. Conteste 2xx en cuanto lo anote, y trabaje después.',
    en: 'It refused a genuine webhook, or did not answer in 10 seconds. Answer 2xx as soon as it is noted down, and work afterwards.',
  },
  secreto_siguiente_rechazado: {
    es: 'Rechazó un webhook firmado con el secreto siguiente. Mientras se rota el secreto, acepte los dos.',
    en: 'It refused a webhook signed with the next secret. While the secret is rotated, accept both.',
  },
  duplicado_rechazado: {
    es: 'Contestó un error a un webhook repetido. El mismo Service-Event-Id puede llegar más de una vez: conteste 2xx y no haga nada más.',
    en: 'It answered an error to a repeated webhook. The same Service-Event-Id may come more than once: answer 2xx and do nothing else.',
  },
  resultado_repetido: {
    es: 'Trabajó el mismo resultado más de una vez. Anote cada Service-Event-Id con una clave única, y que un final no cambie.',
    en: 'It worked on the same result more than once. Note each Service-Event-Id down under a unique key, and let an end be final.',
  },
  resultado_perdido: {
    es: 'Perdió el resultado: el webhook llegó antes que la respuesta de la creación, que lo borró. Un final no vuelve a en_proceso.',
    en: 'It lost the result: the webhook came before the answer to the creation, which overwrote it. An end never goes back to en_proceso.',
  },
  resultado_no_visto: {
    es: 'No se enteró de un resultado que le llegó por un webhook auténtico.',
    en: 'It did not learn of a result that a genuine webhook brought.',
  },
  accion_distinta: {
    es: 'Supo del final, pero dice otra accion que el servicio, y es lo que lee el arrendador. Tome recomendacion.accion tal como llega; sin recomendacion es null.',
    en: 'It learned of the end but tells another accion than the service, and that is what the landlord reads. Take recomendacion.accion as it comes; without recomendacion it is null.',
  },
  webhook_perdido_sin_consulta: {
    es: 'El webhook se perdió y el backend no preguntó. Lo que no tenga webhook a los 11 minutos se lee con GET.',
    en: 'The webhook was lost and the back end did not ask. What has no webhook after 11 minutes is read with GET.',
  },
  no_concluyente_no_visto: {
    es: 'No se enteró de un final no_concluyente, que no tiene webhook. Lo que no tenga webhook a los 11 minutos se lee con GET.',
    en: 'It did not learn of an end no_concluyente, which has no webhook. What has no webhook after 11 minutes is read with GET.',
  },
  abandona_antes_del_fin: {
    es: 'Dio por perdida una verificación que seguía en_proceso a los 11 minutos, y ya no tomó su resultado. Solo el servicio la termina.',
    en: 'It gave up a verification that was still en_proceso after 11 minutes, and no longer took its result. The service alone ends it.',
  },
  respuesta_perdida_sin_repetir: {
    es: 'La conexión se cortó después de crear, y no repitió la petición. Anótela antes de enviarla y repítala igual: la misma verificación contesta.',
    en: 'The connection was cut after the creation, and it did not repeat the request. Note it down before sending and repeat it as it was: the same verification answers.',
  },
  llave_nueva_al_repetir: {
    es: 'Pidió dos veces a la misma persona con otro solicitud_id: son dos verificaciones y dos cobros. Genere solicitud_id una vez, antes del primer intento.',
    en: 'It requested the same applicant twice with another solicitud_id: that is two verifications and two charges. Make solicitud_id once, before the first attempt.',
  },
  cuerpo_cambiado_al_repetir: {
    es: 'Repitió con el mismo solicitud_id y otro cuerpo, lo que contesta 409. Guarde el cuerpo y envíelo igual, también la hora del consentimiento.',
    en: 'It repeated with the same solicitud_id and another body, which answers 409. Keep the body and send it as it was, the time of the consent too.',
  },
  llave_reutilizada: {
    es: 'Usó el mismo solicitud_id para dos personas. Es único en la cuenta: use un UUID.',
    en: 'It used the same solicitud_id for two applicants. It is unique in the account: use a UUID.',
  },
  retry_after_ignorado: {
    es: 'Volvió antes de lo que pedía Retry-After.',
    en: 'It came back before Retry-After had passed.',
  },
  abandona_tras_errores: {
    es: 'No volvió después de 503 y 429: la verificación no existe. Repita la misma petición con esperas crecientes.',
    en: 'It did not come back after 503 and 429: the verification does not exist. Repeat the same request with growing waits.',
  },
  rechazo_repetido: {
    es: 'Repitió igual una petición que se rechazó con 409. Solo los fallos de red, 429, 500 y 503 mejoran al repetir.',
    en: 'It repeated a request as it was that had been refused with 409. Only failures of the network, 429, 500 and 503 get better by repeating.',
  },
  campo_nuevo_rechazado: {
    es: 'No entendió una respuesta o un webhook con un campo de más. Los esquemas de las respuestas son abiertos: ignore lo que no conozca.',
    en: 'It did not understand an answer or a webhook with a field more. Schemas of answers are open: ignore what you do not know.',
  },
  sondeo_excesivo: {
    es: 'Consultó más de una vez cada 5 segundos. Espere 5 s, luego 1.5 veces más cada vez hasta 30 s.',
    en: 'It asked more than once in 5 seconds. Wait 5 s, then 1.5 times as long each time up to 30 s.',
  },
  sondeo_sin_fin: {
    es: 'Siguió consultando una verificación cuyo final ya conocía. Deje de consultar cuando llega el webhook o el final.',
    en: 'It went on asking about a verification whose end it knew. Stop asking when the webhook or the end has come.',
  },
} as const satisfies Record<string, Text>

export type Check = keyof typeof checks
