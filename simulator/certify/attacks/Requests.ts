import type { Attack } from '#simulator/certify/Attack.ts'
import { concluded } from '#simulator/certify/Deliveries.ts'

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
    const isCreated = () => one.creations.some(({ verificacionId, over }) => verificacionId !== null && over)
    if (await one.until(isCreated, 15)) return concluded(one)
    // Only what would be carried out is refused so.
    const isRefused = one.creations.some(({ status }) => status === 503)
    one.fails(isRefused ? 'abandona_tras_errores' : 'no_crea', 'POST /v1/verificaciones: —')
  },
}

/** Whether it is repeated is seen at the end of all. */
const conflict: Attack = {
  name: 'conflicto',
  title: { es: 'La creación se rechaza con 409', en: 'The creation is refused with 409' },
  prefix: 'LIMP',
  run: async (one) => {
    one.faults.push({ refuse: 'conflicto_idempotencia', retryAfterSeconds: null })
    void one.start()
    const isRefused = () => one.creations.some(({ status }) => status === 409)
    if (!(await one.until(isRefused, 1))) one.fails('no_crea', 'POST /v1/verificaciones: —')
  },
}

const newField: Attack = {
  name: 'campo_nuevo',
  title: { es: 'Un campo de más en las respuestas', en: 'A field more in the answers' },
  prefix: 'LIMP',
  run: async (one) => {
    one.widened = true
    void one.start()
    await one.created()
    await concluded(one, 'campo_nuevo_rechazado')
  },
}

export const requestAttacks: ReadonlyArray<Attack> = [lostAnswer, storm, conflict, newField]
