import * as Read from './Readers.ts'
import { variable } from './Variable.ts'

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
