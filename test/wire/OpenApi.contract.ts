/** What the contract says of the interface, written down apart from the code. */

/** Sections 4 and 7: the codes of each status. */
export const errors = {
  'POST /v1/verificaciones': {
    400: [
      'campo_desconocido',
      'curp_invalida',
      'idempotency_key_ausente',
      'peticion_invalida',
      'vocabulario_no_permitido',
    ],
    401: ['llave_ausente', 'llave_invalida'],
    402: ['cobro_no_verificado', 'consumo_agotado'],
    409: ['conflicto_idempotencia'],
    413: ['cuerpo_demasiado_grande'],
    422: ['consentimiento_faltante'],
    429: ['limite_excedido'],
    500: ['error_interno', 'respuesta_retenida'],
    501: ['ruta_no_disponible'],
    503: ['base_no_alcanzable'],
  },
  'GET /v1/verificaciones': {
    400: ['peticion_invalida'],
    401: ['llave_ausente', 'llave_invalida'],
    500: ['error_interno'],
    503: ['base_no_alcanzable'],
  },
  'GET /v1/verificaciones/{verificacion_id}': {
    401: ['llave_ausente', 'llave_invalida'],
    404: ['verificacion_no_encontrada'],
    500: ['error_interno'],
    503: ['base_no_alcanzable'],
  },
  'GET /v1/cuenta/consumo': {
    401: ['llave_ausente', 'llave_invalida'],
    500: ['error_interno'],
    503: ['base_no_alcanzable'],
  },
  'GET /_salud': { 503: ['base_no_alcanzable'] },
}

/** The body of the 200 of each. */
export const answers = {
  'POST /v1/verificaciones': 'RespuestaDeVerificacion',
  'GET /v1/verificaciones': 'RespuestaDeLista',
  'GET /v1/verificaciones/{verificacion_id}': 'RespuestaDeVerificacion',
  'GET /v1/cuenta/consumo': 'RespuestaDeConsumo',
  'GET /_salud': 'RespuestaDeSalud',
}

/** The resources, by their fields. */
export const resources = [
  ...['PeticionDeVerificacion', 'SolicitanteEntrada', 'Consentimiento', 'CobroEntrada', 'DocumentoEntrada'],
  ...['RespuestaDeVerificacion', 'ConsentimientoRegistrado', 'BloqueDeCobro', 'Recomendacion', 'PasoSugerido'],
  ...['SustentoDocumental', 'Factor', 'ExplicacionDelNivel', 'CoberturaFuentes', 'FuenteConsultada'],
  ...['RespuestaDeLista', 'RespuestaDeConsumo', 'RespuestaDeSalud', 'RespuestaDeError'],
]
export const requested = [
  'PeticionDeVerificacion',
  'SolicitanteEntrada',
  'Consentimiento',
  'CobroEntrada',
  'DocumentoEntrada',
]

/** What must be there (contract 2.2 to 2.21): the others are optional, and of an answer may be absent. */
export const required: Record<string, ReadonlyArray<string>> = {
  PeticionDeVerificacion: ['solicitud_id', 'solicitante', 'webhook_url'],
  SolicitanteEntrada: ['curp'],
  Consentimiento: ['otorgado', 'otorgado_en', 'version_aviso', 'evidencia_id'],
  CobroEntrada: ['modo'],
  DocumentoEntrada: ['tipo'],
  RespuestaDeVerificacion: ['verificacion_id', 'estado', 'consentimiento', 'cobro'],
  ConsentimientoRegistrado: ['consentimiento_id'],
  BloqueDeCobro: ['estatus', 'modo', 'monto', 'moneda', 'motivo_no_aplicada'],
  Recomendacion: ['accion', 'mensaje', 'sustento_documental'],
  PasoSugerido: ['codigo', 'texto'],
  SustentoDocumental: ['nivel', 'factores'],
  Factor: ['codigo', 'efecto', 'texto'],
  ExplicacionDelNivel: ['explicacion'],
  CoberturaFuentes: ['consultadas', 'disponibles'],
  FuenteConsultada: ['fuente', 'estado'],
  RespuestaDeLista: ['verificaciones'],
  RespuestaDeConsumo: ['modo', 'moneda', 'monto_por_verificacion', 'tenant'],
  RespuestaDeSalud: ['estado', 'base'],
  RespuestaDeError: ['codigo', 'mensaje'],
}

const short = { minLength: 1, maxLength: 200 }
const long = { minLength: 1, maxLength: 2_000 }
/** The limits of contract 8.1, by resource and field. */
export const limits: Record<string, Record<string, object>> = {
  PeticionDeVerificacion: { solicitud_id: short, propiedad_id: short, webhook_url: { ...long, format: 'uri' } },
  SolicitanteEntrada: {
    curp: { minLength: 1, maxLength: 32 },
    nombre: short,
    apellido_paterno: short,
    apellido_materno: short,
  },
  Consentimiento: {
    otorgado: { enum: [true] },
    otorgado_en: { format: 'date-time' },
    version_aviso: short,
    evidencia_id: short,
    ip: short,
  },
  BloqueDeCobro: {
    estatus: {
      anyOf: [
        { type: 'string', enum: ['cargada', 'transferencia_encolada', 'transferida', 'no_aplicada'] },
        { type: 'null' },
      ],
    },
  },
  CobroEntrada: { modo: { enum: ['connect', 'consumo'] }, payment_intent_id: short },
  DocumentoEntrada: { tipo: short, anverso: { maxLength: 8_000 }, reverso: { maxLength: 8_000 } },
  RespuestaDeLista: { verificaciones: { maxItems: 100 } },
  RespuestaDeVerificacion: { estado: { enum: ['en_proceso', 'emitida', 'no_concluyente'] } },
  Recomendacion: {
    accion: { enum: ['puede_continuar', 'continuar_con_reservas', 'no_continuar_todavia'] },
    mensaje: long,
    siguientes_pasos: { maxItems: 5 },
  },
  PasoSugerido: { texto: long },
  SustentoDocumental: { nivel: { enum: ['alto', 'medio', 'bajo'] }, factores: { minItems: 1, maxItems: 50 } },
  Factor: {
    efecto: { enum: ['fortalece', 'limita'] },
    texto: long,
    fuente: short,
    que_se_reviso: long,
    que_significa: long,
  },
  ExplicacionDelNivel: { explicacion: long, determinantes: { maxItems: 50 } },
  CoberturaFuentes: {
    consultadas: { minimum: 0, maximum: 50 },
    disponibles: { minimum: 0, maximum: 50 },
    detalle: { maxItems: 50 },
  },
  FuenteConsultada: { fuente: short, estado: { enum: ['consultada', 'no_disponible'] } },
}
