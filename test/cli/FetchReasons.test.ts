import { expect, it } from 'vitest'
import { toldOf } from '#src/cli/FetchReasons.ts'

it.each([
  ['listas.socio.mx: cortada', 'listas.socio.mx: the answer broke off (cortada).'],
  ['listas.socio.mx: estado_404', 'listas.socio.mx: it answers with status 404 (estado_404).'],
  ['encogida', 'it has too few people, compared with the current version (encogida).'],
  ['The file is not XML: line 3.', 'The file is not XML: line 3.'],
  ['listas.socio.mx: otra_cosa', 'listas.socio.mx: otra_cosa'],
])('why a list was not taken is said in words: %s', (reason, told) => {
  expect(toldOf(reason)).toBe(told)
})

it.each([
  ['nombre_sin_resolver', 'the name of the host leads to no address'],
  ['direccion_no_publica', 'the address is not public, or does not begin with https'],
  ['conexion_fallida', 'no connection came about'],
  ['tls_rechazado', 'its certificate is not of that host, or of no authority that Node knows'],
  ['respuesta_invalida', 'what answers there speaks no HTTP'],
  ['tiempo_agotado', 'the download takes too long'],
  ['demasiados_redireccionamientos', 'it points elsewhere too often'],
  ['comprimida', 'the file comes compressed, which was not asked for'],
  ['digesto_distinto', 'the bytes are other ones than the publisher tells the digest of'],
  ['cortada', 'the answer broke off'],
  ['excesiva', 'the file is larger than any list'],
  ['sin_longitud', 'the answer tells no length, so that nobody could see whether it broke off'],
  ['futura', 'its cut-off lies in the future'],
  ['anterior', 'its cut-off is before that of the current version'],
  ['encogida', 'it has too few people, compared with the current version'],
  ['crecida', 'it has too many people, compared with the current version'],
  ['alias', 'it has too many or too few names for its people, compared with the current version'],
  ['en_curso', 'another process imports it'],
])('%s means that %s', (code, meaning) => {
  expect(toldOf(`example.com: ${code}`)).toBe(`example.com: ${meaning} (${code}).`)
})
