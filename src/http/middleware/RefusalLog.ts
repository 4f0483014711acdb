import { Duration, Effect } from 'effect'
import type { HttpServerResponse } from 'effect/http'
import { CurrentRequest } from '#application/CurrentRequest.ts'
import { throttledLog } from '#application/ThrottledLog.ts'
import { overloadToldEveryMillis } from '#domain/Limits.ts'
import { rules } from '#wire/OrderOfJudgement.ts'

/**
 * Steps whose refusals are logged only at debug level: a client without a key, or one in a loop, could fill the log
 * with them.
 */
const anybodys: ReadonlyArray<string | null> = [null, '1', '2', '2b']

/** Logs why a request was refused: rules and field names, and no content of the request. */
export const refusalLog = () => {
  const overload = throttledLog(Duration.millis(overloadToldEveryMillis))
  const tellingOverload = overload((count) => Effect.logWarning('requests waited too long; returned 503', { count }))
  return <R>(
    handled: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
    Effect.tap(handled, () =>
      Effect.flatMap(CurrentRequest, (request) => {
        if (request?.refusal?.rule === undefined) return Effect.void
        const { codigo, rule, field = null } = request.refusal
        const [step] = rules[rule]
        const log = anybodys.includes(step) ? Effect.logDebug : Effect.logInfo
        const account = request.account === null ? {} : { account: request.account }
        const facts = { service_request_id: request.id, code: codigo, step, field, rule }
        const told = log('request refused', { ...account, ...facts })
        return rule === 'demasiada_espera' ? Effect.andThen(told, tellingOverload) : told
      }),
    )
}
