import { Effect } from 'effect'
import { HttpRouter } from 'effect/http'
import { ReadConsumption } from '#application/ReadConsumption.ts'
import { Api } from '#wire/Api.ts'
import { answer } from './Answers.ts'
import { partnersRoutes } from './Authentication.ts'
import { taking } from './connection/Turn.ts'

export const layer = HttpRouter.use(() =>
  Effect.gen(function* () {
    const { read } = yield* ReadConsumption
    const add = yield* partnersRoutes
    yield* add(Api.groups.cuenta.endpoints.consumo, (principal) => Effect.map(taking(1)(read(principal)), answer))
  }),
)
