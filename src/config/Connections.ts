import { Config, Duration } from 'effect'
import { connections } from '#domain/Limits.ts'
import * as Read from './Readers.ts'
import { optional, variable } from './Variable.ts'

/** Timeouts of the phases of a connection. They are long enough for slow but honest clients. */
const time = Read.duration(Duration.millis(100), Duration.minutes(10))

const times = {
  handshakeTime: variable('COTEJO_HANDSHAKE_TIME', {
    meaning: 'Timeout of the TLS handshake.',
    fallback: '10 seconds',
    read: time,
  }),
  headersTime: variable('COTEJO_HEADERS_TIME', {
    meaning: 'Timeout for receiving the headers of a request.',
    fallback: '10 seconds',
    read: time,
  }),
  requestTime: variable('COTEJO_REQUEST_TIME', {
    meaning: 'Timeout for receiving a whole request.',
    fallback: '30 seconds',
    read: time,
  }),
  answerTime: variable('COTEJO_ANSWER_TIME', {
    meaning: 'Timeout for sending an answer.',
    fallback: '30 seconds',
    read: time,
  }),
  idleTime: variable('COTEJO_IDLE_TIME', {
    meaning:
      'How long an idle connection is kept open. Set it longer than the idle timeout of a proxy in front of the service.',
    fallback: '65 seconds',
    read: Read.duration(Duration.millis(100), Duration.hours(1)),
  }),
}

const numbers = {
  connections: variable('COTEJO_CONNECTIONS', {
    meaning:
      'Maximum connections of the API, per process. At the limit, a new connection evicts an idle one, the longest idle first.',
    fallback: '4096',
    read: Read.integer(16, 65_536),
  }),
  connectionsPerAddress: variable('COTEJO_CONNECTIONS_PER_ADDRESS', {
    meaning: 'Maximum connections from one address (IPv6: one /64), per process. Trusted proxies are exempt.',
    fallback: '1024',
    read: Read.integer(1, 65_536),
  }),
}

/** Each alone, so that everything wrong with them is reported. */
export const variablesOfConnections = {
  ...times,
  ...numbers,
  trustedProxies: optional('COTEJO_TRUSTED_PROXIES', {
    meaning:
      'Networks and addresses of the proxies in front of the service, separated by commas, for example 10.0.0.0/8. Their X-Forwarded-For headers are trusted.',
    read: Read.networks,
  }),
}

/** What clients are held to. */
export const connectionLimits = Config.all({
  ...times,
  ...numbers,
  untakenBytes: Config.succeed(connections.untakenBytes),
  chunksOfBody: Config.succeed(connections.chunksOfBody),
  requestsPerConnection: Config.succeed(connections.requestsPerConnection),
})
