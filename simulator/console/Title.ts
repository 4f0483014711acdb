import { effect } from '@preact/signals'
import { route } from './Route.ts'
import { verifications } from './Store.ts'
import { t } from './Words.ts'

/** The title of the page: what is looked at, where, and of which program. */
export const keepTitle = (): void => {
  effect(() => {
    const { place, id } = route.value
    const seen = verifications.value.get(id ?? '')?.solicitud_id
    document.title = [...(seen === undefined ? [] : [seen]), t(place), `Cotejo · ${t('simulator')}`].join(' · ')
  })
}
