import type { Attack } from '#simulator/certify/Attack.ts'
import type { Check } from '#simulator/certify/Checks.ts'
import { concluded, withNewCodes, withNewField } from '#simulator/certify/Deliveries.ts'
import type { Text } from '#simulator/docs/Text.ts'
import type { Codigo } from '#wire/Errores.ts'

const lostAnswer: Attack = {
  name: 'respuesta_perdida',
  title: { es: 'La respuesta de la creación se pierde', en: 'The answer to the creation is lost' },
  prefix: 'LIMP',
  run: async (one) => {
    one.faults.push('lose the answer')
    void one.start()
    await one.created()
    if (!(await one.until(() => one.creations.length > 1, 15))) {
      one.fails('respuesta_perdida_sin_repetir', 'POST /v1/verificaciones: —')
      return
    }
    await one.until(() => one.creations.slice(1).some(({ over }) => over))
    if (one.latest.verificacionId !== null) await concluded(one)
  },
}

const storm: Attack = {
  name: 'tormenta',
  title: { es: '503 y 429 con Retry-After', en: '503 and 429 with Retry-After' },
  prefix: 'MARC',
  run: async (one) => {
    one.faults.push(
      { refuse: 'base_no_alcanzable', retryAfterSeconds: 1 },
      { refuse: 'limite_excedido', retryAfterSeconds: 3 },
      { refuse: 'base_no_alcanzable', retryAfterSeconds: 1 },
    )
    void one.start()
    await one.created(15, 'abandona_tras_errores')
    await concluded(one)
  },
}

/** Longer than the repeats of a client last: what was not answered is to be remembered. */
const outage: Attack = {
  name: 'corte_largo',
  title: { es: 'El servicio no contesta durante 12 minutos', en: 'The service does not answer for 12 minutes' },
  prefix: 'LIMP',
  run: async (one) => {
    one.isUnreachable = true
    void one.start()
    if (!(await one.until(() => one.creations.length > 0, 1))) one.notCreated()
    await one.passes()
    one.isUnreachable = false
    await one.created(15, one.own.length > 0 ? 'creacion_olvidada' : 'no_crea')
    await concluded(one)
  },
}

/** The second time it may use the verification that it has; what it asks for is another one. */
const samePerson: Attack = {
  name: 'misma_persona',
  title: { es: 'La misma persona solicita dos veces', en: 'The same person applies twice' },
  prefix: 'LIMP',
  run: async (one) => {
    void one.start()
    await one.created()
    await concluded(one)
    if (one.failed.size > 0) return
    const { solicitudId } = one.latest
    one.appliesAgain()
    void one.start()
    if (!(await one.until(() => one.own.length > 0, 1))) return
    if (one.latest.solicitudId === solicitudId) return one.fails('llave_de_la_persona', `2 × ${solicitudId}`)
    await one.created()
    await concluded(one)
  },
}

/** A refusal that no repetition mends soon: whether it comes again is seen when the creation arrives. */
const refusal = (name: string, codigo: Codigo, title: Text, more: Partial<Attack> & { readonly wait?: number } = {}) =>
  ({
    name,
    title,
    prefix: 'LIMP' as const,
    run: async (one) => {
      one.faults.push({ refuse: codigo, retryAfterSeconds: more.wait ?? null })
      void one.start()
      if (!(await one.until(() => one.creations.some(({ over }) => over), 1)) || one.refusal !== null) one.notCreated()
      await one.passes()
    },
    ...more,
  }) satisfies Attack

const refusals: ReadonlyArray<Attack> = [
  refusal('conflicto', 'conflicto_idempotencia', {
    es: 'La creación se rechaza con 409',
    en: 'The creation is refused with 409',
  }),
  refusal('sin_consentimiento', 'consentimiento_faltante', {
    es: 'La creación se rechaza con 422',
    en: 'The creation is refused with 422',
  }),
  refusal(
    'saldo_agotado',
    'consumo_agotado',
    { es: 'El saldo no alcanza: 402', en: 'The balance is used up: 402' },
    { needs: 'consumo' },
  ),
  refusal(
    'cuota_mensual',
    'limite_excedido',
    { es: '429 con Retry-After de 30 días', en: '429 with Retry-After of 30 days' },
    // More milliseconds than a 32-bit timer can count.
    { wait: 30 * 24 * 3_600 },
  ),
]

const unverifiedPayment: Attack = {
  name: 'pago_por_verificar',
  title: { es: 'El pago no se pudo comprobar: 402', en: 'The payment could not be checked: 402' },
  prefix: 'MARC',
  needs: 'connect',
  run: async (one) => {
    one.faults.push({ refuse: 'cobro_no_verificado', retryAfterSeconds: null })
    void one.start()
    await one.created(15, 'pago_abandonado')
    await concluded(one)
  },
}

/** What may be added to the interface. */
const addition = (name: string, title: Text, rewrite: (body: string) => string, check: Check): Attack => ({
  name,
  title,
  prefix: 'LIMP',
  run: async (one) => {
    one.rewrite = rewrite
    void one.start()
    await one.created()
    await concluded(one, check)
  },
})

export const requestAttacks: ReadonlyArray<Attack> = [
  lostAnswer,
  storm,
  outage,
  samePerson,
  ...refusals,
  unverifiedPayment,
  addition(
    'campo_nuevo',
    { es: 'Un campo de más en las respuestas', en: 'A field more in the answers' },
    withNewField,
    'campo_nuevo_rechazado',
  ),
  addition(
    'codigo_nuevo',
    { es: 'Un factor y un paso con códigos nuevos', en: 'A factor and a step with new codes' },
    withNewCodes,
    'codigo_nuevo_rechazado',
  ),
]
