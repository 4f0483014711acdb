/** What each control of the simulator does, in English; its declaration says so in Spanish. */
export const meanings: Readonly<Record<string, string>> = {
  crear_mundo: 'Creates a world',
  listar_mundos: 'The worlds, each with its accounts and clock',
  consultar_mundo: 'One world',
  borrar_mundo: 'Deletes a world; its keys become unknown',
  consultar_reloj: 'The clock: instant, speed, whether it is stopped',
  mover_reloj:
    'Moves the clock: jumps by a duration or to the next due event, stops it, sets it (only forward if there are verifications) or changes its speed. Answers when all due work is done, webhooks included: it waits for the answer of their receiver',
  listar_cuentas: 'The accounts, with key, signing secret and balance',
  abrir_cuenta: 'Adds an account',
  listar_escenarios: 'The scenarios, with a CURP for each',
  listar_recetas: 'How to reach every possible result of a verification',
  preparar_receta: 'Does everything in a recipe except for the request, and returns the applicant',
  pedir_verificacion:
    'Requests a verification with the key of an account of the world; repeated with the same `solicitud_id`, returns its current state',
  certificar: 'Starts to certify a back end',
  consultar_certificacion: 'The certification in progress, or the last one',
  fijar_hallazgos:
    'Sets what the sources return for one CURP. `identidad`: `no_existe`, `falla` or `{ estatus, nombre?, validacion, credencial }`. `listas`: `falla` or `{ internacionales, fiscal, posibles?, consultadas? }`. `judicial`: `falla` or `{ juicios: [{ materia, estado, certeza?, papel?, asunto?, ultimo_movimiento? }] }`. Omitted fields do not change; null restores the scenario',
  aclarar_hallazgo:
    'Records that findings are about another person than the one with this CURP, as the operator can do: `fuente` is `listas`, with the kind of list as `lista`, or `judicial`, for lawsuits by name. From the next verification on they are left out; `quitar` restores them',
  consultar_fuentes: 'The faults of the sources',
  fallar_fuente: 'Sets or removes (null) the fault of a source',
  leer_buzon: 'Every attempt of a webhook as it arrived, oldest first',
  fijar_respuestas: 'Sets what the receiver behind a URL answers, in order; the last answer repeats',
  fijar_destino: 'Sends the webhooks of an account or to one URL to your own receiver; null stops it',
  reenviar_webhook: 'Resends a webhook, with the same event id and bytes',
  comprobar_firma: 'Checks a signature and, if it is not valid, says why',
  listar_pagos: "The applicants' payments",
  poner_pago:
    'Without `payment_intent_id`, makes a payment and returns its id. With it, changes that payment, which must exist. Without `tenant` it belongs to the first account of mode `connect`',
  listar_transferencias: 'What the processor has transferred',
  fallar_procesador:
    "Makes the processor's next calls fail: `consultar_pago`, `crear_transferencia` or `listar_transferencias`, with `sin_respuesta`, `error_500`, `error_500_tras_ejecutar`, `limite_429` or `respuesta_perdida`",
  listar_solicitudes: 'The last requests, without controls, bodies or personal data, and why each was refused',
  consultar_solicitud: 'One request with its details, by its `Service-Request-Id`',
  listar_fallos: 'The errors still to be returned',
  pedir_fallos:
    'What happens to the next creations. `error_interno`, `respuesta_retenida`, `base_no_alcanzable` and `limite_excedido` create nothing, nor does `proxy_502` (the HTML of a proxy). `conexion_cortada` and `respuesta_tardia` (20 real seconds) create, over HTTP alone',
  reiniciar: 'Resets everything to the start, including the seed',
  guardar_instantanea: 'Takes a snapshot; the last 20 are kept',
  restaurar_instantanea: 'Restores a snapshot; the request log is not rolled back',
  cambiar_cuenta:
    'Suspends or activates an account, or changes its price, limits or billing mode. A suspended account answers 401; what is in progress ends. Price, limits and mode apply to new verifications',
  abonar: 'Credits an account in pesos; a negative amount corrects the balance. The same reference counts once',
  emitir_llave: 'Issues another key, which may expire after a number of simulated seconds',
  revocar_llave: 'Revokes a key; it answers 401 from the next request on',
  rotar_secreto:
    'Rotates the signing secret in stages: `preparar`, `activar` or `abandonar`. While one is prepared, `Service-Signature` is still made with the current secret; the optional header `webhook-signature` has a signature for each',
  borrar_verificacion:
    'Erases a verification that has ended, and answers the signed receipt. GET answers 404 afterwards, its `solicitud_id` 409',
  aplicar_retencion: 'Applies retention (365 days) as of the simulated time',
  guardar_mundo:
    'Everything in the world as a file, which another process can load, with any storage: memory, or Postgres (`embedded` or a URL)',
  cargar_mundo:
    'Replaces everything in the world by such a file. A file of another version is refused. Its keys lead to this world',
}
