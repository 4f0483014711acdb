/** Why a list was not taken, for who reads it the first time. */
const meanings: ReadonlyMap<string, string> = new Map([
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
])

/** Of `host: code`, `code`, or a sentence that says it already. */
export const toldOf = (reason: string): string => {
  const code = reason.split(': ').at(-1) ?? ''
  const status = /^estado_(\d+)$/.exec(code)?.[1]
  const meaning = status === undefined ? meanings.get(code) : `it answers with status ${status}`
  return meaning === undefined ? reason : `${reason.slice(0, -code.length)}${meaning} (${code}).`
}
