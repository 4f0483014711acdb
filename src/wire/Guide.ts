/** The description of the whole interface in the OpenAPI document, in Markdown, for partners' engineers. */
export const guide = `\
Cotejo verifica a la persona que solicita un arrendamiento a partir de su CURP y entrega al arrendador una recomendación: una acción sugerida y el sustento documental que la respalda. El servicio informa; el arrendador decide. La recomendación juzga el sustento documental, nunca a la persona, y no muestra el reporte de las fuentes.

## Cómo se usa

1. Recabe el consentimiento expreso de la persona solicitante y guarde su evidencia.
2. Solicite la verificación con \`POST /v1/verificaciones\`. La respuesta es inmediata, con \`estado\` = \`en_proceso\`; lo común es que el resultado tarde de 3 a 4 minutos, y a lo más 10.
3. Reciba el webhook \`verificacion.emitida\`, o consulte la verificación hasta que llegue a \`emitida\` o a \`no_concluyente\`. De esta última no hay webhook, ni cobro, ni transferencia.

\`\`\`
curl -X POST {servidor}/v1/verificaciones \\
  -H 'Authorization: Bearer <API_KEY>' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: <solicitud_id>' \\
  -d @peticion.json
\`\`\`

## Consultar con medida

Espere 5 segundos antes de la primera consulta. Mientras \`estado\` sea \`en_proceso\` y hayan pasado menos de 11 minutos, multiplique la espera por 1.5, hasta 30 segundos. No consulte la misma verificación más de una vez cada 5 segundos, y deje de hacerlo cuando llegue el webhook. Una verificación sin webhook a los 11 minutos debe consultarse. Para conciliar por lotes use \`GET /v1/verificaciones?estado=en_proceso\`.

## Idempotencia

\`Idempotency-Key\` es obligatoria y debe ser igual a \`solicitud_id\`. La misma llave con el mismo cuerpo devuelve la misma verificación, aun \`en_proceso\`, sin iniciar ni cobrar otra; con otro cuerpo responde 409 \`conflicto_idempotencia\`. El mismo cuerpo significa los mismos valores: no importan el orden de los campos ni los espacios, y un campo opcional ausente equivale a uno nulo. Una petición rechazada no crea ninguna verificación, no cobra nada y deja libre su \`solicitud_id\`.

## Identificadores opacos

\`solicitud_id\`, \`propiedad_id\` y la ruta y los parámetros de \`webhook_url\` deben ser opacos: no describen a la persona (salud, edad, estado civil, empleo, familia, situación migratoria o algo semejante), y no llevan su CURP, su RFC, su nombre ni secretos. De lo contrario la respuesta es 400 \`peticion_invalida\`, sin más detalle a propósito.

## Modos de cobro

El modo que rige es el configurado en la cuenta del socio.

- \`consumo\`: saldo prepagado. Al emitirse la verificación su precio se descuenta del saldo y \`cobro.estatus\` es \`cargada\`. Las que están en proceso tienen apartado su precio; si el saldo no alcanza para una más, la petición se rechaza con 402 \`consumo_agotado\`.
- \`connect\`: la respalda el pago de la persona solicitante en la plataforma del socio. Antes de trabajar se comprueba el pago de \`cobro.payment_intent_id\`; si no está en orden, 402 \`cobro_no_verificado\`. Al emitirse se transfiere el monto fijado al crearla, y \`cobro.estatus\` es \`transferencia_encolada\`.

Los montos son pesos mexicanos con dos decimales a lo más.

## Errores

Todo error tiene el cuerpo RespuestaDeError. \`codigo\` es estable; \`mensaje\` puede cambiar de redacción y nunca repite datos de la petición.

Reintente los errores de red, 429, 500 y 503 con espera exponencial y variación aleatoria, y en el POST con el mismo \`solicitud_id\`; respete \`Retry-After\`. Los demás 4xx no se reintentan sin corregir la causa.

Además de los errores que declara cada ruta, el código \`peticion_invalida\` acompaña a lo que ninguna ruta atiende: 404 en una ruta desconocida, 405 con \`Allow\` en una conocida con otro método, y 400, 408 o 431 cuando la petición HTTP misma está mal formada, no termina de llegar o trae encabezados de más de 16 KB.

## Texto y JSON

Las longitudes se cuentan en caracteres Unicode. Ningún texto admite caracteres de control. El cuerpo es JSON en UTF-8, con \`Content-Type: application/json\`, sin campos repetidos ni más de 8 niveles.

## Ambiente de pruebas

Tiene la misma interfaz, con otra base, otras llaves y fuentes simuladas. Las primeras cuatro letras de la CURP eligen el caso; cualquier otra combinación se comporta como \`LIMP\`.

- \`LIMP\`: todo en orden.
- \`MARC\`: dos juicios concluidos.
- \`ROJF\`: un juicio en curso.
- \`ROJI\`: la CURP corresponde a otra persona.
- \`LERT\`: aparece en listas.
- \`FALL\`: falla una fuente, y la verificación termina \`no_concluyente\`.
- \`NOEX\`: la CURP no existe, y la verificación termina \`no_concluyente\`.

Las CURP de prueba tienen la forma oficial, con el dígito verificador equivocado a propósito.

## Canal MCP

En \`/mcp\` hay un servidor MCP remoto con las mismas cinco operaciones como herramientas. Usa la misma llave y comparte la idempotencia con esta interfaz; este documento no lo describe.

## Versiones

Los cambios aditivos no alteran lo existente. Un campo más en una respuesta, o un encabezado opcional más, se agrega sin aviso previo; un \`codigo\` más, de error, de factor o de paso, se anuncia en una versión anterior. Todos quedan en el registro de cambios, y los incompatibles se anuncian ahí con anticipación. Por eso un cliente debe tolerar en una respuesta campos y valores de \`codigo\` que no conoce. Los esquemas de las respuestas son abiertos por la misma razón, y los \`codigo\` que hoy existen están en \`x-extensible-enum\`; los de las peticiones son cerrados (\`additionalProperties: false\`), porque un campo no declarado se rechaza. Los campos de una respuesta que el esquema no requiere hoy están siempre, con nulo cuando no hay dato, pero conviene no depender de ello.
`
