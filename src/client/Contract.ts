// Generated from docs/openapi.json by `npm run openapi`: change the declaration in src/wire.

/** El cobro de la verificación. Una que termina `no_concluyente` no se cobra ni transfiere nada. */
export interface BloqueDeCobro {
  /** `cargada` (modo `consumo`), `transferencia_encolada` (modo `connect`) o `no_aplicada`; nulo mientras `en_proceso`. El valor `transferida` está reservado y no se emite. */
  estatus: ('cargada' | 'transferencia_encolada' | 'transferida' | 'no_aplicada') | null
  /** Modo de cobro que rige. */
  modo: ('consumo' | 'connect') | null
  /** En una verificación emitida, el precio fijado al crearla, en pesos con dos decimales a lo más; si no, nulo. */
  monto: number | null
  /** Moneda del monto (ISO 4217); nula si no hay monto. */
  moneda: string | null
  /** Por qué no se cobró, por ejemplo `recomendacion_no_emitida`; nulo si no es el caso. */
  motivo_no_aplicada: string | null
}

/** Cuántas fuentes pudieron consultarse; es independiente del sustento documental. */
export interface CoberturaFuentes {
  /** Cuántas fuentes pudieron consultarse. */
  consultadas: number
  /** Cuántas fuentes se intentó consultar. */
  disponibles: number
  /** Cada fuente que se intentó consultar. */
  detalle?: FuenteConsultada[]
}

/** Datos del cobro. El modo que rige es el configurado en la cuenta del socio; este bloque es informativo, salvo `payment_intent_id`, que en una cuenta `connect` es necesario. */
export interface CobroEntrada {
  /** Modo de cobro, para conciliación. */
  modo: 'connect' | 'consumo'
  /** En modo `connect`, el identificador del pago que hizo la persona solicitante en la plataforma del socio. Debe estar confirmado (`succeeded`), en MXN, por al menos el precio del plan, sin disputa ni reembolso que lo deje en menos, del mismo ambiente (`livemode`) y sin respaldar otra verificación; si no, la respuesta es 402 `cobro_no_verificado`. */
  payment_intent_id?: string | null
}

/** El consentimiento expreso de la persona solicitante, recabado por el socio. */
export interface Consentimiento {
  /** Debe ser `true`: con cualquier otro valor la respuesta es 422 `consentimiento_faltante`. */
  otorgado: true
  /** Cuándo se otorgó: fecha y hora ISO 8601 con zona horaria. Debe existir en el calendario, no ser anterior al año 2000 y no estar más de 5 minutos en el futuro. Se recomienda la forma de `date-time`; se aceptan también otras de ISO 8601: sin segundos, con coma decimal, o con una zona como `-0600` o `-06`. */
  otorgado_en: string
  /** Versión del aviso de privacidad que se aceptó. */
  version_aviso: string
  /** Referencia de la evidencia del consentimiento en el sistema del socio. */
  evidencia_id: string
  /** Dirección IP desde la que se otorgó. Opcional e innecesaria: no se guarda. */
  ip?: string | null
}

/** El consentimiento, como quedó registrado. */
export interface ConsentimientoRegistrado {
  /** Identificador con el que quedó registrado el consentimiento. */
  consentimiento_id: string | null
}

/** Reservado: la ruta con documento de identidad no está disponible. Se describe para que su nombre y su forma queden apartados; ninguna petición debe llevarlo. */
export interface DocumentoEntrada {
  /** Tipo de documento. */
  tipo: string
  /** Anverso del documento. */
  anverso?: string | null
  /** Reverso del documento. */
  reverso?: string | null
}

/** La explicación del nivel. */
export interface ExplicacionDelNivel {
  /** Por qué resultó ese nivel: un texto fijo por caso. */
  explicacion: string
  /** Códigos de los factores que definieron el nivel; cada uno aparece en `factores`. Puede estar vacío. */
  determinantes?: (
    | 'IDENTIDAD_CONFIRMADA'
    | 'NOMBRE_COINCIDE'
    | 'IDENTIDAD_NO_COINCIDE'
    | 'IDENTIDAD_NO_VALIDADA'
    | 'CURP_REEMPLAZADA'
    | 'CURP_DADA_DE_BAJA'
    | 'CREDENCIAL_COINCIDE'
    | 'CREDENCIAL_NO_COINCIDE'
    | 'SIN_COINCIDENCIAS_EN_LISTAS'
    | 'COINCIDENCIA_EN_LISTAS_INTERNACIONALES'
    | 'PERSONA_EXPUESTA_POLITICAMENTE'
    | 'COINCIDENCIA_EN_LISTA_FISCAL'
    | 'POSIBLE_COINCIDENCIA_EN_LISTAS'
    | 'SIN_REGISTROS_JUDICIALES'
    | 'JUICIO_EN_CURSO'
    | 'JUICIOS_CONCLUIDOS'
    | 'POSIBLE_REGISTRO_JUDICIAL'
    | 'COBERTURA_FUENTES_COMPLETA'
    | 'COBERTURA_FUENTES_PARCIAL'
    | (string & Record<never, never>)
  )[]
}

/** Una razón que fortalece o limita el sustento documental. */
export interface Factor {
  /** Código de un catálogo cerrado, al que una versión posterior puede agregar otros. Prográmese contra él y no contra los textos. */
  codigo:
    | 'IDENTIDAD_CONFIRMADA'
    | 'NOMBRE_COINCIDE'
    | 'IDENTIDAD_NO_COINCIDE'
    | 'IDENTIDAD_NO_VALIDADA'
    | 'CURP_REEMPLAZADA'
    | 'CURP_DADA_DE_BAJA'
    | 'CREDENCIAL_COINCIDE'
    | 'CREDENCIAL_NO_COINCIDE'
    | 'SIN_COINCIDENCIAS_EN_LISTAS'
    | 'COINCIDENCIA_EN_LISTAS_INTERNACIONALES'
    | 'PERSONA_EXPUESTA_POLITICAMENTE'
    | 'COINCIDENCIA_EN_LISTA_FISCAL'
    | 'POSIBLE_COINCIDENCIA_EN_LISTAS'
    | 'SIN_REGISTROS_JUDICIALES'
    | 'JUICIO_EN_CURSO'
    | 'JUICIOS_CONCLUIDOS'
    | 'POSIBLE_REGISTRO_JUDICIAL'
    | 'COBERTURA_FUENTES_COMPLETA'
    | 'COBERTURA_FUENTES_PARCIAL'
    | (string & Record<never, never>)
  /** Si fortalece o limita el sustento documental. */
  efecto: 'fortalece' | 'limita'
  /** El factor en palabras, para mostrarse. */
  texto: string
  /** De qué fuente proviene: hoy `identidad`, `listas` o `judicial`. Nulo en los factores de cobertura. */
  fuente?: string | null
  /** Qué se consultó, en una oración; nunca el contenido de un registro. */
  que_se_reviso?: string | null
  /** Qué significa para la decisión del arrendador. */
  que_significa?: string | null
}

/** Una fuente que se intentó consultar. */
export interface FuenteConsultada {
  /** La fuente: hoy `identidad`, `listas` o `judicial`. */
  fuente: string
  /** Si pudo consultarse. */
  estado: 'consultada' | 'no_disponible'
}

/** Algo que el arrendador puede hacer. */
export interface PasoSugerido {
  /** Código de un catálogo cerrado, al que una versión posterior puede agregar otros. Prográmese contra él y no contra los textos. */
  codigo:
    | 'COTEJAR_DOCUMENTOS_ORIGINALES'
    | 'PEDIR_CURP_VIGENTE'
    | 'CONFIRMAR_IDENTIDAD_EN_PERSONA'
    | 'COTEJAR_NOMBRE_EN_IDENTIFICACION'
    | 'PREGUNTAR_A_LA_PERSONA'
    | 'SOLICITAR_ACLARACION'
    | 'PEDIR_CONSTANCIA_DE_JUICIO'
    | 'CONSULTAR_MAS_TARDE'
    | 'PEDIR_CONSTANCIA_DE_CONCLUSION'
    | 'PREGUNTAR_POR_CARGO_PUBLICO'
    | 'DECISION_DEL_ARRENDADOR'
    | (string & Record<never, never>)
  /** El paso en palabras, para mostrarse. */
  texto: string
}

/** Lo que se pide verificar. Es un esquema cerrado: un campo no declarado, en cualquier nivel, se rechaza con 400 `campo_desconocido`. */
export interface PeticionDeVerificacion {
  /** Identificador de la solicitud, único en la cuenta y elegido por el socio (se recomienda un UUID). Debe ser igual al encabezado `Idempotency-Key`. Debe ser opaco y no describir a la persona. */
  solicitud_id: string
  /** De quién se pide la verificación. */
  solicitante: SolicitanteEntrada
  /** El consentimiento de la persona solicitante. El esquema lo admite nulo o ausente, pero sin él la petición se rechaza con 422 `consentimiento_faltante`: trátese como obligatorio. */
  consentimiento?: Consentimiento | null
  /** URL `https` y pública donde se recibe `verificacion.emitida`. Su ruta y sus parámetros deben ser neutros: no describen a la persona y no llevan secretos. */
  webhook_url: string
  /** Identificador opaco del inmueble en el sistema del socio. Opcional. */
  propiedad_id?: string | null
  /** Datos del cobro. Opcional; necesario en una cuenta `connect`. */
  cobro?: CobroEntrada | null
  /** Reservado: no debe enviarse. Enviarlo con un valor que no sea nulo lleva a 501 `ruta_no_disponible`. */
  documento?: DocumentoEntrada | null
}

/** La recomendación para el arrendador. El servicio informa; el arrendador decide. */
export interface Recomendacion {
  /** La acción sugerida al arrendador, quien decide. */
  accion: 'puede_continuar' | 'continuar_con_reservas' | 'no_continuar_todavia'
  /** La recomendación en palabras, para mostrarse. */
  mensaje: string
  /** En qué se sustenta. */
  sustento_documental: SustentoDocumental
  /** Qué puede hacer el arrendador; el último es siempre `DECISION_DEL_ARRENDADOR`. */
  siguientes_pasos?: PasoSugerido[]
}

/** Modo de cobro, precio y saldo de la cuenta. */
export interface RespuestaDeConsumo {
  /** Modo de cobro de la cuenta. */
  modo: 'consumo' | 'connect'
  /** Moneda de los montos (ISO 4217). */
  moneda: string
  /** Precio del plan por verificación emitida, en pesos. */
  monto_por_verificacion: number
  /** Saldo prepagado en pesos, en modo `consumo`: baja solo cuando se emite una verificación. Las que están en proceso tienen apartado su precio, que aquí aún no se descuenta. Nulo en modo `connect`, donde no aplica (no es cero). */
  saldo?: number | null
  /** La cuenta de la llave presentada. */
  tenant: string
}

/** El cuerpo de todo error. */
export interface RespuestaDeError {
  /** Código estable, al que una versión posterior puede agregar otros. Prográmese contra él. */
  codigo:
    | 'campo_desconocido'
    | 'curp_invalida'
    | 'idempotency_key_ausente'
    | 'peticion_invalida'
    | 'vocabulario_no_permitido'
    | 'llave_ausente'
    | 'llave_invalida'
    | 'cobro_no_verificado'
    | 'consumo_agotado'
    | 'verificacion_no_encontrada'
    | 'conflicto_idempotencia'
    | 'cuerpo_demasiado_grande'
    | 'consentimiento_faltante'
    | 'limite_excedido'
    | 'error_interno'
    | 'respuesta_retenida'
    | 'ruta_no_disponible'
    | 'base_no_alcanzable'
    | (string & Record<never, never>)
  /** Texto fijo por código, para quien lee; puede cambiar de redacción y nunca repite datos de la petición. */
  mensaje: string
}

/** Una lista de verificaciones. */
export interface RespuestaDeLista {
  /** Las verificaciones de la cuenta, de la más reciente a la más antigua. */
  verificaciones: RespuestaDeVerificacion[]
}

/** El servicio está arriba y alcanza su base de datos. */
export interface RespuestaDeSalud {
  /** El servicio atiende peticiones. */
  estado: string
  /** El servicio alcanza su base de datos. */
  base: string
  /** Versión del programa. */
  version?: string | null
  /** Normalmente nulo. El valor significa que la base de datos está en una revisión posterior y compatible con el servicio (por ejemplo, tras volver a una versión anterior); el servicio sigue atendiendo y no hay que hacer nada. */
  esquema?: 'mas_nuevo_que_el_codigo' | null
}

/** La verificación, como la ve el socio. */
export interface RespuestaDeVerificacion {
  /** Identificador de la verificación, para consultarla; no es el `solicitud_id`. */
  verificacion_id: string
  /** El identificador que eligió el socio. */
  solicitud_id?: string | null
  /** Estado de la verificación; `emitida` y `no_concluyente` son finales. */
  estado: 'en_proceso' | 'emitida' | 'no_concluyente'
  /** El consentimiento registrado. */
  consentimiento: ConsentimientoRegistrado
  /** El cobro. */
  cobro: BloqueDeCobro
  /** Existe siempre que `estado` es `emitida`, y solo entonces. */
  recomendacion?: Recomendacion | null
  /** Cuántas fuentes pudieron consultarse; nulo mientras `en_proceso`. */
  cobertura_fuentes?: CoberturaFuentes | null
  /** Cuándo se creó. */
  creado_en?: string | null
  /** Cuándo llegó a un estado final; nulo mientras `en_proceso`. */
  resuelto_en?: string | null
  /** Hasta cuándo sirve sin pedir, y pagar, otra; nulo si no se emitió. Es informativa. */
  vigencia_hasta?: string | null
  /** Versión del motor que produjo la recomendación, para trazabilidad. */
  version_prompt?: string | null
  /** Ambiente. */
  environment?: ('sandbox' | 'production') | null
  /** Origen del resultado; `synthetic_fixture` significa datos de prueba sintéticos. */
  source?: ('synthetic_fixture' | 'motor_real') | null
  /** Marca técnica de medición; ignórese. */
  real_motor_e2e?: 'NO_MEDIDO' | null
}

/** La persona solicitante. Solo la CURP es obligatoria; no se piden más datos personales que los necesarios. */
export interface SolicitanteEntrada {
  /** CURP de la persona solicitante, en mayúsculas, con la forma oficial de 18 caracteres y una fecha de nacimiento que no esté por venir; si no, la respuesta es 400 `curp_invalida`. El dígito verificador no se juzga: las CURP del ambiente de pruebas lo llevan equivocado a propósito. */
  curp: string
  /** Nombre o nombres. Opcional: sirve para compararlo con el que corresponde a la CURP. */
  nombre?: string | null
  /** Primer apellido. Opcional. */
  apellido_paterno?: string | null
  /** Segundo apellido. Opcional. */
  apellido_materno?: string | null
}

/** Lo que sustenta la recomendación. Juzga el sustento documental, nunca a la persona. */
export interface SustentoDocumental {
  /** Qué tan sólido es el sustento documental de la recomendación; no califica a la persona. */
  nivel: 'alto' | 'medio' | 'bajo'
  /** Los factores que se tomaron en cuenta. */
  factores: Factor[]
  /** Texto fijo para mostrar junto al nivel. */
  microexplicacion?: string
  /** Por qué resultó ese nivel. */
  por_que_este_nivel?: ExplicacionDelNivel | null
}
