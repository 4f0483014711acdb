import type { Failure } from '#adapters/sources/real/Outcome.ts'
import type { AttemptFailure } from '#domain/delivery/Delivery.ts'
import type { processorFaults } from '#ports/Payments.ts'
import { code, table } from './Tables.ts'

/**
 * The meanings of the words in `reason`, `result` and `LAST FAILURE`. A word of the code without a meaning is a type
 * error.
 */
type Meanings<Words extends string> = Readonly<Record<Words, string>>

type SourceWord =
  | Failure
  | 'consultada'
  | 'no_disponible'
  | 'pendiente'
  | 'peticion_rechazada'
  | 'tiempo_agotado'
  | 'sin_lugar'
  | 'sin_tiempo'
  | 'circuito_abierto'
  | 'sin_nombre'
  | 'nombre_ilegible'
  | 'base_no_alcanzable'
  | 'vencida'
  | 'falta'
  | 'otras_claves'

const sources: Meanings<SourceWord> = {
  consultada: 'It answered with findings.',
  no_disponible: 'It answered that it has no findings to give.',
  pendiente: 'It is still working. It is asked again at the time that it named.',
  peticion_rechazada: 'It rejects the request itself; `code` is its reason. Report it to the integrator.',
  estado_inesperado: 'Another HTTP status, in `code`. 401 and 403: the key of the provider is wrong.',
  sin_respuesta: 'No connection, or it closed before the end of the answer; `code` says which.',
  respuesta_ilegible: 'The answer does not follow the contract. Report it to the integrator.',
  respuesta_excesiva: 'The answer is larger than any answer of the contract.',
  respuesta_ajena: 'The answer is about another person or another query. Report it to the integrator at once.',
  respuesta_contradictoria: 'Birth date or sex contradict the CURP that the answer calls valid.',
  tiempo_agotado: 'No answer within `COTEJO_PROVIDER_TIMEOUT`, or before the sources closed.',
  sin_lugar: 'Not called: `COTEJO_PROVIDER_CONCURRENCY` calls are in progress.',
  sin_tiempo: 'Not called: too little time is left.',
  circuito_abierto: 'Not called: it failed for ten verifications in a row. One call every five seconds probes it.',
  sin_nombre: 'Not called: the registry has no name to search for.',
  nombre_ilegible: '`listas` was not searched: the registered name has no words.',
  base_no_alcanzable: '`listas` was not searched: the database did not answer.',
  vencida: 'A list with this word is too old: import it.',
  falta: 'A required list is missing: import it.',
  otras_claves: 'A list was imported by a release with other rules: import it again.',
}

const webhooks: Meanings<AttemptFailure> = {
  nombre_sin_resolver: 'The host has no address.',
  direccion_no_publica: 'The host has an address that is not public, or that a setting denies.',
  conexion_fallida: 'No connection.',
  tls_rechazado:
    'The certificate is untrusted, expired, or for another host: `openssl s_client -connect HOST:443 -servername HOST -verify_hostname HOST`.',
  respuesta_invalida: 'The answer is not HTTP, or the connection closed before it.',
  respuesta_excesiva: 'Headers, or bytes before the answer, are longer than the limit.',
  tiempo_agotado: 'No answer in ten seconds.',
  error_interno: 'A defect of the service; its log has the cause.',
}

type PaymentWord =
  | (typeof processorFaults)[number]
  | 'pago_inexistente'
  | 'pago_no_confirmado'
  | 'otra_moneda'
  | 'monto_insuficiente'
  | 'cargo_no_pagado'
  | 'reembolsado'
  | 'disputado'
  | 'otro_ambiente'
  | 'cargo_inexistente'
  | 'saldo_insuficiente'
  | 'destino_desconocido'
  | 'destino_sin_transferencias'
  | 'solicitud_en_curso'
  | 'clave_de_otra_solicitud'
  | 'transferencia_rechazada'

const payments: Meanings<PaymentWord> = {
  sin_credenciales: 'The account has no processor: run `cotejo accounts processor`.',
  sin_respuesta: 'No connection, or no answer in time: two seconds for a request, ten before a transfer.',
  procesador_fallo: 'The processor returned 5xx.',
  limite_del_procesador: 'The processor returned 429: too many requests of that platform.',
  solicitud_rechazada: 'The processor rejected the request for another reason.',
  llave_rechazada: 'The processor returned 401 or 403: replace the restricted key.',
  respuesta_ilegible: 'The answer is not from the processor, for example the page of a gateway.',
  pago_inexistente: 'The platform has no such payment.',
  pago_no_confirmado: 'The payment is not confirmed yet.',
  otra_moneda: 'The payment is not in MXN, or its balance transaction at the processor is in another currency.',
  monto_insuficiente: 'The payment is lower than the price.',
  cargo_no_pagado: 'The charge did not succeed.',
  reembolsado: 'After refunds less than the price is left. For a transfer: a remark only.',
  disputado: 'The charge is disputed. For a transfer: a remark only.',
  otro_ambiente: 'A test payment in production, or the reverse.',
  cargo_inexistente: 'The payment has no charge to transfer from.',
  saldo_insuficiente: 'The balance of the platform is too low. The transfer succeeds when it suffices.',
  destino_desconocido: 'The processor does not know the destination account.',
  destino_sin_transferencias: 'The destination account cannot receive transfers yet.',
  solicitud_en_curso: 'The same transfer is in progress.',
  clave_de_otra_solicitud: 'The idempotency key was used for another transfer.',
  transferencia_rechazada: "Another refusal; the processor's dashboard of the platform shows it.",
}

const database: Meanings<string> = {
  'LockTimeoutError 55P03': 'Another session locked a row for too long.',
  'locked by another session': 'The same, for a request that was batched with others.',
  'the database lacks the data key':
    'A standby that took over lacks a key of the day, and none could be made. See what failed before it.',
  'no answer in time':
    'No answer within 1.5 s (10 s for background work): Postgres is overloaded, or the network is cut.',
  'StatementTimeoutError 57014': 'The same, reported by Postgres.',
  'no turn in time': 'Requests in front of it took a second: of the same kind, or of an account whose row is locked.',
  'UnknownError 57P03': 'Postgres is starting or shutting down.',
  'UnknownError 55000': 'The database accepts no connections (`ALLOW_CONNECTIONS`).',
  'the database has no free connection': '`53300`: lower the pools of the replicas, or raise `max_connections`.',
  'all stored data is sealed with keys that this replica does not have':
    '`COTEJO_SEALING_KEYS` of this replica has none of the needed keys.',
  ConnectionError: 'The server cannot be reached.',
  AuthenticationError: '`28P01`: user or password in `DATABASE_URL` is wrong.',
  'the database in DATABASE_URL does not exist': '`DATABASE_URL` names another database.',
  'a pooler in front of the database refuses the connection':
    '`08P01`: name Postgres itself in `COTEJO_DIRECT_DATABASE_URL`, beside `DATABASE_URL`.',
  'DeadlockError 40P01': 'Two transactions blocked each other, and Postgres ended one. If it is frequent, report it.',
  'SerializationError 40001': 'The same.',
  'the schema is older than this program': 'Run `cotejo migrate`.',
  'the role of DATABASE_URL may not do this': 'It is not the role of the replicas.',
  'is sealed by a key that this replica lacks': 'A sealing key is missing here, for a verification or a processor key.',
}

const rows = (heads: readonly [string, string], meanings: Meanings<string>): string =>
  table(
    heads,
    Object.entries(meanings).map(([word, meaning]) => [code(word), meaning]),
  )

export const reasons: Readonly<Record<string, () => string>> = {
  'reasons of sources': () => rows(['Word', 'Meaning'], sources),
  'reasons of webhooks': () => rows(['Word', 'Meaning'], webhooks),
  'reasons of payments': () => rows(['Word', 'Meaning'], payments),
  'reasons of the database': () => rows(['Text begins with or contains', 'Meaning'], database),
}
