import { Duration } from 'effect'
import { usualBreaker } from '#adapters/sources/real/Breaker.ts'
import { afterFailure } from '#adapters/sources/real/Waits.ts'

const { failures, probeEvery } = usualBreaker

/** The introduction for integrators, before the operations. */
export const description = `Cotejo consulta tres fuentes. La de listas es suya; las de **identidad** y **judicial** las consulta a través de una interfaz HTTP pequeña, que un integrador implementa delante de su proveedor. Este documento es esa interfaz: la llama el servicio, y se genera de los esquemas con que decodifica cada respuesta.

## Cómo se llama

- Una llamada es un \`POST\` con cuerpo JSON, por HTTPS (TLS 1.2 o posterior, con el certificado comprobado), con \`Authorization: Bearer\` y, si así se acuerda, TLS mutuo. HTTP sin TLS se acepta solo en la misma máquina.
- Cada llamada abre su propia conexión y la cierra. No se siguen redirecciones ni se descomprime nada.
- Una llamada dura a lo más 20 segundos (lo ajusta el operador), desde el nombre hasta el último byte. Quien necesite más responde 202 y sigue trabajando.
- De cada fuente hay a lo más 64 llamadas a la vez por proceso del servicio (lo ajusta el operador).

## Cómo se responde

- 200 con la respuesta final, o 202 con \`reintentar_en_segundos\`. El cuerpo es \`application/json\` en UTF-8, mide a lo más 65,536 bytes y lleva exactamente los campos de su esquema: con uno de más, de menos o repetido, no se acepta.
- \`consulta_id\` y \`curp\` repiten los de la petición. Con otros, la respuesta es de otra persona y no se acepta.
- Que la CURP no exista es una respuesta (200 \`no_existe\`), nunca un 404. Una CURP que cambió o se dio de baja existe.
- Que no habrá reporte es también una respuesta (200 \`no_disponible\`). Una falla que puede pasar es un 503.
- El cuerpo de un error no se lee.

## Respuestas que se contradicen

La CURP lleva la fecha de nacimiento y el sexo. Si los del registro son otros, el registro no puede validarla: con \`no_valida\` eso es el hallazgo, y así se toma; con \`valida\` la respuesta se contradice, habla de dos personas a la vez, y no se acepta, para que un error del proveedor no cuente contra nadie.

## Reintentos e idempotencia

- Lo que falla y puede pasar se repite con la misma \`Idempotency-Key\` y el mismo cuerpo, con esperas crecientes de ${afterFailure.min} a ${afterFailure.max} segundos, hasta que cierran las fuentes de la verificación (por omisión, 9 minutos y medio después de iniciada). Lo que falte entonces cuenta como \`no_disponible\`; lo que llegue después no cambia nada.
- La misma clave debe dar la misma respuesta, sin consultar ni cobrar otra vez detrás. La clave puede llegar repetida a la vez, y desde varios procesos.
- Tras ${failures} consultas fallidas seguidas se deja de llamar, y cada ${Duration.toSeconds(probeEvery)} segundos una llamada prueba si el proveedor ya responde.

## Privacidad

- Cada petición lleva los datos personales indispensables, de una persona que dio su consentimiento para esta verificación. No se usan para otra cosa, no se combinan y no se entrenan modelos con ellos.
- Se conservan solo lo que hace falta para responder la misma \`Idempotency-Key\`, y se borran a más tardar una hora después de la última petición. No se escriben en bitácoras, trazas ni métricas; \`consulta_id\` sirve para seguir una consulta sin ellos.
- El servicio conserva de la respuesta solo los hallazgos normalizados, y el nombre registrado mientras la verificación está en curso. Descarta el resto al leerlo.
- No se envía más de lo que el esquema pide: ni domicilios, ni expedientes, ni juicios de homónimos.`
