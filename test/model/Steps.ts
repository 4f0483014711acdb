import fc from 'fast-check'

/** What a partner, an operator or time may do next; plain data, so that a failing sequence can be pasted. */
export type Step =
  | { readonly do: 'create'; readonly account: AccountName; readonly request: number; readonly body: BodyName }
  | { readonly do: 'refuse'; readonly account: AccountName; readonly request: number; readonly fault: FaultName }
  | { readonly do: 'read'; readonly account: AccountName; readonly nth: number }
  | {
      readonly do: 'list'
      readonly account: AccountName
      readonly estado: (typeof estados)[number]
      readonly limite: number
      readonly request: number | null
    }
  | { readonly do: 'consumo'; readonly account: AccountName }
  | { readonly do: 'jump'; readonly seconds: number }
  | { readonly do: 'break'; readonly fuente: (typeof fuentes)[number]; readonly falla: (typeof fallas)[number] }

export const accountNames = ['holgada', 'justa', 'cuota', 'lenta', 'conectada'] as const
export type AccountName = (typeof accountNames)[number]

/** Bodies that differ under one `solicitud_id`; each also says what its scenario is. */
const bodyNames = ['LIMP', 'MARC', 'ROJF', 'ROJI', 'LERT', 'FALL', 'NOEX', 'GOMC'] as const
export type BodyName = (typeof bodyNames)[number]

/** Ways in which a request is wrong by itself, and the code that each answers. */
export const faults = {
  curp: 'curp_invalida',
  campo: 'campo_desconocido',
  documento: 'ruta_no_disponible',
  consentimiento: 'consentimiento_faltante',
  webhook: 'peticion_invalida',
  describe: 'peticion_invalida',
  califica: 'vocabulario_no_permitido',
  llave: 'idempotency_key_ausente',
} as const
export type FaultName = keyof typeof faults

const estados = ['', 'en_proceso', 'emitida', 'no_concluyente', 'otro'] as const
export const fuentes = ['identidad', 'listas', 'judicial'] as const
export const fallas = ['caida', 'colgada', 'lenta', 'basura', null] as const

const account = fc.constantFrom(...accountNames)
const request = fc.integer({ min: 0, max: 4 })

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      account,
      request,
      body: fc.oneof({ weight: 3, arbitrary: fc.constant('LIMP' as const) }, fc.constantFrom(...bodyNames)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refuse' as const),
      account,
      request,
      fault: fc.constantFrom<FaultName>(
        'curp',
        'campo',
        'documento',
        'consentimiento',
        'webhook',
        'describe',
        'califica',
        'llave',
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('read' as const), account, nth: fc.integer({ min: 0, max: 9 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      account,
      estado: fc.constantFrom(...estados),
      limite: fc.integer({ min: 1, max: 5 }),
      request: fc.option(request),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('consumo' as const), account }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('jump' as const), seconds: fc.constantFrom(1, 30, 60, 100, 240, 700) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('break' as const),
      fuente: fc.constantFrom(...fuentes),
      falla: fc.constantFrom(...fallas),
    }),
  },
)

/** Sequences of up to 24 steps. */
export const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(step, { minLength: 1, maxLength: 24 })
