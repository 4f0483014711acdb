import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** A name for this process in the database, the log and the traces. No other process ever has the same name. */
export const replicaName = (): string => `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`
