import { Struct } from 'effect'
import { expect, it } from 'vitest'
import { rules } from '#wire/OrderOfJudgement.ts'
import { reject } from '#wire/Rejection.ts'

/** Of each step, or of none, the code and the rules that answer it. */
const steps: ReadonlyArray<readonly [step: string | null, codigo: string, rules: string]> = [
  ['1', 'llave_ausente', 'sin_llave'],
  ['2', 'llave_invalida', 'llave_repetida llave_mal_formada llave_desconocida cuenta_suspendida'],
  ['2b', 'limite_excedido', 'tope_de_creacion'],
  ['3', 'cuerpo_demasiado_grande', 'cuerpo_grande'],
  ['3', 'peticion_invalida', 'cuerpo_incompleto'],
  ['4', 'idempotency_key_ausente', 'sin_idempotency_key'],
  ['4', 'peticion_invalida', 'idempotency_key_repetida'],
  ['5', 'peticion_invalida', 'canal_desconocido'],
  ['6', 'peticion_invalida', 'tipo_de_contenido cuerpo_codificado json_invalido'],
  ['7', 'campo_desconocido', 'campo_no_declarado'],
  ['8', 'ruta_no_disponible', 'documento_reservado'],
  ['9', 'consentimiento_faltante', 'sin_consentimiento'],
  ['10', 'peticion_invalida', 'campo_ausente tipo_incorrecto texto_fuera_de_forma instante_invalido instante_futuro'],
  ['11', 'curp_invalida', 'curp_sin_forma curp_por_nacer'],
  ['12', 'peticion_invalida', 'idempotency_key_distinta'],
  ['13', 'peticion_invalida', 'url_no_publica url_con_secreto'],
  [
    '14',
    'peticion_invalida',
    'describe_a_la_persona lleva_curp lleva_nombre lleva_credencial lleva_correo lleva_numero',
  ],
  ['15', 'vocabulario_no_permitido', 'palabra_no_permitida'],
  ['16', 'conflicto_idempotencia', 'otro_cuerpo'],
  ['17', 'limite_excedido', 'limite_por_minuto cuota_mensual'],
  ['18', 'consumo_agotado', 'saldo_insuficiente'],
  [
    '18',
    'cobro_no_verificado',
    `sin_pago pago_tomado sin_credenciales sin_respuesta procesador_fallo limite_del_procesador solicitud_rechazada
     llave_rechazada pago_inexistente pago_no_confirmado otra_moneda monto_insuficiente cargo_no_pagado reembolsado
     disputado otro_ambiente respuesta_ilegible`,
  ],
  [null, 'peticion_invalida', 'http_mal_formado pagina_ajena ruta_desconocida metodo_no_permitido parametro_invalido'],
  [null, 'campo_desconocido', 'argumento_no_declarado'],
  [null, 'verificacion_no_encontrada', 'verificacion_inexistente'],
  [null, 'respuesta_retenida', 'no_paso_el_control'],
  [null, 'error_interno', 'lectura_retenida defecto'],
  [null, 'base_no_alcanzable', 'sin_base demasiada_espera por_detenerse'],
]

it('every rule has its step and its code', () => {
  const expected = steps.flatMap(([step, codigo, names]) =>
    names.split(/\s+/).map((name) => [name, step, codigo].join()),
  )
  const found = Struct.keys(rules).map((rule) => [rule, rules[rule][0], reject(rule).codigo].join())
  expect(found.toSorted()).toEqual(expected.toSorted())
})
