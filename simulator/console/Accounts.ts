import { computed, effect, signal } from '@preact/signals'
import { call } from './Call.ts'
import { pulse } from './Store.ts'
import { lever } from './World.ts'

/** An account as its lever tells it, with what it signs in and is signed with. */
export interface Cuenta {
  readonly tenant: string
  readonly modo: 'consumo' | 'connect'
  readonly llave: string
  readonly secreto_firma: string
  readonly monto_por_verificacion: number
  readonly limite_por_minuto: number
  readonly cuota_mensual: number | null
  readonly estado: 'activa' | 'suspendida'
  readonly llaves: ReadonlyArray<{ readonly nombre: string; readonly revocada_en: string | null }>
}

/** All accounts, asked for again when there are others. */
export const accounts = signal<ReadonlyArray<Cuenta>>([])

const tenants = computed(() => (pulse.value?.libros ?? []).map(({ tenant }) => tenant).join(' '))

/** Asks for all accounts. */
export const refreshAccounts = (): void => {
  call<{ readonly cuentas: ReadonlyArray<Cuenta> }>('GET', lever('cuentas')).then(
    ({ body }) => {
      accounts.value = body.cuentas
    },
    () => undefined,
  )
}

effect(() => {
  if (tenants.value !== '') refreshAccounts()
})

export const accountOf = (tenant: string): Cuenta | undefined => accounts.value.find((one) => one.tenant === tenant)
