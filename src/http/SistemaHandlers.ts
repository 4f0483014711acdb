import { Effect } from 'effect'
import { HttpRouter } from 'effect/http'
import { CheckHealth } from '#application/CheckHealth.ts'
import { Api } from '#wire/Api.ts'
import { answer, answering } from './Answers.ts'

const { method, path } = Api.groups.sistema.endpoints.salud

export const layer = HttpRouter.use((router) =>
  CheckHealth.use(({ check }) => router.add(method, path, answering(Effect.map(check, answer)))),
)
