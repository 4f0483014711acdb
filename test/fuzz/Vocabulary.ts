import { opaqueIdentifiers } from '#test/domain/wording/identifiers.corpus.ts'
import { listed } from './listed.ts'

/**
 * Texts of which it is known how they are judged at steps 13 to 15. The fuzz writes with them, and the
 * oracle recognises them; neither knows the lists of the service.
 */

/** A word that describes a person, and one that rates one. */
export const describing = 'embarazada'
export const rating = 'moroso'

/** Identifiers, paths and parameters that say nothing. */
export const opaque: ReadonlyArray<string> = opaqueIdentifiers(1, 2_000)

/** What the identifiers of the fuzz are made of, beside digits and signs. */
export const neutral = listed('sol | req | prop | inm | exp | hooks | avs | cb | v | ref | ñandú | 漢字 | İıI')

/** The end of a URL that holds a secret. */
export const secretParameter = '?token=zarquixtl'

/** Where webhooks may go. */
export const publicHosts = listed(`
  zarquixtl.mx | hooks.socio.mx | api.socio.mx:8443 | EXAMPLE.COM | example.com. | españa.mx | xn--espaa-rta.mx
  8.8.8.8 | [2606:4700:4700::1111]
`)

/** Where they may not, or what is no such URL. */
export const forbiddenUrls = listed(`
  http://zarquixtl.mx/ | https://127.0.0.1/ | https://localhost/ | https://example.com:5432/ | example.com/hooks
`)
