import fc from 'fast-check'

/** What a partner, an operator or time may do next; plain data, so that a failing sequence can be pasted. */
export type Step =
  | {
      readonly do: 'create'
      readonly account: AccountName
      readonly request: number
      readonly body: BodyName
      /** Which payment the request names. */
      readonly payment: number | null
    }
  /** Two requests at once for one payment of `conectada`; of one `solicitud_id`, they are one request twice. */
  | { readonly do: 'race'; readonly requests: readonly [number, number]; readonly payment: number }
  | { readonly do: 'pay'; readonly payment: number; readonly pago: PaymentName }
  | { readonly do: 'transferencias' }
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
export const bodyNames = ['LIMP', 'MARC', 'ROJF', 'ROJI', 'LERT', 'FALL', 'NOEX', 'GOMC'] as const
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

/** How many payments `conectada` has: few, so that they are named again. */
export const paymentCount = 3

/**
 * What a payment may be, as the lever takes it; `bueno` and `justo` are good, no other is. Most are of so
 * much that the processor itself would let the price be transferred again.
 */
const good = { estado: 'succeeded', moneda: 'MXN', monto: 1_000, reembolsado: 0, disputado: false }
export const pagos = {
  bueno: good,
  justo: { ...good, reembolsado: 900 },
  pendiente: { ...good, estado: 'processing' },
  autorizado: { ...good, estado: 'requires_capture' },
  cancelado: { ...good, estado: 'canceled' },
  dolares: { ...good, moneda: 'USD' },
  corto: { ...good, monto: 99.99 },
  devuelto: { ...good, reembolsado: 1_000 },
  parcial: { ...good, reembolsado: 900.01 },
  disputado: { ...good, disputado: true },
} as const
export type PaymentName = keyof typeof pagos

const request = fc.integer({ min: 0, max: 4 })
const payment = fc.integer({ min: 0, max: paymentCount - 1 })

/** Whatever account it is about; of three, two are about the same: limits are reached, and requests repeated. */
const stepOf = (usual: AccountName): fc.Arbitrary<Step> => {
  const account = fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, fc.constantFrom(...accountNames))
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('create' as const),
        account,
        request,
        body: fc.oneof({ weight: 3, arbitrary: fc.constant('LIMP' as const) }, fc.constantFrom(...bodyNames)),
        payment: fc.option(payment, { freq: 8 }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('create' as const),
        account: fc.constant('conectada' as const),
        request,
        body: fc.constantFrom<BodyName>('LIMP', 'NOEX', 'MARC'),
        payment,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('race' as const), requests: fc.tuple(request, request), payment }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('pay' as const),
        payment,
        pago: fc.oneof(
          { weight: 1, arbitrary: fc.constant('bueno' as const) },
          {
            weight: 4,
            arbitrary: fc.constantFrom<PaymentName>(
              'justo',
              'pendiente',
              'autorizado',
              'cancelado',
              'dolares',
              'corto',
              'devuelto',
              'parcial',
              'disputado',
            ),
          },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('transferencias' as const) }) },
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
}

/** Sequences of up to 24 steps, short and long ones alike. */
export const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc
  .constantFrom(...accountNames)
  .chain((usual) => fc.array(stepOf(usual), { minLength: 1, maxLength: 24, size: 'max' }))
