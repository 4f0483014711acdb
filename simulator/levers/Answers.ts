import { Schema } from 'effect'
import { ListKind } from '#domain/evidence/Findings.ts'
import { SourceName } from '#domain/evidence/Source.ts'
import { intentStatuses } from '#simulator/processor/Books.ts'
import { recipeKinds } from '#simulator/sources/Recipes.ts'
import { everyFaultName } from '#simulator/sources/SourceFaults.ts'
import { Findings, said } from './ScenarioLevers.ts'

/** What the levers answer, by the names that their document has for it. */

const Text = Schema.String
const Maybe = <S extends Schema.Top>(schema: S) => Schema.NullOr(schema)
const described = <S extends Schema.Top>(schema: S, sentence: string) => schema.annotateKey({ description: sentence })

const Llave = Schema.Struct({
  nombre: Text,
  llave: Text,
  emitida_en: described(Text, 'Tiempo simulado.'),
  vence_en: described(Maybe(Text), 'Tiempo simulado; nulo si no vence.'),
  revocada_en: described(Maybe(Text), 'Tiempo simulado; nulo si no se revocó.'),
  ultimo_uso: described(Maybe(Text), 'Tiempo simulado; nulo si no se ha usado.'),
}).annotate({ identifier: 'Llave' })

export const LlaveEmitida = Schema.Struct({
  nombre: Text,
  llave: Text,
  vence_en: described(Maybe(Text), 'Tiempo simulado; nulo si no vence.'),
}).annotate({ identifier: 'LlaveEmitida' })

export const Secreto = Schema.Struct({
  secreto_firma: described(Text, 'El que firma.'),
  siguiente: described(Maybe(Text), 'El que se prepara: firma también, en `webhook-signature`; nulo si no hay.'),
}).annotate({ identifier: 'Secreto' })

export const Borrado = Schema.Struct({
  verificacion_id: Text,
  declaracion: described(Text, 'Lo que se borró, y cuándo.'),
  firma: described(Text, 'De la declaración: Ed25519, en base64.'),
  llave_publica: described(Text, 'La llave con que se comprueba la firma, en PEM.'),
}).annotate({ identifier: 'Borrado' })

export const Retencion = Schema.Struct({ retiradas: Schema.Int })

export const Cuenta = Schema.Struct({
  tenant: Text,
  modo: Schema.Literals(['consumo', 'connect']),
  llave: described(Text, 'La primera llave activa. Un servicio real muestra cada llave una sola vez.'),
  secreto_firma: described(Text, 'El secreto con el que se firman sus webhooks.'),
  monto_por_verificacion: described(Schema.Finite, 'Pesos.'),
  moneda: Text,
  saldo: described(
    Maybe(Schema.Finite),
    'Pesos; en modo connect, lo que quedó del modo consumo, o nulo si no quedó nada.',
  ),
  saldo_retenido: described(Maybe(Schema.Finite), 'Pesos de lo que está en proceso; nulo donde lo es saldo.'),
  limite_por_minuto: Schema.Int,
  cuota_mensual: Maybe(Schema.Int),
  estado: described(Schema.Literals(['activa', 'suspendida']), 'Una cuenta suspendida contesta 401 llave_invalida.'),
  llaves: Schema.Array(Llave),
}).annotate({ identifier: 'Cuenta' })

export const Cuentas = Schema.Struct({ cuentas: Schema.Array(Cuenta) })

export const Reloj = Schema.Struct({
  ahora: described(Text, 'El instante simulado, en ISO 8601.'),
  velocidad: described(Schema.Finite, 'Segundos simulados por segundo real.'),
  congelado: described(Schema.Boolean, 'Si solo los saltos lo mueven.'),
}).annotate({ identifier: 'Reloj' })

const Fin = Schema.Struct({ estado: Text, accion: Maybe(Text), nivel: Maybe(Text) }).annotate({ identifier: 'Fin' })

export const Escenarios = Schema.Struct({
  escenarios: Schema.Array(
    Schema.Struct({
      prefijo: described(Maybe(Text), 'Las cuatro primeras letras de la CURP; nulo en cualquier otra combinación.'),
      nombre: Text,
      fuentes: Text,
      resultados: Schema.Array(Fin),
      curp_de_ejemplo: Text,
    }),
  ),
})

export const Receta = Schema.Struct({
  para: described(Schema.Literals(recipeKinds), 'A qué lleva.'),
  codigo: Text,
  solicitante: described(
    Schema.Struct({
      curp: Text,
      nombre: Schema.optionalKey(Text),
      apellido_paterno: Schema.optionalKey(Text),
      apellido_materno: Schema.optionalKey(Text),
    }),
    'Para la petición de la verificación.',
  ),
  hallazgos: described(Findings, 'Para POST /hallazgos, tal cual.'),
  fallas: described(
    Schema.Array(Schema.Struct({ fuente: SourceName, falla: Schema.Literals(everyFaultName) })),
    'Cada una para POST /fuentes.',
  ),
  fin: Fin,
}).annotate({ identifier: 'Receta' })
export const Recetas = Schema.Struct({ recetas: Schema.Array(Receta) })

export const Hallazgos = Schema.Struct(said).annotate({ identifier: 'Hallazgos' })

export const Aclaracion = Schema.Struct({
  fuente: Schema.Literals(['listas', 'judicial']),
  lista: Maybe(ListKind),
  aclarado: described(Schema.Boolean, 'Si desde ahora se deja fuera.'),
})

export const Fuentes = Schema.Struct({
  fuentes: Schema.Array(Schema.Struct({ fuente: SourceName, falla: Maybe(Schema.Literals(everyFaultName)) })),
})

export const Entregas = Schema.Struct({
  entregas: Schema.Array(
    Schema.Struct({
      event_id: Text,
      verificacion_id: Maybe(Text),
      url: Text,
      intento: Schema.Int,
      recibido_en: described(Text, 'Tiempo simulado.'),
      encabezados: described(Schema.Record(Text, Text), 'Por su nombre en minúsculas.'),
      cuerpo: described(Text, 'El texto tal como llegó, sobre el que va la firma.'),
      estatus: described(Maybe(Schema.Int), 'Lo que contestó el receptor; nulo si nadie contestó a tiempo.'),
    }).annotate({ identifier: 'Entrega' }),
  ),
})

export const Respuestas = Schema.Struct({ url: Text, estatus: Schema.Array(Schema.Int), demora_ms: Schema.Int })
export const Destino = Schema.Struct({ tenant: Maybe(Text), url: Maybe(Text), destino: Maybe(Text) })
export const Reenvio = Schema.Struct({ verificacion_id: Text, reenvio_en: Text })
export const Comprobacion = Schema.Struct({ valida: Schema.Boolean, motivo: Maybe(Text), explicacion: Text })

export const Pago = Schema.Struct({
  payment_intent_id: Text,
  estado: Schema.Literals(intentStatuses),
  moneda: Text,
  monto: described(Schema.Finite, 'Pesos.'),
  tenant: Text,
  reembolsado: described(Schema.Finite, 'Pesos.'),
  disputado: Schema.Boolean,
  liquidado_en: Text,
}).annotate({ identifier: 'Pago' })
export const Pagos = Schema.Struct({ pagos: Schema.Array(Pago) })

export const Transferencias = Schema.Struct({
  transferencias: Schema.Array(
    Schema.Struct({
      transferencia_id: Text,
      payment_intent_id: Text,
      source_transaction: Text,
      monto: described(Schema.Finite, 'Pesos.'),
      moneda: Text,
      verificacion_id: Maybe(Text),
    }),
  ),
})

export const FallaDelProcesador = Schema.Struct({ llamada: Text, falla: Text, veces: Schema.Int })

const Motivo = Schema.Struct({
  paso: described(Maybe(Text), 'Del orden en que se juzga una petición; nulo fuera de él.'),
  campo: described(Maybe(Text), 'El nombre de un campo o encabezado declarado, nunca su valor.'),
  regla: Text,
  explicacion: Schema.Struct({ es: Text, en: Text }),
  enlace: described(Text, 'La dirección del error en /docs.'),
  sobran: described(
    Maybe(Schema.Array(Text)),
    'Tras campo_desconocido, los nombres que no están declarados; enmascarados si pueden identificar a la persona.',
  ),
  declarados: described(Maybe(Schema.Array(Text)), 'Tras campo_desconocido, los nombres declarados en ese lugar.'),
  difieren: described(
    Maybe(Schema.Array(Text)),
    'Tras un conflicto, los campos que no son los del primer cuerpo; nulo si ya no se recuerda.',
  ),
  limite: Maybe(
    Schema.Struct({ maximo: Schema.Int, ventana: Schema.Literals(['minuto', 'mes']), espera_segundos: Schema.Int }),
  ),
  palanca: described(Maybe(Text), 'La palanca que lo causó.'),
}).annotate({ identifier: 'Motivo' })

const solicitud = {
  id: described(Text, 'El Service-Request-Id de la respuesta.'),
  recibida_en: described(Text, 'Tiempo real.'),
  simulada_en: described(Text, 'Tiempo simulado.'),
  metodo: Text,
  ruta: Text,
  estatus: Schema.Int,
  codigo: described(Maybe(Text), 'El del error, o el de lo que le pasó a la conexión con POST /fallos.'),
  ms: Schema.Finite,
  canal: Schema.Literals(['api', 'mcp', 'consola']),
  tenant: Maybe(Text),
  verificacion_id: Maybe(Text),
  motivo: described(Maybe(Motivo), 'Por qué se rechazó; nulo si no se rechazó.'),
}
const Solicitud = Schema.Struct(solicitud).annotate({ identifier: 'Solicitud' })

const Suceso = Schema.Struct({
  en: described(Text, 'Tiempo simulado.'),
  recibida_en: described(Maybe(Text), 'Tiempo real, de una petición.'),
  que: Schema.Literals(['solicitud', 'repeticion', 'fuente', 'fin', 'cobro', 'webhook']),
  de: described(Text, 'Qué petición, fuente, fin, modo de cobro o intento.'),
  resultado: Text,
  service_request_id: Maybe(Text),
}).annotate({ identifier: 'Suceso' })

export const SolicitudEntera = Schema.Struct({
  ...solicitud,
  encabezados: described(Schema.Record(Text, Text), 'Sin la llave; lo que no se conoce, enmascarado.'),
  cuerpo: described(
    Maybe(Schema.Record(Text, Schema.Unknown)),
    'Lo declarado; enmascarados, los datos personales, version_aviso y evidencia_id. Nulo si no hubo cuerpo o no era un objeto JSON.',
  ),
  respuesta: described(
    Schema.Struct({ encabezados: Schema.Record(Text, Text), cuerpo: Maybe(Text) }),
    'Lo que se contestó; el cuerpo es nulo si no se guarda: si pasa de 20,000 caracteres, o es de un control.',
  ),
  curl_corregido: described(
    Maybe(Text),
    'La misma petición como se habría aceptado, con valores de ejemplo en vez de los enmascarados; nulo si no la hay.',
  ),
  repeticion: described(
    Maybe(
      Schema.Struct({
        metodo: Schema.Literals(['GET', 'POST']),
        ruta: Text,
        cuerpo: Maybe(Schema.Record(Text, Schema.Unknown)),
      }),
    ),
    'La petición para enviarse otra vez, como se aceptaría: con valores de ejemplo en vez de los enmascarados, y otro solicitud_id si el suyo ya se aceptó o tras curp_invalida; nulo si no la hay, también tras 409.',
  ),
  condujo_a: described(
    Maybe(Schema.Struct({ verificacion_id: Text, estado: Text, sucesos: Schema.Array(Suceso) })),
    'La verificación con que se contestó, y todo lo que le ocurrió, en orden.',
  ),
}).annotate({ identifier: 'SolicitudEntera' })

export const Solicitudes = Schema.Struct({ solicitudes: Schema.Array(Solicitud) })

export const Fallo = Schema.Struct({ codigo: Text, veces: Schema.Int }).annotate({ identifier: 'Fallo' })
export const Fallos = Schema.Struct({ fallos: Schema.Array(Fallo) })
export const Instantanea = Schema.Struct({ instantanea: Text })

export const Mundo = Schema.Struct({ mundo: Text, cuentas: Schema.Array(Cuenta), reloj: Reloj }).annotate({
  identifier: 'Mundo',
})
export const Mundos = Schema.Struct({ mundos: Schema.Array(Mundo) })

export const Certificacion = Schema.Struct({
  estado: Schema.Literals(['ninguna', 'en_curso', 'terminada', 'imposible']),
  motivo: described(Maybe(Text), 'Por qué no se puede certificar.'),
  url: described(Maybe(Text), 'Donde el backend encuentra al servicio.'),
  llave: Text,
  secretos: described(Text, 'Separados por una coma.'),
  certificado: described(Maybe(Schema.Boolean), 'Nulo mientras no termina.'),
  causas: described(
    Schema.Array(Schema.Struct({ codigo: Text, que_es: Text, ataques: Schema.Array(Text) })),
    'Lo que hizo mal, cada causa una vez y la primera causa primero.',
  ),
  ataques: Schema.Array(
    Schema.Struct({
      ataque: Text,
      titulo: Text,
      terminado: Schema.Boolean,
      pasa: Schema.Boolean,
      fallas: Schema.Array(Schema.Struct({ codigo: Text, que_es: Text })),
      visto: Schema.Array(Schema.Struct({ segundos: Schema.Finite, suceso: Text, detalle: Text })),
    }),
  ),
}).annotate({ identifier: 'Certificacion' })
