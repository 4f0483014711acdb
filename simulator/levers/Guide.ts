/** `llms.txt`: what an agent that is given this address alone has to know. */
export const guide = `# Cotejo, simulador local

> El servicio de verificación de solicitantes de Cotejo, entero y en esta máquina: la misma API, el mismo canal MCP, webhooks firmados y pagos, sobre fuentes simuladas. Nada sale de la máquina y no hay datos reales.

Una verificación se pide con la llave de una cuenta de prueba y termina en unos minutos simulados. Las palancas, sin llave, dan cuentas, adelantan el reloj, deciden qué responden las fuentes y muestran los webhooks.

Para probar una integración:

1. \`POST /_simulador/mundos\` con \`{"congelado": true}\` da un mundo propio: llaves, secreto de firma y un reloj detenido.
2. \`GET /_simulador/recetas\` dice cómo llegar a cada resultado; \`POST /_simulador/mundos/{mundo}/hallazgos\` lo fija para una CURP.
3. El código bajo prueba pide la verificación a \`POST /v1/verificaciones\` con la llave del mundo.
4. \`POST /_simulador/mundos/{mundo}/reloj\` con \`{"avanzar_segundos": 600}\` hace todo lo que vence en ese tiempo; no hace falta esperar.
5. \`GET /_simulador/mundos/{mundo}/webhooks\` muestra cada webhook tal como llegó, con su firma.

## La interfaz

- [OpenAPI](/openapi.json): las cinco rutas del servicio, los errores y el webhook
- [La misma, para leer](/docs)
- [Guías, paso a paso](/docs/es): empezar, reintentos, webhooks, errores, pagos, pruebas, certificación; cada una en Markdown si agrega \`.md\` a su dirección
- [Todas las guías en un archivo, en inglés](/llms-full.txt)
- [MCP](/mcp): las mismas operaciones como herramientas; pide la llave de una cuenta

## Las palancas

- [OpenAPI](/_simulador/openapi.json): cada palanca, con lo que recibe y lo que contesta
- [La misma, para leer](/docs/simulador)
- [MCP](/_simulador/mcp): las mismas palancas como herramientas, sin llave
- [Recetas](/_simulador/recetas): cómo llegar a cada factor, paso, nivel, explicación y final
- [Escenarios](/_simulador/escenarios): los que se eligen con las primeras letras de la CURP
- [Cuentas](/_simulador/cuentas): las de demostración, con su llave
- [Consola](/_simulador): todo lo anterior, para personas
`
