import type { Json } from 'effect/Schema'
import { verificaciones } from './Examples.ts'
import * as Samples from './Samples.ts'

/** The webhook (contract 6.1 to 6.3) for the `webhooks` of the OpenAPI document. */

export const webhookText = `\
Cuando una verificación llega a \`emitida\`, se envía por POST al \`webhook_url\` que se declaró al crearla. Una que termina \`no_concluyente\` no produce evento. El cuerpo es la verificación, igual a la que devuelve la consulta; nunca lleva la CURP ni el reporte de las fuentes.

**Respuesta y reintentos.** Responda 2XX en menos de 10 segundos y procese después. Con cualquier otra respuesta, o sin ella, se intenta hasta 6 veces en total: de inmediato y luego a los 30 s, 2 min, 10 min, 1 h y 6 h, cada espera contada desde el fin del intento anterior. Todo intento lleva los mismos bytes y el mismo \`Service-Event-Id\`, con una firma nueva. Las redirecciones no se siguen.

**Cómo comprobar la firma.**

1. Lea el cuerpo crudo, como se recibió, antes de interpretarlo.
2. Tome \`t\` y \`v1\` de \`Service-Signature\`; un encabezado que no tenga exactamente esa forma es inválido.
3. Calcule HMAC-SHA256 con el secreto de firma sobre \`<t>.<cuerpo crudo>\`, en hexadecimal, y compárelo con \`v1\` en tiempo constante.
4. Rechace la petición si \`t\` difiere de su reloj en más de 300 segundos.

El secreto de firma es distinto de la llave y se emite fuera de banda. Mientras se cambia por otro, la petición lleva además los encabezados de Standard Webhooks (\`webhook-id\`, \`webhook-timestamp\` y \`webhook-signature\`), firmados con ambos.

**Repetidos y desorden.** Descarte los repetidos por \`Service-Event-Id\`. Los eventos pueden llegar repetidos o en desorden; confirme los dudosos consultando la verificación.
`

const header = (name: string, text: string, schema: Json, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description: text,
  schema,
  example,
})

const headers: Json = [
  header('Service-Event', 'El evento.', { type: 'string', enum: ['verificacion.emitida'] }, 'verificacion.emitida'),
  header(
    'Service-Event-Id',
    'Identificador del evento, el mismo en cada intento: sirve para descartar repetidos.',
    { type: 'string', minLength: 1, maxLength: 200 },
    Samples.eventId,
  ),
  header(
    'Service-Signature',
    'La firma: `t` son segundos Unix, `v1` es HMAC-SHA256 en 64 dígitos hexadecimales en minúsculas.',
    { type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$' },
    `t=1768494851,v1=${'0123456789abcdef'.repeat(4)}`,
  ),
]

/** The verification in the only state that has an event. */
const emitted: Json = {
  allOf: [
    { $ref: '#/components/schemas/RespuestaDeVerificacion' },
    {
      type: 'object',
      required: ['solicitud_id', 'recomendacion', 'cobertura_fuentes'],
      properties: {
        solicitud_id: { type: 'string' },
        estado: { type: 'string', enum: ['emitida'] },
        recomendacion: { $ref: '#/components/schemas/Recomendacion' },
        cobertura_fuentes: { $ref: '#/components/schemas/CoberturaFuentes' },
      },
    },
  ],
}

export const webhooks: Record<string, Json> = {
  'verificacion.emitida': {
    post: {
      tags: ['webhooks'],
      operationId: 'recibir_verificacion_emitida',
      summary: 'Recibir una verificación emitida',
      description: webhookText,
      security: [],
      parameters: headers,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: emitted, examples: { emitida: { value: verificaciones.emitida } } } },
      },
      responses: {
        '2XX': { description: 'Recibido: no se vuelve a intentar.' },
        default: {
          description:
            'Cualquier otra respuesta, también 3XX y 410, cuenta como intento fallido y lleva al siguiente, si queda.',
        },
      },
    },
  },
}
