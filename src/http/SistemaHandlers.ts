import { Effect } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { CheckHealth } from '#application/CheckHealth.ts'
import { Api } from '#wire/Api.ts'
import { answer, answering } from './Answers.ts'

export const layer = HttpApiBuilder.group(
  Api,
  'sistema',
  Effect.fnUntraced(function* (handlers) {
    const { check } = yield* CheckHealth
    return handlers.handleRaw('salud', () => answering(Effect.map(check, answer)))
  }),
)
