import { forbiddenUrls as attacks } from '#test/adapters/webhooks/forbiddenUrls.ts'
import { opaqueIdentifiers } from '#test/domain/wording/identifiers.corpus.ts'
import { listed } from './listed.ts'

/**
 * Texts of which it is known how they are judged at steps 13 to 15. The fuzz writes with them, and the
 * oracle recognises them; neither knows the lists of the service.
 */

/** Words that describe a person. */
export const describing = listed('embarazada | diabetico | desempleada | divorciado | indocumentado | exconvicto')

/** Words that describe a person where nothing else is said. */
export const describingAlone = listed(
  'obrero-3 | mayor65 | chino-4 | mama-de-3 | EmpleoInformal7 | trans-9 | solicitud-mesera-3 | s-hijos | no-papers',
)

/** The same words in an address, in a company, and after an article. */
export const namingPlaces = listed(
  'calle-obrero-mundial | colonia-obrera-3 | inmobiliaria-chino | el-chino-4 | CalleLasSolteras28A | heroico-colegio-militar-3 | herreros-12 | zapotecas-44 | notaria-44 | ingreso-2024-12 | calle-centenario-163 | depto-de-soltero',
)

/** Words that rate one. */
export const rating = listed('rechazado | aprobada | moroso | deudora | fraude | blacklisted')

/** Those of them that can be nothing else, also as the name of a company in a host. */
export const ratingInHost = listed('moroso | deudora')

/** Identifiers, paths and parameters that say nothing. */
export const opaque: ReadonlyArray<string> = opaqueIdentifiers(1, 2_000)

/** What the identifiers of the fuzz are made of, beside digits and signs. */
export const neutral = listed('sol | req | prop | inm | exp | hooks | avs | cb | v | ref | ñandú | 漢字 | İıI')

/** Ends of a URL that hold a secret. */
export const secretParameters = listed(`
  ?token=zarquixtl | ?code=zarquixtlzarquixtlzarquixtl | ?v=7&api_key=zarquixtl | ?clave=zarquixtl | ?CONTRASENA=zarquixtl | ?v=sk_live_4eC39HqLyjWDarjtT1zdp7dc
  ?v=ghp_16C7e42F292c6912E7710c838347Ae178B4a | ?v=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl
`)

/** Texts that tell of a person, whoever it is. */
export const telling = listed('ana@correo.mx | ana%40correo.mx | pasaporte-G123456789 | tel-551234567 | nss-123456789')

/** Where webhooks may go. */
export const publicHosts = listed(`
  zarquixtl.mx | hooks.socio.mx | api.socio.mx:8443 | EXAMPLE.COM | example.com. | españa.mx | xn--espaa-rta.mx
  8.8.8.8 | [2606:4700:4700::1111]
`)

/** Where they may not, or what is no such URL. */
export const forbiddenUrls: ReadonlyArray<string> = [
  ...attacks.map(([url]) => url.replace('{port}', '8443')),
  'https://example.com/a b',
  ...listed('https://example.com:5432/ | https://example.com:25/ | https://8.8.8.8:6379/v?v=7'),
  ...listed('https://user:pass@example.com/ | https://a_b.mx/ | https://com/ | HTTP://example.com/ | https://'),
  ...listed('example.com/hooks | javascript:alert(1)'),
]
