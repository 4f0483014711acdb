import fc from 'fast-check'
import { listed } from '#test/fuzz/listed.ts'
import type { Account } from '#test/fuzz/oracle/Account.ts'

/** Targets of requests, of which some name what an account of the lane created. */

export type Target = (accounts: Readonly<Record<'ample' | 'connect', Account>>) => string

const createdBy = ({ created }: Account, index: number) => created[index % Math.max(1, created.length)]

const strangeIds = [
  ...['a'.repeat(200), 'a'.repeat(201), '%F0%9F%94%91'.repeat(201), 'a'.repeat(15_000)],
  ...listed(`
    ver_ | VER_1 | ver_1;limite=1 | Zarquixtl | LIMP900101HDFRRS03 | __proto__ | constructor | 0 | null | .. | . | ...
    % | %zz | %00 | %0A | %ff | %c0%af | %ed%a0%80 | %c3%b1 | %2F..%2F_salud | %252e%252e | '%20OR%201=1-- | * | ~ | @ | :
    !$&()+,
  `),
]

const spellings: ReadonlyArray<(id: string) => string> = [
  (id) => `${id}?limite=0&solicitud_id=Zarquixtl`,
  (id) => id.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  (id) => id.toUpperCase(),
  (id) => `${id}%20`,
  (id) => `${id}%00`,
  (id) => id.slice(0, -1),
  (id) => `${id}0`,
]

const one = '/v1/verificaciones/'

const known = (owner: 'ample' | 'connect', spelled: (id: string) => string) =>
  fc.nat().map(
    (index): Target =>
      (accounts) =>
        one + spelled(createdBy(accounts[owner], index)?.verificacionId ?? 'ver_0000000000000000000000'),
  )

export const oneVerification: fc.Arbitrary<Target> = fc.oneof(
  { weight: 4, arbitrary: known('ample', (id) => id) },
  { weight: 2, arbitrary: fc.constantFrom(...spellings).chain((spelled) => known('ample', spelled)) },
  { weight: 1, arbitrary: known('connect', (id) => id) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...strangeIds).map(
      (id): Target =>
        () =>
          one + id,
    ),
  },
)

const values = {
  limite: [
    ...['', '9'.repeat(400)],
    ...listed(
      '1 | 2 | 7 | 20 | 99 | 100 | 0 | 101 | 1000 | -1 | +5 | 05 | 5.0 | 5e0 | 0x5 | diez | %205 | 5%20 | NaN | %',
    ),
    ...listed('%EF%BC%95 | 1%00 | null | %31'),
  ],
  estado: [
    ...['', 'a'.repeat(200), 'a'.repeat(201)],
    ...listed('en_proceso | en_proceso | emitida | no_concluyente | EMITIDA | otra | emitida%00 | toString | %ff | %'),
    ...listed('en_proceso+ | en%5Fproceso | Zarquixtl'),
  ],
  solicitud_id: [
    ...['', '%F0%9F%94%91'.repeat(200), '%F0%9F%94%91'.repeat(201), 'a'.repeat(201)],
    ...listed("%00 | %ed%a0%80 | Zarquixtl | LIMP900101HDFRRS03 | 7 | + | % | '--"),
  ],
}

const unknown = ['', 'a'.repeat(3_000), ...listed('pagina=2 | LIMITE=5 | Estado=emitida | = | && | x | limite[]=5 | %')]

const parameter: fc.Arbitrary<(account: Account) => string> = fc.oneof(
  ...Object.entries(values).map(([name, some]) => fc.constantFrom(...some).map((value) => () => `${name}=${value}`)),
  fc.nat().map((index) => (account: Account) => {
    const solicitudId = createdBy(account, index)?.solicitudId ?? '7'
    return `solicitud_id=${encodeURIComponent(solicitudId)}`
  }),
  fc.constantFrom(...unknown, 'curp=Zarquixtl', 'limit%65=5').map((text) => () => text),
)

export const list: fc.Arbitrary<Target> = fc.array(parameter, { maxLength: 3 }).map(
  (parameters): Target =>
    ({ ample }) =>
      ['/v1/verificaciones', ...parameters.map((one) => one(ample))].join('&').replace('&', '?'),
)

const fixed = (targets: ReadonlyArray<string>): fc.Arbitrary<Target> =>
  fc.constantFrom(...targets).map(
    (target): Target =>
      () =>
        target,
  )

export const consumption = fixed(['/v1/cuenta/consumo', '/v1/cuenta/consumo?tenant=Zarquixtl'])
export const health = fixed(['/_salud', '/_salud?x=%', 'http://sandbox/_salud'])

/** Paths that no route has, some only because they are not as it is written, and paths that one has. */
export const anywhere = fixed([
  `/nada/${'a'.repeat(8_000)}`,
  ...listed(`
    /nada | /v1 | /v1/ | /v1/verificaciones/ | /v1/verificaciones/a/b | /v1/verificaciones// | /v1//verificaciones
    //_salud | /_salud/ | /_salud/.. | /./_salud | /_SALUD | /V1/verificaciones | /v1/cuenta | /v1/cuenta/consumo/
    /v1/cuenta/consumo/Zarquixtl | /_salud;a=b | /_salud%00 | /v1/verificaciones;limite=1 | /%ff | /% | /v2/verificaciones
    /v1/verificaciones/../../_salud | /v1/verificaciones/%2e%2e/%2e%2e/_salud | * | http://sandbox/nada | /nada?Zarquixtl
    /v1/verificaciones%2fver_1
    /v1/verificaciones | /v1/verificaciones?limite=0 | /v1/verificaciones/ver_1 | /v1/cuenta/consumo | /_salud | /_salud?x
  `),
])
