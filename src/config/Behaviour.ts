import { Duration, type LogLevel } from 'effect'
import * as Read from './Readers.ts'
import { optional, variable } from './Variable.ts'

/** What a process does, how long it takes for it, and what it tells of itself. */

/** It answers requests, works on verifications, sends webhooks and makes transfers, fetches lists. */
const roles = ['api', 'worker', 'dispatcher', 'lists'] as const

const logLevels: ReadonlyArray<LogLevel.Severity> = ['Debug', 'Info', 'Warn', 'Error']

const timeoutFactor = variable('COTEJO_TIMEOUT_FACTOR', {
  meaning:
    'Multiplies the queue timeout (1 s) and the database timeout (1.5 s) of requests and background work. Raise it only on slow machines.',
  fallback: '1',
  read: Read.integer(1, 100),
})

export const behaviour = {
  roles: variable('COTEJO_ROLES', {
    meaning: 'Roles of this process: all, or a list of api, worker, dispatcher and lists, separated by commas.',
    fallback: 'all',
    read: Read.someOf(roles),
  }),
  timeBudget: variable('COTEJO_TIME_BUDGET', {
    meaning: 'Time limit of a verification.',
    fallback: '10 minutes',
    read: Read.duration(Duration.minutes(1), Duration.hours(24)),
  }),
  validity: variable('COTEJO_VALIDITY', {
    meaning: 'How long after its end an emitted verification is valid (vigencia_hasta).',
    fallback: '30 days',
    read: Read.duration(Duration.days(1), Duration.days(3_650)),
  }),
  timeoutFactor,
  logLevel: variable('COTEJO_LOG_LEVEL', {
    meaning: 'Lowest level that is logged: Debug, Info, Warn or Error.',
    fallback: 'Info',
    read: Read.oneOf(logLevels),
  }),
  otlpEndpoint: optional('COTEJO_OTLP_ENDPOINT', {
    meaning: 'Address to which traces are sent (OTLP over HTTP, JSON), for example http://collector:4318.',
    read: Read.httpUrl,
  }),
  traceSampling: variable('COTEJO_TRACE_SAMPLING', {
    meaning: "Share of traces that is sent, from 0 to 1. A client's traceparent flag overrides it.",
    fallback: '1',
    read: Read.part,
  }),
}

const connections = Read.integer(1, 200)

/** How many connections to the database a process opens, by what they are for. */
export const pools = {
  apiConnections: variable('COTEJO_API_CONNECTIONS', {
    meaning: 'Database connections of the API, per process.',
    fallback: '10',
    read: connections,
  }),
  workConnections: variable('COTEJO_WORK_CONNECTIONS', {
    meaning: 'Database connections for background work, per process. One of them listens for notifications.',
    fallback: '5',
    read: Read.integer(2, 200),
  }),
  dispatchConnections: variable('COTEJO_DISPATCH_CONNECTIONS', {
    meaning: 'Database connections for webhooks and transfers, per process.',
    fallback: '3',
    read: connections,
  }),
}
