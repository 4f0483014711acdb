import { Schema } from 'effect'
import { isLoopbackUrl } from '#domain/network/Loopback.ts'
import { member, optional } from './Lever.ts'

const onThisMachine = Schema.String.check(Schema.makeFilter((text) => isLoopbackUrl(text)))

/** How a back end is to be certified. A command that restarts it is for the command line alone. */
export const NewCertification = Schema.Struct({
  backend: member(onThisMachine, 'backend es la URL, en esta máquina, en que el backend empieza una verificación.'),
  webhooks: optional(onThisMachine, 'webhooks es la URL, en esta máquina, a la que van los webhooks.'),
  modo: optional(Schema.Literals(['consumo', 'connect']), 'modo es consumo o connect; sin él, consumo.'),
  ataques: optional(Schema.Array(Schema.String), 'ataques son los que se hacen; sin ellos, todos.'),
  puerto: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 })),
    'puerto es donde el backend encuentra al servicio, un entero de 0 a 65535; sin él, 4011.',
  ),
  velocidad: optional(
    Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 3_600 })),
    'velocidad es cuántas veces más rápido corren los relojes del backend, de 0.1 a 3600; sin ella, 60.',
  ),
  paciencia_segundos: optional(
    Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 3_600 })),
    'paciencia_segundos es cuánto más puede tardar el backend, de 0.1 a 3600; sin ella, 10.',
  ),
  idioma: optional(Schema.Literals(['es', 'en']), 'idioma es es o en; sin él, es.'),
})
