import { forbiddenUrls as attacks } from '#test/adapters/webhooks/forbiddenUrls.ts'
import { opaqueIdentifiers } from '#test/domain/wording/identifiers.corpus.ts'
import { listed } from './listed.ts'

/**
 * Texts of which it is known how they are judged at steps 13 to 15. The fuzz writes with them, and the
 * oracle recognises them; neither knows the lists of the service.
 */

/** Words that describe a person. */
export const describing = listed('embarazada | diabetico | desempleada | divorciado | indocumentado | exconvicto')

/** Words that rate one. */
export const rating = listed('rechazado | aprobada | moroso | deudora | fraude | blacklisted')

/** Identifiers, paths and parameters that say nothing. */
export const opaque: ReadonlyArray<string> = opaqueIdentifiers(1, 2_000)

/** What the identifiers of the fuzz are made of, beside digits and signs. */
export const neutral = listed('sol | req | prop | inm | exp | hooks | avs | cb | v | ref | ñandú | 漢字 | İıI')

/** Where webhooks may go. */
export const publicHosts = listed(`
  zarquixtl.mx | hooks.socio.mx | api.socio.mx:8443 | EXAMPLE.COM | example.com. | españa.mx | xn--espaa-rta.mx
  8.8.8.8 | [2606:4700:4700::1111]
`)

/** Where they may not, or what is no such URL. */
export const forbiddenUrls: ReadonlyArray<string> = [
  ...attacks.map(([url]) => url.replace('{port}', '8443')),
  'https://example.com/a b',
  ...listed('https://user:pass@example.com/ | https://a_b.mx/ | https://com/ | HTTP://example.com/ | https://'),
  ...listed('example.com/hooks | javascript:alert(1)'),
]
