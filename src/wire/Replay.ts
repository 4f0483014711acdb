import type { Json } from 'effect/Schema'

/** On the answer to a POST that repeats one that was accepted before; an addition to the contract. */
export const replayHeader = 'Idempotent-Replayed'

/** As the OpenAPI documents show it. */
export const replayHeaders: Record<string, Json> = {
  [replayHeader]: {
    description: 'Solo en la repetición de una petición ya aceptada: no creó ni cobró nada.',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
}
