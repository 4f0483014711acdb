// Generated from docs/simulator.openapi.json by `npm run openapi`: change the declaration in simulator/levers.

/** Abona a una cuenta, o corrige su saldo; la misma referencia cuenta una vez. */
export interface Abono {
  /** monto es un monto en pesos con dos decimales a lo más: positivo si se abona, negativo si se corrige. */
  monto: number
  /** referencia son de 1 a 200 letras sin acento, dígitos, puntos, guiones o guiones bajos, y no solo uno o dos puntos. Cada referencia se anota una sola vez. */
  referencia: string
}

/** Reemplaza todo lo que hay en el mundo por lo que se guardó; sus llaves llevan a este mundo. */
export interface ArchivoDeMundo {
  /** version es un número. */
  version: number
  /** programa es la versión del simulador que guardó el archivo. */
  programa: string
  /** contenido es el texto que guardó el simulador. */
  contenido: string
}

export interface Borrado {
  verificacion_id: string
  /** Lo que se borró, y cuándo. */
  declaracion: string
  /** De la declaración: Ed25519, en base64. */
  firma: string
  /** La llave con que se comprueba la firma, en PEM. */
  llave_publica: string
}

/** Suspende o activa una cuenta, o cambia su precio, sus límites o su modo de cobro. */
export interface CambioDeCuenta {
  /** estado es activa o suspendida. */
  estado?: ('activa' | 'suspendida') | null
  /** modo es consumo o connect. */
  modo?: ('consumo' | 'connect') | null
  /** monto_por_verificacion es un monto en pesos, no negativo, con dos decimales a lo más. */
  monto_por_verificacion?: number | null
  /** limite_por_minuto es un entero de 1 a 1000000. */
  limite_por_minuto?: number | null
  /** cuota_mensual es un entero de 1 a 1000000. */
  cuota_mensual?: number | null
}

/** Manda los webhooks de una cuenta o de una URL a un receptor propio. */
export interface CambioDeDestino {
  /** tenant es el de una cuenta. */
  tenant?: string | null
  /** url es una webhook_url. */
  url?: string | null
  /** destino es una URL; sin ella, se quita la que haya. */
  destino?: string | null
}

/** Pone o quita la falla de una fuente. */
export interface CambioDeFuente {
  /** fuente es una de identidad, listas, judicial. */
  fuente: 'identidad' | 'listas' | 'judicial'
  /** falla es una de caida, colgada, lenta, basura, goteo, enorme, otra_persona; sin ella, se quita la que haya. */
  falla?: ('caida' | 'colgada' | 'lenta' | 'basura' | 'goteo' | 'enorme' | 'otra_persona') | null
}

/** Fija lo que las fuentes responden de una CURP. */
export interface CambioDeHallazgos {
  /** curp es una CURP en su forma oficial. */
  curp: string
  /** identidad es no_existe, falla, { estatus, nombre?, validacion, credencial } o null para quitarla. */
  identidad?:
    | ('no_existe' | 'falla')
    | {
        estatus: 'activa' | 'reemplazada' | 'baja'
        nombre?: ('coincide' | 'no_concluye' | 'no_coincide' | 'no_proporcionado') | null
        validacion: 'valida' | 'no_valida'
        credencial: 'coincide' | 'no_coincide' | 'no_localizada'
      }
    | null
  /** listas es falla, { internacionales, fiscal, posibles?, consultadas? } o null para quitarla. */
  listas?:
    | 'falla'
    | {
        internacionales: ('sanciones' | 'personas_expuestas' | 'vigilancia')[]
        fiscal: ('presunto' | 'definitivo' | 'desvirtuado' | 'sentencia_favorable')[]
        posibles?: ('sanciones' | 'personas_expuestas' | 'vigilancia' | 'fiscal')[]
        consultadas?: ('sanciones' | 'personas_expuestas' | 'vigilancia' | 'fiscal')[]
      }
    | null
  /** judicial es falla, { juicios: [{ materia, estado, certeza?, papel?, asunto?, ultimo_movimiento? }] } o null para quitarla. */
  judicial?:
    | 'falla'
    | {
        juicios: {
          materia: 'civil' | 'mercantil' | 'familiar' | 'laboral' | 'penal' | 'administrativa'
          estado: 'concluido' | 'en_curso'
          certeza?: ('persona' | 'nombre') | null
          papel?: ('actor' | 'demandado' | 'otro') | null
          asunto?: ('arrendamiento' | 'otro') | null
          ultimo_movimiento?: string | null
        }[]
      }
    | null
}

/** Crea un pago, o cambia el que se nombra. */
export interface CambioDePago {
  /** payment_intent_id es el de un pago que ya existe; sin él se crea uno. */
  payment_intent_id?: string | null
  /** estado es uno de requires_payment_method, requires_confirmation, requires_action, processing, requires_capture, canceled, succeeded. */
  estado:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'canceled'
    | 'succeeded'
  /** moneda son tres letras, como MXN. */
  moneda: string
  /** monto es un monto en pesos, no negativo, con dos decimales a lo más. */
  monto: number
  /** tenant es una cuenta en modo connect de este simulador. */
  tenant?: string | null
  /** reembolsado son los pesos devueltos, o true si fueron todos. */
  reembolsado?: number | boolean | null
  /** disputado es true o false. */
  disputado?: boolean | null
  /** liquidado_en son las tres letras de la moneda en que se abona; sin ellas, la misma. */
  liquidado_en?: string | null
}

/** Adelanta, fija, detiene o acelera el reloj; contesta cuando terminó todo lo que venció, también los webhooks: espera la respuesta de su receptor. */
export interface CambioDeReloj {
  /** avanzar_segundos es un número de 0 a 31622400. */
  avanzar_segundos?: number | null
  /** hasta_lo_siguiente es true o false. */
  hasta_lo_siguiente?: boolean | null
  /** velocidad son segundos simulados por segundo real: un número de 0.001 a 3600. */
  velocidad?: number | null
  /** congelado es true o false. */
  congelado?: boolean | null
  /** ahora es un instante en ISO 8601 con zona, como 2026-01-15T10:30:00-06:00. */
  ahora?: string | null
}

/** Dice si una firma es buena y, si no, por qué. */
export interface Comprobacion {
  valida: boolean
  motivo: string | null
  explicacion: string
}

export interface Cuenta {
  tenant: string
  modo: 'consumo' | 'connect'
  /** La primera llave activa. Un servicio real muestra cada llave una sola vez. */
  llave: string
  /** El secreto con el que se firman sus webhooks. */
  secreto_firma: string
  /** Pesos. */
  monto_por_verificacion: number
  moneda: string
  /** Pesos; en modo connect, lo que quedó del modo consumo, o nulo si no quedó nada. */
  saldo: number | null
  /** Pesos de lo que está en proceso; nulo donde lo es saldo. */
  saldo_retenido: number | null
  limite_por_minuto: number
  cuota_mensual: number | null
  /** Una cuenta suspendida contesta 401 llave_invalida. */
  estado: 'activa' | 'suspendida'
  llaves: Llave[]
}

/** Hace todo lo de una receta menos la petición: fija los hallazgos y las fallas, y contesta con el solicitante. */
export interface EleccionDeReceta {
  /** para es uno de factor, paso, nivel, explicacion, sin_recomendacion. */
  para: 'factor' | 'paso' | 'nivel' | 'explicacion' | 'sin_recomendacion'
  /** codigo es el de una receta; listar_recetas los dice. */
  codigo: string
}

export interface Entrega {
  event_id: string
  verificacion_id: string | null
  url: string
  intento: number
  /** Tiempo simulado. */
  recibido_en: string
  /** Por su nombre en minúsculas. */
  encabezados: Record<string, string>
  /** El texto tal como llegó, sobre el que va la firma. */
  cuerpo: string
  /** Lo que contestó el receptor; nulo si nadie contestó a tiempo. */
  estatus: number | null
}

/** Prepara otro secreto de firma, lo activa o lo abandona. */
export interface EtapaDelSecreto {
  /** accion es una de preparar, activar, abandonar. */
  accion: 'preparar' | 'activar' | 'abandonar'
}

/** Hace fallar las siguientes llamadas al procesador. */
export interface FallaDelProcesador {
  /** llamada es una de consultar_pago, crear_transferencia, listar_transferencias. */
  llamada: 'consultar_pago' | 'crear_transferencia' | 'listar_transferencias'
  /** falla es una de sin_respuesta, error_500, error_500_tras_ejecutar, limite_429, respuesta_perdida. */
  falla: 'sin_respuesta' | 'error_500' | 'error_500_tras_ejecutar' | 'limite_429' | 'respuesta_perdida'
  /** veces es un entero de 1 a 1000. */
  veces: number
}

export interface Fin {
  estado: string
  accion: string | null
  nivel: string | null
}

/** Dice si una firma es buena y, si no, por qué. */
export interface FirmaPorComprobar {
  /** secreto_firma es el secreto de firma: un texto que no esté vacío. */
  secreto_firma: string
  /** encabezado es el valor de Service-Signature: un texto; sin él, no llegó. */
  encabezado?: string | null
  /** cuerpo es un texto, tal como llegó y no como objeto. */
  cuerpo: string
  /** ahora es un número o un texto: segundos Unix, o un instante en ISO 8601 con zona. */
  ahora?: number | string | null
}

/** Fija lo que contesta el receptor de una URL, en orden; la última respuesta se queda. */
export interface GuionDelReceptor {
  /** url es una webhook_url. */
  url: string
  /** estatus es una lista de 1 a 100 enteros de 200 a 599. */
  estatus: number[]
  /** demora_ms es un entero de 0 a 60000. */
  demora_ms?: number | null
}

export interface Llave {
  nombre: string
  llave: string
  /** Tiempo simulado. */
  emitida_en: string
  /** Tiempo simulado; nulo si no vence. */
  vence_en: string | null
  /** Tiempo simulado; nulo si no se revocó. */
  revocada_en: string | null
  /** Tiempo simulado; nulo si no se ha usado. */
  ultimo_uso: string | null
}

export interface LlaveEmitida {
  nombre: string
  llave: string
  /** Tiempo simulado; nulo si no vence. */
  vence_en: string | null
}

export interface Motivo {
  /** Del orden en que se juzga una petición; nulo fuera de él. */
  paso: string | null
  /** El nombre de un campo o encabezado declarado, nunca su valor. */
  campo: string | null
  regla: string
  explicacion: {
    es: string
    en: string
  }
  /** La dirección del error en /docs. */
  enlace: string
  /** Tras campo_desconocido, los nombres que no están declarados; enmascarados si pueden identificar a la persona. */
  sobran: string[] | null
  /** Tras campo_desconocido, los nombres declarados en ese lugar. */
  declarados: string[] | null
  /** Tras un conflicto, los campos que no son los del primer cuerpo; nulo si ya no se recuerda. */
  difieren: string[] | null
  limite: {
    maximo: number
    ventana: 'minuto' | 'mes'
    espera_segundos: number
  } | null
  /** La palanca que lo causó. */
  palanca: string | null
}

export interface Mundo {
  mundo: string
  cuentas: Cuenta[]
  reloj: Reloj
}

/** Registra que un hallazgo de listas, o los juicios por nombre, son de otra persona que la de esta CURP: se dejan fuera desde la siguiente verificación. */
export interface NuevaAclaracion {
  /** curp es una CURP en su forma oficial. */
  curp: string
  /** fuente es listas o judicial. */
  fuente: 'listas' | 'judicial'
  /** lista es una de sanciones, personas_expuestas, vigilancia, fiscal; solo con listas, y entonces hace falta. */
  lista?: ('sanciones' | 'personas_expuestas' | 'vigilancia' | 'fiscal') | null
  /** quitar es true para que vuelva a contar, o false. */
  quitar?: boolean | null
}

/** Abre otra cuenta. */
export interface NuevaCuenta {
  /** modo es consumo o connect. */
  modo: 'consumo' | 'connect'
  /** tenant son de 1 a 200 letras sin acento, dígitos, puntos, guiones o guiones bajos, y no solo uno o dos puntos. */
  tenant?: string | null
  /** monto_por_verificacion es un monto en pesos, no negativo, con dos decimales a lo más. */
  monto_por_verificacion?: number | null
  /** saldo es un monto en pesos, de 0 a 1000000000, con dos decimales a lo más; sin él, 1000000 en modo consumo. */
  saldo?: number | null
  /** limite_por_minuto es un entero de 1 a 1000000. */
  limite_por_minuto?: number | null
  /** cuota_mensual es un entero de 1 a 1000000. */
  cuota_mensual?: number | null
}

/** Emite otra llave de una cuenta. */
export interface NuevaLlave {
  /** nombre son de 1 a 200 letras sin acento, dígitos, puntos, guiones o guiones bajos, y no solo uno o dos puntos. */
  nombre?: string | null
  /** vence_en_segundos es un número de 1 a 315360000, en segundos simulados. */
  vence_en_segundos?: number | null
}

/** Crea un mundo: un ambiente de pruebas propio, con sus llaves y su reloj. */
export interface NuevoMundo {
  /** nombre son de 1 a 64 letras sin acento, dígitos, guiones o guiones bajos, y empieza con letra o dígito. */
  nombre?: string | null
  /** semilla es un texto de 1 a 200 caracteres. */
  semilla?: string | null
  /** ahora es un instante en ISO 8601 con zona, como 2026-01-15T10:30:00-06:00. */
  ahora?: string | null
  /** velocidad son segundos simulados por segundo real: un número de 0.001 a 3600. */
  velocidad?: number | null
  /** congelado es true o false. */
  congelado?: boolean | null
  /** cuentas es una lista de hasta 100 cuentas, cada una como en POST /_simulador/cuentas. */
  cuentas?: NuevaCuenta[] | null
}

export interface Pago {
  payment_intent_id: string
  estado:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'canceled'
    | 'succeeded'
  moneda: string
  /** Pesos. */
  monto: number
  tenant: string
  /** Pesos. */
  reembolsado: number
  disputado: boolean
  liquidado_en: string
}

/** Fija lo que les pasa a las siguientes creaciones: un error que no crea nada, o un accidente de la conexión (cortada o tardía después de crear, o un 502 de un proxy). */
export interface PedidoDeFallos {
  /** codigo es uno de error_interno, respuesta_retenida, base_no_alcanzable, limite_excedido, conexion_cortada, respuesta_tardia, proxy_502. */
  codigo:
    | 'error_interno'
    | 'respuesta_retenida'
    | 'base_no_alcanzable'
    | 'limite_excedido'
    | 'conexion_cortada'
    | 'respuesta_tardia'
    | 'proxy_502'
  /** veces es un entero de 1 a 1000. */
  veces: number
}

export interface Receta {
  /** A qué lleva. */
  para: 'factor' | 'paso' | 'nivel' | 'explicacion' | 'sin_recomendacion'
  codigo: string
  /** Para la petición de la verificación. */
  solicitante: {
    curp: string
    nombre?: string
    apellido_paterno?: string
    apellido_materno?: string
  }
  /** Para POST /hallazgos, tal cual. */
  hallazgos: CambioDeHallazgos
  /** Cada una para POST /fuentes. */
  fallas: {
    fuente: 'identidad' | 'listas' | 'judicial'
    falla: 'caida' | 'colgada' | 'lenta' | 'basura' | 'goteo' | 'enorme' | 'otra_persona'
  }[]
  fin: Fin
}

export interface Reloj {
  /** El instante simulado, en ISO 8601. */
  ahora: string
  /** Segundos simulados por segundo real. */
  velocidad: number
  /** Si solo los saltos lo mueven. */
  congelado: boolean
}

export interface Secreto {
  /** El que firma. */
  secreto_firma: string
  /** El que se prepara: firma también, en `webhook-signature`; nulo si no hay. */
  siguiente: string | null
}

export interface Solicitud {
  /** El Service-Request-Id de la respuesta. */
  id: string
  /** Tiempo real. */
  recibida_en: string
  /** Tiempo simulado. */
  simulada_en: string
  metodo: string
  ruta: string
  estatus: number
  /** El del error, o el de lo que le pasó a la conexión con POST /fallos. */
  codigo: string | null
  ms: number
  canal: 'api' | 'mcp' | 'consola'
  tenant: string | null
  verificacion_id: string | null
  /** Por qué se rechazó; nulo si no se rechazó. */
  motivo: Motivo | null
}

export interface SolicitudEntera {
  /** El Service-Request-Id de la respuesta. */
  id: string
  /** Tiempo real. */
  recibida_en: string
  /** Tiempo simulado. */
  simulada_en: string
  metodo: string
  ruta: string
  estatus: number
  /** El del error, o el de lo que le pasó a la conexión con POST /fallos. */
  codigo: string | null
  ms: number
  canal: 'api' | 'mcp' | 'consola'
  tenant: string | null
  verificacion_id: string | null
  /** Por qué se rechazó; nulo si no se rechazó. */
  motivo: Motivo | null
  /** Sin la llave; lo que no se conoce, enmascarado. */
  encabezados: Record<string, string>
  /** Lo declarado; enmascarados, los datos personales, version_aviso y evidencia_id. Nulo si no hubo cuerpo o no era un objeto JSON. */
  cuerpo: Record<string, unknown> | null
  /** Lo que se contestó; el cuerpo es nulo si no se guarda: si pasa de 20,000 caracteres, o es de un control. */
  respuesta: {
    encabezados: Record<string, string>
    cuerpo: string | null
  }
  /** La misma petición como se habría aceptado, con valores de ejemplo en vez de los enmascarados; nulo si no la hay. */
  curl_corregido: string | null
  /** La petición para enviarse otra vez, como se aceptaría: con valores de ejemplo en vez de los enmascarados, y otro solicitud_id si el suyo ya se aceptó o tras curp_invalida; nulo si no la hay, también tras 409. */
  repeticion: {
    metodo: 'GET' | 'POST'
    ruta: string
    cuerpo: Record<string, unknown> | null
  } | null
  /** La verificación con que se contestó, y todo lo que le ocurrió, en orden. */
  condujo_a: {
    verificacion_id: string
    estado: string
    sucesos: Suceso[]
  } | null
}

export interface Suceso {
  /** Tiempo simulado. */
  en: string
  /** Tiempo real, de una petición. */
  recibida_en: string | null
  que: 'solicitud' | 'repeticion' | 'fuente' | 'fin' | 'cobro' | 'webhook'
  /** Qué petición, fuente, fin, modo de cobro o intento. */
  de: string
  resultado: string
  service_request_id: string | null
}

/** Lista lo que el procesador transfirió. */
export interface Transferencias {
  transferencias: {
    transferencia_id: string
    payment_intent_id: string
    source_transaction: string
    /** Pesos. */
    monto: number
    moneda: string
    verificacion_id: string | null
  }[]
}
