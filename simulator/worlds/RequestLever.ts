import { randomUUID } from 'node:crypto'
import { Effect, Result } from 'effect'
import { Authenticate } from '#application/Authenticate.ts'
import { toRejection } from '#application/CurrentRequest.ts'
import { answerEncoded } from '#http/Answers.ts'
import { Secrets } from '#ports/Secrets.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import { inCurrentWorld } from '#simulator/CurrentWorld.ts'
import { noSuchAccount } from '#simulator/levers/AccountLevers.ts'
import { LeverMisused, post } from '#simulator/levers/Lever.ts'
import { NewVerification } from '#simulator/levers/NewVerification.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { requestInItsWorld } from './RoutedUseCases.ts'

/** Requests a verification as the account would: an agent cannot change the key that its client sends. */
export const requestLever = post(
  '/_simulador/verificaciones',
  NewVerification,
  Effect.fnUntraced(function* ({ solicitud_id, tenant, payment_intent_id, ...solicitante }) {
    const accounts = yield* inCurrentWorld(KnownAccounts, ({ all }) => all)
    const found = accounts.find(({ account }) => (tenant ?? account.id) === account.id)
    if (found === undefined) return yield* new LeverMisused(noSuchAccount)
    const digest = yield* inCurrentWorld(Secrets, ({ digestApiKey }) => Effect.sync(() => digestApiKey(found.apiKey)))
    const principal = yield* inCurrentWorld(Authenticate, ({ authenticate }) =>
      toRejection(authenticate(Result.succeed(digest))),
    )
    const id = solicitud_id ?? randomUUID()
    const cobro = payment_intent_id == null ? {} : { cobro: { modo: 'connect', payment_intent_id } }
    const body = { ...sampleRequest(id), solicitante, ...cobro }
    const incoming = { principal, channel: 'mcp', idempotencyKey: id, body, trace: null } as const
    return answerEncoded(yield* toRejection(requestInItsWorld(incoming)))
  }),
)
