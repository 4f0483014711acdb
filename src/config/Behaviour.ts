import { Duration, type LogLevel } from 'effect'
import * as Read from './Readers.ts'
import { optional, variable } from './Variable.ts'

/** What a process does, how long it takes for it, and what it tells of itself. */

/** It answers requests, works on verifications, sends webhooks and makes transfers, fetches lists. */
const roles = ['api', 'worker', 'dispatcher', 'lists'] as const

const logLevels: ReadonlyArray<LogLevel.Severity> = ['Debug', 'Info', 'Warn', 'Error']

const timeoutFactor = variable('COTEJO_TIMEOUT_FACTOR', {
  meaning:
    'How many times the usual a request waits, for its turn (1 s) and for the database (1.5 s), before it is answered 503; the work in the background too. More than 1 only where the machine is slow.',
  fallback: '1',
  read: Read.integer(1, 100),
})

export const behaviour = {
  roles: variable('COTEJO_ROLES', {
    meaning: 'What this process does: all, or some of api, worker, dispatcher and lists, separated by commas.',
    fallback: 'all',
    read: Read.someOf(roles),
  }),
  timeBudget: variable('COTEJO_TIME_BUDGET', {
    meaning: 'How long a verification may stay en_proceso.',
    fallback: '10 minutes',
    read: Read.duration(Duration.minutes(1), Duration.hours(24)),
  }),
  validity: variable('COTEJO_VALIDITY', {
    meaning: 'How long after its end an emitted verification remains usable (vigencia_hasta).',
    fallback: '30 days',
    read: Read.duration(Duration.days(1), Duration.days(3_650)),
  }),
  timeoutFactor,
  logLevel: variable('COTEJO_LOG_LEVEL', {
    meaning: 'Least level that is logged: Debug, Info, Warn or Error.',
    fallback: 'Info',
    read: Read.oneOf(logLevels),
  }),
  otlpEndpoint: optional('COTEJO_OTLP_ENDPOINT', {
    meaning: 'Where traces are sent (OTLP over HTTP, JSON), as http://collector:4318.',
    read: Read.httpUrl,
  }),
  traceSampling: variable('COTEJO_TRACE_SAMPLING', {
    meaning:
      'The part of traces that is sent, from 0 to 1, of those on which their client did not decide by the flag of its traceparent.',
    fallback: '1',
    read: Read.part,
  }),
}
