import { Schema } from 'effect'
import { NewAccount } from './AccountBodies.ts'
import { Instant, optional } from './Lever.ts'
import { frozenSentence, instantSentence, Speed, speedSentence } from './TimeLevers.ts'

/** A world that is to be made, as its lever takes it. */
export const NewWorld = Schema.Struct({
  nombre: optional(
    Schema.String.check(Schema.isPattern(/^[A-Za-z0-9][\w-]{0,63}$/)),
    'nombre son de 1 a 64 letras sin acento, dígitos, guiones o guiones bajos, y empieza con letra o dígito.',
  ),
  semilla: optional(
    Schema.String.check(Schema.isBetweenCodePoints(1, 200)),
    'semilla es un texto de 1 a 200 caracteres.',
  ),
  ahora: optional(Instant, instantSentence),
  velocidad: optional(Speed, speedSentence),
  congelado: optional(Schema.Boolean, frozenSentence),
  cuentas: optional(
    Schema.Array(NewAccount).check(Schema.isMaxLength(100)),
    'cuentas es una lista de hasta 100 cuentas, cada una como en POST /_simulador/cuentas.',
  ),
})
