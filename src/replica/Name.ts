import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** Names this process among the replicas, in the database, the log and the traces, and no other before or beside it. */
export const replicaName = (): string => `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`
