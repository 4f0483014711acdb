import { Effect } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { Api, CurrentPrincipal } from '#wire/Api.ts'
import { answer, answering } from './Answers.ts'
import { taking } from './connection/Turn.ts'

export const layer = HttpApiBuilder.group(
  Api,
  'cuenta',
  Effect.fnUntraced(function* (handlers) {
    const { read } = yield* ReadConsumption
    return handlers.handleRaw('consumo', () =>
      answering(Effect.flatMap(CurrentPrincipal, (principal) => Effect.map(taking(1)(read(principal)), answer))),
    )
  }),
)
