/** Texts for agents, with the contract's terms. */

/** How to wait for a result (contract 3.10). */
const polling =
  'espere 5 segundos antes de la primera consulta y multiplique la espera por 1.5 cada vez, hasta 30 segundos; nunca consulte la misma verificación más de una vez cada 5 segundos; deje de consultar cuando `estado` ya no sea `en_proceso` o hayan pasado 11 minutos'

/** The service informs; the landlord decides (contract 1.1). */
const whoDecides =
  'El servicio informa y el arrendador decide: presente la recomendación con su sustento documental tal como llega, sin decidir por el arrendador, sin calificar a la persona y sin agregar datos sobre ella.'

export const instructions = [
  'Verificación de personas que solicitan un arrendamiento, por su CURP y con su consentimiento expreso. El resultado es una recomendación para el arrendador con su sustento documental.',
  'Camino usual: `consultar_consumo` para conocer precio y saldo; `crear_verificacion`; `consultar_verificacion` hasta que termine. Una verificación tarda normalmente de 3 a 4 minutos y a lo más 10; un simulador local puede ir más rápido.',
  `Para esperar el resultado: ${polling}.`,
  'Solo `crear_verificacion` puede costar: el precio del plan, una vez, si la verificación termina `emitida`. Lo demás es gratuito.',
  'El consentimiento lo otorga la persona solicitante. No invente `consentimiento` ni ningún dato de la persona: pida lo que falte a quien le da instrucciones.',
  '`solicitud_id` es opaco (se recomienda un UUID) y nunca contiene la CURP ni nombres. Al reintentar se repite el mismo, con los mismos argumentos: así no se crea ni se cobra dos veces.',
  'El error de una herramienta llega como el texto `{"codigo","mensaje"}` con `isError`; el del protocolo, como `error` de JSON-RPC; y el de una petición que no llega a atenderse (por ejemplo 401, 403 o 413), como respuesta HTTP con `{"codigo","mensaje"}`. `limite_excedido`, `error_interno`, `respuesta_retenida` y `base_no_alcanzable` se reintentan después de esperar, cada vez más; los demás, solo después de corregir la causa. Una petición rechazada no crea nada ni cobra nada.',
  whoDecides,
].join('\n\n')

export const crearVerificacion = [
  'Pide la verificación de una persona solicitante por su CURP. Responde de inmediato con `estado` = `en_proceso`; el resultado tarda normalmente de 3 a 4 minutos y a lo más 10, y se obtiene con `consultar_verificacion`. También se envía a `webhook_url` si la verificación termina `emitida`.',
  'Costo: el precio del plan (`monto_por_verificacion` de `consultar_consumo`), una sola vez y solo si la verificación termina `emitida`. Si termina `no_concluyente`, o la petición se rechaza, no se cobra nada. Un `solicitud_id` nuevo es otra verificación, que puede cobrarse.',
  '`solicitud_id` es también la Idempotency-Key, que este canal pone por usted: el mismo con los mismos argumentos devuelve la misma verificación y no cobra dos veces; con otros argumentos, `conflicto_idempotencia`. Debe ser opaco (se recomienda un UUID): nunca la CURP, nombres ni algo que describa a la persona. Ante un error de red o reintentable, repita la llamada con el mismo `solicitud_id`.',
  'Requiere el consentimiento expreso de la persona, recabado de ella misma. Nunca invente `consentimiento`, su fecha o su evidencia, ni datos de la persona: si faltan, pídalos antes de llamar.',
  whoDecides,
].join('\n\n')

export const consultarVerificacion = [
  'Lee una verificación por su `verificacion_id`, el que devolvió `crear_verificacion` (no es el `solicitud_id`). Gratuita.',
  `Para esperar el resultado: ${polling}.`,
  'Con `estado` = `emitida` hay `recomendacion`; con `no_concluyente` no la hay y no se cobró nada.',
  whoDecides,
].join('\n\n')

export const listarVerificaciones =
  'Lista las verificaciones de la cuenta, de la más reciente a la más antigua. Gratuita. Con `solicitud_id` encuentra la verificación de una solicitud cuyo `verificacion_id` se perdió. Para esperar un resultado use `consultar_verificacion`.'

export const consultarConsumo =
  'Modo de cobro de la cuenta, precio por verificación emitida (`monto_por_verificacion`) y saldo prepagado (`saldo`; baja solo cuando se emite una verificación, y las que están en proceso tienen apartado su precio; null en modo `connect`, donde no aplica y no significa cero). Gratuita. Consúltela antes de crear verificaciones.'

export const consultarSalud =
  'Dice si el servicio está arriba y alcanza su base de datos; si no, `base_no_alcanzable`. Gratuita. No hace falta llamarla antes de las demás.'
