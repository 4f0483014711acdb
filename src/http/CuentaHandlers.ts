import { Effect } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { Api, CurrentPrincipal } from '#wire/Api.ts'
import { answer, answering } from './Answers.ts'
import { Turns } from './connection/Turns.ts'

export const layer = HttpApiBuilder.group(
  Api,
  'cuenta',
  Effect.fnUntraced(function* (handlers) {
    const { read } = yield* ReadConsumption
    const { taking } = yield* Turns
    return handlers.handleRaw('consumo', () =>
      answering(
        Effect.flatMap(CurrentPrincipal, (principal) => Effect.map(taking(principal, 1)(read(principal)), answer)),
      ),
    )
  }),
)
