/**
 * What the simulator tells its console of, in the interface's own words: types alone, shared by both sides.
 * Instants are ISO 8601 on the simulated clock, amounts are pesos. Nothing here is of a person.
 */

/** One source's part in a verification. */
export interface Consulta {
  readonly fuente: 'identidad' | 'listas' | 'judicial'
  readonly desde: string
  /** When it will have answered, as far as the source says; null when it does not. */
  readonly lista_en: string | null
  readonly respondida_en: string | null
  readonly estado: 'consultada' | 'no_disponible' | null
}

/** One attempt of a webhook, as the service noted it. */
export interface Intento {
  readonly tipo: 'programado' | 'reenvio'
  readonly en: string
  readonly ms: number
  /** What the receiver answered; null when it did not. */
  readonly estatus: number | null
  readonly falla: string | null
  /** Whose answer counted; null where that is not known, as of before this start. */
  readonly contesta: { readonly de: 'guion' | 'buzon' } | { readonly de: 'destino'; readonly url: string } | null
}

export interface Entrega {
  readonly event_id: string
  readonly estado: 'pendiente' | 'entregada' | 'agotada'
  readonly intentos: ReadonlyArray<Intento>
  readonly proximo_en: string | null
}

export interface Transferencia {
  readonly estado: 'encolada' | 'ejecutada'
  readonly intentos: number
  readonly transferencia_id: string | null
  readonly falla: string | null
  readonly proximo_en: string | null
}

/** A verification with its story so far. */
export interface Verificacion {
  readonly verificacion_id: string
  readonly solicitud_id: string
  readonly tenant: string
  readonly canal: 'api' | 'mcp'
  readonly modo: 'consumo' | 'connect'
  readonly precio: number
  readonly payment_intent_id: string | null
  /** Null of one that was there before the simulator was started, until it is emitted. */
  readonly webhook_url: string | null
  /**
   * The scenario that its applicant's CURP selects. Null for any other CURP, a scripted one, and a verification from
   * before the start.
   */
  readonly escenario: string | null
  readonly creado_en: string
  /** When its time budget is exhausted. */
  readonly limite_en: string
  readonly estado: 'en_proceso' | 'emitida' | 'no_concluyente'
  readonly accion: 'puede_continuar' | 'continuar_con_reservas' | 'no_continuar_todavia' | null
  readonly nivel: 'alto' | 'medio' | 'bajo' | null
  /** Why the recommendation is missing; partners do not see it. */
  readonly motivo: string | null
  readonly resuelto_en: string | null
  readonly fuentes: ReadonlyArray<Consulta>
  readonly entrega: Entrega | null
  readonly transferencia: Transferencia | null
}

/** Why a request was refused. */
export interface Motivo {
  /** Of the order of judgement; null of what stands outside of it. */
  readonly paso: string | null
  /** The name of a declared field or header. */
  readonly campo: string | null
  readonly regla: string
  readonly explicacion: { readonly es: string; readonly en: string }
  /** Where the documents speak of it. */
  readonly enlace: string
  /** After `campo_desconocido`, the names that are not declared, masked if they may be personal. */
  readonly sobran: ReadonlyArray<string> | null
  /** After `campo_desconocido`, the names that are declared in that place. */
  readonly declarados: ReadonlyArray<string> | null
  /** After a conflict, the fields that differ from the first body; null if the first body is not remembered. */
  readonly difieren: ReadonlyArray<string> | null
  readonly limite: {
    readonly maximo: number
    readonly ventana: 'minuto' | 'mes'
    readonly espera_segundos: number
  } | null
  /** The lever that brought it about. */
  readonly palanca: string | null
}

/** A request, as the log of requests has it. */
export interface Solicitud {
  /** Its `Service-Request-Id`. */
  readonly id: string
  /** In real time. */
  readonly recibida_en: string
  readonly simulada_en: string
  readonly metodo: string
  readonly ruta: string
  readonly estatus: number
  readonly codigo: string | null
  readonly ms: number
  readonly canal: 'api' | 'mcp' | 'consola'
  readonly tenant: string | null
  readonly verificacion_id: string | null
  readonly motivo: Motivo | null
}

/** One thing that happened to a verification or around it. */
export interface Suceso {
  /** In simulated time. */
  readonly en: string
  /** In real time, of a request. */
  readonly recibida_en: string | null
  readonly que: 'solicitud' | 'repeticion' | 'fuente' | 'fin' | 'cobro' | 'webhook'
  /** Which request, source, end, mode or attempt. */
  readonly de: string
  readonly resultado: string
  readonly service_request_id: string | null
}

/** A request whole, with personal data masked. */
export interface SolicitudEntera extends Solicitud {
  readonly encabezados: Readonly<Record<string, string>>
  readonly cuerpo: Readonly<Record<string, unknown>> | null
  /** What was answered; its body is null if it is too long to keep. */
  readonly respuesta: { readonly encabezados: Readonly<Record<string, string>>; readonly cuerpo: string | null }
  /** The request as it would have been accepted. */
  readonly curl_corregido: string | null
  /** The request once more, as it would be accepted; null if no change of the request helps. */
  readonly repeticion: {
    readonly metodo: 'GET' | 'POST'
    readonly ruta: string
    readonly cuerpo: Readonly<Record<string, unknown>> | null
  } | null
  /** What came of it. */
  readonly condujo_a: {
    readonly verificacion_id: string
    readonly estado: Verificacion['estado']
    readonly sucesos: ReadonlyArray<Suceso>
  } | null
}

/** An account's money: by the books, and as the simulator counted what happened. */
export interface Libro {
  readonly tenant: string
  readonly modo: 'consumo' | 'connect'
  /** By the books. */
  readonly saldo: number
  readonly retenido: number
  /** As counted: what was credited, what was charged, and the prices of verifications in progress. */
  readonly acreditado: number
  readonly cargos: number
  readonly en_proceso: number
}

/** A verification that ended or was paid for otherwise than once, as it should. */
export interface Anomalia {
  readonly tenant: string
  readonly verificacion_id: string
  readonly regla: 'un_fin' | 'un_cobro'
  readonly hallado: number
  readonly esperado: number
}

/** A source, the fault that it is under, and those that it can be put under. */
interface Fuente {
  readonly fuente: string
  readonly falla: string | null
  readonly posibles: ReadonlyArray<string>
}

/** How everything but verifications and requests stands. */
export interface Pulso {
  readonly ahora: string
  /** Simulated seconds per real second. */
  readonly velocidad: number
  /** Whether only jumps move it. */
  readonly congelado: boolean
  /** When the next work falls due; null when no work is pending. */
  readonly siguiente_en: string | null
  readonly libros: ReadonlyArray<Libro>
  readonly anomalias: ReadonlyArray<Anomalia>
  /** When books and counts were last compared at one instant. */
  readonly comprobado_en: string
  readonly fuentes: ReadonlyArray<Fuente>
  /** Errors that the next requests will be answered with. */
  readonly fallos: ReadonlyArray<{ readonly codigo: string; readonly veces: number }>
  /** What the service's next calls to the payment processor will meet. */
  readonly procesador: ReadonlyArray<{ readonly llamada: string; readonly falla: string; readonly veces: number }>
}

/** One message of the stream: everything the first time and after a reset, then what changed. */
export interface Frame {
  readonly todo: boolean
  /** In order of creation; whole rows. */
  readonly verificaciones: ReadonlyArray<Verificacion>
  /** Oldest first. */
  readonly solicitudes: ReadonlyArray<Solicitud>
  readonly pulso: Pulso
}
