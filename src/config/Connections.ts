import { Config, Duration } from 'effect'
import { connections } from '#domain/Limits.ts'
import * as Read from './Readers.ts'
import { optional, variable } from './Variable.ts'

/** Every phase of a connection ends, generously, so that it ends for nobody who means well. */
const time = Read.duration(Duration.millis(100), Duration.minutes(10))

const times = {
  handshakeTime: variable('COTEJO_HANDSHAKE_TIME', {
    meaning: 'How long a client may take to agree on TLS.',
    fallback: '10 seconds',
    read: time,
  }),
  headersTime: variable('COTEJO_HEADERS_TIME', {
    meaning: 'How long a client may take to send the headers of a request.',
    fallback: '10 seconds',
    read: time,
  }),
  requestTime: variable('COTEJO_REQUEST_TIME', {
    meaning: 'How long a client may take to send a whole request.',
    fallback: '30 seconds',
    read: time,
  }),
  answerTime: variable('COTEJO_ANSWER_TIME', {
    meaning: 'How long a client may take to receive an answer.',
    fallback: '30 seconds',
    read: time,
  }),
  idleTime: variable('COTEJO_IDLE_TIME', {
    meaning: 'How long a connection is kept for its next request; longer than a proxy before this service keeps it.',
    fallback: '65 seconds',
    read: time,
  }),
}

const numbers = {
  connections: variable('COTEJO_CONNECTIONS', {
    meaning: 'Connections of the API, per process. One more takes the place of the one that is quiet longest.',
    fallback: '4096',
    read: Read.integer(16, 65_536),
  }),
  connectionsPerAddress: variable('COTEJO_CONNECTIONS_PER_ADDRESS', {
    meaning: 'Connections of one address (of IPv6, of a /64), per process; those of trusted proxies are not counted.',
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
      'Networks and addresses of the proxies before this service, separated by commas, as 10.0.0.0/8. What they say in X-Forwarded-For of whom they were called by counts.',
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
